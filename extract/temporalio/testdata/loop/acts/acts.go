// Package acts has activities.
package acts

import (
	"context"
	"os"

	"github.com/sashabaranov/go-openai"
)

// Activities are those that need a client.
type Activities struct {
	Client *openai.Client
	Dir    string
}

// Decide asks a model what to do next.
func (a *Activities) Decide(ctx context.Context, history []openai.ChatCompletionMessage) (openai.ChatCompletionMessage, error) {
	res, err := a.Client.CreateChatCompletion(ctx, openai.ChatCompletionRequest{Messages: history})
	if err != nil {
		return openai.ChatCompletionMessage{}, err
	}
	return res.Choices[0].Message, nil
}

// RemoveArgs are what Remove gets.
type RemoveArgs struct{ Path string }

// Remove removes a file.
func (a *Activities) Remove(ctx context.Context, in RemoveArgs) error {
	return os.Remove(a.Dir + in.Path)
}

// Search finds files.
func (a *Activities) Search(ctx context.Context, query string) (string, error) { return query, nil }

// Notify tells somebody.
func Notify(ctx context.Context, text string) error { return nil }
