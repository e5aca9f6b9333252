// Package main builds graphs: with conditions, a table of nodes, and a step whose
// name only the environment knows.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/go-kratos/blades"
	"github.com/go-kratos/blades/graph"
	"github.com/go-kratos/blades/tools"
)

func pass(ctx context.Context, s graph.State) (graph.State, error) { return s, nil }

func approve(ctx context.Context, s graph.State) (graph.State, error) {
	var answer string
	fmt.Scanln(&answer)
	if answer != "y" {
		return nil, fmt.Errorf("refused")
	}
	return s, nil
}

func approved(ctx context.Context, s graph.State) bool { return s["ok"] == true }
func refused(ctx context.Context, s graph.State) bool  { return s["ok"] != true }

// step returns a node that lets an agent work.
func step(a blades.Agent) graph.Handler {
	runner := blades.NewRunner(a)
	return func(ctx context.Context, s graph.State) (graph.State, error) {
		m, err := runner.Run(ctx, blades.UserMessage("go on"))
		if err != nil {
			return nil, err
		}
		return graph.State{"out": m.Text}, nil
	}
}

func review() (*graph.Executor, error) {
	writer, err := blades.NewAgent("writer", blades.WithTools(tools.NewTool("draft", "writes", tools.HandleFunc[string, string](
		func(ctx context.Context, in string) (string, error) { return in, nil }))))
	if err != nil {
		return nil, err
	}
	g := graph.New()
	g.AddNode("write", step(writer)).AddNode("approve", approve).AddNode("publish", pass).AddNode("drop", pass).AddNode("done", pass)
	g.AddEdge("write", "approve")
	g.AddEdge("approve", "publish", graph.WithEdgeCondition(approved))
	g.AddEdge("approve", "drop", graph.WithEdgeCondition(refused))
	g.AddEdge("publish", "done").AddEdge("drop", "done")
	return g.SetEntryPoint("write").SetFinishPoint("done").Compile()
}

func fan() {
	g := graph.New()
	g.AddNode("split", pass)
	g.AddNode("join", pass)
	for _, name := range []string{"left", "right"} {
		g.AddNode(name, pass).AddEdge("split", name).AddEdge(name, "join")
	}
	if os.Getenv("AUDIT") != "" {
		g.AddNode("audit", pass).AddEdge("split", "audit").AddEdge("audit", "join")
	}
	g.SetEntryPoint("split").SetFinishPoint("join")
	e, _ := g.Compile()
	e.Execute(context.Background(), nil)
}

func open() {
	g := graph.New()
	g.AddNode("begin", pass).AddNode(os.Getenv("STEP"), pass).AddNode("end", pass)
	g.AddEdge("begin", os.Getenv("STEP")).AddEdge(os.Getenv("STEP"), "end").AddEdge("begin", "missing")
	g.SetEntryPoint("begin").SetFinishPoint("end")
	e, _ := g.Compile()
	e.Execute(context.Background(), nil)
}

func main() {
	e, _ := review()
	e.Execute(context.Background(), nil)
	fan()
	open()
}
