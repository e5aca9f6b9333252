// Package schemas has tools whose arguments are told by a schema, or by a handler of
// the program's own form that is called by reflection.
package schemas

import (
	"context"
	"errors"
	"os"
	"reflect"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type ReadArgs struct{ Path string }

type WriteArgs struct{ Path, Text string }

func untyped(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, nil
}

func list(ctx context.Context, args ReadArgs) ([]string, error) { return nil, nil }

// tool is generic in its arguments.
func tool[T any](name string) mcp.Tool {
	return mcp.NewTool(name, mcp.WithDescription("Does "+name+"."), mcp.WithInputSchema[T]())
}

// must calls a handler by reflection.
func must[T, R any](name string, fn func(context.Context, T) (R, error)) (mcp.Tool, server.ToolHandlerFunc) {
	t, h, err := convert(name, fn)
	if err != nil {
		panic(err)
	}
	return t, h
}

func convert[T, R any](name string, fn func(context.Context, T) (R, error)) (mcp.Tool, server.ToolHandlerFunc, error) {
	fv := reflect.ValueOf(fn)
	if fv.Kind() != reflect.Func || fv.Type().NumIn() != 2 {
		return mcp.Tool{}, nil, errors.New("no handler")
	}
	in := fv.Type().In(1)
	return mcp.NewTool(name), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		args := reflect.New(in)
		fv.Call([]reflect.Value{reflect.ValueOf(ctx), args.Elem()})
		return nil, nil
	}, nil
}

//agentvet:sink arg=where forbid=*
func mapped(ctx context.Context, req mcp.CallToolRequest, args map[string]any) (*mcp.CallToolResult, error) {
	return nil, nil
}

func where() mcp.ToolOption {
	return mcp.WithString("where", mcp.Required(), mcp.Description("the place"))
}

// more adds a property whose name the caller chooses.
func more(t mcp.Tool, name string) mcp.Tool {
	if name != "" {
		t.InputSchema.Properties[name] = map[string]any{"type": "integer"}
	}
	return t
}

// byHand has the tools whose arguments no Go type tells.
func byHand(s *server.MCPServer, name string) {
	s.AddTool(mcp.NewTool("options", where(), mcp.WithNumber("limit", mcp.Max(10.0)), mcp.WithAny("any"),
		mcp.WithObject("range", mcp.Properties(map[string]any{"from": map[string]any{"type": "string"}})),
		mcp.WithArray("rows", mcp.Items(map[string]any{"type": "object", "properties": map[string]any{
			"id": map[string]any{"type": []string{"integer", "null"}},
		}}))), untyped)
	s.AddTool(mcp.Tool{Name: "literal", InputSchema: mcp.ToolInputSchema{
		Type: "object", Properties: map[string]any{"path": map[string]any{"type": "string"}}, Required: []string{"path"},
	}}, untyped)
	s.AddTool(mcp.NewToolWithRawSchema("raw", "From a text.",
		[]byte(`{"type": "object", "properties": {"b": {"type": "boolean"}, "a": {"type": "string"}}}`)), untyped)
	s.AddTool(mcp.NewToolWithRawSchema("broken", "From no schema.", []byte("{")), untyped)
	s.AddTool(more(mcp.NewTool("named", where()), name), untyped)
	s.AddTool(mcp.NewTool("mapped", where()), mcp.NewTypedToolHandler(mapped))
}

func Server() *server.MCPServer {
	s := server.NewMCPServer("schemas", "1")
	s.AddTool(mcp.NewTool("read", mcp.WithInputSchema[ReadArgs]()), untyped)
	s.AddTool(tool[WriteArgs]("write"), untyped)
	s.AddTool(mcp.NewTool("plain", mcp.WithString("path")), untyped)
	s.AddTool(must("list", list))
	byHand(s, os.Getenv("NAME"))
	return s
}
