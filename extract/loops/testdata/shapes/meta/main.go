// Command meta has two agents of one framework of its own: the model of one is told of the tools, that of
// the other of what may be done with tools. What makes both known to a model is the same function.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"shapes/model"
)

type tool struct {
	name string
	run  func(string) string
}

func newTool(name string) *tool { return &tool{name: name} }

func (t *tool) with(run func(string) string) *tool {
	t.run = run
	return t
}

func (t *tool) told() model.Tool {
	return model.Tool{Type: "function", Function: model.Definition{Name: t.name}}
}

type request struct {
	Messages []model.Message `json:"messages"`
	Tools    []model.Tool    `json:"tools"`
}

type agent struct{ tools []*tool }

func main() {
	a := &agent{}
	a.tools = append(a.tools, newTool("read").with(read), newTool("shorten").with(shorten))
	fmt.Println(a.plain(os.Args[1]), a.meta(os.Args[1]))
}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}

func shorten(text string) string { return text[:1] }

func (a *agent) request(history []model.Message) request {
	r := request{Messages: history}
	if len(a.tools) > 0 {
		told := make([]model.Tool, len(a.tools))
		for i, t := range a.tools {
			told[i] = t.told()
		}
		r.Tools = told
	}
	return r
}

func send(r request) model.Message {
	m, _ := model.AskWith(context.Background(), r.Messages, r.Tools)
	return m
}

func (a *agent) plain(text string) string {
	history := []model.Message{{Role: "user", Content: text}}
	for range 5 {
		m := send(a.request(history))
		if len(m.ToolCalls) == 0 {
			return m.Content
		}
		for _, call := range m.ToolCalls {
			history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: a.run(call.Function.Name, call.Function.Arguments)})
		}
	}
	return ""
}

func (a *agent) run(name, args string) string {
	for _, t := range a.tools {
		if t.name == name {
			return t.run(args)
		}
	}
	return "no such tool"
}

// deeds returns what the model of meta is told of. Nothing runs "forget".
func (a *agent) deeds() (out []model.Tool) {
	think := newTool("think")
	out = append(out, think.told())
	use := newTool("use")
	out = append(out, use.told())
	return append(out, newTool("forget").told())
}

func (a *agent) ask(history []model.Message, deeds []model.Tool) model.Message {
	m, _ := model.AskWith(context.Background(), history, deeds)
	return m
}

func (a *agent) meta(text string) string {
	deeds := a.deeds()
	history := []model.Message{{Role: "user", Content: text}}
	for range 5 {
		m := a.ask(history, deeds)
		if len(m.ToolCalls) == 0 {
			return m.Content
		}
		for _, call := range m.ToolCalls {
			switch call.Function.Name {
			case "think":
				history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: call.Function.Arguments})
			case "use":
				var in struct{ Name, Args string }
				json.Unmarshal([]byte(call.Function.Arguments), &in)
				history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: a.run(in.Name, in.Args)})
			}
		}
	}
	return ""
}
