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
	InvokableRun(ctx context.Context, args string, opts ...Option) (string, error)
}

type StreamableTool interface {
	BaseTool
	StreamableRun(ctx context.Context, args string, opts ...Option) (*schema.StreamReader[string], error)
}

func Interrupt(ctx context.Context, info any) error { return nil }

func StatefulInterrupt(ctx context.Context, info any, state any) error { return nil }

func GetInterruptState[T any](ctx context.Context) (wasInterrupted bool, hasState bool, state T) {
	return
}

func GetResumeContext[T any](ctx context.Context) (isResume bool, hasData bool, data T) { return }
