// Package openai is a stub with the API of the client.
package openai

import "context"

type (
	Client       struct{}
	FunctionCall struct{ Name, Arguments string }
	ToolCall     struct {
		ID       string
		Function FunctionCall
	}
	ChatCompletionMessage struct {
		Role, Content string
		ToolCalls     []ToolCall
	}
	ChatCompletionRequest  struct{ Messages []ChatCompletionMessage }
	ChatCompletionChoice   struct{ Message ChatCompletionMessage }
	ChatCompletionResponse struct{ Choices []ChatCompletionChoice }
)

func NewClient(key string) *Client { return nil }

func (c *Client) CreateChatCompletion(ctx context.Context, r ChatCompletionRequest) (ChatCompletionResponse, error) {
	return ChatCompletionResponse{}, nil
}
