// Package tools has tools, and what a model is told of them in maps in maps.
package tools

import "os"

type Tool interface {
	Name() string
	Help() string
	Parameters() map[string]any
	Do(args string) (string, error)
}

type Read struct{}

func (Read) Name() string { return "read" }
func (Read) Help() string { return "reads a file" }
func (Read) Parameters() map[string]any {
	return map[string]any{
		"path":   map[string]any{"type": "string", "description": "Where the file is"},
		"format": map[string]any{"type": "object", "description": "Additional options"},
	}
}
func (Read) Do(args string) (string, error) {
	data, err := os.ReadFile(args)
	return string(data), err
}

type Remove struct{}

func (Remove) Name() string { return "remove" }
func (Remove) Help() string { return "removes a file" }
func (Remove) Parameters() map[string]any {
	return map[string]any{"path": map[string]any{"type": "string", "description": "Where the file was"}}
}
func (Remove) Do(args string) (string, error) { return "", os.Remove(args) }

// Specs returns what a model is told of tools.
func Specs(list map[string]Tool) []map[string]any {
	specs := make([]map[string]any, 0, len(list))
	for _, t := range list {
		specs = append(specs, map[string]any{
			"type": "function",
			"function": map[string]any{
				"name":        t.Name(),
				"description": t.Help(),
				"parameters":  map[string]any{"type": "object", "properties": t.Parameters()},
			},
		})
	}
	return specs
}
