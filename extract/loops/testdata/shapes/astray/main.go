// Command astray tells the model of a tool that it does not run, and runs one of which it does
// not tell.
package main

import (
	"context"
	"os"

	"shapes/model"
)

func tools() []model.Tool {
	return []model.Tool{tool("read"), tool("search")}
}

func tool(name string) model.Tool {
	return model.Tool{Type: "function", Function: model.Definition{Name: name, Description: "one of two"}}
}

func main() {
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	for range 8 {
		answer, err := model.AskWith(context.Background(), history, tools())
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: run(call)})
		}
	}
}

func run(call model.Call) string {
	switch call.Function.Name {
	case "read":
		return read(call.Function.Arguments)
	case "purge":
		return purge(call.Function.Arguments)
	}
	return "no such tool"
}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}

func purge(dir string) string {
	os.RemoveAll(dir)
	return "gone"
}
