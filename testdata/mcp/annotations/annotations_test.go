// Package annotations holds the schema libraries of this module to what
// docs/annotations.md says: they do not look at our struct tags.
package annotations

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/mark3labs/mcp-go/mcp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type plain struct {
	To     string   `json:"to"`
	Body   *body    `json:"body"`
	Tags   []string `json:"tags,omitempty"`
	Amount int      `json:"amount"`
}

type body struct {
	Text string `json:"text"`
}

type tagged struct {
	_      struct{}    `capability:"net.smtp"`
	To     string      `json:"to" sink:"forbid=untrusted"`
	Body   *taggedBody `json:"body"`
	Tags   []string    `json:"tags,omitempty" source:"private"`
	Amount int         `json:"amount" bound:"<= 1000"`
}

type taggedBody struct {
	Text string `json:"text" sink:"forbid=secret|*,name=no-leak,unless=redact" confine:"path"`
}

func TestSchemas(t *testing.T) {
	for name, schemas := range map[string][2]any{
		"jsonschema-go": {inferred[plain](t), inferred[tagged](t)},
		"go-sdk":        {served[plain](t), served[tagged](t)},
		"mcp-go":        {mcp.NewTool("send", mcp.WithInputSchema[plain]()), mcp.NewTool("send", mcp.WithInputSchema[tagged]())},
	} {
		if p, g := text(t, schemas[0]), text(t, schemas[1]); p != g {
			t.Errorf("%s: the schemas differ:\n%s\n%s", name, p, g)
		}
	}
}

func inferred[T any](t *testing.T) any {
	s, err := jsonschema.For[T](nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// served returns what a client of a server is told of a tool with arguments T.
func served[T any](t *testing.T) any {
	ctx := context.Background()
	server := sdk.NewServer(&sdk.Implementation{Name: "s", Version: "1"}, nil)
	sdk.AddTool(server, &sdk.Tool{Name: "send"}, func(context.Context, *sdk.CallToolRequest, T) (*sdk.CallToolResult, any, error) {
		return &sdk.CallToolResult{}, nil, nil
	})
	a, b := sdk.NewInMemoryTransports()
	if _, err := server.Connect(ctx, a, nil); err != nil {
		t.Fatal(err)
	}
	session, err := sdk.NewClient(&sdk.Implementation{Name: "c", Version: "1"}, nil).Connect(ctx, b, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	list, err := session.ListTools(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	args := map[string]any{"to": "a", "body": map[string]any{"text": "t"}, "amount": 1}
	if res, err := session.CallTool(ctx, &sdk.CallToolParams{Name: "send", Arguments: args}); err != nil || res.IsError {
		t.Errorf("the call failed: %v, %v", res, err)
	}
	return list.Tools
}

func text(t *testing.T, v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
