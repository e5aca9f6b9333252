// Package annotations holds the schema libraries of this module to what
// docs/annotations.md says: they do not look at our struct tags.
package annotations

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"charm.land/fantasy"
	"github.com/go-kratos/blades/tools"
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
		"fantasy": {agentTool[plain]().Info(), agentTool[tagged]().Info()},
		"blades":  {function[plain](t), function[tagged](t)},
	} {
		if p, g := text(t, schemas[0]), text(t, schemas[1]); p != g {
			t.Errorf("%s: the schemas differ:\n%s\n%s", name, p, g)
		} else if !strings.Contains(p, `"amount"`) {
			t.Errorf("%s: the schema says nothing: %s", name, p)
		}
	}
}

// TestCalls runs a tool with annotated arguments: they arrive.
func TestCalls(t *testing.T) {
	r, err := agentTool[tagged]().Run(context.Background(), fantasy.ToolCall{Input: `{"to":"a@b","body":{"text":"hello"},"amount":2000}`})
	if err != nil || r.IsError {
		t.Fatalf("fantasy: %v %v", r, err)
	}
	if want := `{"to":"a@b","body":{"text":"hello"},"amount":2000}`; r.Content != want {
		t.Errorf("fantasy: the handler got %s, want %s", r.Content, want)
	}
}

// agentTool returns a tool that answers with its arguments.
func agentTool[T any]() fantasy.AgentTool {
	return fantasy.NewAgentTool("send", "sends", func(_ context.Context, in T, _ fantasy.ToolCall) (fantasy.ToolResponse, error) {
		data, err := json.Marshal(in)
		return fantasy.NewTextResponse(string(data)), err
	})
}

func function[T any](t *testing.T) any {
	tool, err := tools.NewFunc("send", "sends", func(context.Context, T) (string, error) { return "sent", nil })
	if err != nil {
		t.Fatal(err)
	}
	return tool.InputSchema()
}

// text returns a schema as JSON, in which the types have one name.
func text(t *testing.T, v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer("taggedBody", "body", "tagged", "plain").Replace(string(data))
}
