// Command lost does as clean does, and tells the model of one more tool, which it does not have.
package main

import (
	"context"
	"os"

	"shapes/model"
	"shapes/repacked/tools"
)

func main() {
	byName := make(map[string]tools.Tool)
	for _, t := range []tools.Tool{tools.Read{}, tools.Remove{}} {
		byName[t.Name()] = t
	}
	history := []model.Message{{Role: "user", Content: os.Args[1]}}
	for range 8 {
		answer, err := model.AskWith(context.Background(), history, offers(append(tools.Specs(byName), lost())))
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			result := "no such tool"
			if t, ok := byName[call.Function.Name]; ok {
				result, _ = t.Do(call.Function.Arguments)
			}
			history = append(history, model.Message{Role: "tool", ToolCallID: call.ID, Content: result})
		}
	}
}

func offers(specs []map[string]any) []model.Tool {
	out := make([]model.Tool, len(specs))
	for i, spec := range specs {
		out[i] = model.Tool{Type: "function", Function: model.Definition{
			Name:        spec["function"].(map[string]any)["name"].(string),
			Description: spec["function"].(map[string]any)["description"].(string),
			Parameters:  spec["function"].(map[string]any)["parameters"],
		}}
	}
	return out
}

func lost() map[string]any {
	return map[string]any{"type": "function", "function": map[string]any{
		"name":        "rename",
		"description": "renames a file",
		"parameters":  map[string]any{"type": "object", "properties": map[string]any{}},
	}}
}
