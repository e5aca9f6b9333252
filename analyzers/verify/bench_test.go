package verify

import (
	"fmt"
	"testing"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/taint/agentflow"
	"github.com/agentvet/agentvet/taint/ssaflow"
)

// BenchmarkTools follows the data of many tools, each of which may be given what any other one
// returns: those of one model, as three commands of a module offer them. The flows from
// tool to tool, whose number is that of the tools squared, are of no interest to any rule.
func BenchmarkTools(b *testing.B) {
	const commands = 3
	for _, tools := range []int{100, 1000} {
		b.Run(fmt.Sprintf("tools=%d", tools), func(b *testing.B) {
			p := server(tools)
			for b.Loop() {
				var uses []*Uses
				for range commands {
					flows, rest, complete := agentflow.Flows(&agentflow.Input{
						Program: p, Result: ssaflow.Empty(), Asks: AsksOfResults,
						Func: func(string) agentflow.Func { return agentflow.Func{} },
					})
					if !complete || len(Flows(flows, nil)) > 0 {
						b.Fatal("there is nothing to find")
					}
					uses = append(uses, UsesOf(p, flows, rest, new(Names)))
				}
				if all := Merge(uses); len(all.Sources) != tools+1 {
					b.Fatalf("%d labels, want those of %d tools and the model's", len(all.Sources), tools)
				}
			}
		})
	}
}

// server returns an agent with many tools.
func server(tools int) *graph.Program {
	a := &graph.Agent{Name: "assistant"}
	for i := range tools {
		a.Tools = append(a.Tools, &graph.Tool{Name: fmt.Sprintf("tool_%d", i), Pos: graph.Pos{File: "tools.go", Line: i + 1, Col: 2}})
	}
	return &graph.Program{Agents: []*graph.Agent{a}, Tools: a.Tools}
}
