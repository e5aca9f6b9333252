// Command registry serves tools that interface values and tables of the program's own
// form provide.
package main

import (
	"context"
	"encoding/json"
	"os"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "registry"}, nil)
	for _, t := range []tool{&clock{}, &calculator{}} {
		tools[t.Definition().Name] = t
	}
	for name := range tools {
		if os.Getenv("DISABLED") == name {
			continue
		}
		d := tools[name].Definition()
		s.AddTool(&d, dispatch(name))
	}
	for _, r := range rows() {
		if strings.Contains(os.Getenv("ROWS"), r.spec.name) {
			r.spec.description = "configured"
		}
		s.AddTool(&mcp.Tool{Name: r.spec.name, Description: r.spec.description}, adapt(&backend{}, r))
	}
	s.Run(context.Background(), &mcp.StdioTransport{})
}

// tool is a tool as the program sees it.
type tool interface {
	Definition() mcp.Tool
	Execute(ctx context.Context, log logger, args map[string]any) (*mcp.CallToolResult, error)
}

type logger interface{ Info(string) }

var tools = map[string]tool{}

// get finds a tool, unless it is disabled.
func get(name string) (tool, bool) {
	if os.Getenv("DISABLED") == name {
		return nil, false
	}
	t, ok := tools[name]
	return t, ok
}

// dispatch returns a handler that looks its tool up in each call.
func dispatch(name string) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		t, ok := get(name)
		if !ok {
			return nil, nil
		}
		args := make(map[string]any)
		if err := json.Unmarshal(req.Params.Arguments, &args); err != nil {
			return nil, err
		}
		return t.Execute(ctx, nil, args)
	}
}

func define(name string, opts ...func(*mcp.Tool)) mcp.Tool {
	t := mcp.Tool{Name: name}
	for _, opt := range opts {
		opt(&t)
	}
	return t
}

func description(text string) func(*mcp.Tool) { return func(t *mcp.Tool) { t.Description = text } }

type clock struct{}

func (*clock) Definition() mcp.Tool { return define("clock", description("tells the time")) }

func (*clock) Execute(ctx context.Context, log logger, args map[string]any) (*mcp.CallToolResult, error) {
	return nil, nil
}

type calculator struct{}

func (*calculator) Definition() mcp.Tool { return define("calculator", description("calculates")) }

func (*calculator) Execute(ctx context.Context, log logger, args map[string]any) (*mcp.CallToolResult, error) {
	return nil, nil
}

// row is a tool in the program's own form.
type row struct {
	spec   spec
	only   func() bool
	handle func(params) (string, error)
}

type spec struct{ name, description string }

// params has the context in it.
type params struct {
	context.Context
	args map[string]any
}

func rows() []row {
	return []row{
		{spec: spec{"list", "lists"}, handle: list},
		{spec: spec{"remove", "removes"}, handle: remove, only: func() bool { return true }},
	}
}

func list(p params) (string, error)   { return "", nil }
func remove(p params) (string, error) { return "", nil }

// backend has a function that is no handler of any tool.
type backend struct {
	hook func(ctx context.Context, target string) error
}

// adapt returns the handler of a row.
func adapt(b *backend, r row) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		text, err := r.handle(params{Context: ctx})
		if err != nil {
			return nil, err
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil
	}
}
