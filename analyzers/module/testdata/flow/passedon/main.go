// Command passedon keeps what one of its tools is told for another one, and hands it to a service.
package main

import (
	"context"
	"os"
	"os/exec"
	"strings"

	"example.com/module/flow/model"
	"example.com/module/flow/passedon/store"
)

type service interface{ Drop(path string) error }

func main() {
	ctx, history := context.Background(), []model.Message{{Role: "user", Content: os.Args[1]}}
	var files service = &store.Disk{}
	pending := ""
	for {
		answer, err := model.Ask(ctx, history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		history = append(history, answer)
		for _, c := range answer.ToolCalls {
			result := "no such tool"
			switch c.Function.Name {
			case "prepare":
				pending = strings.TrimSpace(c.Function.Arguments)
				result = "prepared"
			case "go":
				out, _ := exec.CommandContext(ctx, "sh", "-c", pending).CombinedOutput()
				result = string(out)
			case "drop":
				if err := files.Drop(c.Function.Arguments); err != nil {
					result = err.Error()
				}
			case "echo":
				result = c.Function.Arguments
			}
			history = append(history, model.Message{Role: "tool", ToolCallID: c.ID, Content: result})
		}
	}
}
