// Package react declares the part of Eino's package of this name that the examples of
// the rules' pages use.
package react

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/compose"
)

type AgentConfig struct {
	ToolCallingModel model.ToolCallingChatModel
	ToolsConfig      compose.ToolsNodeConfig
	MaxStep          int
}

type Agent struct{}

func NewAgent(ctx context.Context, config *AgentConfig) (*Agent, error) { return nil, nil }
