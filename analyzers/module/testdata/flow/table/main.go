// Command table has its tools in a map of functions.
package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"

	"example.com/module/flow/model"
)

var tools = map[string]func(ctx context.Context, args string) (string, error){
	"shell": func(ctx context.Context, args string) (string, error) {
		out, err := exec.CommandContext(ctx, "sh", "-c", args).CombinedOutput()
		return string(out), err
	},
	"date":   date,
	"remove": remove,
	"forget": forget,
}

// date runs a command that the program chooses.
func date(ctx context.Context, args string) (string, error) {
	out, err := exec.CommandContext(ctx, "date").Output()
	return args + string(out), err
}

func remove(_ context.Context, args string) (string, error) { return "", os.RemoveAll(args) }

func forget(_ context.Context, args string) (string, error) {
	return "", os.Remove(filepath.Join("notes", filepath.Base(args)))
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
			result := "no such tool"
			if run := tools[c.Function.Name]; run != nil {
				result, _ = run(ctx, c.Function.Arguments)
			}
			history = append(history, model.Message{Role: "tool", ToolCallID: c.ID, Content: result})
		}
	}
}
