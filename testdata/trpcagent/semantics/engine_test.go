// Package semantics measures what the engines of tRPC-Agent-Go do where its
// documents leave it open: what extract/trpcagent says of them is what these tests
// hold.
package semantics

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/graph"
)

// trace notes which nodes run.
type trace struct {
	mu   sync.Mutex
	runs []string
}

// step returns a node that notes that it runs, and returns result.
func (t *trace) step(name string, result any) graph.NodeFunc {
	return func(context.Context, graph.State) (any, error) {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.runs = append(t.runs, name)
		return result, nil
	}
}

// always returns a router that always returns a name.
func always(name string) graph.ConditionalFunc {
	return func(context.Context, graph.State) (string, error) { return name, nil }
}

// TestEngine runs small graphs on both engines. Want is the nodes that run, sorted;
// fails says that the run ends with an error.
func TestEngine(t *testing.T) {
	for _, c := range []struct {
		name  string
		build func(g *graph.StateGraph, t *trace)
		want  string
		fails bool
	}{
		{"edge from start is dead", func(g *graph.StateGraph, t *trace) {
			g.AddNode("a", t.step("a", nil)).AddNode("b", t.step("b", nil))
			g.AddEdge(graph.Start, "b").SetEntryPoint("a").SetFinishPoint("a")
		}, "a", false},
		{"condition of start is dead", func(g *graph.StateGraph, t *trace) {
			g.AddNode("a", t.step("a", nil)).AddNode("b", t.step("b", nil))
			g.AddConditionalEdges(graph.Start, always("b"), nil).SetEntryPoint("a").SetFinishPoint("a")
		}, "a", false},
		{"edge and condition both fire", func(g *graph.StateGraph, t *trace) {
			g.AddNode("a", t.step("a", nil)).AddNode("b", t.step("b", nil)).AddNode("c", t.step("c", nil))
			g.AddEdge("a", "b").AddConditionalEdges("a", always("c"), nil).SetEntryPoint("a")
		}, "a b c", false},
		{"the last condition counts", func(g *graph.StateGraph, t *trace) {
			g.AddNode("a", t.step("a", nil)).AddNode("b", t.step("b", nil)).AddNode("c", t.step("c", nil))
			g.AddConditionalEdges("a", always("b"), nil).AddConditionalEdges("a", always("c"), nil).SetEntryPoint("a")
		}, "a c", false},
		{"a name beside the map is followed", func(g *graph.StateGraph, t *trace) {
			g.AddNode("a", t.step("a", nil)).AddNode("b", t.step("b", nil)).AddNode("c", t.step("c", nil))
			g.AddConditionalEdges("a", always("c"), map[string]string{"x": "b"}).SetEntryPoint("a")
		}, "a c", false},
		{"an empty name goes nowhere", func(g *graph.StateGraph, t *trace) {
			g.AddNode("a", t.step("a", nil)).AddNode("b", t.step("b", nil))
			g.AddConditionalEdges("a", always(""), map[string]string{"x": "b"}).SetEntryPoint("a")
		}, "a", false},
		{"a name that nothing has is an error", func(g *graph.StateGraph, t *trace) {
			g.AddNode("a", t.step("a", nil)).AddNode("b", t.step("b", nil))
			g.AddConditionalEdges("a", always("z"), map[string]string{"x": "b"}).SetEntryPoint("a")
		}, "a", true},
		{"a command makes edges and condition dead", func(g *graph.StateGraph, t *trace) {
			g.AddNode("a", t.step("a", &graph.Command{GoTo: "d"}))
			g.AddNode("b", t.step("b", nil)).AddNode("c", t.step("c", nil)).AddNode("d", t.step("d", nil))
			g.AddEdge("a", "b").AddConditionalEdges("a", always("c"), nil).SetEntryPoint("a")
		}, "a d", false},
		{"a command without a target leaves it to the edges", func(g *graph.StateGraph, t *trace) {
			g.AddNode("a", t.step("a", &graph.Command{})).AddNode("b", t.step("b", nil)).AddEdge("a", "b").SetEntryPoint("a")
		}, "a b", false},
		{"a command to nothing is dropped", func(g *graph.StateGraph, t *trace) {
			g.AddNode("a", t.step("a", &graph.Command{GoTo: "z"})).AddNode("b", t.step("b", nil)).AddEdge("a", "b").SetEntryPoint("a")
		}, "a", false},
		{"an empty list of commands ends the way", func(g *graph.StateGraph, t *trace) {
			g.AddNode("a", t.step("a", []*graph.Command{})).AddNode("b", t.step("b", nil)).AddEdge("a", "b").SetEntryPoint("a")
		}, "a", false},
		{"each command of a list is a task", func(g *graph.StateGraph, t *trace) {
			g.AddNode("a", t.step("a", []*graph.Command{{GoTo: "b"}, {GoTo: "b"}})).AddNode("b", t.step("b", nil)).SetEntryPoint("a")
		}, "a b b", false},
		{"unequal ways run a node twice", func(g *graph.StateGraph, t *trace) {
			diamond(g, t)
			g.AddEdge("c", "d").AddEdge("e", "d")
		}, "a b c d d e", false},
		{"a join waits", func(g *graph.StateGraph, t *trace) {
			diamond(g, t)
			g.AddJoinEdge([]string{"c", "e"}, "d")
		}, "a b c d e", false},
		{"a join starves", func(g *graph.StateGraph, t *trace) {
			diamond(g, t)
			g.AddNode("f", t.step("f", nil)).AddJoinEdge([]string{"c", "f"}, "d")
		}, "a b c e", false},
		{"the end of one way does not end the others", func(g *graph.StateGraph, t *trace) {
			g.AddNode("a", t.step("a", nil)).AddNode("b", t.step("b", nil)).AddNode("c", t.step("c", nil))
			g.AddEdge("a", graph.End).AddEdge("a", "b").AddEdge("b", "c").SetEntryPoint("a")
		}, "a b c", false},
		{"the limit of steps is no error", func(g *graph.StateGraph, t *trace) {
			g.AddNode("a", t.step("a", nil)).AddEdge("a", "a").SetEntryPoint("a")
		}, strings.TrimSpace(strings.Repeat("a ", 7)), false},
	} {
		for _, engine := range []graph.ExecutionEngine{graph.ExecutionEngineBSP, graph.ExecutionEngineDAG} {
			t.Run(c.name+"/"+string(engine), func(t *testing.T) {
				rec := new(trace)
				g := graph.NewStateGraph(graph.NewStateSchema())
				c.build(g, rec)
				err := run(t, g, engine)
				slices.Sort(rec.runs)
				if got := strings.Join(rec.runs, " "); got != c.want {
					t.Errorf("runs %s, want %s", got, c.want)
				}
				if (err != "") != c.fails {
					t.Errorf("error %q, want one: %v", err, c.fails)
				}
			})
		}
	}
}

// diamond adds two ways of unequal length.
func diamond(g *graph.StateGraph, t *trace) {
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		g.AddNode(name, t.step(name, nil))
	}
	g.AddEdge("a", "b").AddEdge("a", "c").AddEdge("b", "e").SetEntryPoint("a")
}

// run runs a graph with a limit of seven steps, and returns the error that it ends
// with.
func run(t *testing.T, g *graph.StateGraph, engine graph.ExecutionEngine) string {
	t.Helper()
	failure, _ := runWith(t, g, graph.WithMaxSteps(7), graph.WithExecutionEngine(engine))
	return failure
}

// runWith runs a graph, and returns the error that it ends with, and whether it says that it is done.
func runWith(t *testing.T, g *graph.StateGraph, opts ...graph.ExecutorOption) (failure string, done bool) {
	t.Helper()
	compiled, err := g.Compile()
	if err != nil {
		t.Fatal(err)
	}
	exec, err := graph.NewExecutor(compiled, opts...)
	if err != nil {
		t.Fatal(err)
	}
	events, err := exec.Execute(context.Background(), graph.State{}, agent.NewInvocation())
	if err != nil {
		t.Fatal(err)
	}
	for e := range events {
		if e.Error != nil {
			failure = e.Error.Message
		}
		done = done || e.Done
	}
	return failure, done
}

// TestSilentSteps: a graph that never comes to its end is stopped after a hundred steps, unless the program says
// otherwise, with no error and an event that says it is done.
func TestSilentSteps(t *testing.T) {
	for _, engine := range []graph.ExecutionEngine{graph.ExecutionEngineBSP, graph.ExecutionEngineDAG} {
		for _, c := range []struct {
			opts []graph.ExecutorOption
			want int
		}{{nil, 100}, {[]graph.ExecutorOption{graph.WithMaxSteps(130)}, 130}} {
			rec := new(trace)
			g := graph.NewStateGraph(graph.NewStateSchema())
			g.AddNode("a", rec.step("a", nil)).AddEdge("a", "a").SetEntryPoint("a")
			failure, done := runWith(t, g, append(c.opts, graph.WithExecutionEngine(engine))...)
			if len(rec.runs) != c.want || failure != "" || !done {
				t.Errorf("%s: %d steps, error %q, done: %t; want %d silent steps", engine, len(rec.runs), failure, done, c.want)
			}
		}
	}
}

// TestCompile holds what a graph does not compile with.
func TestCompile(t *testing.T) {
	rec := new(trace)
	g := graph.NewStateGraph(graph.NewStateSchema()).AddNode("a", rec.step("a", nil)).SetEntryPoint("a")
	if _, err := g.WithInterruptBeforeNodes("nobody").Compile(); err == nil {
		t.Error("an interrupt at a node that does not exist compiles")
	}
	g = graph.NewStateGraph(graph.NewStateSchema()).AddNode("a", rec.step("a", nil)).AddEdge(graph.Start, "a")
	if _, err := g.Compile(); err == nil {
		t.Error("an edge from the start stands for an entry point")
	}
}
