// Package annotations holds the schema libraries of this module to what
// docs/annotations.md says: they do not look at our struct tags.
package annotations

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"
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
	if p, g := schema[plain](t), schema[tagged](t); p != g {
		t.Errorf("the schemas differ:\n%s\n%s", p, g)
	}
}

func schema[T any](t *testing.T) string {
	ctx := context.Background()
	tool := genkit.DefineTool(genkit.Init(ctx), "send", "sends", func(*ai.ToolContext, T) (string, error) { return "sent", nil })
	args := map[string]any{"to": "a", "body": map[string]any{"text": "t"}, "amount": 1}
	if _, err := tool.RunRaw(ctx, args); err != nil {
		t.Errorf("the call failed: %v", err)
	}
	data, err := json.Marshal(tool.Definition().InputSchema)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
