// Package workflow is a stub with the API of the SDK.
package workflow

import (
	"time"

	"go.temporal.io/sdk/internal"
)

type (
	Context              = internal.Context
	Future               = internal.Future
	ChildWorkflowFuture  = internal.ChildWorkflowFuture
	ReceiveChannel       = internal.ReceiveChannel
	Channel              = internal.Channel
	Selector             = internal.Selector
	ActivityOptions      = internal.ActivityOptions
	UpdateHandlerOptions = internal.UpdateHandlerOptions
	RegisterOptions      = internal.RegisterWorkflowOptions
)

func WithActivityOptions(ctx Context, o ActivityOptions) Context { return ctx }

func ExecuteActivity(ctx Context, activity any, args ...any) Future      { return nil }
func ExecuteLocalActivity(ctx Context, activity any, args ...any) Future { return nil }
func ExecuteChildWorkflow(ctx Context, childWorkflow any, args ...any) ChildWorkflowFuture {
	return nil
}
func NewContinueAsNewError(ctx Context, wfn any, args ...any) error { return nil }
func GetSignalChannel(ctx Context, name string) ReceiveChannel      { return nil }
func NewChannel(ctx Context) Channel                                { return nil }
func NewSelector(ctx Context) Selector                              { return nil }
func NewTimer(ctx Context, d time.Duration) Future                  { return nil }
func Sleep(ctx Context, d time.Duration) error                      { return nil }
func Await(ctx Context, condition func() bool) error                { return nil }
func AwaitWithTimeout(ctx Context, d time.Duration, condition func() bool) (bool, error) {
	return false, nil
}
func SetUpdateHandler(ctx Context, name string, handler any) error { return nil }
func SetQueryHandler(ctx Context, name string, handler any) error  { return nil }
func Go(ctx Context, f func(ctx Context))                          {}

type (
	WaitGroup    = internal.WaitGroup
	NexusClient  = internal.NexusClient
	NexusOptions = internal.NexusOperationOptions
)

func NewWaitGroup(ctx Context) WaitGroup                  { return nil }
func NewNexusClient(endpoint, service string) NexusClient { return nil }
func SideEffect(ctx Context, f func(ctx Context) any) any { return nil }
