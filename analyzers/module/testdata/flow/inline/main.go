// Command inline has the code of its tools beside the comparisons of their names.
package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"

	"example.com/module/flow/model"
)

func execute(ctx context.Context, call model.Call) string {
	switch call.Function.Name {
	case "shell":
		var in struct{ Command string }
		if json.Unmarshal([]byte(call.Function.Arguments), &in) != nil {
			return "no command"
		}
		out, _ := exec.CommandContext(ctx, "sh", "-c", in.Command).CombinedOutput()
		return string(out)
	case "read":
		data, err := os.ReadFile(call.Function.Arguments)
		if err != nil {
			return err.Error()
		}
		return string(data)
	case "note":
		if err := os.WriteFile("note.txt", []byte(call.Function.Arguments), 0o600); err != nil {
			return err.Error()
		}
		return "written"
	}
	return "no such tool"
}

func main() {
	ctx, history := context.Background(), []model.Message{{Role: "user", Content: os.Args[1]}}
	for {
		answer, err := model.Ask(ctx, history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		history = append(history, answer)
		for _, c := range answer.ToolCalls {
			history = append(history, model.Message{Role: "tool", ToolCallID: c.ID, Content: execute(ctx, c)})
		}
	}
}
