// Package agent has the loop.
package agent

import (
	"context"

	"example.com/module/flow/model"
)

// A Call is a model's call in types of the program's own.
type Call struct{ Tool, Input string }

type Tool interface {
	Name() string
	Do(ctx context.Context, call Call) (string, error)
}

func Run(ctx context.Context, text string, tools ...Tool) {
	history := []model.Message{{Role: "user", Content: text}}
	for {
		answer, err := model.Ask(ctx, history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		history = append(history, answer)
		for _, c := range answer.ToolCalls {
			out := run(ctx, tools, Call{Tool: c.Function.Name, Input: c.Function.Arguments})
			history = append(history, model.Message{Role: "tool", ToolCallID: c.ID, Content: out})
		}
	}
}

func run(ctx context.Context, tools []Tool, call Call) string {
	for _, t := range tools {
		if t.Name() == call.Tool {
			out, err := t.Do(ctx, call)
			if err != nil {
				return err.Error()
			}
			return out
		}
	}
	return "no such tool"
}
