package copilotprovider

import (
	copilot "github.com/github/copilot-sdk/go"
	"github.com/microsoft/agent-framework-go/agent"
)

func NewAgent(cclient *copilot.Client, config AgentConfig) *agent.Agent

type AgentConfig struct {
	agent.Config

	SessionConfig *copilot.SessionConfig

	Instructions string
}
