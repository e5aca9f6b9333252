// Command ranked has an agent that is told what a model has sorted before: the answer to that comes as
// the arguments of a call, which is no tool.
package main

import (
	"context"
	"encoding/json"
	"os"

	"shapes/model"
)

var notes = []string{"first", "second"}

func main() {
	ctx := context.Background()
	history := []model.Message{{Role: "system", Content: rank(ctx, os.Args[1])}}
	for range 4 {
		answer, err := model.Ask(ctx, history, []string{"read"})
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			if call.Function.Name == "read" {
				data, _ := os.ReadFile(call.Function.Arguments)
				history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: string(data)})
			}
		}
	}
}

// rank returns the note that the model puts first.
func rank(ctx context.Context, query string) string {
	answer, err := model.Ask(ctx, []model.Message{{Role: "user", Content: query}}, []string{"rank"})
	if err != nil {
		return notes[0]
	}
	for _, call := range answer.ToolCalls {
		if call.Function.Name != "rank" {
			continue
		}
		var order []int
		if err := json.Unmarshal([]byte(call.Function.Arguments), &order); err != nil {
			continue
		}
		for _, i := range order {
			if i >= 0 && i < len(notes) {
				return notes[i]
			}
		}
	}
	return notes[0]
}
