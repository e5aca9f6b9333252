package link

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

// ReadRoot opens the file by a root, which no link leads out of.
func ReadRoot(root *os.Root) (tool.InvokableTool, error) {
	return utils.InferTool("read_root", "Reads a file.", func(_ context.Context, in fileArgs) (string, error) {
		data, err := root.ReadFile(in.Path)
		return string(data), err
	})
}

// ReadResolved looks at where the links lead.
func ReadResolved(dir string) (tool.InvokableTool, error) {
	return utils.InferTool("read_resolved", "Reads a file.", func(_ context.Context, in fileArgs) (string, error) {
		path, err := filepath.EvalSymlinks(filepath.Join(dir, in.Path))
		if err != nil {
			return "", err
		}
		if !strings.HasPrefix(path, filepath.Clean(dir)+string(filepath.Separator)) {
			return "", errOutside
		}
		data, err := os.ReadFile(path)
		return string(data), err
	})
}

// WriteBelow looks at where the folder of a new file is.
func WriteBelow(dir string) (tool.InvokableTool, error) {
	return utils.InferTool("write_below", "Writes a file.", func(_ context.Context, in fileArgs) (string, error) {
		path := filepath.Join(dir, filepath.Base(in.Path))
		return path, os.WriteFile(path, []byte(in.Text), 0o600)
	})
}

// ReadEither looks at the text, and at where it leads, and then reads by the text.
func ReadEither(dir string) (tool.InvokableTool, error) {
	return utils.InferTool("read_either", "Reads a file.", func(_ context.Context, in fileArgs) (string, error) {
		path, err := within(dir, in.Path)
		if err != nil {
			return "", err
		}
		if !below(dir, path) {
			return "", errOutside
		}
		data, err := os.ReadFile(path)
		return string(data), err
	})
}

func below(dir, path string) bool {
	resolved, err := filepath.EvalSymlinks(path)
	return err == nil && strings.HasPrefix(resolved, filepath.Clean(dir)+"/")
}
