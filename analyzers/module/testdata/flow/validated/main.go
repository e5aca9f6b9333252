// Command validated checks what the model says, or says that it does.
package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"example.com/module/flow/model"
)

var tools = map[string]func(ctx context.Context, args string) (string, error){
	"write": write, "append": appendTo, "copy": copyTo,
}

func inside(name string) error {
	if !filepath.IsLocal(name) {
		return errors.New("outside")
	}
	return nil
}

func write(_ context.Context, args string) (string, error) {
	if err := inside(args); err != nil {
		return "", err
	}
	return "written", os.WriteFile(args, nil, 0o600)
}

// appendTo looks, and does not listen.
func appendTo(_ context.Context, args string) (string, error) {
	err := inside(args)
	return "appended", errors.Join(err, os.WriteFile(args, nil, 0o600))
}

// copyTo does the same thing at three places.
func copyTo(_ context.Context, args string) (string, error) {
	if err := os.MkdirAll(filepath.Dir(args), 0o700); err != nil {
		return "", err
	}
	if err := os.WriteFile(args+".new", nil, 0o600); err != nil {
		return "", err
	}
	return "copied", os.Rename(args+".new", args)
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
