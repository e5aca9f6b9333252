// Package workflowrunner is a stub of the package of that name.
package workflowrunner

type Builder struct{ Factories map[string]any }

type RunnerService struct{ Builder *Builder }

func NewDefaultBuilder() *Builder { return &Builder{} }

func NewRunnerService(b *Builder) *RunnerService { return &RunnerService{Builder: b} }
