package anthropicprovider

import (
	"github.com/anthropics/anthropic-sdk-go"
	"github.com/microsoft/agent-framework-go/agent"
)

func MessageNewParams(params anthropic.MessageNewParams) agent.Option
func NewAgent(aclient anthropic.Client, config AgentConfig) *agent.Agent

type AgentConfig struct {
	agent.Config

	Instructions string

	Model string
}
