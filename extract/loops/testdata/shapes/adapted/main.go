// Command adapted has tools that are functions of structs, behind one method, and some with methods
// of their own that use the functions in their fields.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"

	"shapes/model"
)

type tool interface {
	Name() string
	Run(input json.RawMessage) (string, error)
}

type funcTool[T any] struct {
	name string
	run  func(context.Context, T) (string, error)
}

func newTool[T any](name string, run func(context.Context, T) (string, error)) *funcTool[T] {
	return &funcTool[T]{name: name, run: run}
}

func (t *funcTool[T]) Name() string { return t.name }

func (t *funcTool[T]) Run(input json.RawMessage) (string, error) {
	var args T
	if err := json.Unmarshal(input, &args); err != nil {
		return "", err
	}
	return t.run(context.Background(), args)
}

// A guarded tool has a function that only gets a part of its arguments, and does the rest itself.
type guarded struct {
	name  string
	clean func(path string) (string, error)
}

func (g *guarded) Name() string { return g.name }

func (g *guarded) Run(input json.RawMessage) (string, error) {
	var args struct{ Path, Text string }
	if err := json.Unmarshal(input, &args); err != nil {
		return "", err
	}
	path, err := g.clean(args.Path)
	if err == nil {
		err = os.WriteFile(path, []byte(args.Text), 0o600)
	}
	return path, err
}

// A logged tool tells a program of what it is asked, and then runs its function.
type logged struct {
	name string
	run  func(input json.RawMessage) (string, error)
}

func (l *logged) Name() string { return l.name }

func (l *logged) Run(input json.RawMessage) (string, error) {
	if err := exec.Command("logger", string(input)).Run(); err != nil {
		return "", err
	}
	return l.run(input)
}

type where struct{ Path string }

type mail struct{ To, Text string }

func main() {
	tools := make(map[string]tool)
	for _, t := range []tool{
		newTool("read", func(_ context.Context, w where) (string, error) {
			data, err := os.ReadFile(w.Path)
			return string(data), err
		}),
		newTool("send", func(_ context.Context, m mail) (string, error) {
			if m.To == "" {
				return "", errors.New("nobody")
			}
			return "sent", nil
		}),
		&logged{"note", func(input json.RawMessage) (string, error) { return string(input), nil }},
		&guarded{"write", func(path string) (string, error) { return path, nil }},
	} {
		tools[t.Name()] = t
	}
	var history []model.Message
	for range 4 {
		answer, err := model.Ask(context.Background(), history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, c := range answer.ToolCalls {
			result, _ := tools[c.Function.Name].Run(json.RawMessage(c.Function.Arguments))
			history = append(history, model.Message{Role: "tool", Content: result})
		}
	}
}
