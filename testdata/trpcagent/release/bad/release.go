// Package bad is a release that ships twice, and forgets half of what it rejects.
package bad

import (
	"trpc.group/trpc-go/trpc-agent-go/agent/graphagent"
	"trpc.group/trpc-go/trpc-agent-go/graph"

	"example.com/trpcagents/release/steps"
)

// Release builds the agent.
func Release() (*graphagent.GraphAgent, *graph.Graph, error) {
	g := graph.NewStateGraph(graph.NewStateSchema())
	for _, name := range []string{"build", "test", "scan", "sign"} {
		g.AddNode(name, steps.Say(name, "ok"))
	}
	g.AddNode("gather", steps.Say("gathered", true))
	g.AddNode("review", steps.Review("approved", "rejectd"), // DEFECT structure/undeclared-node rejectd: it is misspelt, and the engine drops it
		graph.WithEndsMap(map[string]string{"approved": "ship"}))
	g.AddNode("ship", steps.Say("shipped", true)) // DEFECT structure/silent-loop ship: it never ends, and the engine reports a success
	g.AddNode("watch", steps.Say("seen", true))
	g.AddEdge("build", "test").AddEdge("build", "scan").AddEdge("test", "sign") // DEFECT structure/unbalanced-join gather: it runs when the scan is done and again when the signature is
	g.AddEdge("sign", "gather").AddEdge("scan", "gather")
	g.AddEdge("gather", "review")
	g.AddEdge("ship", "watch").AddEdge("watch", "ship")
	compiled, err := g.SetEntryPoint("build").Compile()
	if err != nil {
		return nil, nil, err
	}
	a, err := graphagent.New("release", compiled, graphagent.WithExecutorOptions(graph.WithMaxSteps(40)))
	return a, compiled, err
}
