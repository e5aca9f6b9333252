// Package once asks a model and runs what it wants. Whether it is asked again, who imports the
// package decides.
package once

import (
	"context"
	"os"

	openai "github.com/sashabaranov/go-openai"
)

type Turn struct{ client *openai.Client }

func (t *Turn) Take(ctx context.Context, msgs []openai.ChatCompletionMessage) (out []openai.ChatCompletionMessage, err error) {
	resp, err := t.client.CreateChatCompletion(ctx, openai.ChatCompletionRequest{Messages: msgs})
	if err != nil {
		return nil, err
	}
	for _, call := range resp.Choices[0].Message.ToolCalls {
		if call.Function.Name == "remove" {
			out = append(out, openai.ChatCompletionMessage{Content: remove(call.Function.Arguments)})
		}
	}
	return out, nil
}

func remove(path string) string {
	if err := os.Remove(path); err != nil {
		return err.Error()
	}
	return "gone"
}
