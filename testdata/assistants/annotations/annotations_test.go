// Package annotations holds the schema libraries of this module to what
// docs/annotations.md says: they do not look at our struct tags.
package annotations

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/toolrunner"
	"github.com/nlpodyssey/openai-agents-go/agents"
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
		"openai-agents-go":     {function[plain](), function[tagged]()},
		"anthropic toolrunner": {betaTool[plain](t), betaTool[tagged](t)},
	} {
		if p, g := text(t, schemas[0]), text(t, schemas[1]); p != g {
			t.Errorf("%s: the schemas differ:\n%s\n%s", name, p, g)
		}
	}
}

func function[T any]() any {
	return agents.NewFunctionTool("send", "sends", func(context.Context, T) (string, error) { return "sent", nil }).ParamsJSONSchema
}

func betaTool[T any](t *testing.T) any {
	tool, err := toolrunner.NewBetaToolFromJSONSchema("send", "sends",
		func(context.Context, T) (anthropic.BetaToolResultBlockParamContentUnion, error) {
			return anthropic.BetaToolResultBlockParamContentUnion{}, nil
		})
	if err != nil {
		t.Fatal(err)
	}
	return tool.InputSchema()
}

// text returns a schema as JSON, in which the types have one name and the keys one order.
func text(t *testing.T, v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var schema any
	if err := json.Unmarshal(data, &schema); err != nil {
		t.Fatal(err)
	}
	if data, err = json.Marshal(schema); err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer("taggedBody", "body", "tagged", "plain").Replace(string(data))
}
