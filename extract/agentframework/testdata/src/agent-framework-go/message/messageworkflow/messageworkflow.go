// Package messageworkflow is a stub with the API of the framework.
package messageworkflow

import (
	"github.com/microsoft/agent-framework-go/message"
	"github.com/microsoft/agent-framework-go/workflow"
)

type (
	Options struct {
		TakeTurnHandler          func(*workflow.Context, workflow.TurnToken, []*message.Message) error
		DisableAutoSendTurnToken bool
	}
	ForwardingOptions struct{}
)

type MessageState struct{}

func (s *MessageState) ProcessTurnMessages(ctx *workflow.Context, f func(*workflow.Context, []*message.Message) ([]*message.Message, error)) error {
	return nil
}

func Configure(e *workflow.Executor, o *Options)                     {}
func ConfigureForwarding(e *workflow.Executor, o *ForwardingOptions) {}
