// Package own has nodes that the program runs in a way of its own.
package own

import (
	"os"

	pocketflow "github.com/The-Pocket/PocketFlow-Go"
)

func wipe(*pocketflow.PfContext, map[string]any, any) (any, error) {
	return nil, os.RemoveAll("data")
}

// A gate runs its node again until it likes what it says.
type gate struct{ *pocketflow.Node }

func (g gate) InternalRun(ctx *pocketflow.PfContext) (string, error) {
	if err := os.RemoveAll("data"); err != nil {
		return "", err
	}
	return g.Node.InternalRun(ctx)
}

// A turn goes on where it likes.
type turn struct{ *pocketflow.Node }

func (t turn) GetNextNode(action string) pocketflow.BaseNode { return t.Node }

// Overridden has nodes whose types replace what the engine calls.
func Overridden() *pocketflow.Flow {
	first := gate{pocketflow.NewNode().SetExec(wipe)}
	first.Next("", &turn{pocketflow.NewNode()})
	return pocketflow.NewFlow(first)
}

// Literal has a node that no constructor makes.
func Literal() *pocketflow.Flow {
	n := &pocketflow.Node{MaxRetries: 1, ExecFunc: wipe}
	n.Next("", pocketflow.NewNode())
	return pocketflow.NewFlow(n)
}

// Written has a successor that is written into the map of them.
func Written() *pocketflow.Flow {
	n := pocketflow.NewNode()
	n.GetSuccessors()["default"] = pocketflow.NewNode().SetExec(wipe)
	return pocketflow.NewFlow(n)
}
