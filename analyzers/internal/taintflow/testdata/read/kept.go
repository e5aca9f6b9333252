package read

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

// ReadKept keeps what it has read: that a file is not among that says nothing of it.
func ReadKept() (tool.InvokableTool, error) {
	kept := make(map[string]string)
	return utils.InferTool("read_kept", "Reads a file.", func(_ context.Context, in readArgs) (string, error) {
		if text, ok := kept[in.Path]; ok {
			return text, nil
		}
		data, err := os.ReadFile(in.Path) // want `taint/read: what a model chooses for "read_kept" decides which file is read: os.ReadFile`
		kept[in.Path] = string(data)
		return string(data), err
	})
}

// ReadOther refuses some files, of a list that the program gets.
func ReadOther(hidden []string) (tool.InvokableTool, error) {
	return utils.InferTool("read_other", "Reads a file.", func(_ context.Context, in readArgs) (string, error) {
		if slices.Contains(hidden, in.Path) {
			return "", errors.New("hidden")
		}
		data, err := os.ReadFile(in.Path) // want `taint/read: what a model chooses for "read_other" decides which file is read: os.ReadFile`
		return string(data), err
	})
}

// ReadListed reads those files only that the program knows.
func ReadListed(known map[string]bool) (tool.InvokableTool, error) {
	return utils.InferTool("read_listed", "Reads a file.", func(_ context.Context, in readArgs) (string, error) {
		if !known[in.Path] {
			return "", errors.New("unknown")
		}
		data, err := os.ReadFile(in.Path) // want `taint/read: unknown: it is not known whether what a model chooses for "read_listed" decides which file is read`
		return string(data), err
	})
}

type walkArgs struct {
	Folder string `json:"folder"`
}

// Names lists a folder, and reads nothing of it: what another tool does to the files of its folder is that one's.
func Names() (tool.InvokableTool, error) {
	return utils.InferTool("names", "Lists a folder.", func(_ context.Context, in walkArgs) (string, error) {
		names := ""
		err := filepath.WalkDir(in.Folder, func(path string, d fs.DirEntry, err error) error { // want `taint/read: what a model chooses for "names" decides which folder is used: filepath.WalkDir`
			if err == nil && d.Name() == "vendor" {
				return filepath.SkipDir
			}
			names += path + "\n"
			return err
		})
		return names, err
	})
}

// Notes reads all files of the program's folder.
func Notes(dir string) (tool.InvokableTool, error) {
	return utils.InferTool("notes", "Reads the notes.", func(_ context.Context, _ walkArgs) (string, error) {
		text := ""
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if d.IsDir() && d.Name() == "drafts" {
				return filepath.SkipDir
			}
			data, err := os.ReadFile(path)
			text += string(data)
			return err
		})
		return text, err
	})
}
