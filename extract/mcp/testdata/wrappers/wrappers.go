// Package wrappers registers through types and functions of its own.
package wrappers

import (
	"context"

	gosdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Toolset is a struct of the program's own, copied field by field.
type Toolset struct {
	Name, About string
	ReadOnly    bool
	Run         func(ctx context.Context, args map[string]any) (string, error)
}

func list(ctx context.Context, args map[string]any) (string, error)   { return "", nil }
func remove(ctx context.Context, args map[string]any) (string, error) { return "", nil }

var toolsets = []Toolset{
	{Name: "pods_list", About: "lists pods", ReadOnly: true, Run: list},
	{Name: "pods_delete", About: "deletes a pod", Run: remove},
}

func convert(t Toolset) (*gosdk.Tool, gosdk.ToolHandler) {
	destructive := !t.ReadOnly
	tool := &gosdk.Tool{
		Name: t.Name, Description: t.About,
		Annotations: &gosdk.ToolAnnotations{ReadOnlyHint: t.ReadOnly, DestructiveHint: &destructive},
	}
	return tool, func(ctx context.Context, req *gosdk.CallToolRequest) (*gosdk.CallToolResult, error) {
		text, err := t.Run(ctx, nil)
		return &gosdk.CallToolResult{Content: []gosdk.Content{&gosdk.TextContent{Text: text}}}, err
	}
}

func Converted() *gosdk.Server {
	s := gosdk.NewServer(&gosdk.Implementation{Name: "converted"}, nil)
	for _, t := range toolsets {
		tool, handler := convert(t)
		s.AddTool(tool, handler)
	}
	return s
}

// Tool is an interface of the program's own, with a registry.
type Tool interface {
	Definition() gosdk.Tool
	Execute(ctx context.Context, args map[string]any) (string, error)
}

type clock struct{}

func (clock) Definition() gosdk.Tool                                           { return gosdk.Tool{Name: "clock", Description: "tells the time"} }
func (clock) Execute(ctx context.Context, args map[string]any) (string, error) { return "", nil }

type shell struct{ name string }

func (s *shell) Definition() gosdk.Tool                                           { return gosdk.Tool{Name: "run_" + s.name} }
func (s *shell) Execute(ctx context.Context, args map[string]any) (string, error) { return "", nil }

var registry = map[string]Tool{}

func register(t Tool) { registry[t.Definition().Name] = t }

func init() {
	register(clock{})
	register(&shell{"bash"})
}

func Registered() *gosdk.Server {
	s := gosdk.NewServer(&gosdk.Implementation{Name: "registered"}, nil)
	for _, t := range registry {
		def := t.Definition()
		s.AddTool(&def, func(ctx context.Context, req *gosdk.CallToolRequest) (*gosdk.CallToolResult, error) {
			_, err := t.Execute(ctx, nil)
			return nil, err
		})
	}
	return s
}

// Deps and ServerTool are a generic wrapper that makes the handler late.
type Deps struct{ token string }

type ServerTool struct {
	Tool gosdk.Tool
	late func(d Deps) gosdk.ToolHandler
}

func NewTool[In any](tool gosdk.Tool, fn func(context.Context, Deps, *gosdk.CallToolRequest, In) (*gosdk.CallToolResult, error)) ServerTool {
	return ServerTool{Tool: tool, late: func(d Deps) gosdk.ToolHandler {
		return func(ctx context.Context, req *gosdk.CallToolRequest) (*gosdk.CallToolResult, error) {
			var in In
			return fn(ctx, d, req, in)
		}
	}}
}

func (t *ServerTool) Register(s *gosdk.Server, d Deps) {
	c := t.Tool
	s.AddTool(&c, t.late(d))
}

type SearchArgs struct{ Query string }

func Search() ServerTool {
	return NewTool(gosdk.Tool{Name: "search", Annotations: &gosdk.ToolAnnotations{ReadOnlyHint: true}},
		func(ctx context.Context, d Deps, req *gosdk.CallToolRequest, in SearchArgs) (*gosdk.CallToolResult, error) {
			return nil, nil
		})
}

type MergeArgs struct{ Number int }

func Merge() ServerTool {
	return NewTool(gosdk.Tool{Name: "merge"},
		func(ctx context.Context, d Deps, req *gosdk.CallToolRequest, in MergeArgs) (*gosdk.CallToolResult, error) {
			return nil, nil
		})
}

func Late(enabled func(string) bool) *gosdk.Server {
	s := gosdk.NewServer(&gosdk.Implementation{Name: "late"}, nil)
	var some []ServerTool
	for _, t := range []ServerTool{Search(), Merge()} {
		if enabled(t.Tool.Name) {
			some = append(some, t)
		}
	}
	for i := range some {
		some[i].Register(s, Deps{})
	}
	return s
}

// An account makes the client of a user: the handlers of all tools use it, and none wraps it.
type account func(ctx context.Context, user string) (string, error)

func cached(ctx context.Context, user string) (string, error) { return user, nil }

func showMail(of account) gosdk.ToolHandler {
	return func(ctx context.Context, req *gosdk.CallToolRequest) (*gosdk.CallToolResult, error) {
		_, err := of(ctx, "me")
		return nil, err
	}
}

func deleteMail(of account) gosdk.ToolHandler {
	return func(ctx context.Context, req *gosdk.CallToolRequest) (*gosdk.CallToolResult, error) {
		_, err := of(ctx, "me")
		return nil, err
	}
}

func Accounts() *gosdk.Server {
	s := gosdk.NewServer(&gosdk.Implementation{Name: "accounts"}, nil)
	s.AddTool(&gosdk.Tool{Name: "show_mail"}, showMail(cached))
	s.AddTool(&gosdk.Tool{Name: "delete_mail"}, deleteMail(cached))
	return s
}
