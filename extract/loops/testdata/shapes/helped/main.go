// Command helped has loops that run another agent, one of them an agent itself.
package main

import (
	"context"
	"os"

	"shapes/model"
)

type tool struct {
	name  string
	isSub bool
	run   func(args string) string
}

type agent struct {
	tools   []*tool
	helper  *helper
	history []model.Message
}

func main() {
	ctx := context.Background()
	list := []*tool{{name: "read", run: read}, {name: "write", run: write}, {name: "find", isSub: true}}
	a := &agent{tools: list, helper: &helper{}}
	a.run(ctx)
	a.parts(ctx)
	a.chat(ctx)
}

// run is an agent: a branch that is no tool of its own starts the helper.
func (a *agent) run(ctx context.Context) {
	for {
		answer, err := model.Ask(ctx, a.history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			a.history = append(a.history, model.Message{Role: "tool", ToolCallID: call.ID, Content: a.serve(ctx, call)})
		}
	}
}

type block struct{ call *model.Call }

// parts is one as well: what it goes through are parts of the answer, and not calls.
func (a *agent) parts(ctx context.Context) {
	for {
		answer, err := model.Ask(ctx, a.history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		blocks := []block{{}}
		for _, call := range answer.ToolCalls {
			blocks = append(blocks, block{&call})
		}
		for _, b := range blocks {
			if b.call != nil {
				a.history = append(a.history, model.Message{Role: "tool", ToolCallID: b.call.ID, Content: a.serve(ctx, *b.call)})
			}
		}
	}
}

func (a *agent) serve(ctx context.Context, call model.Call) string {
	for _, t := range a.tools {
		if t.name != call.Function.Name {
			continue
		}
		if t.isSub {
			return a.helper.run(ctx, call.Function.Arguments)
		}
		return t.run(call.Function.Arguments)
	}
	return "unknown"
}

// chat is none: it asks for a title, and all tools are the helper's.
func (a *agent) chat(ctx context.Context) {
	for _, question := range os.Args {
		title, err := model.Ask(ctx, []model.Message{{Content: "a title for " + question}}, nil)
		if err == nil {
			os.Stdout.WriteString(title.Content + a.helper.run(ctx, question))
		}
	}
}

type helper struct{ history []model.Message }

var own = map[string]func(string) string{"grep": read}

func (h *helper) run(ctx context.Context, question string) string {
	h.history = append(h.history, model.Message{Content: question})
	for i := 0; i < 3; i++ {
		answer, err := model.Ask(ctx, h.history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return answer.Content
		}
		for _, call := range answer.ToolCalls {
			if run := own[call.Function.Name]; run != nil {
				h.history = append(h.history, model.Message{Role: "tool", ToolCallID: call.ID, Content: run(call.Function.Arguments)})
			}
		}
	}
	return ""
}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}

func write(path string) string {
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		return err.Error()
	}
	return "written"
}
