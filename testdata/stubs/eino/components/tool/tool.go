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

func StatefulInterrupt(ctx context.Context, info, state any) error { return nil }

func GetInterruptState[T any](ctx context.Context) (wasInterrupted, hasState bool, state T) { return }

func GetResumeContext[T any](ctx context.Context) (isResumeTarget, hasData bool, data T) { return }
