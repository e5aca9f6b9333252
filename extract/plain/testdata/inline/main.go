// Command inline asks a model, runs what it wants, and asks once more: both by a function of its own.
package main

import (
	"context"
	"fmt"
	"os"

	openai "github.com/sashabaranov/go-openai"
)

type provider struct{ client *openai.Client }

func (p *provider) complete(ctx context.Context, msgs []openai.ChatCompletionMessage) (openai.ChatCompletionMessage, error) {
	resp, err := p.client.CreateChatCompletion(ctx, openai.ChatCompletionRequest{Messages: msgs, Tools: []openai.Tool{
		{Function: &openai.FunctionDefinition{Name: "weather"}},
	}})
	if err != nil {
		return openai.ChatCompletionMessage{}, err
	}
	return resp.Choices[0].Message, nil
}

func main() {
	ctx := context.Background()
	p := &provider{openai.NewClient(os.Getenv("KEY"))}
	msgs := []openai.ChatCompletionMessage{{Content: os.Args[1]}}
	answer, err := p.complete(ctx, msgs)
	if err != nil {
		return
	}
	if len(answer.ToolCalls) > 0 {
		msgs = append(msgs, answer)
		for _, call := range answer.ToolCalls {
			msgs = append(msgs, openai.ChatCompletionMessage{ToolCallID: call.ID, Content: weather(call.Function.Arguments)})
		}
		if answer, err = p.complete(ctx, msgs); err != nil {
			return
		}
	}
	fmt.Println(answer.Content)
}

func weather(place string) string { return "fine in " + place }
