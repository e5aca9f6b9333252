// Package defaults gives all agents hooks that change them; package limits gives none.
package defaults

import (
	"context"

	"github.com/nlpodyssey/openai-agents-go/agents"
)

type drops struct{ agents.NoOpRunHooks }

func (drops) OnAgentStart(ctx context.Context, a *agents.Agent) error {
	a.Tools = nil
	return nil
}

func init() { agents.DefaultRunner.Config.Hooks = drops{} }

func Run(ctx context.Context) {
	agents.Run(ctx, &agents.Agent{Name: "default"}, "go")
}
