// Package accounts opens accounts in the company's systems.
package accounts

import (
	"context"
	"fmt"

	"github.com/cloudwego/eino/compose"

	"example.com/einoagents/onboarding/hr"
)

// Systems are what everybody needs on the first day.
var Systems = []string{"mail", "vpn", "wiki"}

// Node returns the name of the step that opens an account in system.
func Node(system string) string { return fmt.Sprintf("account_%s", system) }

// Add adds a step for each system to g, behind the step after, and returns
// their names.
func Add[O any](g *compose.Graph[hr.Hire, O], after string, systems []string) ([]string, error) {
	var names []string
	for _, s := range systems {
		name := Node(s)
		if err := g.AddLambdaNode(name, compose.InvokableLambda(open(s)), compose.WithOutputKey(name)); err != nil {
			return nil, err
		}
		if err := g.AddEdge(after, name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, nil
}

func open(system string) func(context.Context, hr.Hire) (string, error) {
	return func(_ context.Context, h hr.Hire) (string, error) {
		return h.Name + "@" + system, nil
	}
}
