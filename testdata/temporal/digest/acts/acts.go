// Package acts has the activities that make a digest.
package acts

import (
	"context"
	"fmt"
	"io"

	"github.com/sashabaranov/go-openai"
)

// Activities need a client of a model, and a place to publish.
type Activities struct {
	Client *openai.Client
	Board  io.Writer
}

func (a *Activities) ask(ctx context.Context, prompt string) (string, error) {
	res, err := a.Client.CreateChatCompletion(ctx, openai.ChatCompletionRequest{
		Model: openai.GPT4o, Messages: []openai.ChatCompletionMessage{{Role: openai.ChatMessageRoleUser, Content: prompt}},
	})
	if err != nil {
		return "", err
	}
	return res.Choices[0].Message.Content, nil
}

// Summarize writes a summary of a text.
func (a *Activities) Summarize(ctx context.Context, text string) (string, error) {
	return a.ask(ctx, "Summarize: "+text)
}

// Compose writes the digest, with the editor's remarks.
func (a *Activities) Compose(ctx context.Context, summary, remarks string) (string, error) {
	return a.ask(ctx, "Compose: "+summary+"\n"+remarks)
}

// Fetch gets a text.
func Fetch(ctx context.Context, url string) (string, error) { return "the text at " + url, nil }

// Publish puts the digest on the board. What is out is out.
//
//agentvet:destructive
func (a *Activities) Publish(ctx context.Context, digest string) error {
	_, err := fmt.Fprintln(a.Board, digest)
	return err
}
