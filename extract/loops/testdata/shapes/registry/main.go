// Command registry looks handlers up in a map that is filled by a method.
package main

import (
	"context"
	"os"

	"shapes/model"
)

type handler func(ctx context.Context, args string) (string, error)

type entry struct {
	description string
	run         handler
}

type registry struct{ byName map[string]entry }

func (r *registry) add(name, description string, run handler) {
	r.byName[name] = entry{description, run}
}

func (r *registry) find(name string) (entry, bool) {
	e, ok := r.byName[name]
	return e, ok
}

func read(_ context.Context, args string) (string, error) {
	data, err := os.ReadFile(args)
	return string(data), err
}

func remove(_ context.Context, args string) (string, error) { return "", os.Remove(args) }

func main() {
	r := &registry{byName: make(map[string]entry)}
	r.add("read", "reads a file", read)
	r.add("remove", "removes a file", remove)
	loop(context.Background(), r, []model.Message{{Role: "user", Content: os.Args[1]}})
}

func loop(ctx context.Context, r *registry, history []model.Message) {
	for {
		answer, err := model.Ask(ctx, history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		history = append(history, answer)
		for _, call := range answer.ToolCalls {
			result := "no such tool"
			if e, ok := r.find(call.Function.Name); ok {
				result, _ = e.run(ctx, call.Function.Arguments)
			}
			history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: result})
		}
	}
}
