// Package inproc is a stub with the API of the framework.
package inproc

import (
	"context"

	"github.com/microsoft/agent-framework-go/workflow"
)

type (
	ExecutionEnvironment struct{}
	ExecutionOption      func()
	Run                  struct{}
	StreamingRun         struct{}
	Checkpoint           struct{}
)

var Default = &ExecutionEnvironment{}

func BindSubworkflowAsExecutor(w *workflow.Workflow, id string) workflow.ExecutorBinding {
	return workflow.ExecutorBinding{}
}

func (e *ExecutionEnvironment) Run(ctx context.Context, w *workflow.Workflow, m any, o ...ExecutionOption) (*Run, error) {
	return nil, nil
}

func (e *ExecutionEnvironment) RunStreaming(ctx context.Context, w *workflow.Workflow, m any, o ...ExecutionOption) (*StreamingRun, error) {
	return nil, nil
}

func (e *ExecutionEnvironment) Resume(ctx context.Context, w *workflow.Workflow, from Checkpoint, o ...ExecutionOption) (*Run, error) {
	return nil, nil
}

func (e *ExecutionEnvironment) ResumeStreaming(ctx context.Context, w *workflow.Workflow, from Checkpoint, o ...ExecutionOption) (*StreamingRun, error) {
	return nil, nil
}
