// Package model stands for the package of the same name of the Agent
// Development Kit.
package model

import (
	"context"
	"iter"
)

// LLM is a language model.
type LLM interface {
	Name() string
	GenerateContent(ctx context.Context, req *LLMRequest, stream bool) iter.Seq2[*LLMResponse, error]
}

// LLMRequest is what a model is asked.
type LLMRequest struct {
	Model  string
	Config any
	Tools  map[string]any
}

// LLMResponse is what it answers.
type LLMResponse struct{ Text string }
