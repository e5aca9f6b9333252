// Package loopagent stands for the package of the same name of the Agent
// Development Kit.
package loopagent

import "google.golang.org/adk/v2/agent"

// Config configures the agent.
type Config struct {
	AgentConfig   agent.Config
	MaxIterations uint
}

// New returns an agent that runs its sub-agents again and again.
func New(cfg Config) (agent.Agent, error) { panic("stub") }
