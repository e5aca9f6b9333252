// Package scripted has a model that answers what it is told to, offline.
package scripted

import (
	"context"

	"github.com/tmc/langchaingo/llms"
)

// A Model gives its answers in turn; the last one again and again.
type Model struct {
	Answers []llms.ContentChoice
	asked   int
}

// Says returns a model that always says text.
func Says(text string) *Model {
	return &Model{Answers: []llms.ContentChoice{{Content: text}}}
}

// Calls returns a choice that calls a tool.
func Calls(tool, arguments string) llms.ContentChoice {
	return llms.ContentChoice{ToolCalls: []llms.ToolCall{{
		ID: "1", Type: "function", FunctionCall: &llms.FunctionCall{Name: tool, Arguments: arguments},
	}}}
}

// GenerateContent implements llms.Model.
func (m *Model) GenerateContent(context.Context, []llms.MessageContent, ...llms.CallOption) (*llms.ContentResponse, error) {
	c := m.Answers[min(m.asked, len(m.Answers)-1)]
	m.asked++
	return &llms.ContentResponse{Choices: []*llms.ContentChoice{&c}}, nil
}

// Call implements llms.Model.
func (m *Model) Call(ctx context.Context, _ string, _ ...llms.CallOption) (string, error) {
	r, err := m.GenerateContent(ctx, nil)
	if err != nil {
		return "", err
	}
	return r.Choices[0].Content, nil
}
