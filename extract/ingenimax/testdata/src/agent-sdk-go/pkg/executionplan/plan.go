// Package executionplan is a stub with the API of the SDK.
package executionplan

import (
	"context"

	"github.com/Ingenimax/agent-sdk-go/pkg/interfaces"
)

type ExecutionPlan struct{ Description string }

func FormatExecutionPlan(p *ExecutionPlan) string { return "" }

type Executor struct{}

func NewExecutor(tools []interfaces.Tool) *Executor { return nil }

func (e *Executor) ExecutePlan(ctx context.Context, plan *ExecutionPlan) (string, error) {
	return "", nil
}
