// Command handedon gives what it does not know to a plugin.
package main

import (
	"context"
	"os"
	"os/exec"

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
	}
	return plugin(call.Function.Name, call.Function.Arguments)
}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}

func plugin(name, args string) string {
	out, _ := exec.Command(name, args).Output()
	return string(out)
}
