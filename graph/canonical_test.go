package graph

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/graph/reason"
)

// TestCanonical: a random workflow and the same one, built in another order, have one
// canonical form; one that differs in a single thing has another.
func TestCanonical(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 11))
	for range 500 {
		w := randomWorkflow(rnd)
		before := w.Text()
		form := w.Canonical().Text()
		if w.Text() != before {
			t.Fatalf("Canonical changed the workflow:\n%s", cmp.Diff(before, w.Text()))
		}
		if got := shuffled(rnd, w).Canonical().Text(); got != form {
			t.Fatalf("in another order (-first +second):\n%s\nof\n%s", cmp.Diff(form, got), before)
		}
		if again := w.Canonical().Canonical().Text(); again != form {
			t.Fatalf("once more (-first +second):\n%s", cmp.Diff(form, again))
		}
		changed := change(rnd, w)
		if got := shuffled(rnd, changed).Canonical().Text(); got == form {
			t.Fatalf("another workflow has the same form:\n%s\n%s", before, changed.Text())
		}
	}
}

// TestCanonicalLastBranch: which branch comes last is no matter of order where the last one
// wins.
func TestCanonicalLastBranch(t *testing.T) {
	form := func(wins bool, first, second string) string {
		b := NewBuilder("w", "test", Pos{})
		b.Workflow().Engine.LastBranchWins = wins
		for _, name := range []string{"n", "a", "b"} {
			b.Node(Node{Name: name, Kind: KindPassthrough})
		}
		for _, to := range []string{first, second} {
			b.BranchEdge(b.Branch(Branch{From: b.Lookup("n")}), "n", to, Edge{Kind: EdgeConditional})
		}
		return b.Build().Canonical().Text()
	}
	if form(false, "a", "b") != form(false, "b", "a") {
		t.Error("branches that add up differ by their order")
	}
	if form(true, "a", "b") == form(true, "b", "a") {
		t.Error("the last branch wins, and its order is lost")
	}
}

func randomWorkflow(rnd *rand.Rand) *Workflow {
	b := NewBuilder("w", "test", Pos{File: "a.go", Line: 1, Col: 1})
	n := 3 + rnd.IntN(5)
	name := func() string { return fmt.Sprint("n", rnd.IntN(n)) }
	for i := range n {
		b.Node(Node{
			Name: fmt.Sprint("n", i), Kind: KindTool, Tools: []*Tool{{Name: "x"}, {Name: "y", Pos: Pos{File: "a.go", Line: i}}},
			Events: []string{"tool:b", "tool:a"}, Final: []string{"y", "x"},
		})
	}
	for range rnd.IntN(2 * n) {
		b.Edge(name(), name(), Edge{Kind: EdgeDirect, Pos: Pos{File: "a.go", Line: rnd.IntN(5)}})
	}
	for range rnd.IntN(n) {
		from := name()
		br := b.Branch(Branch{From: b.Lookup(from), Values: []Value{{Text: "l"}, {Text: "k"}}, Complete: rnd.IntN(2) == 0})
		for range 1 + rnd.IntN(3) {
			b.BranchEdge(br, from, name(), Edge{Kind: EdgeConditional, Label: []string{"l", "k"}[rnd.IntN(2)], Guard: PlainGuard("c > 1")})
		}
	}
	for i := range rnd.IntN(3) {
		b.Unknown(Unknown{What: UnknownTargets, Node: b.Lookup(name()), Reason: reason.Words(fmt.Sprint("reason ", i))})
	}
	return b.Build()
}

// shuffled returns w as if its parts had been added in another order.
func shuffled(rnd *rand.Rand, w *Workflow) *Workflow {
	out := *w
	place := rnd.Perm(len(w.Nodes))
	out.Nodes = make([]Node, len(w.Nodes))
	for i, at := range place {
		out.Nodes[at] = w.Nodes[i]
		for _, list := range []*[]string{&out.Nodes[at].Final, &out.Nodes[at].Events} {
			*list = slices.Clone(*list)
			rnd.Shuffle(len(*list), func(i, j int) { (*list)[i], (*list)[j] = (*list)[j], (*list)[i] })
		}
	}
	node := func(id NodeID) NodeID {
		if id == None {
			return None
		}
		return NodeID(place[id])
	}
	branch := rnd.Perm(len(w.Branches))
	out.Branches = make([]Branch, len(w.Branches))
	for i, at := range branch {
		out.Branches[at] = w.Branches[i]
		out.Branches[at].From = node(w.Branches[i].From)
		out.Branches[at].Values = slices.Clone(w.Branches[i].Values)
		slices.Reverse(out.Branches[at].Values)
	}
	out.Edges = nil
	for _, i := range rnd.Perm(len(w.Edges)) {
		e := w.Edges[i]
		if e.From, e.To = node(e.From), node(e.To); e.Branch != None {
			e.Branch = BranchID(branch[e.Branch])
		}
		out.Edges = append(out.Edges, e)
	}
	out.Unknowns = nil
	for _, i := range rnd.Perm(len(w.Unknowns)) {
		u := w.Unknowns[i]
		u.Node = node(u.Node)
		out.Unknowns = append(out.Unknowns, u)
	}
	out.Entry = node(w.Entry)
	return &out
}

// change returns w with one thing that is not the same.
func change(rnd *rand.Rand, w *Workflow) *Workflow {
	out := *w
	out.Nodes, out.Edges = slices.Clone(w.Nodes), slices.Clone(w.Edges)
	switch i := rnd.IntN(len(out.Nodes)); {
	case len(out.Edges) > 0 && rnd.IntN(2) == 0:
		out.Edges[rnd.IntN(len(out.Edges))].Label += "!"
	default:
		out.Nodes[i].Kind = KindLLM
	}
	return &out
}
