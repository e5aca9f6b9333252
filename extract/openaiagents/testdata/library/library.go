// Package library makes agents that its callers run, and runs one of them itself.
package library

import (
	"context"

	"github.com/nlpodyssey/openai-agents-go/agents"
)

// Pair returns one of two agents that hand over to each other.
func Pair() *agents.Agent {
	one, two := agents.New("one"), agents.New("two")
	one.AgentHandoffs, two.AgentHandoffs = []*agents.Agent{two}, []*agents.Agent{one}
	return one
}

// Alone returns an agent, which Ask runs.
func Alone() *agents.Agent { return agents.New("alone") }

// Ask asks it.
func Ask(ctx context.Context, question string) (*agents.RunResult, error) {
	return agents.Runner{Config: agents.RunConfig{MaxTurns: 2}}.Run(ctx, Alone(), question)
}

// Given runs what it gets.
func Given(ctx context.Context, a *agents.Agent) { agents.Run(ctx, a, "go") }

// Other hands over to what it gets.
func Other(to *agents.Agent) *agents.Agent { return agents.New("other").WithAgentHandoffs(to) }
