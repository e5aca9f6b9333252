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

// Handler serves calls in a way that is not seen.
type Handler interface {
	Serve(calls []openai.ToolCall) []openai.ChatCompletionMessage
}

// Tries asks up to three times in each round, and has no limit of three.
func Tries(ctx context.Context, c *openai.Client, h Handler) error {
	req := openai.ChatCompletionRequest{Tools: []openai.Tool{{Function: &openai.FunctionDefinition{Name: "search"}}}}
	for {
		var resp openai.ChatCompletionResponse
		var err error
		for try := 0; try < 3; try++ {
			if resp, err = c.CreateChatCompletion(ctx, req); err == nil {
				break
			}
		}
		if err != nil || len(resp.Choices[0].Message.ToolCalls) == 0 {
			return err
		}
		req.Messages = append(req.Messages, h.Serve(resp.Choices[0].Message.ToolCalls)...)
	}
}

// Rounds is the same without tries: three is its limit.
func Rounds(ctx context.Context, c *openai.Client, h Handler) error {
	req := openai.ChatCompletionRequest{Tools: []openai.Tool{{Function: &openai.FunctionDefinition{Name: "search"}}}}
	for round := 0; round < 3; round++ {
		resp, err := c.CreateChatCompletion(ctx, req)
		if err != nil || len(resp.Choices[0].Message.ToolCalls) == 0 {
			return err
		}
		req.Messages = append(req.Messages, h.Serve(resp.Choices[0].Message.ToolCalls)...)
	}
	return nil
}
