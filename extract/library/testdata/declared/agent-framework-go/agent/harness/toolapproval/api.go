package toolapproval

import (
	"context"

	"github.com/microsoft/agent-framework-go/agent"
	"github.com/microsoft/agent-framework-go/message"
)

func New(cfg Config) agent.Middleware

type Config struct {
	AutoApprovalRules []func(context.Context, *message.FunctionCallContent) (bool, error)
}

type Rule struct {
	ToolName  string
	Arguments map[string]string
}
