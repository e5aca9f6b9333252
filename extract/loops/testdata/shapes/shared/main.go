// Command shared has two loops with one way to run tools, which asks the model for a title
// on the way. One of its tools takes no arguments.
package main

import (
	"context"
	"os"

	"shapes/model"
)

func main() {
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	if len(os.Args) > 2 {
		plan(history)
		return
	}
	for {
		answer, err := model.Ask(context.Background(), history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		history = append(history, process(answer.ToolCalls)...)
	}
}

func plan(history []model.Message) {
	for range 5 {
		answer, err := model.Ask(context.Background(), history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		history = append(history, process(answer.ToolCalls)...)
	}
}

func process(calls []model.Call) (out []model.Message) {
	for _, call := range calls {
		title(call.ID)
		result := "no such tool"
		switch call.Function.Name {
		case "read":
			result = read(call.Function.Arguments)
		case "list":
			result = list()
		}
		out = append(out, model.Message{Role: "tool", ToolCallID: call.ID, Content: result})
	}
	return out
}

func title(id string) {
	answer, _ := model.Ask(context.Background(), []model.Message{{Role: "user", Content: "a title for " + id}}, nil)
	os.WriteFile("title", []byte(answer.Content), 0o600)
}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}

func list() string {
	dir, _ := os.Getwd()
	return dir
}
