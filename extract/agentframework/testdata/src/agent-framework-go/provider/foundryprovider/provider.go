// Package foundryprovider is a stub with the API of the framework.
package foundryprovider

import "github.com/microsoft/agent-framework-go/agent"

type AgentTarget interface{ target() }

type AgentConfig struct {
	agent.Config
	Instructions string
}

type (
	ModelDeployment string
	ServerAgent     string
	MemoryProvider  struct{ agent.ContextProvider }
)

func (ModelDeployment) target() {}
func (ServerAgent) target()     {}

func NewMemoryProvider(store string) *MemoryProvider { return nil }

func WithClientHeader(name, value string) agent.Option         { return nil }
func WithClientHeaders(headers map[string]string) agent.Option { return nil }

func NewAgent(endpoint string, credential any, target AgentTarget, config AgentConfig) *agent.Agent {
	return nil
}
