package built_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/agentvet/agentvet/dfa/guard/built"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/sketch"
	"github.com/agentvet/agentvet/graph/verdict"
)

func verifier(t testing.TB, p built.Program) *built.Verifier {
	t.Helper()
	p.Registry = registry(t)
	v, err := built.New(p)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func says(t *testing.T, err error, want string) {
	t.Helper()
	switch {
	case want == "" && err != nil, want != "" && err == nil:
		t.Errorf("error %v, want %q", err, want)
	case want != "" && !strings.Contains(err.Error(), want):
		t.Errorf("error %v, want %q", err, want)
	}
}

// TestOffer: what several sources offer is verified together, and what was not verified is not called.
func TestOffer(t *testing.T) {
	o := verifier(t, built.Program{Policy: []byte(humanFirst)}).Offer("clerk", tool("look"))
	says(t, o.Call("in", "fetch"), "not listed")
	says(t, o.Set("in", tools("fetch")), "")
	says(t, o.Call("in", "fetch"), "")
	says(t, o.Call("in", "send"), "no tool that was listed")
	says(t, o.Set("out", tools("send")), "taint/flow")
	says(t, o.Call("out", "send"), "taint/flow")
	says(t, o.Call("in", "fetch"), "") // others stay as they are
	says(t, o.Set("out", tools("refund")), "human-first")
	says(t, o.Set("out", tools("ask")), "")
	says(t, o.Set("out", tools("look")), "structure/") // a tool of that name is there already
	o.Changed("in")
	says(t, o.Call("in", "fetch"), "have changed")
	says(t, o.Set("out", tools("send")), "") // what has changed is not offered
	says(t, o.Set("in", tools("fetch")), "taint/flow")
	o.Drop("out")
	says(t, o.Set("in", tools("fetch")), "")
	says(t, o.Call("out", "send"), "not listed")
	says(t, o.Set("in", []*graph.Tool{nil}), "refused")
	says(t, o.Call("in", "fetch"), "refused")
}

// TestOfferList: pages add up, and what changes while a list is on its way is not called.
func TestOfferList(t *testing.T) {
	o := verifier(t, built.Program{Policy: []byte(humanFirst)}).Offer("clerk")
	page := func(more bool, names ...string) error {
		return o.List("s", more, func() ([]*graph.Tool, error) { return tools(names...), nil })
	}
	says(t, page(false, "fetch"), "")
	says(t, page(true, "look"), "")
	says(t, o.Call("s", "fetch"), "")
	says(t, page(true, "send"), "taint/flow")
	says(t, page(false, "send"), "")
	says(t, o.Call("s", "fetch"), "no tool")
	lost := errors.New("lost")
	if err := o.List("s", false, func() ([]*graph.Tool, error) { return nil, lost }); !errors.Is(err, lost) {
		t.Errorf("error %v, want %v", err, lost)
	}
	says(t, o.Call("s", "send"), "") // it is as it was
	says(t, o.List("s", false, func() ([]*graph.Tool, error) { o.Changed("s"); return tools("look"), nil }), "")
	says(t, o.Call("s", "look"), "have changed")
	says(t, page(false, "look"), "")
	says(t, o.Call("s", "look"), "")
}

// TestCheckView: what holds only as long as a branch chooses one target is not known, unless somebody says so.
func TestCheckView(t *testing.T) {
	fork := func(one func(string) bool) *graph.Program {
		b := graph.NewBuilder("desk", "test", graph.Pos{})
		b.Workflow().Mode, b.Workflow().Engine.DeadEnd = graph.ModeAny, graph.DeadEndFails
		b.Node(graph.Node{Name: "start", Kind: graph.KindEntry})
		b.Node(graph.Node{Name: "route", Kind: graph.KindRouter})
		b.Node(graph.Node{Name: "end", Kind: graph.KindExit})
		b.Edge("start", "route", graph.Edge{Kind: graph.EdgeDirect})
		br := b.Branch(graph.Branch{From: graph.None, Multi: !one("route")})
		for _, name := range []string{"look", "refund"} {
			b.Node(graph.Node{Name: name, Kind: graph.KindTool, Tools: tools(name), Calls: graph.CallsOnce})
			b.BranchEdge(br, "route", name, graph.Edge{Kind: graph.EdgeConditional, Label: name})
			b.Edge(name, "end", graph.Edge{Kind: graph.EdgeDirect})
		}
		return &graph.Program{Workflows: []*graph.Workflow{b.Build()}}
	}
	either := "version: 1\npolicies:\n  - {name: either, rule: '(never tool:look) OR (never tool:refund)'}\n"
	for _, test := range []struct {
		p    built.Program
		view sketch.View
		want string
	}{
		{built.Program{Policy: []byte(either)}, fork, "several targets at once"},
		{built.Program{Policy: []byte(either), OneTarget: []string{"route"}}, fork, ""},
		{built.Program{Policy: []byte(either), OneTarget: []string{"*"}}, fork, ""},
		{built.Program{Policy: []byte(either), OneTarget: []string{"other"}}, fork, "several targets at once"},
		{built.Program{Policy: []byte(either), AllowUnknown: true}, fork, ""},
		{built.Program{Policy: []byte(humanFirst), AllowUnknown: true}, fork, "breaks what it must keep"},
		{built.Program{}, nil, "nothing was built"},
		{built.Program{AllowUnknown: true}, func(func(string) bool) *graph.Program { panic("broken") }, "broken"},
		{built.Program{AllowUnknown: true}, func(func(string) bool) *graph.Program { return nil }, "nothing was built"},
	} {
		says(t, verifier(t, test.p).CheckView(test.view), test.want)
	}
}

// TestManyAtOnce verifies from many goroutines: the same answer each time, and the views stay as they are.
func TestManyAtOnce(t *testing.T) {
	v := verifier(t, built.Program{Policy: []byte(humanFirst)})
	views := []*graph.Program{agent("look"), agent("refund"), chain("desk", "tool:look", "tool:refund")}
	var want []string
	for _, p := range views {
		want = append(want, fmt.Sprint(verifier(t, built.Program{Policy: []byte(humanFirst)}).Verify(p).Error(), p.Text()))
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i := range 90 {
				p := views[i%len(views)]
				if i%7 == 0 {
					p = agent(fmt.Sprint("other", i)) // to push others out
				}
				a := v.Verify(p)
				if i%7 != 0 && fmt.Sprint(a.Error(), p.Text()) != want[i%len(views)] {
					t.Errorf("another answer: %v", a)
					return
				}
			}
		})
	}
	wg.Wait()
}

func BenchmarkCheck(b *testing.B) {
	for _, n := range []int{10, 100} {
		var steps []string
		for range n / 2 {
			steps = append(steps, fmt.Sprintf("fn:f%d", len(steps)), "tool:look")
		}
		for i := 1; i < len(steps); i += 2 {
			steps[i] = fmt.Sprintf("human:%d", i)
		}
		view := chain("desk", append(steps, "tool:refund")...)
		p := built.Program{Policy: []byte(humanFirst), Functions: map[string]built.Function{"*": {}}}
		b.Run(fmt.Sprintf("%d steps, new", n), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				v := verifier(b, p)
				b.StartTimer()
				if a := v.Verify(view); a.Verdict != verdict.Holds {
					b.Fatal(a)
				}
			}
		})
		b.Run(fmt.Sprintf("%d steps, again", n), func(b *testing.B) {
			v := verifier(b, p)
			for b.Loop() {
				if a := v.Verify(view); a.Verdict != verdict.Holds {
					b.Fatal(a)
				}
			}
		})
	}
}
