// Package registry dispatches through a map of handlers, and through a list of
// tools that know their names.
package registry

import (
	"context"
	"errors"

	openai "github.com/sashabaranov/go-openai"
)

type handler func(ctx context.Context, args string) (string, error)

var handlers = map[string]handler{
	"weather": weather,
	"time":    func(ctx context.Context, args string) (string, error) { return "noon", nil },
}

func weather(ctx context.Context, args string) (string, error) { return "sun", nil }

func ByMap(ctx context.Context, c *openai.Client, req openai.ChatCompletionRequest) error {
	for {
		resp, err := c.CreateChatCompletion(ctx, req)
		if err != nil {
			return err
		}
		msg := resp.Choices[0].Message
		if len(msg.ToolCalls) == 0 {
			return nil
		}
		for _, call := range msg.ToolCalls {
			h, ok := handlers[call.Function.Name]
			if !ok {
				return errors.New("no such tool")
			}
			out, err := h(ctx, call.Function.Arguments)
			if err != nil {
				out = err.Error()
			}
			req.Messages = append(req.Messages, openai.ChatCompletionMessage{Content: out})
		}
	}
}

type Tool interface {
	Name() string
	Run(ctx context.Context, args string) (string, error)
}

type shell struct{}

func (shell) Name() string                                         { return "shell" }
func (shell) Run(ctx context.Context, args string) (string, error) { return execute(args) }

type notes struct{ path string }

func (n *notes) Name() string                                         { return "notes" }
func (n *notes) Run(ctx context.Context, args string) (string, error) { return n.path, nil }

//agentvet:human
func approve(what string) bool { return ask(what) }

func ask(what string) bool { return what != "" }

func execute(cmd string) (string, error) {
	if !approve(cmd) {
		return "", errors.New("denied")
	}
	return run(cmd), nil
}

func run(cmd string) string { return cmd }

type Agent struct {
	client *openai.Client
	tools  []Tool
}

func New(c *openai.Client) *Agent {
	return &Agent{client: c, tools: []Tool{shell{}, &notes{path: "notes.txt"}}}
}

func (a *Agent) Run(ctx context.Context) error {
	req := openai.ChatCompletionRequest{Model: "gpt"}
	for _, t := range a.tools {
		req.Tools = append(req.Tools, openai.Tool{Function: &openai.FunctionDefinition{Name: t.Name()}})
	}
	for range 5 {
		resp, err := a.client.CreateChatCompletion(ctx, req)
		if err != nil {
			return err
		}
		for _, call := range resp.Choices[0].Message.ToolCalls {
			for _, t := range a.tools {
				if t.Name() == call.Function.Name {
					if _, err := t.Run(ctx, call.Function.Arguments); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

func Main(ctx context.Context) error {
	return New(openai.NewClient("key")).Run(ctx)
}
