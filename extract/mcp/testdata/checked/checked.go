// Package checked has tools whose schemas are checked before they are added: the check
// goes through data of which nothing is known.
package checked

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type In struct{ Path string }

func handle(context.Context, *mcp.CallToolRequest, In) (*mcp.CallToolResult, any, error) {
	return nil, nil, nil
}

var names = []string{
	"read", "write", "list", "move", "copy", "link", "stat", "find", "grep", "sort", "uniq", "join",
	"split", "paste", "cut", "fold",
}

func Serve(schemas map[string][]byte) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "files"}, nil)
	for _, name := range names {
		var schema any
		if json.Unmarshal(schemas[name], &schema) != nil {
			return nil
		}
		if err := check(name, schema, "schema"); err != nil {
			return nil
		}
		mcp.AddTool(s, &mcp.Tool{
			Name: name, Annotations: &mcp.ToolAnnotations{DestructiveHint: jsonschema.Ptr(false)},
		}, handle)
	}
	return s
}

func check(tool string, v any, path string) error {
	node, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	for _, key := range []string{"properties", "patternProperties", "$defs"} {
		for name, sub := range children(node, key) {
			if _, isBool := sub.(bool); isBool {
				return fmt.Errorf("%s: %s.%s.%s says nothing", tool, path, key, name)
			}
		}
	}
	for _, key := range []string{"items", "not", "if", "then", "else"} {
		if err := check(tool, node[key], path+"."+key); err != nil {
			return err
		}
	}
	for _, key := range []string{"properties", "patternProperties", "$defs"} {
		for name, sub := range children(node, key) {
			if err := check(tool, sub, path+"."+key+"."+name); err != nil {
				return err
			}
		}
	}
	return nil
}

func children(node map[string]any, key string) map[string]any {
	m, _ := node[key].(map[string]any)
	return m
}
