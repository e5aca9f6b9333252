// Command common has tools that one generic type runs. That also tells a program of each call.
package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"

	"example.com/module/flow/model"
)

// A Tool is one that a model may call.
type Tool interface {
	Name() string
	Execute(ctx context.Context, args string) (string, error)
}

// A FuncTool is a function that takes its arguments as a T.
type FuncTool[T any] struct {
	name string
	run  func(context.Context, T) (string, error)
}

func (t *FuncTool[T]) Name() string { return t.name }

func (t *FuncTool[T]) Execute(ctx context.Context, args string) (string, error) {
	if err := exec.CommandContext(ctx, "sh", "-c", "logger "+args).Run(); err != nil {
		return "", err
	}
	var in T
	if err := json.Unmarshal([]byte(args), &in); err != nil {
		return "", err
	}
	return t.run(ctx, in)
}

type command struct{ Text string }

func shell(ctx context.Context, in command) (string, error) {
	out, err := exec.CommandContext(ctx, "sh", "-c", in.Text).CombinedOutput()
	return string(out), err
}

type file struct{ Path string }

func remove(_ context.Context, in file) (string, error) { return "", os.RemoveAll(in.Path) }

type topic struct{ Word string }

func explain(_ context.Context, in topic) (string, error) { return "about " + in.Word, nil }

var tools = []Tool{
	&FuncTool[command]{"shell", shell},
	&FuncTool[file]{"remove", remove},
	&FuncTool[topic]{"explain", explain},
}

func main() {
	ctx, history := context.Background(), []model.Message{{Role: "user", Content: os.Args[1]}}
	for range 9 {
		answer, err := model.Ask(ctx, history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		history = append(history, answer)
		for _, c := range answer.ToolCalls {
			result := "no such tool"
			for _, t := range tools {
				if t.Name() == c.Function.Name {
					result, _ = t.Execute(ctx, c.Function.Arguments)
				}
			}
			history = append(history, model.Message{Role: "tool", ToolCallID: c.ID, Content: result})
		}
	}
}
