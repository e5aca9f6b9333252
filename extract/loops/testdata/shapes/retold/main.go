// Command retold tells a model of tools in the form of another vendor, into which it copies what they say. One of the
// tools has the name that a description gives it, and no tool is called by its own description.
package main

import (
	"context"
	"os"

	"example.com/errands"
	"shapes/model"
)

// A Tool says what it is, and does it.
type Tool interface {
	Description() string
	Name() string
	Execute(ctx context.Context, params map[string]any) (string, error)
}

type list struct{}

func (list) Name() string { return "list" }

func (list) Description() string { return "lists a folder" }

func (list) Execute(_ context.Context, params map[string]any) (string, error) {
	dir, _ := params["dir"].(string)
	names, err := os.ReadDir(dir)
	return names[0].Name(), err
}

type remove struct{}

func (remove) Name() string { return "remove" }

func (remove) Description() string { return "removes a file" }

func (remove) Execute(_ context.Context, params map[string]any) (string, error) {
	path, _ := params["path"].(string)
	return "", os.Remove(path)
}

// A loaded tool is called what a file says that other tools have written.
type loaded struct{ name string }

func (l loaded) Name() string { return l.name }

func (loaded) Description() string { return "is loaded" }

func (loaded) Execute(context.Context, map[string]any) (string, error) { return "", nil }

func load(made []Tool) (out []Tool) {
	for _, t := range made {
		line := parse(t.Description())
		out = append(out, line)
	}
	return out
}

func parse(line string) *loaded { return named(entry{line}) }

type entry struct{ line string }

func named(e entry) *loaded { return &loaded{e.line} }

// other is what the other vendor is told.
type other struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	InputSchema any    `json:"input_schema"`
}

func tell(tools []Tool) (out []model.Tool) {
	for _, t := range tools {
		out = append(out, definition(t))
	}
	return out
}

func definition(t Tool) model.Tool {
	return model.Tool{Type: "function", Function: model.Definition{Name: t.Name(), Description: t.Description()}}
}

func retell(tools []model.Tool) (out []other) {
	for _, t := range tools {
		out = append(out, other{t.Function.Name, t.Function.Description, t.Function.Parameters})
	}
	return out
}

func main() {
	tools := []Tool{list{}, remove{}}
	tools = append(tools, load(tools)...)
	told := tell(tools)
	answer, _ := model.AskAny(context.Background(), nil, retell(told))
	again, _ := model.AskWith(context.Background(), nil, told)
	errands.All(answer, []any{tools[0], tools[1]}, again)
}
