package utils

import (
	"context"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/schema"
)

type Option func()

type InvokeFunc[T, D any] func(ctx context.Context, input T) (output D, err error)

type StreamFunc[T, D any] func(ctx context.Context, input T) (*schema.StreamReader[D], error)

func InferTool[T, D any](name, desc string, i InvokeFunc[T, D], opts ...Option) (tool.InvokableTool, error) {
	return nil, nil
}

func InferStreamTool[T, D any](name, desc string, i StreamFunc[T, D], opts ...Option) (tool.StreamableTool, error) {
	return nil, nil
}

func NewTool[T, D any](desc *schema.ToolInfo, i InvokeFunc[T, D], opts ...Option) tool.InvokableTool {
	return nil
}

func NewStreamTool[T, D any](desc *schema.ToolInfo, i StreamFunc[T, D], opts ...Option) tool.StreamableTool {
	return nil
}

func WrapToolWithErrorHandler(t tool.BaseTool, h func(context.Context, error) string) tool.BaseTool {
	return t
}

func GoStruct2ToolInfo[T any](name, desc string, opts ...Option) (*schema.ToolInfo, error) {
	return nil, nil
}
