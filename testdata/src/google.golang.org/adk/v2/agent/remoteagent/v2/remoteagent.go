// Package remoteagent stands for the package of the same name of the Agent
// Development Kit.
package remoteagent

import "google.golang.org/adk/v2/agent"

// A2AConfig says where the agent lives.
type A2AConfig struct {
	Name, Description, AgentCardSource string
	AllowTransferToAgent               bool
}

// NewA2A returns an agent that runs on another host.
func NewA2A(cfg A2AConfig) (agent.Agent, error) { panic("stub") }
