// Package openai has the shape of github.com/sashabaranov/go-openai.
package openai

import "context"

type Client struct{}

func NewClient(token string) *Client { return nil }

func (c *Client) CreateChatCompletion(ctx context.Context, r ChatCompletionRequest) (ChatCompletionResponse, error) {
	return ChatCompletionResponse{}, nil
}

type ChatCompletionRequest struct {
	Model    string
	Messages []ChatCompletionMessage
	Tools    []Tool
}

const ToolTypeFunction = "function"

type Tool struct {
	Type     string
	Function *FunctionDefinition
}

type FunctionDefinition struct {
	Name        string
	Description string
	Parameters  any
}

type ChatCompletionMessage struct {
	Role, Content, Name, ToolCallID string
	ToolCalls                       []ToolCall
}

type ToolCall struct {
	ID       string       `json:"id,omitempty"`
	Function FunctionCall `json:"function"`
}

type FunctionCall struct{ Name, Arguments string }

type ChatCompletionResponse struct{ Choices []ChatCompletionChoice }

type ChatCompletionChoice struct {
	Message      ChatCompletionMessage
	FinishReason string
}
