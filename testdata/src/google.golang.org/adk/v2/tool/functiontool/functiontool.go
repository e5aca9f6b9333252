// Package functiontool stands for the package of the same name of the Agent
// Development Kit.
package functiontool

import (
	"iter"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/tool"
)

// Config describes a tool.
type Config struct {
	Name, Description           string
	IsLongRunning               bool
	RequireConfirmation         bool
	RequireConfirmationProvider any
}

// Func is the body of a tool.
type Func[TArgs, TResults any] func(agent.Context, TArgs) (TResults, error)

// StreamingFunc is the body of a tool that answers bit by bit.
type StreamingFunc[TArgs any] func(agent.Context, TArgs) iter.Seq2[string, error]

// New makes a tool of a function.
func New[TArgs, TResults any](cfg Config, handler Func[TArgs, TResults]) (tool.Tool, error) {
	panic("stub")
}

// NewStreaming makes a tool of a function that answers bit by bit.
func NewStreaming[TArgs any](cfg Config, handler StreamingFunc[TArgs]) (tool.Tool, error) {
	panic("stub")
}
