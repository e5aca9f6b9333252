package messageworkflow

import (
	"github.com/microsoft/agent-framework-go/message"
	"github.com/microsoft/agent-framework-go/workflow"
)

func ConfigureForwarding(executor *workflow.Executor, options *ForwardingOptions)
func NewMessageState(stateKey string, scopeName string) *MessageState
func Configure(executor *workflow.Executor, options *Options)

type ForwardingOptions struct {
	StringMessageRole message.Role
}

type MessageState struct {
}

func (s *MessageState) ProcessTurnMessages(ctx *workflow.Context, fn func(ctx *workflow.Context, messages []*message.Message) ([]*message.Message, error)) error
func (s *MessageState) Reset() error

type Options struct {
	StateKey        string
	TakeTurnHandler func(ctx *workflow.Context, token workflow.TurnToken, messages []*message.Message) error

	StringMessageRole        string
	ScopeName                string
	DisableAutoSendTurnToken bool
	MessageState             *MessageState
}
