// Package internal is a stub with the API of the SDK.
package internal

import "time"

type (
	Context interface{ Value(key any) any }
	Future  interface {
		Get(ctx Context, valuePtr any) error
		IsReady() bool
	}
	ChildWorkflowFuture interface {
		Future
		GetChildWorkflowExecution() Future
	}
	ReceiveChannel interface {
		Receive(ctx Context, valuePtr any) (more bool)
		ReceiveWithTimeout(ctx Context, timeout time.Duration, valuePtr any) (ok, more bool)
		ReceiveAsync(valuePtr any) (ok bool)
		ReceiveAsyncWithMoreFlag(valuePtr any) (ok, more bool)
	}
	Channel interface {
		ReceiveChannel
		Send(ctx Context, v any)
	}
	Selector interface {
		AddReceive(c ReceiveChannel, f func(c ReceiveChannel, more bool)) Selector
		AddFuture(future Future, f func(f Future)) Selector
		AddSend(c Channel, v any, f func()) Selector
		AddDefault(f func())
		Select(ctx Context)
	}
	ActivityOptions         struct{ StartToCloseTimeout time.Duration }
	UpdateHandlerOptions    struct{ Validator any }
	RegisterWorkflowOptions struct{ Name string }
	RegisterActivityOptions struct{ Name string }
)

type (
	WaitGroup interface {
		Go(ctx Context, f func(ctx Context))
		Wait(ctx Context)
	}
	NexusClient interface {
		ExecuteOperation(ctx Context, operation, input any, options NexusOperationOptions) NexusOperationFuture
	}
	NexusOperationOptions struct{}
	NexusOperationFuture  interface{ Future }
)
