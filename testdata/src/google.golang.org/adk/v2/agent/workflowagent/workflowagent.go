// Package workflowagent stands for the package of the same name of the Agent
// Development Kit.
package workflowagent

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/workflow"
)

// Config configures the agent.
type Config struct {
	Name, Description string
	SubAgents         []agent.Agent
	Edges             []workflow.Edge
}

// New returns an agent that runs a workflow.
func New(cfg Config) (agent.Agent, error) { panic("stub") }
