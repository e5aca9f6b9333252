// Package llms is a stub of langchaingo's.
package llms

import "context"

type (
	MessageContent  struct{}
	ContentResponse struct{ Choices []*ContentChoice }
	ContentChoice   struct{ Content string }
	CallOption      func()
)

type Model interface {
	GenerateContent(ctx context.Context, messages []MessageContent, options ...CallOption) (*ContentResponse, error)
	Call(ctx context.Context, prompt string, options ...CallOption) (string, error)
}

func GenerateFromSinglePrompt(ctx context.Context, llm Model, prompt string, options ...CallOption) (string, error) {
	return "", nil
}
