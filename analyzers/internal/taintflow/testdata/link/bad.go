// Package link has tools for the files of a folder, in which there may be symbolic links.
package link

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

type fileArgs struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

var errOutside = errors.New("outside")

// within looks at the text alone.
func within(dir, name string) (string, error) {
	path := filepath.Join(dir, name)
	if !strings.HasPrefix(path, filepath.Clean(dir)+string(filepath.Separator)) {
		return "", errOutside
	}
	return path, nil
}

// Read reads what a link in the folder leads to.
func Read(dir string) (tool.InvokableTool, error) {
	return utils.InferTool("read", "Reads a file.", func(_ context.Context, in fileArgs) (string, error) {
		path, err := within(dir, in.Path)
		if err != nil {
			return "", err
		}
		data, err := os.ReadFile(path) // want `taint/link: what a model chooses for "read" is a path that only its text confines, and a symbolic link in the folder leads elsewhere: os.ReadFile; the same goes for one more tool`
		return string(data), err
	})
}

// Write has the same check.
func Write(dir string) (tool.InvokableTool, error) {
	return utils.InferTool("write", "Writes a file.", func(_ context.Context, in fileArgs) (string, error) {
		path, err := within(dir, in.Path)
		if err != nil {
			return "", err
		}
		return path, os.WriteFile(path, []byte(in.Text), 0o600)
	})
}

// Remove follows the links of another path than the one that it removes.
func Remove(dir string) (tool.InvokableTool, error) {
	return utils.InferTool("remove", "Removes a file.", func(_ context.Context, in fileArgs) (string, error) {
		if _, err := filepath.EvalSymlinks(dir); err != nil || !filepath.IsLocal(in.Path) {
			return "", errOutside
		}
		return in.Path, os.Remove(filepath.Join(dir, in.Path)) // want `taint/link: what a model chooses for "remove" is a path that only its text confines, and a symbolic link in the folder leads elsewhere: os.Remove`
	})
}
