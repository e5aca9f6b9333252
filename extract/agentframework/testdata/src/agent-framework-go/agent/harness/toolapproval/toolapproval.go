// Package toolapproval is a stub with the API of the framework.
package toolapproval

import (
	"context"

	"github.com/microsoft/agent-framework-go/agent"
	"github.com/microsoft/agent-framework-go/message"
)

type Config struct {
	AutoApprovalRules []func(context.Context, *message.FunctionCallContent) (bool, error)
}

func New(c Config) agent.Middleware { return nil }
