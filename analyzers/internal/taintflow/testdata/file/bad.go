// Package file writes files for a model.
package file

import (
	"context"
	"errors"
	"os"
	"path/filepath"

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
