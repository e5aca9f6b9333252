// Package executionplan is a stub with the API of the SDK.
package executionplan

type ExecutionPlan struct{ Description string }

func FormatExecutionPlan(p *ExecutionPlan) string { return "" }
