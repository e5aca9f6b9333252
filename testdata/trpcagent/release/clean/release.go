// Package clean is a release that waits for all checks, and ends.
package clean

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
	g.AddNode("review", steps.Review("approved", "rejected"),
		graph.WithEndsMap(map[string]string{"approved": "ship", "rejected": graph.End}))
	g.AddNode("ship", steps.Say("shipped", true))
	g.AddNode("watch", steps.Say("seen", true), graph.WithInterruptAfter())
	g.AddEdge("build", "test").AddEdge("build", "scan").AddEdge("test", "sign")
	g.AddJoinEdge([]string{"sign", "scan"}, "gather")
	g.AddEdge("gather", "review")
	g.AddEdge("ship", "watch")
	g.AddConditionalEdges("watch", steps.Healthy, map[string]string{"done": graph.End, "again": "ship"})
	compiled, err := g.SetEntryPoint("build").Compile()
	if err != nil {
		return nil, nil, err
	}
	a, err := graphagent.New("release", compiled, graphagent.WithExecutorOptions(graph.WithMaxSteps(40)))
	return a, compiled, err
}
