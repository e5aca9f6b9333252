// Package service calls itself again with each answer, and lets another package
// dispatch.
package service

import (
	"context"

	openai "github.com/sashabaranov/go-openai"

	"example.com/golden/service/tools"
)

type Service struct{ client *openai.Client }

func (s *Service) Answer(ctx context.Context, msgs []openai.ChatCompletionMessage) (string, error) {
	resp, err := s.client.CreateChatCompletion(ctx, openai.ChatCompletionRequest{Messages: msgs})
	if err != nil {
		return "", err
	}
	msg := resp.Choices[0].Message
	if resp.Choices[0].FinishReason == "stop" {
		return msg.Content, nil
	}
	for _, call := range msg.ToolCalls {
		msgs = append(msgs, openai.ChatCompletionMessage{Content: tools.Dispatch(ctx, call)})
	}
	return s.Answer(ctx, msgs)
}

// Summarize lets the model choose nothing.
func (s *Service) Summarize(ctx context.Context, text string) (string, error) {
	for range 3 {
		resp, err := s.client.CreateChatCompletion(ctx, openai.ChatCompletionRequest{})
		if err == nil && resp.Choices[0].Message.Content == "fine" {
			return resp.Choices[0].Message.Content, nil
		}
	}
	return "", nil
}
