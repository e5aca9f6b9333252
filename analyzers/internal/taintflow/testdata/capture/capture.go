// Package capture has handlers that use what the functions around them have.
package capture

import (
	"context"
	"os"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

type args struct {
	Path string `json:"path"`
}

// Key returns a secret that the tool has got when it was made.
func Key() (tool.InvokableTool, error) {
	key := os.Getenv("SERVICE_API_KEY")
	return utils.InferTool("key", "Says how the service is.", func(_ context.Context, in args) (string, error) { // want `taint/secret: a secret from os.Getenv ends up in what tool key tells a model`
		return "up, with " + key, nil
	})
}

type service struct{ key string }

func (s *service) status(_ context.Context, in args) (string, error) { return s.key, nil }

// Method is a handler with a receiver.
func Method() (tool.InvokableTool, error) {
	s := &service{key: os.Getenv("SERVICE_API_KEY")}
	return utils.InferTool("method", "Says how the service is.", s.status) // want `taint/secret: a secret from os.Getenv ends up in what tool method tells a model`
}

// Act calls what it finds in a table.
func Act(name string) (tool.InvokableTool, error) {
	actions := map[string]func(string) error{
		"make": func(path string) error { return os.Mkdir(path, 0o755) }, // want `taint/effect: what a model chooses for "act" decides which file is written or deleted: os.Mkdir`
	}
	return utils.InferTool("act", "Does something.", func(_ context.Context, in args) (string, error) {
		return "done", actions[name](in.Path)
	})
}

// Keep keeps what it is given, for another tool.
func Keep() (a, b tool.InvokableTool, err error) {
	last := ""
	a, err = utils.InferTool("keep", "Notes a path.", func(_ context.Context, in args) (string, error) {
		last = in.Path
		return "noted", nil
	})
	if err != nil {
		return nil, nil, err
	}
	b, err = utils.InferTool("drop", "Removes the noted path.", func(context.Context, args) (string, error) {
		return "gone", os.Remove(last) // want `taint/effect: what a model chooses for "keep" decides which file is written or deleted: os.Remove`
	})
	return a, b, err
}

// Down knows the key, and does not tell.
func Down(ask func(key string) bool) (tool.InvokableTool, error) {
	key, count := os.Getenv("SERVICE_API_KEY"), 0
	return utils.InferTool("down", "Says how the service is.", func(context.Context, args) (string, error) {
		count++
		if key == "" || !ask(key) {
			return "down", nil
		}
		return "up", nil
	})
}

// Dir writes to a directory of the program's.
func Dir() (tool.InvokableTool, error) {
	s := &store{dir: "/var/notes"}
	return utils.InferTool("dir", "Saves a note.", s.save)
}

type store struct{ dir, last string }

func (s *store) save(_ context.Context, in args) (string, error) {
	s.last = in.Path
	return "saved", os.WriteFile(s.dir+"/note", []byte(in.Path), 0o600)
}
