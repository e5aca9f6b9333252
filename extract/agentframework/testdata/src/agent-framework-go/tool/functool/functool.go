// Package functool is a stub with the API of the framework.
package functool

import (
	"context"

	"github.com/microsoft/agent-framework-go/tool"
)

type (
	Config                  struct{ Name, Description string }
	HandlerFor[In, Out any] func(context.Context, In) (Out, error)
)

func New[In, Out any](c Config, h HandlerFor[In, Out]) (tool.FuncTool, error) { return nil, nil }
func MustNew[In, Out any](c Config, h HandlerFor[In, Out]) tool.FuncTool      { return nil }
