// Package openai is a stub of the client, with the API that the tests use.
package openai

import "context"

type Client struct{}

func NewClient(token string) *Client { return &Client{} }

type ChatCompletionRequest struct{ Messages []ChatCompletionMessage }

type ChatCompletionMessage struct {
	Role, Content string
	ToolCalls     []ToolCall
}

type ToolCall struct{ Function FunctionCall }

type FunctionCall struct{ Name, Arguments string }

type ChatCompletionResponse struct{ Choices []ChatCompletionChoice }

type ChatCompletionChoice struct{ Message ChatCompletionMessage }

func (c *Client) CreateChatCompletion(ctx context.Context, r ChatCompletionRequest) (ChatCompletionResponse, error) {
	return ChatCompletionResponse{}, nil
}
