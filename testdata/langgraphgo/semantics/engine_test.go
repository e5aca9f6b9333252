// Package semantics measures what langgraphgo does when a graph runs: what
// agentvet's model of it says.
package semantics

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/smallnest/langgraphgo/graph"
)

// trace is a graph whose nodes note that they ran. State is what they return.
type trace struct {
	*graph.StateGraph[any]
	mu  sync.Mutex
	ran []string
}

func newTrace(nodes ...string) *trace {
	g := &trace{StateGraph: graph.NewStateGraph[any]()}
	for _, n := range nodes {
		g.AddNode(n, "", g.note(n, nil))
	}
	return g
}

// note returns a node that notes its name and returns result, or the state.
func (g *trace) note(name string, result any) func(context.Context, any) (any, error) {
	return func(_ context.Context, state any) (any, error) {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.ran = append(g.ran, name)
		if result != nil {
			return result, nil
		}
		return state, nil
	}
}

func (g *trace) edges(pairs ...string) {
	for _, p := range pairs {
		from, to, _ := strings.Cut(p, " ")
		g.AddEdge(from, to)
	}
}

// run runs the graph from its first node and returns what ran.
func (g *trace) run(t *testing.T, config *graph.Config) ([]string, error) {
	t.Helper()
	app, err := g.Compile()
	if err != nil {
		t.Fatal(err)
	}
	_, err = app.InvokeWithConfig(context.Background(), 0, config)
	return g.ran, err
}

func (g *trace) count(name string) int {
	n := 0
	for _, r := range g.ran {
		if r == name {
			n++
		}
	}
	return n
}

// TestModeAny: a node that two ways reach after different numbers of steps runs
// twice, and so does all that follows.
func TestModeAny(t *testing.T) {
	g := newTrace("a", "b", "c", "join", "after")
	g.edges("a b", "a join", "b c", "c join", "join after", "after END")
	g.SetEntryPoint("a")
	if _, err := g.run(t, nil); err != nil {
		t.Fatal(err)
	}
	if g.count("join") != 2 || g.count("after") != 2 {
		t.Errorf("ran %v, want join and after twice", g.ran)
	}
}

// TestSameStep: two ways of one length meet in one run, and so do two edges.
func TestSameStep(t *testing.T) {
	g := newTrace("a", "b", "c", "join")
	g.edges("a b", "a c", "a b", "b join", "c join", "join END")
	g.SetEntryPoint("a")
	if _, err := g.run(t, nil); err != nil || len(g.ran) != 4 {
		t.Errorf("ran %v, %v; want each once", g.ran, err)
	}
}

// TestExitAbsorbs: END takes its own token, the others go on.
func TestExitAbsorbs(t *testing.T) {
	g := newTrace("a", "b")
	g.edges("a END", "a b", "b END")
	g.SetEntryPoint("a")
	if _, err := g.run(t, nil); err != nil || g.count("b") != 1 {
		t.Errorf("ran %v, %v; want b to run", g.ran, err)
	}
}

// TestExitNodeNeverRuns: END as a node is only a name.
func TestExitNodeNeverRuns(t *testing.T) {
	g := newTrace("a", graph.END)
	g.edges("a END", "END a")
	g.SetEntryPoint("a")
	if _, err := g.run(t, nil); err != nil || len(g.ran) != 1 {
		t.Errorf("ran %v, %v; want a alone", g.ran, err)
	}
}

// TestDeadEndFails: a node without edges fails the run, when it comes there.
func TestDeadEndFails(t *testing.T) {
	g := newTrace("a", "b")
	g.edges("a b")
	g.SetEntryPoint("a")
	if _, err := g.run(t, nil); !errors.Is(err, graph.ErrNoOutgoingEdge) || g.count("b") != 1 {
		t.Errorf("ran %v, %v; want b to run and to fail", g.ran, err)
	}
}

// TestUndeclared: a name without a node fails the run, when it comes there.
func TestUndeclared(t *testing.T) {
	g := newTrace("a")
	g.edges("a nowhere")
	g.SetEntryPoint("a")
	if _, err := g.run(t, nil); !errors.Is(err, graph.ErrNodeNotFound) {
		t.Errorf("%v, want %v", err, graph.ErrNodeNotFound)
	}
}

// TestConditionShadows: a condition makes the edges of its node dead, and the
// last condition is the only one.
func TestConditionShadows(t *testing.T) {
	g := newTrace("a", "edge", "first", "last")
	g.edges("a edge", "edge END", "first END", "last END")
	g.AddConditionalEdge("a", func(context.Context, any) string { return "first" })
	g.AddConditionalEdge("a", func(context.Context, any) string { return "last" })
	g.SetEntryPoint("a")
	if ran, err := g.run(t, nil); err != nil || !slices.Equal(ran, []string{"a", "last"}) {
		t.Errorf("ran %v, %v; want a and last", ran, err)
	}
}

// TestEmptyCondition: the empty name fails the run.
func TestEmptyCondition(t *testing.T) {
	g := newTrace("a")
	g.AddConditionalEdge("a", func(context.Context, any) string { return "" })
	g.SetEntryPoint("a")
	if _, err := g.run(t, nil); err == nil {
		t.Error("the run succeeds")
	}
}

// TestCommand: a Goto makes conditions and edges dead; one without Goto does not.
func TestCommand(t *testing.T) {
	for _, c := range []struct {
		command *graph.Command
		want    []string
	}{
		{&graph.Command{Goto: "there"}, []string{"a", "there"}},
		{&graph.Command{Goto: []string{"there", "too"}}, []string{"a", "there", "too"}},
		{&graph.Command{Goto: graph.END}, []string{"a"}},
		{&graph.Command{}, []string{"a", "condition"}},
	} {
		g := newTrace("condition", "there", "too")
		g.AddNode("a", "", g.note("a", c.command))
		g.edges("condition END", "there END", "too END")
		g.AddConditionalEdge("a", func(context.Context, any) string { return "condition" })
		g.SetEntryPoint("a")
		_, err := g.run(t, nil)
		slices.Sort(g.ran)
		if err != nil || !slices.Equal(g.ran, c.want) {
			t.Errorf("%+v: ran %v, %v; want %v", *c.command, g.ran, err, c.want)
		}
	}
}

// TestLastNodeWins: a second node of a name replaces the first.
func TestLastNodeWins(t *testing.T) {
	g := newTrace()
	g.AddNode("a", "", g.note("first", nil))
	g.AddNode("a", "", g.note("second", nil))
	g.edges("a END")
	g.SetEntryPoint("a")
	if ran, err := g.run(t, nil); err != nil || !slices.Equal(ran, []string{"second"}) {
		t.Errorf("ran %v, %v; want second", ran, err)
	}
}

// TestNoStepLimit: a loop goes on for as long as its condition says.
func TestNoStepLimit(t *testing.T) {
	g := newTrace("a")
	g.AddConditionalEdge("a", func(context.Context, any) string {
		if len(g.ran) < 10_000 {
			return "a"
		}
		return graph.END
	})
	g.SetEntryPoint("a")
	if _, err := g.run(t, nil); err != nil || len(g.ran) != 10_000 {
		t.Errorf("%d steps, %v", len(g.ran), err)
	}
}

// TestInterrupts: a gate stops the run before or after its node; one that no node
// has never does; a run that goes on must not have the gate again.
func TestInterrupts(t *testing.T) {
	for _, c := range []struct {
		config graph.Config
		ran    string
		stops  bool
	}{
		{graph.Config{InterruptBefore: []string{"b"}}, "[a]", true},
		{graph.Config{InterruptAfter: []string{"b"}}, "[a b]", true},
		{graph.Config{InterruptBefore: []string{"B"}}, "[a b c]", false},
		{graph.Config{ResumeFrom: []string{"b"}}, "[b c]", false},
		{graph.Config{ResumeFrom: []string{"b"}, InterruptBefore: []string{"b"}}, "[]", true},
	} {
		g := newTrace("a", "b", "c")
		g.edges("a b", "b c", "c END")
		g.SetEntryPoint("a")
		ran, err := g.run(t, &c.config)
		var stop *graph.GraphInterrupt
		if stops := errors.As(err, &stop); fmt.Sprint(ran) != c.ran || stops != c.stops {
			t.Errorf("%+v: ran %v, %v; want %s, stop %v", c.config, ran, err, c.ran, c.stops)
		}
	}
}

// TestNodeInterrupt: a node that asks stops the run, and gets the answer when it
// runs again.
func TestNodeInterrupt(t *testing.T) {
	g := graph.NewStateGraph[string]()
	g.AddNode("ask", "", func(ctx context.Context, s string) (string, error) {
		answer, err := graph.Interrupt(ctx, "sure?")
		if err != nil {
			return s, err
		}
		return answer.(string), nil
	})
	g.AddEdge("ask", graph.END)
	g.SetEntryPoint("ask")
	app, err := g.Compile()
	if err != nil {
		t.Fatal(err)
	}
	var stop *graph.GraphInterrupt
	if _, err := app.Invoke(t.Context(), ""); !errors.As(err, &stop) {
		t.Errorf("%v, want an interrupt", err)
	}
	got, err := app.InvokeWithConfig(t.Context(), "", &graph.Config{ResumeFrom: []string{"ask"}, ResumeValue: "yes"})
	if got != "yes" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

// TestNestedRunsHaveNoGates: the config of a run does not reach the graphs inside.
func TestNestedRunsHaveNoGates(t *testing.T) {
	inner := newTrace("pay")
	inner.edges("pay END")
	inner.SetEntryPoint("pay")
	g := newTrace()
	same := func(s any) any { return s }
	if err := graph.AddSubgraph(g.StateGraph, "sub", inner.StateGraph, same, same); err != nil {
		t.Fatal(err)
	}
	g.edges("sub END")
	g.SetEntryPoint("sub")
	if _, err := g.run(t, &graph.Config{InterruptBefore: []string{"pay"}}); err != nil || inner.count("pay") != 1 {
		t.Errorf("ran %v, %v; want pay to run", inner.ran, err)
	}
}
