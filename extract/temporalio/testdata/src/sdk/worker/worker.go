// Package worker is a stub with the API of the SDK.
package worker

import (
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/internal"
)

type (
	Worker interface {
		Registry
		Run(interrupt <-chan any) error
	}
	Registry interface {
		WorkflowRegistry
		ActivityRegistry
	}
	WorkflowRegistry interface {
		RegisterWorkflow(w any)
		RegisterWorkflowWithOptions(w any, options internal.RegisterWorkflowOptions)
	}
	ActivityRegistry interface {
		RegisterActivity(a any)
		RegisterActivityWithOptions(a any, options internal.RegisterActivityOptions)
	}
	Options struct{}
)

func New(c client.Client, queue string, o Options) Worker { return nil }
func InterruptCh() <-chan any                             { return nil }
