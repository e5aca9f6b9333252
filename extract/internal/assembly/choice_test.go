package assembly

import (
	"testing"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// TestChoice holds what a choice keeps of targets that are added again: the guard only where
// both ways say the same, and the first reason to doubt.
func TestChoice(t *testing.T) {
	under := graph.PlainGuard
	c := &Choice{}
	c.Add(Target{Label: "pay", To: "pay", Declared: true})
	c.Add(Target{Label: "pay", To: "pay", Guard: under("ok"), Selected: true})
	c.Add(Target{Label: "ask", To: "ask", Guard: under("a"), Selected: true})
	d := &Choice{Multi: true}
	d.Add(Target{Label: "ask", To: "ask", Guard: under("b"), Selected: true})
	d.Doubt(nil, reason.Of(reason.RouterValue))
	d.Doubt(Because(reason.Key), reason.Of(reason.NotKnown))
	c.Or(d)
	c.Join([]string{"pay", "ask", "pay"})
	c.Join([]string{"ask", "pay"})

	if pay, ask := c.Targets[0], c.Targets[1]; len(c.Targets) != 2 || pay.Guard.String() != "ok" || !pay.Declared || !pay.Selected || len(ask.Guard) > 0 {
		t.Errorf("targets: %+v", c.Targets)
	}
	if sets := c.Sets(); len(sets) != 1 || len(sets[0]) != 2 {
		t.Errorf("sets: %v", sets)
	}
	if c.why == nil || c.why.Reason != reason.Of(reason.RouterValue) {
		t.Errorf("why: %v", c.why)
	}
}

// TestChartBuilds holds what a Chart makes of edges, an entry and a choice of no name.
func TestChartBuilds(t *testing.T) {
	a := &Assembly{Name: "test"}
	c := a.Chart("w", graph.Pos{}, Engine{Mode: graph.ModeAny, Start: "START", End: "END", Silent: true})
	c.Put(graph.Node{Name: "route", Kind: graph.KindPassthrough}, []graph.Unknown{{What: graph.UnknownBody, Reason: reason.Words("r")}})
	c.Connect(a.NewText("START"), a.NewText("route"), graph.Pos{})
	for _, w := range c.Step("START").Ways {
		c.Edge("START", w.To, graph.Edge{Kind: graph.EdgeDirect})
	}
	choice := &Choice{}
	c.Pick(choice, c.Step("route"), "", nil)
	c.Choose(c.Step("route"), choice)
	w := Routers(c.Build())
	if got := w.Nodes[c.Lookup("route")].Kind; got != graph.KindRouter {
		t.Errorf("route is a %v", got)
	}
	if len(w.Edges) != 2 || w.Edges[1].To != c.Lookup("END") || w.Unknowns[0].Node != c.Lookup("route") {
		t.Errorf("workflow:\n%s", w.Text())
	}
}
