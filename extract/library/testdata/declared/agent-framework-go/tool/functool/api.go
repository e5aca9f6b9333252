package functool

import (
	"context"

	"github.com/microsoft/agent-framework-go/tool"
)

func MustNew[In, Out any](cfg Config, h HandlerFor[In, Out]) tool.FuncTool
func New[In, Out any](cfg Config, h HandlerFor[In, Out]) (tool.FuncTool, error)

type Config struct {
	Name        string
	Description string
}

type Handler func(ctx context.Context, args string) (any, error)

type HandlerFor[In, Out any] func(context.Context, In) (Out, error)
