// Command before does something with the arguments of any call before it looks which tool is meant.
package main

import (
	"context"
	"os"

	"example.com/module/flow/model"
)

func main() {
	ctx, history := context.Background(), []model.Message{{Role: "user", Content: os.Args[1]}}
	for {
		answer, err := model.Ask(ctx, history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		history = append(history, answer)
		for _, c := range answer.ToolCalls {
			if err := os.MkdirAll(c.Function.Arguments, 0o755); err != nil {
				return
			}
			result := "no such tool"
			switch c.Function.Name {
			case "list":
				found, _ := os.ReadDir(c.Function.Arguments)
				result = ""
				for _, f := range found {
					result += f.Name()
				}
			case "read":
				data, _ := os.ReadFile(c.Function.Arguments)
				result = string(data)
			}
			history = append(history, model.Message{Role: "tool", ToolCallID: c.ID, Content: result})
		}
	}
}
