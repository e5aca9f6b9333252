// Command rest runs for all names but one what it has for the second of its tools.
package main

import (
	"context"
	"os"
	"time"

	"shapes/model"
)

func main() {
	tools := []model.Tool{
		{Type: "function", Function: model.Definition{Name: "wait", Description: "waits"}},
		{Type: "function", Function: model.Definition{Name: "remove", Description: "removes a file"}},
	}
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	for range 8 {
		answer, err := model.AskWith(context.Background(), history, tools)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			result := ""
			switch call.Function.Name {
			case "wait":
				result = wait(call.Function.Arguments)
			default:
				result = remove(call.Function.Arguments)
			}
			history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: result})
		}
	}
}

func wait(long string) string {
	d, _ := time.ParseDuration(long)
	time.Sleep(d)
	return "waited " + long
}

func remove(path string) string {
	os.Remove(path)
	return path + " is gone"
}
