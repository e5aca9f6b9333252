// Package anthropicprovider is a stub with the API of the framework.
package anthropicprovider

import "github.com/microsoft/agent-framework-go/agent"

type Client struct{}

type AgentConfig struct {
	agent.Config
	Instructions  string
	Model         string
	SessionConfig *SessionConfig
}

type SessionConfig struct{}

func NewAgent(c Client, config AgentConfig) *agent.Agent { return nil }

func MessageNewParams(params any) agent.Option { return nil }
