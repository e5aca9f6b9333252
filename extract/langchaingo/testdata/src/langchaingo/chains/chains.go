// Package chains is a stub of langchaingo's package of that name.
package chains

import (
	"context"

	"github.com/tmc/langchaingo/llms"
)

type Chain interface {
	Call(ctx context.Context, inputs map[string]any) (map[string]any, error)
}

type (
	LLMChain              struct{ OutputKey string }
	RetrievalQA           struct{ CombineDocumentsChain Chain }
	SequentialChain       struct{ chains []Chain }
	SimpleSequentialChain struct{ chains []Chain }
	Transform             struct{}
)

func (*LLMChain) Call(context.Context, map[string]any) (map[string]any, error) { return nil, nil }
func (*SequentialChain) Call(context.Context, map[string]any) (map[string]any, error) {
	return nil, nil
}
func (*SimpleSequentialChain) Call(context.Context, map[string]any) (map[string]any, error) {
	return nil, nil
}
func (Transform) Call(context.Context, map[string]any) (map[string]any, error) { return nil, nil }

func (RetrievalQA) Call(context.Context, map[string]any) (map[string]any, error) { return nil, nil }

func NewRetrievalQA(combine Chain, retriever any) RetrievalQA { return RetrievalQA{combine} }

func Run(ctx context.Context, c Chain, input any) (string, error) { return "", nil }

func NewLLMChain(llm llms.Model, prompt string) *LLMChain { return &LLMChain{} }

func NewSequentialChain(chains []Chain, in, out []string) (*SequentialChain, error) {
	return &SequentialChain{chains}, nil
}

func NewSimpleSequentialChain(chains []Chain) (*SimpleSequentialChain, error) {
	return &SimpleSequentialChain{chains}, nil
}

func NewTransform(f func(context.Context, map[string]any) (map[string]any, error), in, out []string) Transform {
	return Transform{}
}
