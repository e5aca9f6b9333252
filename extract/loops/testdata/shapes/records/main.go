// Command records has its tools in structs that are values: in slices, arrays, maps, and fields
// of other structs. Each has its own name and its own function.
package main

import (
	"context"
	"os"

	"shapes/model"
)

type handler func(ctx context.Context, args string) (string, error)

type tool struct {
	name string
	help string
	run  handler
}

func read(_ context.Context, args string) (string, error) {
	data, err := os.ReadFile(args)
	return string(data), err
}

func write(_ context.Context, args string) (string, error) {
	return "", os.WriteFile(args, nil, 0o600)
}

func remove(_ context.Context, args string) (string, error) { return "", os.Remove(args) }

var global = []tool{
	{"read", "reads a file", read},
	{"remove", "removes a file", remove},
}

var fixed = [...]tool{
	{name: "read", run: read},
	{name: "write", run: write},
}

func main() {
	ctx := context.Background()
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	slice(ctx, history)
	byIndex(ctx, history)
	global1(ctx, history)
	array(ctx, history)
	byKey(ctx, history)
	inMap(ctx, history)
	appended(ctx, history)
	set(ctx, history)
	nested(ctx, history)
	found(ctx, history)
	pointers(ctx, history)
	made(ctx, history)
}

// slice goes through a literal.
func slice(ctx context.Context, history []model.Message) {
	tools := []tool{{"read", "reads a file", read}, {"remove", "removes a file", remove}}
	for range 1 {
		answer, _ := model.Ask(ctx, history, nil)
		for _, call := range answer.ToolCalls {
			for _, t := range tools {
				if t.name == call.Function.Name {
					result, _ := t.run(ctx, call.Function.Arguments)
					history = append(history, model.Message{Role: "tool", Content: result})
				}
			}
		}
	}
}

// byIndex names each element by its index.
func byIndex(ctx context.Context, history []model.Message) {
	tools := []tool{{name: "read", run: read}, {name: "write", run: write}}
	for range 2 {
		answer, _ := model.Ask(ctx, history, nil)
		for _, call := range answer.ToolCalls {
			for i := range tools {
				if tools[i].name == call.Function.Name {
					result, _ := tools[i].run(ctx, call.Function.Arguments)
					history = append(history, model.Message{Role: "tool", Content: result})
				}
			}
		}
	}
}

// global1 goes through a variable of the package.
func global1(ctx context.Context, history []model.Message) {
	for range 3 {
		answer, _ := model.Ask(ctx, history, nil)
		for _, call := range answer.ToolCalls {
			for _, t := range global {
				if t.name == call.Function.Name {
					result, _ := t.run(ctx, call.Function.Arguments)
					history = append(history, model.Message{Role: "tool", Content: result})
				}
			}
		}
	}
}

// array goes through one.
func array(ctx context.Context, history []model.Message) {
	for range 4 {
		answer, _ := model.Ask(ctx, history, nil)
		for _, call := range answer.ToolCalls {
			for _, t := range fixed {
				if t.name == call.Function.Name {
					result, _ := t.run(ctx, call.Function.Arguments)
					history = append(history, model.Message{Role: "tool", Content: result})
				}
			}
		}
	}
}

// byKey has the name as the key of a map.
func byKey(ctx context.Context, history []model.Message) {
	tools := map[string]tool{
		"read":   {help: "reads a file", run: read},
		"remove": {help: "removes a file", run: remove},
	}
	for range 5 {
		answer, _ := model.Ask(ctx, history, nil)
		for _, call := range answer.ToolCalls {
			if t, ok := tools[call.Function.Name]; ok {
				result, _ := t.run(ctx, call.Function.Arguments)
				history = append(history, model.Message{Role: "tool", Content: result})
			}
		}
	}
}

// inMap has them in a map, and compares what each says of itself.
func inMap(ctx context.Context, history []model.Message) {
	tools := map[int]tool{1: {name: "read", run: read}, 2: {name: "write", run: write}}
	for range 6 {
		answer, _ := model.Ask(ctx, history, nil)
		for _, call := range answer.ToolCalls {
			for _, t := range tools {
				if t.name == call.Function.Name {
					result, _ := t.run(ctx, call.Function.Arguments)
					history = append(history, model.Message{Role: "tool", Content: result})
				}
			}
		}
	}
}

// appended adds one after the other.
func appended(ctx context.Context, history []model.Message) {
	var tools []tool
	tools = append(tools, tool{name: "read", run: read})
	if len(os.Args) > 2 {
		t := tool{help: "removes a file"}
		t.name = "remove"
		t.run = remove
		tools = append(tools, t)
	}
	for range 7 {
		answer, _ := model.Ask(ctx, history, nil)
		for _, call := range answer.ToolCalls {
			for _, t := range tools {
				if t.name == call.Function.Name {
					result, _ := t.run(ctx, call.Function.Arguments)
					history = append(history, model.Message{Role: "tool", Content: result})
				}
			}
		}
	}
}

// set fills an array by index.
func set(ctx context.Context, history []model.Message) {
	var tools [2]tool
	tools[0] = tool{name: "read", run: read}
	tools[1].name, tools[1].run = "write", write
	for range 8 {
		answer, _ := model.Ask(ctx, history, nil)
		for _, call := range answer.ToolCalls {
			for _, t := range tools {
				if t.name == call.Function.Name {
					result, _ := t.run(ctx, call.Function.Arguments)
					history = append(history, model.Message{Role: "tool", Content: result})
				}
			}
		}
	}
}

type named struct{ name string }

type pair struct {
	named
	does struct{ run handler }
}

// nested has name and function in structs of their own.
func nested(ctx context.Context, history []model.Message) {
	tools := []pair{
		{named{"read"}, struct{ run handler }{read}},
		{named{"remove"}, struct{ run handler }{remove}},
	}
	for range 9 {
		answer, _ := model.Ask(ctx, history, nil)
		for _, call := range answer.ToolCalls {
			for _, t := range tools {
				if t.name == call.Function.Name {
					result, _ := t.does.run(ctx, call.Function.Arguments)
					history = append(history, model.Message{Role: "tool", Content: result})
				}
			}
		}
	}
}

func find(tools []tool, name string) (tool, bool) {
	for _, t := range tools {
		if t.name == name {
			return t, true
		}
	}
	return tool{}, false
}

// found has a function that finds the tool.
func found(ctx context.Context, history []model.Message) {
	for range 10 {
		answer, _ := model.Ask(ctx, history, nil)
		for _, call := range answer.ToolCalls {
			if t, ok := find(global, call.Function.Name); ok {
				result, _ := t.run(ctx, call.Function.Arguments)
				history = append(history, model.Message{Role: "tool", Content: result})
			}
		}
	}
}

// pointers has pointers to them.
func pointers(ctx context.Context, history []model.Message) {
	tools := []*tool{{name: "read", run: read}, {name: "write", run: write}}
	for range 11 {
		answer, _ := model.Ask(ctx, history, nil)
		for _, call := range answer.ToolCalls {
			for _, t := range tools {
				if t.name == call.Function.Name {
					result, _ := t.run(ctx, call.Function.Arguments)
					history = append(history, model.Message{Role: "tool", Content: result})
				}
			}
		}
	}
}
