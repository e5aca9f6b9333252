// Package annotations holds the schema libraries of this module to what
// docs/annotations.md says: they do not look at our struct tags.
package annotations

import (
	"encoding/json"
	"testing"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/genai"
)

type toolContext = agent.Context

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
	tool, err := functiontool.New(functiontool.Config{Name: "send"}, func(toolContext, T) (map[string]any, error) { return nil, nil })
	if err != nil {
		t.Fatal(err)
	}
	declares, ok := tool.(interface {
		Declaration() *genai.FunctionDeclaration
	})
	if !ok {
		t.Fatalf("%T declares nothing", tool)
	}
	data, err := json.Marshal(declares.Declaration())
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
