// Package tool is a stub with the API of the framework.
package tool

import "context"

type ToolMode string

type Tool interface {
	Name() string
	Description() string
}

type SchemaTool interface {
	Tool
	Schema() any
	ReturnSchema() any
}

type FuncTool interface {
	SchemaTool
	Call(ctx context.Context, args string) (any, error)
}

func ApprovalRequiredFunc(t FuncTool) FuncTool { return nil }
