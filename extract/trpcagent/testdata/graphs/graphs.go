// Package graphs builds graphs in the ways that programs do: with helpers, from
// tables, under conditions, with routers of every form.
package graphs

import (
	"context"
	"errors"
	"os"

	"example.com/golden/graphs/parts"
	"trpc.group/trpc-go/trpc-agent-go/agent/graphagent"
	"trpc.group/trpc-go/trpc-agent-go/graph"
)

func step(ctx context.Context, state graph.State) (any, error) { return graph.State{"done": true}, nil }

// Barrier forks and waits for both sides.
func Barrier() (*graph.Graph, error) {
	g := graph.NewStateGraph(graph.NewStateSchema())
	for _, name := range []string{parts.Split, parts.Left, parts.Right, parts.Gather} {
		g.AddNode(name, step)
	}
	parts.Fork(g, parts.Split, parts.Left, parts.Right)
	g.AddJoinEdge([]string{parts.Left, parts.Right, parts.Left}, parts.Gather)
	return g.SetEntryPoint(parts.Split).SetFinishPoint(parts.Gather).Compile()
}

// Mixed has a node behind a barrier to which another way leads as well.
func Mixed() (*graph.Graph, error) {
	return graph.NewStateGraph(nil).
		AddNode("a", step).AddNode("b", step).AddNode("c", step).AddNode("d", step).
		AddEdge("a", "b").AddEdge("a", "c").
		AddJoinEdge([]string{"b", "c"}, "d").
		AddEdge("a", "d").
		SetEntryPoint("a").SetFinishPoint("d").
		Compile()
}

// Table builds edges from a table.
func Table() *graph.Graph {
	g := graph.NewStateGraph(nil)
	edges := []struct{ from, to string }{{"one", "two"}, {"two", "three"}, {"three", graph.End}}
	for _, e := range edges {
		g.AddNode(e.from, step)
	}
	for _, e := range edges {
		g.AddEdge(e.from, e.to)
	}
	g.SetEntryPoint("one")
	return g.MustCompile()
}

func review(ctx context.Context, state graph.State) (string, error) {
	score, ok := state["score"].(int)
	if !ok {
		return "", errors.New("no score")
	}
	switch {
	case score > 8:
		return "good", nil
	case score > 4:
		return "fair", nil
	}
	return "poor", nil
}

// Router maps what a router returns: to nodes, to the end, and one value to
// nothing.
func Router() (*graph.Graph, error) {
	return graph.NewStateGraph(nil).
		AddNode("draft", step).
		AddNode("review", step).
		AddNode("polish", step).
		AddNode("archive", step).
		AddEdge("draft", "review").
		AddConditionalEdges("review", review, map[string]string{
			"good": graph.End, "fair": "polish", "never": "archive",
		}).
		AddEdge("polish", "review").
		SetEntryPoint("draft").
		Compile()
}

func classify(ctx context.Context, state graph.State) (any, error) {
	if os.Getenv("FAST") != "" {
		return graph.State{"route": "fast"}, nil
	}
	return graph.State{"route": "slow"}, nil
}

// FromState routes by what the node before wrote into the state; the router is
// made by a helper of another package and has no map.
func FromState() (*graph.Graph, error) {
	g := graph.NewStateGraph(nil)
	g.AddNode("classify", classify)
	g.AddNode("fast", step)
	g.AddNode("slow", step)
	g.AddConditionalEdges("classify", parts.ByKey("route", "slow"), nil)
	return g.SetEntryPoint("classify").SetFinishPoint("fast").SetFinishPoint("slow").Compile()
}

// Several has a router that returns several names, and one of results.
func Several() (*graph.Graph, error) {
	g := graph.NewStateGraph(nil).
		AddNode("ask", step).AddNode("web", step).AddNode("docs", step).AddNode("sum", step)
	g.AddMultiConditionalEdges("ask", func(ctx context.Context, state graph.State) ([]string, error) {
		if state["deep"] == true {
			return []string{"w", "d"}, nil
		}
		return []string{"w"}, nil
	}, map[string]string{"w": "web", "d": "docs"})
	g.AddConditionalEdges("web", func(ctx context.Context, state graph.State) (graph.ConditionResult, error) {
		return graph.ConditionResult{NextNodes: []string{"sum", graph.End}}, nil
	}, nil)
	return g.AddEdge("docs", "sum").SetEntryPoint("ask").SetFinishPoint("sum").Compile()
}

// Dynamic routes to a name that a model chose.
func Dynamic() (*graph.Graph, error) {
	return graph.NewStateGraph(nil).
		AddNode("plan", step).AddNode("act", step).AddNode("wipe", step).
		AddConditionalEdges("plan", func(ctx context.Context, state graph.State) (string, error) {
			next, _ := state["next"].(string)
			return next, nil
		}, map[string]string{"act": "act"}).
		SetEntryPoint("plan").SetFinishPoint("act").SetFinishPoint("wipe").
		Compile()
}

// Configured depends on a flag, and runs with a limit of its own.
func Configured(fast bool) (*graphagent.GraphAgent, error) {
	g := graph.NewStateGraph(nil).AddNode("work", step).AddNode("check", step)
	if fast {
		g.AddEdge("work", graph.End)
	} else {
		g.AddEdge("work", "check").AddEdge("check", graph.End)
	}
	compiled, err := g.SetEntryPoint("work").Compile()
	if err != nil {
		return nil, err
	}
	return graphagent.New("configured", compiled, graphagent.WithExecutorOptions(graph.WithMaxSteps(25), graph.WithMaxConcurrency(2)))
}

// Forgotten is built and never compiled.
func Forgotten() {
	g := graph.NewStateGraph(nil)
	g.AddNode("lost", step)
}

// StartEdge has an edge from the start beside the entry point, which no run takes.
func StartEdge() (*graph.Graph, error) {
	return graph.NewStateGraph(nil).AddNode("in", step).AddNode("aside", step).
		AddEdge(graph.Start, "aside").SetEntryPoint("in").SetFinishPoint("in").SetFinishPoint("aside").Compile()
}

// Leaves never names the end: its runs end where nothing follows.
func Leaves() (*graph.Graph, error) {
	return graph.NewStateGraph(nil).AddNode("root", step).AddNode("left", step).AddNode("right", step).
		AddEdge("root", "left").AddEdge("root", "right").SetEntryPoint("root").Compile()
}

// Replaced changes what a step does after the graph was compiled, Looked only looks at it.
func Replaced(other graph.NodeFunc) *graph.Graph {
	g := graph.NewStateGraph(nil).AddNode("a", step).SetEntryPoint("a").SetFinishPoint("a").MustCompile()
	n, _ := g.Node("a")
	n.Function = other
	return g
}

func Looked() *graph.Graph {
	g := graph.NewStateGraph(nil).AddNode("a", step).SetEntryPoint("a").SetFinishPoint("a").MustCompile()
	g.Node("a")
	return g
}

// forked returns a graph one side of which is longer than the other.
func forked() *graph.Graph {
	g := graph.NewStateGraph(nil)
	for _, name := range []string{"a", "b", "c", "d"} {
		g.AddNode(name, step)
	}
	return g.AddEdge("a", "b").AddEdge("a", "c").AddEdge("b", "d").
		SetEntryPoint("a").SetFinishPoint("c").SetFinishPoint("d").MustCompile()
}

// Eager and Sooner may run d before c, which Stepwise does not; Sooner counts each step.
func Eager() { graph.NewExecutor(forked(), graph.WithExecutionEngine(graph.ExecutionEngineDAG)) }

func Stepwise() { graph.NewExecutor(forked(), graph.WithExecutionEngine(graph.ExecutionEngineBSP)) }

func Sooner(e graph.ExecutionEngine) {
	graph.NewExecutor(forked(), graph.WithMaxSteps(7), graph.WithExecutionEngine(e))
}
