// Package open has flows of which agentvet cannot know everything.
package open

import (
	"os"

	pocketflow "github.com/The-Pocket/PocketFlow-Go"
)

// Actions that exist only at run time.
func Named() *pocketflow.Flow {
	n := pocketflow.NewNode().SetPost(func(*pocketflow.PfContext, map[string]any, any, any) (string, error) {
		return os.Getenv("NEXT"), nil
	})
	n.Next(os.Getenv("ACTION"), pocketflow.NewNode())
	n.Next("a", pocketflow.NewNode())
	return pocketflow.NewFlow(n)
}

// With goes on with what its caller passes.
func With(next pocketflow.BaseNode) *pocketflow.Flow {
	n := pocketflow.NewNode()
	n.Next("", next)
	return pocketflow.NewFlow(n)
}

// A step of the program's own, which embeds no node.
type step struct{ pocketflow.BaseNode }

func Own() *pocketflow.Flow { return pocketflow.NewFlow(step{}) }

// Grow makes as many nodes as its caller says.
func Grow(n int) *pocketflow.Flow {
	first := pocketflow.NewNode()
	var last pocketflow.BaseNode = first
	for range n {
		last = last.Next("", pocketflow.NewNode())
	}
	return pocketflow.NewFlow(first)
}
