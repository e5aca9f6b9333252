// Package parallelagent stands for the package of the same name of the Agent
// Development Kit.
package parallelagent

import "google.golang.org/adk/v2/agent"

// Config configures the agent.
type Config struct{ AgentConfig agent.Config }

// New returns an agent that runs its sub-agents at the same time.
func New(cfg Config) (agent.Agent, error) { panic("stub") }
