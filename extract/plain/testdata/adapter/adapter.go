// Package adapter puts the answers of a model into types of its own. That a call has a name is no choice of a tool.
package adapter

import (
	"context"

	openai "github.com/sashabaranov/go-openai"
)

type Call struct{ Name, Args string }

func Ask(ctx context.Context, client *openai.Client, msgs []openai.ChatCompletionMessage) (calls []Call, err error) {
	resp, err := client.CreateChatCompletion(ctx, openai.ChatCompletionRequest{Messages: msgs})
	if err != nil {
		return nil, err
	}
	for _, call := range resp.Choices[0].Message.ToolCalls {
		var c Call
		if call.Function.Name != "" {
			c.Name = call.Function.Name
		}
		c.Args = call.Function.Arguments
		calls = append(calls, c)
	}
	return calls, nil
}
