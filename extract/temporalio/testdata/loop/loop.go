// Package loop has agents whose loop is a workflow.
package loop

import (
	"encoding/json"
	"time"

	"github.com/sashabaranov/go-openai"
	"go.temporal.io/sdk/workflow"

	"example.com/golden/loop/acts"
)

const maxTurns = 8

// options gives activities a timeout.
func options(ctx workflow.Context) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute})
}

// call executes an activity and waits for it.
func call(ctx workflow.Context, activity any, in any) (string, error) {
	var out string
	err := workflow.ExecuteActivity(options(ctx), activity, in).Get(ctx, &out)
	return out, err
}

// Switch dispatches on the name of the tool.
func Switch(ctx workflow.Context, question string) (string, error) {
	var a *acts.Activities
	history := []openai.ChatCompletionMessage{{Role: "user", Content: question}}
	for range maxTurns {
		var answer openai.ChatCompletionMessage
		if err := workflow.ExecuteActivity(options(ctx), a.Decide, history).Get(ctx, &answer); err != nil {
			return "", err
		}
		if len(answer.ToolCalls) == 0 {
			return answer.Content, nil
		}
		for _, c := range answer.ToolCalls {
			var out string
			var err error
			switch c.Function.Name {
			case "search":
				out, err = call(ctx, a.Search, c.Function.Arguments)
			case "remove":
				var in acts.RemoveArgs
				if err = json.Unmarshal([]byte(c.Function.Arguments), &in); err == nil {
					out, err = call(ctx, a.Remove, in)
				}
			}
			if err != nil {
				out = err.Error()
			}
			history = append(history, openai.ChatCompletionMessage{Role: "tool", Content: out})
		}
	}
	return call(ctx, acts.Notify, "too many turns")
}

// Table dispatches by a table, for ever.
func Table(ctx workflow.Context, question string) error {
	var a acts.Activities
	tools := map[string]any{"search": a.Search, "remove": a.Remove, "notify": acts.Notify, "other": "OtherActivity"}
	for {
		var answer openai.ChatCompletionMessage
		if err := workflow.ExecuteLocalActivity(options(ctx), a.Decide, nil).Get(ctx, &answer); err != nil {
			return err
		}
		for _, c := range answer.ToolCalls {
			activity, ok := tools[c.Function.Name]
			if !ok {
				continue
			}
			if _, err := call(ctx, activity, c.Function.Arguments); err != nil {
				return err
			}
		}
	}
}

// Named executes whatever activity the model names.
func Named(ctx workflow.Context, question string) error {
	var answer openai.ChatCompletionMessage
	if err := workflow.ExecuteActivity(options(ctx), (*acts.Activities).Decide, nil).Get(ctx, &answer); err != nil {
		return err
	}
	for _, c := range answer.ToolCalls {
		if err := workflow.ExecuteActivity(options(ctx), c.Function.Name, c.Function.Arguments).Get(ctx, nil); err != nil {
			return err
		}
	}
	return nil
}
