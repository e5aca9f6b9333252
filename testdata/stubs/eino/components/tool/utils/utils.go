// Package utils declares the part of Eino's package of this name that the
// command-line scripts use.
package utils

import (
	"context"

	"github.com/cloudwego/eino/components/tool"
)

type Option func()

type InvokeFunc[T, D any] func(ctx context.Context, input T) (output D, err error)

func InferTool[T, D any](toolName, toolDesc string, i InvokeFunc[T, D], opts ...Option) (tool.InvokableTool, error) {
	return nil, nil
}
