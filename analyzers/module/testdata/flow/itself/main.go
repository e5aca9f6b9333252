// Command itself asks its model in the function that has the code of its tools.
package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"regexp"

	"example.com/module/flow/model"
)

var word = regexp.MustCompile(`^[a-z]+$`)

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
			var in struct{ Path string }
			if err := json.Unmarshal([]byte(c.Function.Arguments), &in); err != nil {
				return
			}
			switch c.Function.Name {
			case "shell":
				out, _ := exec.CommandContext(ctx, "sh", "-c", c.Function.Arguments).CombinedOutput()
				result = string(out)
			case "remove":
				result = remove(in.Path)
			case "checked":
				if word.MatchString(in.Path) && os.Remove(in.Path) == nil {
					result = "done"
				}
			case "note":
				result = in.Path
			}
			history = append(history, model.Message{Role: "tool", ToolCallID: c.ID, Content: result})
		}
	}
}

func remove(path string) string {
	if err := os.Remove(path); err != nil {
		return err.Error()
	}
	return "done"
}
