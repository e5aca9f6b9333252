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
		AddDefault(f func())
		Select(ctx Context)
	}
	ActivityOptions         struct{ StartToCloseTimeout time.Duration }
	UpdateHandlerOptions    struct{ Validator any }
	RegisterWorkflowOptions struct{ Name string }
	RegisterActivityOptions struct{ Name string }
)
