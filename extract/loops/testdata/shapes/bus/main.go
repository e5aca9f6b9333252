// Command bus has an agent that tells a bus of what it does, and the bus starts the agent in turn:
// its loop is around that of the agent, and no agent of its own. Two others, which start each other,
// are both agents; and what goes on where another one has come to its limit is none the less.
package main

import (
	"context"
	"os"

	"shapes/model"
)

type bus struct {
	listeners []func(event, text string)
}

func (b *bus) emit(event, text string) {
	for _, listen := range b.listeners {
		listen(event, text)
	}
}

type agent struct {
	bus     *bus
	history []model.Message
}

func main() {
	b := &bus{}
	a := &agent{bus: b}
	b.listeners = append(b.listeners, a.hear, printed)
	b.emit("prompt", os.Args[1])
	plan(context.Background(), os.Args[2])
	resume(context.Background(), os.Args[3:])
}

func (a *agent) hear(event, text string) {
	if event == "prompt" {
		a.run(context.Background(), text)
	}
}

func printed(event, text string) { println(event, text) }

func (a *agent) run(ctx context.Context, prompt string) {
	a.history = append(a.history, model.Message{Role: "user", Content: prompt})
	for {
		answer, err := model.Ask(ctx, a.history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			a.bus.emit("call", call.Function.Name)
			if call.Function.Name == "read" {
				a.history = append(a.history, model.Message{Role: "tool", ToolCallID: call.ID, Content: read(call.Function.Arguments)})
			}
		}
	}
}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}

// plan does one step after the other, and each step may plan anew.
func plan(ctx context.Context, goal string) {
	history := []model.Message{{Role: "user", Content: goal}}
	for range 5 {
		answer, err := model.Ask(ctx, history, nil)
		if err != nil {
			return
		}
		for _, call := range answer.ToolCalls {
			if call.Function.Name == "look_up" {
				history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: lookUp(call.Function.Arguments)})
			}
		}
		step(ctx, answer.Content)
	}
}

func step(ctx context.Context, what string) {
	history := []model.Message{{Role: "user", Content: what}}
	for range 3 {
		answer, err := model.Ask(ctx, history, nil)
		if err != nil {
			plan(ctx, what)
			return
		}
		for _, call := range answer.ToolCalls {
			if call.Function.Name == "write" {
				history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: write(call.Function.Arguments)})
			}
		}
	}
}

// resume has each goal worked on, and what is left of one after some rounds is a goal again.
func resume(ctx context.Context, goals []string) {
	for len(goals) > 0 {
		work(ctx, goals[0])
		goals = goals[1:]
	}
}

func work(ctx context.Context, goal string) {
	history := []model.Message{{Role: "user", Content: goal}}
	for range 4 {
		answer, err := model.Ask(ctx, history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			if call.Function.Name == "write" {
				history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: write(call.Function.Arguments)})
			}
		}
	}
	resume(ctx, []string{goal})
}

func lookUp(word string) string { return os.Getenv(word) }

func write(text string) string {
	if err := os.WriteFile("out", []byte(text), 0o644); err != nil {
		return err.Error()
	}
	return "written"
}
