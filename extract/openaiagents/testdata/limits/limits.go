// Package limits changes the limit of runs that are given none.
package limits

import (
	"context"

	"github.com/nlpodyssey/openai-agents-go/agents"
)

func init() { agents.DefaultRunner = agents.Runner{Config: agents.RunConfig{MaxTurns: 500}} }

// Run has the limit of the default runner, Own its own.
func Run(ctx context.Context) {
	agents.Run(ctx, &agents.Agent{Name: "default"}, "go")
}

func Own(ctx context.Context) {
	agents.Runner{Config: agents.RunConfig{MaxTurns: 3}}.Run(ctx, &agents.Agent{Name: "own"}, "go")
}
