package main

import (
	"context"
	"os"
	"strings"

	"shapes/model"
)

// made runs the loops whose tools functions make.
func made(ctx context.Context, history []model.Message) {
	constructed(ctx, history)
	wrapped(ctx, history)
	filled(ctx, history)
	held(ctx, history)
	handed(ctx, history)
	deep(ctx, history)
	counted(ctx, history)
	commands(ctx, os.Args[2])
}

func newTool(name string, run handler) tool { return tool{name: name, run: run} }

// constructed calls a function for each.
func constructed(ctx context.Context, history []model.Message) {
	tools := []tool{newTool("read", read), newTool("remove", remove)}
	for range 21 {
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

func quiet(run handler) handler {
	return func(ctx context.Context, args string) (string, error) {
		result, err := run(ctx, args)
		return strings.TrimSpace(result), err
	}
}

// wrapped puts a function around each.
func wrapped(ctx context.Context, history []model.Message) {
	tools := []tool{{name: "read", run: read}, {name: "remove", run: remove}}
	for i := range tools {
		tools[i].run = quiet(tools[i].run)
	}
	for range 22 {
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

type late struct {
	name string
	run  handler
}

func fill(t *late) { t.run = read }

// filled has a function that completes what it gets the address of.
func filled(ctx context.Context, history []model.Message) {
	tools := []late{{name: "read"}, {name: "remove", run: remove}}
	fill(&tools[0])
	for range 23 {
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

type runner interface {
	Run(ctx context.Context, args string) (string, error)
}

type reader struct{ root string }

func (r *reader) Run(ctx context.Context, args string) (string, error) { return read(ctx, r.root+args) }

type remover struct{}

func (remover) Run(ctx context.Context, args string) (string, error) { return remove(ctx, args) }

type entry struct {
	name   string
	runner runner
}

// held has an object in each.
func held(ctx context.Context, history []model.Message) {
	tools := []entry{{"read", &reader{"/"}}, {"remove", remover{}}}
	for range 24 {
		answer, _ := model.Ask(ctx, history, nil)
		for _, call := range answer.ToolCalls {
			for _, t := range tools {
				if t.name == call.Function.Name {
					result, _ := t.runner.Run(ctx, call.Function.Arguments)
					history = append(history, model.Message{Role: "tool", Content: result})
				}
			}
		}
	}
}

func handlerOf(tools []tool, name string) handler {
	for _, t := range tools {
		if t.name == name {
			return t.run
		}
	}
	return nil
}

// handed has a function that finds the function.
func handed(ctx context.Context, history []model.Message) {
	tools := []tool{newTool("read", read), newTool("write", write)}
	for range 25 {
		answer, _ := model.Ask(ctx, history, nil)
		for _, call := range answer.ToolCalls {
			if run := handlerOf(tools, call.Function.Name); run != nil {
				result, _ := run(ctx, call.Function.Arguments)
				history = append(history, model.Message{Role: "tool", Content: result})
			}
		}
	}
}

// deep has the function in a struct that each entry of a map has.
func deep(ctx context.Context, history []model.Message) {
	tools := map[string]pair{"read": {does: struct{ run handler }{read}}, "remove": {does: struct{ run handler }{remove}}}
	for range 26 {
		answer, _ := model.Ask(ctx, history, nil)
		for _, call := range answer.ToolCalls {
			if t, ok := tools[call.Function.Name]; ok {
				result, _ := t.does.run(ctx, call.Function.Arguments)
				history = append(history, model.Message{Role: "tool", Content: result})
			}
		}
	}
}

type counter struct {
	name  string
	count func(args string)
}

// counted counts calls by name, beside running them.
func counted(ctx context.Context, history []model.Message) {
	tools := []tool{{name: "read", run: read}}
	counters := []counter{{"read", func(args string) { println(len(args)) }}}
	for range 27 {
		answer, _ := model.Ask(ctx, history, nil)
		for _, call := range answer.ToolCalls {
			for _, c := range counters {
				if c.name == call.Function.Name {
					c.count(call.Function.Arguments)
				}
			}
			for _, t := range tools {
				if t.name == call.Function.Name {
					result, _ := t.run(ctx, call.Function.Arguments)
					history = append(history, model.Message{Role: "tool", Content: result})
				}
			}
		}
	}
}

// commands are what a person may type: no model names them.
func commands(ctx context.Context, line string) {
	name, rest, _ := strings.Cut(line, " ")
	for _, c := range []tool{{name: "write", run: write}} {
		if c.name == name {
			c.run(ctx, rest)
		}
	}
}
