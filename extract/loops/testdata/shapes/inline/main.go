// Command inline compares the name where it runs the code.
package main

import (
	"context"
	"os"

	"shapes/model"
)

func main() {
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	for range 8 {
		answer, err := model.Ask(context.Background(), history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		history = append(history, answer)
		for _, call := range answer.ToolCalls {
			history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: run(call)})
		}
	}
}

func run(call model.Call) string {
	switch call.Function.Name {
	case "read", "view":
		return read(call.Function.Arguments)
	case "remove":
		if err := os.Remove(call.Function.Arguments); err != nil {
			return err.Error()
		}
		return done(call.Function.Arguments)
	}
	return "no such tool"
}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}

func done(path string) string { return path + " is gone" }
