// Package bad is a refund desk. The clerk may stop a refund, if the signal is there in
// time: nothing waits for it.
package bad

import (
	"time"

	"github.com/sashabaranov/go-openai"
	"go.temporal.io/sdk/workflow"

	"example.com/temporal/desk/acts"
)

const maxTurns = 4

// Desk answers a question.
func Desk(ctx workflow.Context, question string) (string, error) {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute})
	history := []openai.ChatCompletionMessage{{Role: openai.ChatMessageRoleUser, Content: question}}
	for range maxTurns {
		var a *acts.Activities
		var answer openai.ChatCompletionMessage
		if err := workflow.ExecuteActivity(ctx, a.Decide, history).Get(ctx, &answer); err != nil {
			return "", err
		}
		history = append(history, answer)
		if len(answer.ToolCalls) == 0 {
			return answer.Content, nil
		}
		out, err := use(ctx, answer.ToolCalls[0])
		if err != nil {
			return "", err
		}
		history = append(history, openai.ChatCompletionMessage{Role: openai.ChatMessageRoleTool, Content: out, ToolCallID: answer.ToolCalls[0].ID})
	}
	return "too many turns", nil
}

// use does what the model wants.
func use(ctx workflow.Context, call openai.ToolCall) (out string, err error) {
	var a *acts.Activities
	in, err := acts.ParseOrder(call.Function.Arguments)
	if err != nil {
		return "", err
	}
	switch call.Function.Name {
	case "lookup":
		err = workflow.ExecuteActivity(ctx, a.Lookup, in).Get(ctx, &out)
	case "refund":
		refused := false
		workflow.GetSignalChannel(ctx, "refuse").ReceiveAsync(&refused)
		if refused {
			return "the clerk refuses", nil
		}
		err = workflow.ExecuteActivity(ctx, a.Refund, in).Get(ctx, &out) // DEFECT structure/human-gate Refund: nobody is waited for
	default:
		out = "there is no such tool"
	}
	return out, err
}
