// Package openaiprovider is a stub with the API of the framework.
package openaiprovider

import "github.com/microsoft/agent-framework-go/agent"

type Client struct{}

type AgentConfig struct {
	agent.Config
	Instructions  string
	Model         string
	SessionConfig *SessionConfig
}

type SessionConfig struct{}

type Params struct {
	Model string
	Tools []string
}

func NewAgent(c Client, config AgentConfig) *agent.Agent { return nil }

func NewChatCompletionsAgent(c Client, config AgentConfig) *agent.Agent { return nil }
func NewResponsesAgent(c Client, config AgentConfig) *agent.Agent       { return nil }
func ChatCompletionNewParams(params Params) agent.Option                { return nil }
func ResponsesNewParams(params Params) agent.Option                     { return nil }
