package file

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

// SaveLocal checks that the name stays below the directory.
func SaveLocal(dir string) (tool.InvokableTool, error) {
	return utils.InferTool("save_local", "Saves a note.", func(_ context.Context, in saveArgs) (string, error) {
		if !filepath.IsLocal(in.Name) {
			return "", errors.New("not a name")
		}
		return in.Name, os.WriteFile(filepath.Join(dir, in.Name), []byte(in.Text), 0o600)
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
