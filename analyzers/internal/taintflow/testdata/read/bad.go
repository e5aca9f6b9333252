// Package read reads files for a model.
package read

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

type readArgs struct {
	Path string `json:"path"`
}

// Read opens whatever the model names.
func Read() (tool.InvokableTool, error) {
	return utils.InferTool("read", "Reads a file.", func(_ context.Context, in readArgs) (string, error) {
		data, err := os.ReadFile(in.Path) // want `taint/read: what a model chooses for "read" decides which file is read: os.ReadFile`
		return string(data), err
	})
}

// ReadBelow joins the path to a directory, which ".." leaves.
func ReadBelow(dir string) (tool.InvokableTool, error) {
	return utils.InferTool("read_below", "Reads a file of the project.", func(_ context.Context, in readArgs) (string, error) {
		f, err := os.Open(filepath.Join(dir, in.Path)) // want `taint/read: what a model chooses for "read_below" decides which file is read: os.Open`
		if err != nil {
			return "", err
		}
		return f.Name(), f.Close()
	})
}

// ReadBeside lets a neighbour of the directory pass, whose name goes on: no slash ends the prefix.
func ReadBeside(dir string) (tool.InvokableTool, error) {
	root := filepath.Clean(dir)
	return utils.InferTool("read_beside", "Reads a file of the project.", func(_ context.Context, in readArgs) (string, error) {
		name := filepath.Join(root, in.Path)
		if !strings.HasPrefix(name, root) {
			return "", errors.New("outside of the project")
		}
		data, err := os.ReadFile(name) // want `taint/read: what a model chooses for "read_beside" decides which file is read: os.ReadFile`
		return string(data), err
	})
}

// ReadRelative looks at relative paths only.
func ReadRelative(dir string) (tool.InvokableTool, error) {
	return utils.InferTool("read_relative", "Reads a file of the project.", func(_ context.Context, in readArgs) (string, error) {
		name := in.Path
		if !filepath.IsAbs(name) {
			if strings.Contains(name, "..") {
				return "", errors.New("outside of the project")
			}
			name = filepath.Join(dir, name)
		}
		data, err := os.ReadFile(name) // want `taint/read: what a model chooses for "read_relative" decides which file is read: os.ReadFile`
		return string(data), err
	})
}

// List lists a directory and what is below it: one cause.
func List() (tool.InvokableTool, error) {
	return utils.InferTool("list", "Lists a directory.", func(_ context.Context, in readArgs) (string, error) {
		entries, err := os.ReadDir(in.Path) // want `taint/read: what a model chooses for "list" decides which folder is used: os.ReadDir; so it does at one more place`
		if err != nil {
			return "", err
		}
		below, err := os.ReadDir(filepath.Join(in.Path, "below"))
		return entries[0].Name() + below[0].Name(), err
	})
}

// Edit reads what it writes: what it writes is the finding.
func Edit() (tool.InvokableTool, error) {
	return utils.InferTool("edit", "Edits a file.", func(_ context.Context, in readArgs) (string, error) {
		data, err := os.ReadFile(in.Path)
		if err != nil {
			return "", err
		}
		return "edited", os.WriteFile(in.Path, data, 0o600) // want `taint/effect: what a model chooses for "edit" decides which file is written or deleted: os.WriteFile`
	})
}

// ReadPermitted asks a function of which nothing is known.
func ReadPermitted(permits func(string) bool) (tool.InvokableTool, error) {
	return utils.InferTool("read_permitted", "Reads a file.", func(_ context.Context, in readArgs) (string, error) {
		if !permits(in.Path) {
			return "", errors.New("not permitted")
		}
		data, err := os.ReadFile(in.Path) // want `taint/read: unknown: it is not known whether what a model chooses for "read_permitted" decides which file is read: os.ReadFile: a check before it is not understood`
		return string(data), err
	})
}

// Project reads files of one directory.
type Project struct{ Dir string }

// Read asks for the directory as it is, whose neighbours have names that begin likewise.
func (p *Project) Read() (tool.InvokableTool, error) {
	return utils.InferTool("read_project", "Reads a file of the project.", func(_ context.Context, in readArgs) (string, error) {
		name, err := filepath.Abs(filepath.Join(p.Dir, in.Path))
		if err != nil {
			return "", err
		}
		if !strings.HasPrefix(name, p.Dir) {
			return "", errors.New("outside of the project")
		}
		data, err := os.ReadFile(name) // want `taint/read: what a model chooses for "read_project" decides which file is read: os.ReadFile`
		return string(data), err
	})
}
