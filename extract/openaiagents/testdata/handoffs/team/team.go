// Package team makes agents for others.
package team

import "github.com/nlpodyssey/openai-agents-go/agents"

// Member returns an agent that hands over to others.
func Member(name string, to ...*agents.Agent) *agents.Agent {
	return agents.New(name).WithInstructions(name).WithAgentHandoffs(to...)
}
