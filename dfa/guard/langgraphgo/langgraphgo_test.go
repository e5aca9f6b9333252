package langgraphgo_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/dfa/guard/built"
	"github.com/agentvet/agentvet/dfa/guard/langgraphgo"
	view "github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/sketch"
	"github.com/smallnest/langgraphgo/graph"
)

func verifier(t *testing.T, functions map[string]built.Function) func(sketch.View) error {
	t.Helper()
	var registry bytes.Buffer
	tools := []*view.Tool{{Name: "refund", Description: "Pay back.", Handler: "desk.Refund", Pos: view.Pos{File: "desk.go", Line: 1, Col: 1}}}
	if err := view.EncodeRegistry(&registry, tools, nil); err != nil {
		t.Fatal(err)
	}
	v, err := built.New(built.Program{
		Policy:   []byte("version: 1\npolicies:\n  - {name: human-first, rule: 'human before tool:refund'}\n"),
		Registry: registry.Bytes(), Functions: functions,
	})
	if err != nil {
		t.Fatal(err)
	}
	return v.CheckView
}

type steps = []string

// build builds a graph of a configuration: edges as "a>b", conditions as "a?b" for one that leads to b.
func build(t *testing.T, entry string, edges ...string) (*graph.StateGraph[steps], *graph.StateRunnable[steps]) {
	t.Helper()
	g := graph.NewStateGraph[steps]()
	have := make(map[string]bool)
	node := func(name string) {
		if name != graph.END && !have[name] {
			have[name] = true
			g.AddNode(name, name, func(_ context.Context, s steps) (steps, error) { return append(s, name), nil })
		}
	}
	for _, e := range edges {
		from, to, direct := strings.Cut(e, ">")
		if !direct {
			from, to, _ = strings.Cut(e, "?")
		}
		node(from)
		node(to)
		if direct {
			g.AddEdge(from, to)
		} else {
			g.AddConditionalEdge(from, func(context.Context, steps) string { return to })
		}
	}
	g.SetEntryPoint(entry)
	r, err := g.Compile()
	if err != nil {
		t.Fatal(err)
	}
	return g, r
}

// TestView: graphs from configurations are allowed or refused when they are built.
func TestView(t *testing.T) {
	does := map[string]built.Function{"pay": {Tools: []string{"refund"}}, "ask": {Kind: view.KindHuman}, "read": {}}
	for _, test := range []struct {
		name      string
		edges     string
		entry     string
		functions map[string]built.Function
		targets   langgraphgo.Targets
		config    *graph.Config
		want      string // in the error; "" for none
	}{
		{name: "functions that nobody knows", edges: "read>pay pay>END", entry: "read", want: `"read"`},
		{name: "no gate", edges: "read>pay pay>END", entry: "read", functions: does, want: "policy/human-first"},
		{name: "a gate", edges: "read>ask ask>pay pay>END", entry: "read", functions: does},
		{name: "a gate on one way", edges: "read>ask read>pay ask>pay pay>END", entry: "read", functions: does, want: "policy/human-first"},
		{name: "a gate that a run has", edges: "read>pay pay>END", entry: "read", functions: does, config: &graph.Config{InterruptBefore: []string{"pay"}}},
		{name: "a gate on a node that there is not", edges: "read>pay pay>END", entry: "read", functions: does, config: &graph.Config{InterruptBefore: []string{"pays"}}, want: "human-first"},
		{name: "a gate that comes too late", edges: "read>pay pay>END", entry: "read", functions: does, config: &graph.Config{InterruptAfter: []string{"pay"}}, want: "human-first"},
		{name: "a condition that leads anywhere", edges: "read?ask ask>pay pay>END", entry: "read", functions: does, want: "names the next node"},
		{name: "a condition that leads to the gate", edges: "read?ask ask>pay pay>END", entry: "read", functions: does, targets: langgraphgo.Targets{"read": {"ask"}}},
		{name: "a condition that may lead past it", edges: "read?ask ask>pay pay>END", entry: "read", functions: does, targets: langgraphgo.Targets{"read": {"ask", "pay"}}, want: "human-first"},
		{name: "a command that may lead past it", edges: "read>ask ask>pay pay>END", entry: "read", functions: does, targets: langgraphgo.Targets{"read": {"pay"}}, want: "human-first"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, r := build(t, test.entry, strings.Fields(test.edges)...)
			err := verifier(t, test.functions)(langgraphgo.View(r, test.config, test.targets))
			switch {
			case test.want == "" && err != nil:
				t.Errorf("refused: %v", err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
	if err := verifier(t, does)(langgraphgo.View[steps](nil, nil, nil)); err == nil {
		t.Error("no graph is allowed")
	}
}

// TestInvoke: what is refused does not run, also where the graph has changed after it was compiled.
func TestInvoke(t *testing.T) {
	check := verifier(t, map[string]built.Function{"pay": {Tools: []string{"refund"}}, "ask": {Kind: view.KindHuman}, "read": {}})
	g, r := build(t, "read", "read>ask", "ask>pay", "pay>END")
	got, err := langgraphgo.Invoke(t.Context(), check, r, nil, nil, nil)
	if err != nil || strings.Join(got, " ") != "read ask pay" {
		t.Fatalf("ran %q, error %v", got, err)
	}
	g.AddEdge("read", "pay")
	if got, err := langgraphgo.Invoke(t.Context(), check, r, nil, nil, nil); err == nil || len(got) > 0 || !strings.Contains(err.Error(), "human-first") {
		t.Errorf("ran %q, error %v", got, err)
	}
	if got, err := langgraphgo.Invoke(t.Context(), nil, r, nil, nil, nil); err == nil || len(got) > 0 {
		t.Errorf("ran %q with nothing to hold it to", got)
	}
}

// TestNamed: a policy may be for graphs of certain names, and langgraphgo has none, so that such a graph is refused until it is given one.
func TestNamed(t *testing.T) {
	var registry bytes.Buffer
	if err := view.EncodeRegistry(&registry, []*view.Tool{{Name: "refund", Description: "Pay back.", Handler: "desk.refund"}}, nil); err != nil {
		t.Fatal(err)
	}
	v, err := built.New(built.Program{
		Policy:    []byte("version: 1\npolicies:\n  - {name: human-first, rule: 'human before tool:refund', workflows: [desk]}\n"),
		Registry:  registry.Bytes(),
		Functions: map[string]built.Function{"pay": {Tools: []string{"refund"}}, "read": {}},
	})
	if err != nil {
		t.Fatal(err)
	}
	_, r := build(t, "read", "read>pay", "pay>END")
	for name, want := range map[string]string{"": "has no name", "desk": "policy/human-first", "other": ""} {
		check := func(shown sketch.View) error { return v.CheckView(sketch.Named(name, shown)) }
		_, err := langgraphgo.Invoke(t.Context(), check, r, nil, nil, nil)
		switch {
		case want == "" && err != nil:
			t.Errorf("%q: refused: %v", name, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: error %v, want %q", name, err, want)
		}
	}
}
