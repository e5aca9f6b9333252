package geminiprovider

import (
	"github.com/microsoft/agent-framework-go/agent"
	"google.golang.org/genai"
)

func GenerateContentConfig(config genai.GenerateContentConfig) agent.Option
func NewAgent(gclient *genai.Client, config AgentConfig) *agent.Agent

type AgentConfig struct {
	agent.Config

	Instructions string

	Model string
}
