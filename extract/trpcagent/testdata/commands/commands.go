// Package commands has nodes that say where the run goes.
package commands

import (
	"context"
	"errors"

	"trpc.group/trpc-go/trpc-agent-go/graph"
)

func step(ctx context.Context, state graph.State) (any, error) { return nil, nil }

func decide(ctx context.Context, state graph.State) (any, error) {
	v, _ := state["decision"].(string)
	if v == "" {
		return nil, errors.New("no decision")
	}
	if v == "yes" {
		return &graph.Command{GoTo: "approve", Update: graph.State{"by": "rule"}}, nil
	}
	return &graph.Command{GoTo: "reject"}, nil
}

// Always goes where its ends say; its static edge is dead.
func Always() (*graph.Graph, error) {
	return graph.NewStateGraph(nil).
		AddNode("decide", decide, graph.WithEndsMap(map[string]string{"approve": "book", "reject": graph.End})).
		AddNode("book", step).AddNode("dead", step).
		AddEdge("decide", "dead").
		SetEntryPoint("decide").SetFinishPoint("book").SetFinishPoint("dead").
		Compile()
}

func choose(ctx context.Context, state graph.State) (any, error) {
	v, _ := state["choice"].(string)
	switch v {
	case "approve":
		return &graph.Command{GoTo: "approve"}, nil
	case "reject":
		return &graph.Command{GoTo: "reject"}, nil
	default:
		return &graph.Command{GoTo: "reject"}, nil
	}
}

// Switch commands in each of several cases.
func Switch() (*graph.Graph, error) {
	return graph.NewStateGraph(nil).
		AddNode("choose", choose).AddNode("approve", step).AddNode("reject", step).
		SetEntryPoint("choose").SetFinishPoint("approve").SetFinishPoint("reject").
		Compile()
}

// Later sets the target of a command that it has made, on one way.
func Later() (*graph.Graph, error) {
	return graph.NewStateGraph(nil).
		AddNode("first", func(ctx context.Context, state graph.State) (any, error) {
			cmd := &graph.Command{Update: graph.State{"seen": true}}
			if state["skip"] == true {
				cmd.GoTo = "last"
			}
			return cmd, nil
		}).
		AddNode("middle", step).AddNode("last", step).
		AddEdge("first", "middle").AddEdge("middle", "last").
		SetEntryPoint("first").SetFinishPoint("last").
		Compile()
}

// Sometimes commands on one way and leaves it to its edges on the other.
func Sometimes() (*graph.Graph, error) {
	return graph.NewStateGraph(nil).
		AddNode("triage", func(ctx context.Context, state graph.State) (any, error) {
			if state["urgent"] == true {
				return &graph.Command{GoTo: "page"}, nil
			}
			return graph.State{"seen": true}, nil
		}).
		AddNode("page", step).AddNode("log", step).AddNode("mail", step).
		AddEdge("triage", "log").AddEdge("triage", "mail").
		SetEntryPoint("triage").SetFinishPoint("page").SetFinishPoint("log").SetFinishPoint("mail").
		Compile()
}

// Collect waits by going nowhere until all parts are there.
func Collect() (*graph.Graph, error) {
	return graph.NewStateGraph(nil).
		AddNode("collect", func(ctx context.Context, state graph.State) (any, error) {
			if state["got"] == state["want"] {
				return &graph.Command{GoTo: "reduce"}, nil
			}
			return nil, nil
		}).
		AddNode("reduce", step).
		SetEntryPoint("collect").SetFinishPoint("reduce").
		Compile()
}

// Fan returns a command for each part.
func Fan() (*graph.Graph, error) {
	return graph.NewStateGraph(nil).
		AddNode("split", func(ctx context.Context, state graph.State) (any, error) {
			items, _ := state["items"].([]string)
			cmds := make([]*graph.Command, 0, len(items))
			for _, item := range items {
				cmds = append(cmds, &graph.Command{GoTo: "work", Update: graph.State{"item": item}})
			}
			return cmds, nil
		}).
		AddNode("work", step).AddNode("sum", step).
		AddEdge("work", "sum").
		SetEntryPoint("split").SetFinishPoint("sum").
		Compile()
}

// Pair returns two commands, one of which runs the node again.
func Pair() (*graph.Graph, error) {
	return graph.NewStateGraph(nil).
		AddNode("split", func(ctx context.Context, state graph.State) (any, error) {
			return []*graph.Command{{GoTo: "work"}, {Update: graph.State{"again": true}}}, nil
		}).
		AddNode("work", step).
		SetEntryPoint("split").SetFinishPoint("work").
		Compile()
}

// Nowhere goes to a node that does not exist: the engine drops it.
func Nowhere() (*graph.Graph, error) {
	return graph.NewStateGraph(nil).
		AddNode("lost", func(ctx context.Context, state graph.State) (any, error) {
			return &graph.Command{GoTo: "misspelt"}, nil
		}).
		SetEntryPoint("lost").SetFinishPoint("lost").
		Compile()
}

// Hidden returns what code that cannot be seen returns.
func Hidden(f func() any) (*graph.Graph, error) {
	return graph.NewStateGraph(nil).
		AddNode("ask", func(ctx context.Context, state graph.State) (any, error) { return f(), nil }).
		AddNode("echo", func(ctx context.Context, state graph.State) (any, error) { return state, nil }).
		AddNode("keep", func(ctx context.Context, state graph.State) (any, error) { return state.Clone(), nil }).
		AddEdge("ask", "echo").AddEdge("echo", "keep").
		SetEntryPoint("ask").SetFinishPoint("keep").
		Compile()
}
