// Command folded compares names without regard to case, by how they begin, and together
// with something else.
package main

import (
	"context"
	"os"
	"strings"

	"shapes/model"
)

func main() {
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	for range 4 {
		answer, err := model.Ask(context.Background(), history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: run(call, len(os.Args) > 2)})
		}
	}
}

func run(call model.Call, all bool) string {
	name := call.Function.Name
	switch {
	case strings.EqualFold(name, "read"):
		return read(call.Function.Arguments)
	case strings.HasPrefix(name, "remote_"):
		return remote(name, call.Function.Arguments)
	case all || name == "remove":
		return remove(call.Function.Arguments)
	}
	return "no such tool"
}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}

func remote(name, args string) string { return name + args }

func remove(path string) string {
	os.Remove(path)
	return path
}
