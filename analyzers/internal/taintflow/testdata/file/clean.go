package file

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

// SaveLocal checks that the name stays below the directory.
func SaveLocal(dir string) (tool.InvokableTool, error) {
	return utils.InferTool("save_local", "Saves a note.", func(_ context.Context, in saveArgs) (string, error) {
		if !filepath.IsLocal(in.Name) {
			return "", errors.New("not a name")
		}
		return in.Name, os.WriteFile(filepath.Join(dir, in.Name), []byte(in.Text), 0o600) // want `taint/link: what a model chooses for "save_local" is a path that only its text confines, and a symbolic link in the folder leads elsewhere: os.WriteFile`
	})
}

// SaveBase drops all directories.
func SaveBase(dir string) (tool.InvokableTool, error) {
	return utils.InferTool("save_base", "Saves a note.", func(_ context.Context, in saveArgs) (string, error) {
		name := filepath.Join(dir, filepath.Base(in.Name))
		return name, os.WriteFile(name, []byte(in.Text), 0o600)
	})
}

// SaveBelow uses a root, which nothing leaves.
func SaveBelow(root *os.Root) (tool.InvokableTool, error) {
	return utils.InferTool("save_below", "Saves a note.", func(_ context.Context, in saveArgs) (string, error) {
		return in.Name, root.WriteFile(in.Name, []byte(in.Text), 0o600)
	})
}

// Log writes what the model says to a file of the program's.
func Log(file string) (tool.InvokableTool, error) {
	return utils.InferTool("log", "Notes something.", func(_ context.Context, in saveArgs) (string, error) {
		return "noted", os.WriteFile(file, []byte(in.Text), 0o600)
	})
}

// SaveInside checks by the way from the directory to the file that it does not lead out.
func SaveInside(dir string) (tool.InvokableTool, error) {
	return utils.InferTool("save_inside", "Saves a note.", func(_ context.Context, in saveArgs) (string, error) {
		name, err := inside(dir, in.Name)
		if err != nil {
			return "", err
		}
		return name, os.WriteFile(name, []byte(in.Text), 0o600) // want `taint/link: what a model chooses for "save_inside" is a path that only its text confines, and a symbolic link in the folder leads elsewhere: os.WriteFile`
	})
}

func inside(dir, name string) (string, error) {
	resolved := filepath.Clean(name)
	if !filepath.IsAbs(resolved) {
		resolved = filepath.Join(dir, resolved)
	}
	rel, err := filepath.Rel(dir, resolved)
	if err != nil {
		return "", err
	}
	if rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", errors.New("outside")
	}
	return resolved, nil
}

// SaveFlat leaves no slash in the name.
func SaveFlat(dir string) (tool.InvokableTool, error) {
	return utils.InferTool("save_flat", "Saves a note.", func(_ context.Context, in saveArgs) (string, error) {
		name := strings.ReplaceAll(in.Name, "/", "_")
		return name, os.WriteFile(filepath.Join(dir, name+".md"), []byte(in.Text), 0o600)
	})
}

// Append reads what is there in a folder that the program chose, and writes it anew.
func Append(root *os.Root) (tool.InvokableTool, error) {
	return utils.InferTool("append", "Adds to a note.", func(_ context.Context, in saveArgs) (string, error) {
		old, err := root.ReadFile(in.Name)
		if err != nil {
			return "", err
		}
		return in.Name, root.WriteFile(in.Name, append(old, in.Text...), 0o600)
	})
}
