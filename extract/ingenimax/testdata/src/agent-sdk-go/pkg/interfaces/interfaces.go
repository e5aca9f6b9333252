// Package interfaces is a stub with the API of the SDK.
package interfaces

import "context"

type ParameterSpec struct{ Type any }

type Tool interface {
	Name() string
	Description() string
	Run(ctx context.Context, input string) (string, error)
	Parameters() map[string]ParameterSpec
	Execute(ctx context.Context, args string) (string, error)
}

type (
	MCPServer       interface{ Close() error }
	GraphRAGStore   interface{ Close() error }
	GenerateOptions struct{ MaxIterations int }
	GenerateOption  func(*GenerateOptions)
	LLMResponse     struct{ Content string }
)

type LLM interface {
	Generate(ctx context.Context, prompt string, options ...GenerateOption) (string, error)
	GenerateWithTools(ctx context.Context, prompt string, tools []Tool, options ...GenerateOption) (string, error)
	Name() string
}

func WithMaxIterations(n int) GenerateOption { return nil }
