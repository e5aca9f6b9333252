// Package tool declares the part of Eino's package of this name that the
// command-line scripts use.
package tool

import (
	"context"

	"github.com/cloudwego/eino/schema"
)

type Option struct{}

type BaseTool interface {
	Info(ctx context.Context) (*schema.ToolInfo, error)
}

type InvokableTool interface {
	BaseTool
	InvokableRun(ctx context.Context, argumentsInJSON string, opts ...Option) (string, error)
}
