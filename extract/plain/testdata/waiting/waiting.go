// Package waiting asks a model whenever a timer says so or somebody has a job for it: what begins a round is not what the
// model answered. A loop that waits for its own tools goes on as long as the model likes.
package waiting

import (
	"context"
	"time"

	openai "github.com/sashabaranov/go-openai"
)

type agent struct {
	client *openai.Client
	tools  []openai.Tool
	jobs   chan string
}

func (a *agent) every(ctx context.Context, timer *time.Timer) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
			a.once(ctx)
		}
	}
}

func (a *agent) each(ctx context.Context) {
	for job := range a.jobs {
		_ = job
		a.once(ctx)
	}
}

func (a *agent) once(ctx context.Context) {
	resp, err := a.client.CreateChatCompletion(ctx, openai.ChatCompletionRequest{Tools: []openai.Tool{{Function: &openai.FunctionDefinition{Name: "look"}}}})
	if err != nil {
		return
	}
	for _, call := range resp.Choices[0].Message.ToolCalls {
		switch call.Function.Name {
		case "look":
			println(call.Function.Arguments)
		}
	}
}

func (a *agent) rounds(ctx context.Context) {
	answers := make(chan string)
	var msgs []openai.ChatCompletionMessage
	for {
		resp, err := a.client.CreateChatCompletion(ctx, openai.ChatCompletionRequest{Messages: msgs, Tools: []openai.Tool{{Function: &openai.FunctionDefinition{Name: "look"}}}})
		if err != nil || len(resp.Choices[0].Message.ToolCalls) == 0 {
			return
		}
		for _, call := range resp.Choices[0].Message.ToolCalls {
			switch call.Function.Name {
			case "look":
				go func() { answers <- call.Function.Arguments }()
			}
		}
		msgs = append(msgs, openai.ChatCompletionMessage{Content: <-answers})
	}
}
