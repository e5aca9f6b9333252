// Package openai is a stub with the API of the SDK.
package openai

import (
	"context"

	"github.com/Ingenimax/agent-sdk-go/pkg/interfaces"
)

type OpenAIClient struct{}

func NewClient(key string) *OpenAIClient { return nil }

func (c *OpenAIClient) Name() string { return "" }
func (c *OpenAIClient) Generate(ctx context.Context, prompt string, options ...interfaces.GenerateOption) (string, error) {
	return "", nil
}
func (c *OpenAIClient) GenerateWithTools(ctx context.Context, prompt string, tools []interfaces.Tool, options ...interfaces.GenerateOption) (string, error) {
	return "", nil
}
func WithSystemMessage(text string) interfaces.GenerateOption { return nil }
