package tool

import (
	"context"
)

func RequireTools(name ...string) ToolMode
func ApprovalRequiredFunc(t FuncTool) FuncTool

type ApprovalRequiredTool interface {
	Tool

	ApprovalRequired() bool
}

type FuncTool interface {
	SchemaTool

	Call(ctx context.Context, args string) (any, error)
}

type SchemaTool interface {
	Tool

	Schema() any

	ReturnSchema() any
}

type Tool interface {
	Name() string

	Description() string
}

type ToolMode string

func (m ToolMode) Mode() ToolMode
func (m ToolMode) Required() []string
