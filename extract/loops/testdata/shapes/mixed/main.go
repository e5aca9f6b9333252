// Command mixed has agents that share a loop and whose tools are in maps of their own, which were
// not told apart.
package main

import (
	"context"
	"os"

	"shapes/model"
)

type tool interface {
	Name() string
	Run(args string) string
}

type registry struct{ tools map[string]tool }

func (r *registry) add(t tool) { r.tools[t.Name()] = t }

func first() *registry {
	r := &registry{tools: make(map[string]tool)}
	r.add(read{})
	r.add(task{})
	return r
}

func second() *registry {
	r := &registry{tools: make(map[string]tool)}
	r.add(write{})
	return r
}

type agent struct {
	tools   *registry
	history []model.Message
}

func newAgent(tools *registry) *agent { return &agent{tools: tools} }

func main() {
	newAgent(first()).run(context.Background(), os.Args[1])
}

func (a *agent) run(ctx context.Context, prompt string) string {
	a.history = append(a.history, model.Message{Role: "user", Content: prompt})
	for {
		answer, err := model.Ask(ctx, a.history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return answer.Content
		}
		for _, call := range answer.ToolCalls {
			if t := a.tools.tools[call.Function.Name]; t != nil {
				a.history = append(a.history, model.Message{Role: "tool", ToolCallID: call.ID, Content: t.Run(call.Function.Arguments)})
			}
		}
	}
}

type read struct{}

func (read) Name() string { return "read" }

func (read) Run(args string) string {
	data, _ := os.ReadFile(args)
	return string(data)
}

type write struct{}

func (write) Name() string { return "write" }

func (write) Run(args string) string {
	if err := os.WriteFile("out", []byte(args), 0o644); err != nil {
		return err.Error()
	}
	return "written"
}

// task makes an agent that may only read.
type task struct{}

func (task) Name() string { return "task" }

func (task) Run(args string) string {
	return newAgent(second()).run(context.Background(), args)
}
