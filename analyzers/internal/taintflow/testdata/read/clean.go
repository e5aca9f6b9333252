package read

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

// ReadLocal takes names below the directory only.
func ReadLocal(dir string) (tool.InvokableTool, error) {
	return utils.InferTool("read_local", "Reads a file of the project.", func(_ context.Context, in readArgs) (string, error) {
		if !filepath.IsLocal(in.Path) {
			return "", errors.New("outside of the project")
		}
		data, err := os.ReadFile(filepath.Join(dir, in.Path)) // want `taint/link: what a model chooses for "read_local" is a path that only its text confines, and a symbolic link in the folder leads elsewhere: os.ReadFile`
		return string(data), err
	})
}

// ReadRoot opens files of a root.
func ReadRoot(root *os.Root) (tool.InvokableTool, error) {
	return utils.InferTool("read_root", "Reads a file of the project.", func(_ context.Context, in readArgs) (string, error) {
		f, err := root.Open(in.Path)
		if err != nil {
			return "", err
		}
		data, err := io.ReadAll(f)
		return string(data), err
	})
}

// ReadInside ends the prefix with a slash.
func ReadInside(dir string) (tool.InvokableTool, error) {
	dir = filepath.Clean(dir)
	return utils.InferTool("read_inside", "Reads a file of the project.", func(_ context.Context, in readArgs) (string, error) {
		name := filepath.Join(dir, in.Path)
		if name != dir && !strings.HasPrefix(name, dir+"/") {
			return "", errors.New("outside of the project")
		}
		data, err := os.ReadFile(name) // want `taint/link: what a model chooses for "read_inside" is a path that only its text confines, and a symbolic link in the folder leads elsewhere: os.ReadFile`
		return string(data), err
	})
}

// ReadRelated asks for the way from the directory.
func ReadRelated(dir string) (tool.InvokableTool, error) {
	return utils.InferTool("read_related", "Reads a file of the project.", func(_ context.Context, in readArgs) (string, error) {
		name := filepath.Join(dir, in.Path)
		rel, err := filepath.Rel(dir, name)
		if err != nil || rel == ".." || strings.HasPrefix(rel, "../") {
			return "", errors.New("outside of the project")
		}
		data, err := os.ReadFile(name) // want `taint/link: what a model chooses for "read_related" is a path that only its text confines, and a symbolic link in the folder leads elsewhere: os.ReadFile`
		return string(data), err
	})
}

// ReadBase drops directories.
func ReadBase(dir string) (tool.InvokableTool, error) {
	return utils.InferTool("read_base", "Reads a note.", func(_ context.Context, in readArgs) (string, error) {
		data, err := os.ReadFile(filepath.Join(dir, filepath.Base(in.Path)))
		return string(data), err
	})
}

// Skill reads one of the program's files.
func Skill() (tool.InvokableTool, error) {
	known := map[string]string{"go": "skills/go.md", "sql": "skills/sql.md"}
	return utils.InferTool("skill", "Reads a skill.", func(_ context.Context, in readArgs) (string, error) {
		data, err := os.ReadFile(known[in.Path])
		return string(data), err
	})
}
