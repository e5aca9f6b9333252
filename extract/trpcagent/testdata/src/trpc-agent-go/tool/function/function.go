package function

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/tool"
)

type Option func()

type FunctionTool[I, O any] struct{}

func NewFunctionTool[I, O any](fn func(context.Context, I) (O, error), opts ...Option) *FunctionTool[I, O] {
	return &FunctionTool[I, O]{}
}

func (t *FunctionTool[I, O]) Declaration() *tool.Declaration                         { return nil }
func (t *FunctionTool[I, O]) Call(ctx context.Context, jsonArgs []byte) (any, error) { return nil, nil }

type StreamableFunctionTool[I, O any] struct{}

func NewStreamableFunctionTool[I, O any](fn func(context.Context, I) (*tool.StreamReader, error), opts ...Option) *StreamableFunctionTool[I, O] {
	return &StreamableFunctionTool[I, O]{}
}

func (t *StreamableFunctionTool[I, O]) Declaration() *tool.Declaration { return nil }
func (t *StreamableFunctionTool[I, O]) StreamableCall(ctx context.Context, jsonArgs []byte) (*tool.StreamReader, error) {
	return nil, nil
}

func WithName(name string) Option               { return nil }
func WithDescription(description string) Option { return nil }
