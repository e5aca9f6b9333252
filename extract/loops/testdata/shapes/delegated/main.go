// Command delegated has two agents that share a loop: a tool of one makes the other one, which
// has fewer tools. A third one asks for an outline, with a loop of its own.
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

type agent struct {
	tools   []tool
	history []model.Message
}

func newAgent(tools []tool) *agent { return &agent{tools: tools} }

func main() {
	a := newAgent([]tool{read{}, write{}, task{}, outline{}})
	a.run(context.Background(), os.Args[1])
}

func (a *agent) run(ctx context.Context, prompt string) string {
	a.history = append(a.history, model.Message{Role: "user", Content: prompt})
	for {
		answer, err := model.Ask(ctx, a.history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return answer.Content
		}
		for _, call := range answer.ToolCalls {
			for _, t := range a.tools {
				if t.Name() == call.Function.Name {
					a.history = append(a.history, model.Message{Role: "tool", ToolCallID: call.ID, Content: t.Run(call.Function.Arguments)})
				}
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
	return newAgent([]tool{read{}}).run(context.Background(), args)
}

type outline struct{}

func (outline) Name() string { return "outline" }

func (outline) Run(args string) string { return outlined(context.Background(), args) }

func outlined(ctx context.Context, text string) string {
	history := []model.Message{{Role: "user", Content: text}}
	for range 3 {
		answer, err := model.Ask(ctx, history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return answer.Content
		}
		for _, call := range answer.ToolCalls {
			if call.Function.Name == "look_up" {
				history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: lookUp(call.Function.Arguments)})
			}
		}
	}
	return ""
}

func lookUp(word string) string { return os.Getenv(word) }
