// Package rewired changes graphs beside the calls that are for it, or has a model make them.
package rewired

import (
	"context"

	"github.com/prathyushnallamothu/swarmgo"
)

func pass(ctx context.Context, s swarmgo.GraphState) (swarmgo.GraphState, error) { return s, nil }

func build(name string) *swarmgo.Graph {
	g := swarmgo.NewGraph(name, "")
	g.AddNode("a", "", pass)
	g.SetEntryPoint("a")
	g.AddExitPoint("a")
	return g
}

// Plain is what it looks like.
func Plain() { build("plain") }

// Process replaces what a node does.
func Process(other swarmgo.NodeFunc) {
	g := build("process")
	g.Nodes["a"].Process = other
}

// Edges adds a way that no call adds.
func Edges() {
	g := build("edges")
	g.Edges["a"] = append(g.Edges["a"], swarmgo.Edge{From: "a", To: "a"})
}

func ByHand() *swarmgo.Graph {
	return &swarmgo.Graph{Nodes: map[swarmgo.NodeID]*swarmgo.Node{"a": {ID: "a", Process: pass}}, EntryPoint: "a"}
}

// Joined adds a member to the map that a team gives out.
func Joined() {
	w := swarmgo.NewWorkflow("", "", swarmgo.CollaborativeWorkflow)
	w.AddAgent(&swarmgo.Agent{Name: "writer"})
	w.GetAgents()["editor"] = &swarmgo.Agent{Name: "editor"}
	w.Execute("writer", "go")
}

func Designed(ctx context.Context) {
	swarmgo.NewDynamicWorkflowCreator("", "").CreateAndExecuteWorkflow(ctx, "task")
}
