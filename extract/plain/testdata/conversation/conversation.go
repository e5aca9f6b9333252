// Package conversation asks a human for what comes next in each round, or only in
// some.
package conversation

import (
	"bufio"
	"context"
	"os"

	openai "github.com/sashabaranov/go-openai"
)

func look(args string) string { return "nothing" }

func Each(ctx context.Context, c *openai.Client, req openai.ChatCompletionRequest) error {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		req.Messages = append(req.Messages, openai.ChatCompletionMessage{Content: in.Text()})
		resp, err := c.CreateChatCompletion(ctx, req)
		if err != nil {
			return err
		}
		for _, call := range resp.Choices[0].Message.ToolCalls {
			if call.Function.Name == "look" {
				req.Messages = append(req.Messages, openai.ChatCompletionMessage{Content: look(call.Function.Arguments)})
			}
		}
	}
	return in.Err()
}

func Some(ctx context.Context, c *openai.Client, req openai.ChatCompletionRequest) error {
	in := bufio.NewScanner(os.Stdin)
	for {
		resp, err := c.CreateChatCompletion(ctx, req)
		if err != nil {
			return err
		}
		calls := resp.Choices[0].Message.ToolCalls
		for _, call := range calls {
			if call.Function.Name == "look" {
				req.Messages = append(req.Messages, openai.ChatCompletionMessage{Content: look(call.Function.Arguments)})
			}
		}
		if len(calls) == 0 {
			if !in.Scan() {
				return in.Err()
			}
			req.Messages = append(req.Messages, openai.ChatCompletionMessage{Content: in.Text()})
		}
	}
}
