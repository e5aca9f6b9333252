package built_test

import (
	"bytes"
	"fmt"

	"github.com/agentvet/agentvet/dfa/guard/built"
	"github.com/agentvet/agentvet/graph"
)

// A program with a framework of its own shows its graph itself, here one that a configuration describes.
func Example() {
	registry := new(bytes.Buffer) // in a program, the file that agentvet tools -o has written, embedded
	refund := &graph.Tool{Name: "refund", Description: "Pay back.", Handler: "desk.Refund", Pos: graph.Pos{File: "desk.go", Line: 12, Col: 1}}
	if err := graph.EncodeRegistry(registry, []*graph.Tool{refund}, nil); err != nil {
		panic(err)
	}
	verifier, err := built.New(built.Program{
		Policy:   []byte("version: 1\npolicies:\n  - {name: human-first, rule: 'human before tool:refund'}\n"),
		Registry: registry.Bytes(),
	})
	if err != nil {
		panic(err)
	}
	for _, steps := range [][]string{{"ask", "pay"}, {"pay", "ask"}} {
		b := graph.NewBuilder("desk", "ours", graph.Pos{})
		b.Node(graph.Node{Name: "start", Kind: graph.KindEntry})
		last := "start"
		for _, step := range steps {
			n := graph.Node{Name: step, Kind: graph.KindHuman}
			if step == "pay" {
				n.Kind, n.Calls, n.Tools = graph.KindTool, graph.CallsOnce, []*graph.Tool{graph.Shown("ours", "refund", "Pay back.")}
			}
			b.Node(n)
			b.Edge(last, step, graph.Edge{Kind: graph.EdgeDirect})
			last = step
		}
		b.Node(graph.Node{Name: "end", Kind: graph.KindExit})
		b.Edge(last, "end", graph.Edge{Kind: graph.EdgeDirect})
		fmt.Println(verifier.Check(&graph.Program{Workflows: []*graph.Workflow{b.Build()}}))
	}
	// Output:
	// <nil>
	// agentvet: refused: what was built does not run: it breaks what it must keep
	// 1. policy/human-first: a call of "refund" can come without a human being asked before it; the policy is "human before tool:refund" ("pay")
	//    the run starts at "start" [0]
	//    then "pay" (tool), which calls tool "refund" [1]
	//    the policy stands here (agentvet.yaml:3:31)
}
