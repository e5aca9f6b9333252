// Command once runs what the model wants, tells it, and does not look at what it wants next.
package main

import (
	"context"
	"fmt"
	"os"

	"shapes/model"
)

var tools = map[string]func(string) string{"read": read}

func main() {
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	answer, err := model.Ask(context.Background(), history, nil)
	if err != nil {
		return
	}
	for _, call := range answer.ToolCalls {
		if run := tools[call.Function.Name]; run != nil {
			history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: run(call.Function.Arguments)})
		}
	}
	last, _ := model.Ask(context.Background(), history, nil)
	fmt.Println(last.Content)
}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}
