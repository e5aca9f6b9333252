// Package file writes files for a model.
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

type saveArgs struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Save joins the name to a directory, which ".." leaves.
func Save(dir string) (tool.InvokableTool, error) {
	return utils.InferTool("save", "Saves a note.", func(_ context.Context, in saveArgs) (string, error) {
		name := filepath.Join(dir, in.Name)
		return name, os.WriteFile(name, []byte(in.Text), 0o600) // want `taint/effect: what a model chooses for "save" decides which file is written or deleted: os.WriteFile`
	})
}

// Remove deletes what the model names.
func Remove() (tool.InvokableTool, error) {
	return utils.InferTool("remove", "Deletes a note.", func(_ context.Context, in saveArgs) (string, error) {
		return "gone", os.RemoveAll(in.Name) // want `taint/effect: what a model chooses for "remove" decides which file is written or deleted: os.RemoveAll`
	})
}

// SaveChanged checks the name, and changes it then.
func SaveChanged(dir string) (tool.InvokableTool, error) {
	return utils.InferTool("save_changed", "Saves a note.", func(_ context.Context, in saveArgs) (string, error) {
		if !filepath.IsLocal(in.Name) {
			return "", errors.New("not a name")
		}
		in.Name = in.Text
		return in.Name, os.WriteFile(filepath.Join(dir, in.Name), nil, 0o600) // want `taint/effect: what a model chooses for "save_changed" decides which file is written or deleted: os.WriteFile`
	})
}

// SaveNext checks one note, and saves the next.
func SaveNext(dir string) (tool.InvokableTool, error) {
	return utils.InferTool("save_next", "Saves notes.", func(_ context.Context, list []saveArgs) (string, error) {
		var note saveArgs
		for _, next := range list {
			if filepath.IsLocal(note.Name) {
				note = next
				_ = os.WriteFile(filepath.Join(dir, note.Name), nil, 0o600) // want `taint/effect: what a model chooses for "save_next" decides which file is written or deleted: os.WriteFile`
			}
		}
		return "saved", nil
	})
}

// SaveBeside looks at the way from the directory to the file, and writes where it leads out.
func SaveBeside(dir string) (tool.InvokableTool, error) {
	return utils.InferTool("save_beside", "Saves a note.", func(_ context.Context, in saveArgs) (string, error) {
		name := filepath.Join(dir, in.Name)
		rel, err := filepath.Rel(dir, name)
		if err != nil || strings.HasPrefix(rel, ".") {
			return "", os.WriteFile(name, nil, 0o600) // want `taint/effect: what a model chooses for "save_beside" decides which file is written or deleted: os.WriteFile`
		}
		return name, err
	})
}

// RemoveAround forgets the directory around its own.
func RemoveAround(dir string) (tool.InvokableTool, error) {
	return utils.InferTool("remove_around", "Deletes a note.", func(_ context.Context, in saveArgs) (string, error) {
		name := filepath.Join(dir, in.Name)
		rel, err := filepath.Rel(dir, name)
		if err != nil || strings.HasPrefix(rel, "../") {
			return "", err
		}
		return name, os.RemoveAll(name) // want `taint/effect: what a model chooses for "remove_around" decides which file is written or deleted: os.RemoveAll`
	})
}

// SaveSteps leaves the slashes, and takes something else away.
func SaveSteps(dir string) (tool.InvokableTool, error) {
	return utils.InferTool("save_steps", "Saves a note.", func(_ context.Context, in saveArgs) (string, error) {
		name := strings.ReplaceAll(in.Name, " ", "/")
		return name, os.WriteFile(filepath.Join(dir, name), nil, 0o600) // want `taint/effect: what a model chooses for "save_steps" decides which file is written or deleted: os.WriteFile`
	})
}
