// Command told tells the model of each tool what the tool says of itself, in the model's form.
package main

import (
	"context"
	"encoding/json"
	"os"
	"strings"

	"shapes/model"
)

type tool interface {
	Name() string
	Help() string
	Schema() any
	Do(ctx context.Context, args string) (string, error)
}

// read has its schema in a map, some of which a helper fills.
type read struct{}

func (read) Name() string { return "read" }
func (read) Help() string { return "reads a file" }
func (read) Schema() any {
	properties := map[string]any{"path": map[string]any{"type": "string", "description": "where it is"}}
	number(properties, "from", "the first line")
	number(properties, "to", "the last line")
	return map[string]any{"type": "object", "properties": properties, "required": []string{"path"}}
}
func (read) Do(_ context.Context, args string) (string, error) {
	data, err := os.ReadFile(args)
	return string(data), err
}

func number(properties map[string]any, name, help string) {
	properties[name] = map[string]any{"type": "integer", "description": help}
}

// remove has a schema of structs, and decodes its arguments.
type remove struct{ base }

type schema struct {
	Type       string            `json:"type"`
	Properties map[string]schema `json:"properties,omitempty"`
	Items      *schema           `json:"items,omitempty"`
}

func (remove) Schema() any {
	return schema{Type: "object", Properties: map[string]schema{
		"paths": {Type: "array", Items: &schema{Type: "string"}},
	}}
}

type removal struct {
	Paths []string `json:"paths" sink:"forbid=untrusted"`
	Force bool     `json:"force"`
}

func (remove) Do(_ context.Context, args string) (string, error) {
	var in removal
	if err := json.Unmarshal([]byte(args), &in); err != nil {
		return "", err
	}
	return "", os.Remove(in.Paths[0])
}

// list has its schema as a text.
type list struct{ base }

func (list) Schema() any {
	return json.RawMessage(`{"type": "object", "properties": {"dir": {"type": ["string", "null"]}}}`)
}
func (list) Do(_ context.Context, args string) (string, error) {
	entries, err := os.ReadDir(args)
	return entries[0].Name(), err
}

// date makes its schema at run time.
type date struct{ base }

func (date) Schema() any {
	out := make(map[string]any)
	for _, name := range strings.Fields(os.Getenv("FIELDS")) {
		out[name] = map[string]any{"type": "string"}
	}
	return map[string]any{"type": "object", "properties": out}
}
func (date) Do(_ context.Context, args string) (string, error) { return args, nil }

// base has what other tools are told apart by.
type base struct{ name, help string }

func (b base) Name() string { return b.name }
func (b base) Help() string { return b.help }

func main() {
	tools := []tool{read{}, remove{base{"remove", "removes files"}}, list{base{"list", "lists " + os.Args[1]}}, &date{base{name: "date", help: "says when"}}}
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	for range 8 {
		answer, err := model.AskWith(context.Background(), history, offers(tools))
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			for _, t := range tools {
				if t.Name() == call.Function.Name {
					out, _ := t.Do(context.Background(), call.Function.Arguments)
					history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: out})
				}
			}
		}
	}
}

func offers(tools []tool) (out []model.Tool) {
	for _, t := range tools {
		out = append(out, model.Tool{Type: "function", Function: model.Definition{Name: t.Name(), Description: t.Help(), Parameters: t.Schema()}})
	}
	return out
}
