// Command blind asks its model in the function that has the code of its tools.
package main

import (
	"context"
	"os"
	"os/exec"

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
			result := "no such tool"
			switch c.Function.Name {
			case "shell":
				out, _ := exec.CommandContext(ctx, "sh", "-c", c.Function.Arguments).CombinedOutput()
				result = string(out)
			case "read":
				data, _ := os.ReadFile(c.Function.Arguments)
				result = string(data)
			}
			history = append(history, model.Message{Role: "tool", ToolCallID: c.ID, Content: result})
		}
	}
}
