// Package client is a stub with the API of the SDK.
package client

import "context"

type (
	StartWorkflowOptions struct{ TaskQueue string }
	WorkflowRun          interface {
		Get(ctx context.Context, valuePtr any) error
	}
	Client interface {
		ExecuteWorkflow(ctx context.Context, options StartWorkflowOptions, workflow any, args ...any) (WorkflowRun, error)
	}
	Options struct{}
)

func Dial(o Options) (Client, error) { return nil, nil }
