package unroll

import (
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/graph"
)

// desk returns start -> draft -> ask -> draft … -> pay -> end: pay comes after ask alone, and a draft
// is made three times at most.
func desk() *graph.Workflow {
	one, no, yes := 1, 0, 1
	last := 3
	return &graph.Workflow{
		Name: "w", Mode: graph.ModeAny, Exits: []graph.NodeID{4},
		Nodes: []graph.Node{
			{Name: "start", Kind: graph.KindEntry},
			{Name: "draft", Kind: graph.KindLLM, Counts: []graph.Count{{Counter: "n", Least: 1, Most: 1}, {Counter: "m", Any: true}}},
			{Name: "ask", Kind: graph.KindHuman, Counts: []graph.Count{{Counter: "ok", Set: &one}}},
			{Name: "pay", Kind: graph.KindTool},
			{Name: "end", Kind: graph.KindExit},
		},
		Edges: []graph.Edge{
			{From: 0, To: 1, Branch: graph.None},
			{From: 1, To: 2, Branch: 0, Within: []graph.Within{{Counter: "n", To: &last}, {Counter: "ok", From: &no, To: &no}}},
			{From: 1, To: 3, Branch: 0, Within: []graph.Within{{Counter: "ok", From: &yes, To: &yes}}},
			{From: 2, To: 1, Branch: graph.None},
			{From: 3, To: 4, Branch: graph.None},
		},
		Branches: []graph.Branch{{From: 1, Complete: true}},
		Counters: []graph.Counter{{Name: "n", Started: true}, {Name: "ok", Started: true, Truth: true}, {Name: "m"}},
		Unknowns: []graph.Unknown{{What: graph.UnknownTools, Node: 1}},
	}
}

// TestCovers: an unrolled workflow that lacks something is not accepted.
func TestCovers(t *testing.T) {
	if u := Of(desk()); u == nil || u.Proof().States != len(u.Node) || u.Covers() != nil {
		t.Fatalf("%+v is not accepted", u)
	}
	for name, c := range map[string]struct {
		change func(*Unrolled)
		says   string
	}{
		"no copy of an edge": {func(u *Unrolled) {
			u.Workflow.Edges, u.Edge = slices.Delete(u.Workflow.Edges, 1, 2), slices.Delete(u.Edge, 1, 2)
		}, "has no copy of edge"},
		"another edge":                 {func(u *Unrolled) { u.Edge[2] = u.Edge[1] }, ""},
		"another end":                  {func(u *Unrolled) { u.Workflow.Edges[1].To = u.Workflow.Entry }, "leads to values"},
		"another value":                {func(u *Unrolled) { u.values[2][0] = one(u.values[2][0].from + 1) }, "leads to values"},
		"a value that is known":        {func(u *Unrolled) { u.values[1][2] = one(1) }, "leads to values"},
		"a value too large":            {func(u *Unrolled) { u.values[len(u.values)-1][0] = one(1 << 40) }, ""},
		"another start":                {func(u *Unrolled) { u.Of.Counters[1].Start = 1 }, "begin elsewhere"},
		"a start that is open":         {func(u *Unrolled) { u.Of.Counters[0].Started = false }, "begin elsewhere"},
		"another entry":                {func(u *Unrolled) { u.Workflow.Entry = 1 }, "begin elsewhere"},
		"another step":                 {func(u *Unrolled) { u.Node[1] = 2 }, ""},
		"another kind":                 {func(u *Unrolled) { u.Workflow.Nodes[1].Kind = graph.KindTool }, "is another step"},
		"no exit":                      {func(u *Unrolled) { u.Workflow.Exits = nil }, "not all that is said"},
		"no unknown":                   {func(u *Unrolled) { u.Workflow.Unknowns = u.Workflow.Unknowns[1:] }, "not all that is said"},
		"another branch":               {func(u *Unrolled) { u.Workflow.Edges[1].Branch = graph.None }, "another branch"},
		"a step that counts more":      {func(u *Unrolled) { u.Of.Nodes[2].Counts[0].Any = true }, "leads to values"},
		"an edge that is taken always": {func(u *Unrolled) { u.Of.Edges[2].Within = nil }, "has no copy of edge"},
		"a missing step":               {func(u *Unrolled) { u.Node = u.Node[1:] }, "are copies of"},
		"a missing edge":               {func(u *Unrolled) { u.Edge = u.Edge[1:] }, "are copies of"},
		"values of no step":            {func(u *Unrolled) { u.values = u.values[1:] }, "are copies of"},
		"a value of no counter":        {func(u *Unrolled) { u.values[1] = u.values[1][1:] }, "is of nothing"},
		"an entry that is not there":   {func(u *Unrolled) { u.Workflow.Entry = 99 }, "is of nothing"},
		"a copy of nothing":            {func(u *Unrolled) { u.Node[1] = 99 }, "is of nothing"},
		"an edge of nothing":           {func(u *Unrolled) { u.Edge[1] = 99 }, "is of nothing"},
		"an edge to nothing":           {func(u *Unrolled) { u.Workflow.Edges[1].To = 99 }, "is of nothing"},
		"an edge from elsewhere":       {func(u *Unrolled) { u.Workflow.Edges[1].From = u.Workflow.Entry }, "is of nothing"},
		"a branch that is not there":   {func(u *Unrolled) { u.Workflow.Edges[1].Branch = 99 }, "is of nothing"},
		"another start of a copy": {func(u *Unrolled) {
			u.Counters = slices.Clone(u.Counters)
			u.Counters[0].Start = 3
		}, "is another one"},
		"a counter that starts": {func(u *Unrolled) {
			u.Counters = slices.Clone(u.Counters)
			u.Counters[2].Started = true
		}, "is another one"},
		"a counter that the workflow does not have": {func(u *Unrolled) {
			u.Counters = slices.Clone(u.Counters)
			u.Counters[2].Name = "k"
		}, "is another one"},
		"a counter twice": {func(u *Unrolled) {
			u.Counters = slices.Clone(u.Counters)
			u.Counters[2] = u.Counters[1]
		}, "is another one"},
		"another mode":               {func(u *Unrolled) { u.Workflow.Mode = graph.ModeAll }, "is another one"},
		"a limit of steps":           {func(u *Unrolled) { u.Workflow.Engine.StepLimit = 2 }, "is another one"},
		"another name":               {func(u *Unrolled) { u.Workflow.Name = "v" }, "is another one"},
		"a condition of an edge":     {func(u *Unrolled) { u.Workflow.Edges[1].Guard = graph.Guard{{Text: "c"}} }, "is another edge"},
		"another label":              {func(u *Unrolled) { u.Workflow.Edges[1].Label = "x" }, "is another edge"},
		"a branch that is open":      {func(u *Unrolled) { u.Workflow.Branches[0].Complete = false }, "is another one"},
		"a branch of several edges":  {func(u *Unrolled) { u.Workflow.Branches[0].Multi = true }, "is another one"},
		"other unknowns":             {func(u *Unrolled) { u.Workflow.Unknowns[0].What = graph.UnknownBound }, "not all that is said"},
		"an unknown of the workflow": {func(u *Unrolled) { u.Of.Unknowns = append(u.Of.Unknowns, graph.Unknown{Node: graph.None}) }, "not all that is said"},
		"an interrupt": {func(u *Unrolled) {
			u.Workflow.Interrupts = append(u.Workflow.Interrupts, graph.Interrupt{Name: "pay", Node: graph.NodeID(slices.Index(u.Node, 3))})
		}, "not all that is said"},
		"a missing jump": {func(u *Unrolled) {
			u.Of.Jumps = append(u.Of.Jumps, graph.Jump{From: 1, Target: "gone"})
		}, "not all that is said"},
		"an exit":  {func(u *Unrolled) { u.Workflow.Exits = append(u.Workflow.Exits, 1) }, "not all that is said"},
		"a tool":   {func(u *Unrolled) { u.Workflow.Nodes[1].Tools = []*graph.Tool{{Name: "x"}} }, "is another step"},
		"a number": {func(u *Unrolled) { u.Workflow.Nodes[1].Counts = []graph.Count{{Counter: "n", Any: true}} }, "is another step"},
	} {
		u := Of(desk())
		c.change(u)
		if err := u.Covers(); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want an error that says %q", name, err, c.says)
		}
	}
}

// paying returns desk where pay passes a number that is ten at most if a draft leads to it.
func paying() *graph.Workflow {
	w, yes := desk(), 1
	w.Counters = append(w.Counters, graph.Counter{Name: "m.S.V <= 10", Truth: true, Test: &graph.Test{Of: "m.S.V", Op: "<=", With: "10"}})
	w.Nodes[3].Tools, w.Nodes[3].Passes = []*graph.Tool{{Name: "pay"}}, []graph.Pass{{Tool: "pay", Path: "value", Of: "m.S.V"}}
	w.Edges[2].Within = append(w.Edges[2].Within, graph.Within{Counter: "m.S.V <= 10", From: &yes, To: &yes})
	return w
}

// TestFacts: what is said of an argument is so, and of a step that may change the number nothing is said.
func TestFacts(t *testing.T) {
	facts := func(u *Unrolled) (list []*graph.Fact) {
		for i := range u.Workflow.Nodes {
			for k := range u.Workflow.Nodes[i].Facts {
				list = append(list, &u.Workflow.Nodes[i].Facts[k])
			}
		}
		return list
	}
	u := Of(paying())
	if list := facts(u); len(list) != 1 || *list[0] != (graph.Fact{Tool: "pay", Path: "value", Op: "<=", With: "10"}) {
		t.Fatalf("%v", list)
	}
	for name, change := range map[string]func(*Unrolled, *graph.Fact){
		"another operator":  func(_ *Unrolled, f *graph.Fact) { f.Op = "<" },
		"the opposite":      func(_ *Unrolled, f *graph.Fact) { f.Op = ">" },
		"another number":    func(_ *Unrolled, f *graph.Fact) { f.With = "9" },
		"another argument":  func(_ *Unrolled, f *graph.Fact) { f.Path = "other" },
		"another tool":      func(_ *Unrolled, f *graph.Fact) { f.Tool = "refund" },
		"nothing is passed": func(u *Unrolled, _ *graph.Fact) { u.Of.Nodes[3].Passes = nil },
		"something else":    func(u *Unrolled, _ *graph.Fact) { u.Of.Nodes[3].Passes[0].Of = "m.S.W" },
		"the step changes it": func(u *Unrolled, _ *graph.Fact) {
			u.Of.Nodes[3].Counts = []graph.Count{{Counter: "m.S.V <= 10", Any: true}}
		},
		"it is not known": func(u *Unrolled, _ *graph.Fact) {
			for i := range u.values {
				u.values[i][3] = value{any: true}
			}
		},
	} {
		u := Of(paying())
		change(u, facts(u)[0])
		if u.Covers() == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	w := paying()
	w.Nodes[3].Counts = []graph.Count{{Counter: "m.S.V <= 10", Any: true}}
	if u := Of(w); len(facts(u)) > 0 {
		t.Errorf("a step that changes the number: %v", *facts(u)[0])
	}
}

// TestLeftOut: where the last counters have too many values, the first ones are still written out.
func TestLeftOut(t *testing.T) {
	w := desk()
	w.Nodes[1].Counts = append(w.Nodes[1].Counts, graph.Count{Counter: "endless", Least: 1, Most: 1})
	w.Edges[1].Within = w.Edges[1].Within[1:]
	w.Nodes[2].Counts = nil
	w.Counters = []graph.Counter{w.Counters[1], {Name: "endless", Started: true}}
	if u := Of(w); u == nil || len(u.Counters) != 1 || u.Counters[0].Name != "ok" || u.Covers() != nil {
		t.Errorf("%+v", u)
	}
}

// TestNeeded: of three counters, one says how often there is a draft.
func TestNeeded(t *testing.T) {
	w := desk()
	twice := func(u *Unrolled) bool { // nothing is drafted more than twice
		drafts := 0
		for _, of := range u.Node {
			if of == 1 {
				drafts++
			}
		}
		return drafts <= 2
	}
	if list := Needed(w, twice); len(list) != 1 || list[0].Name != "ok" {
		t.Errorf("%v are needed, want ok", list)
	}
}

// TestEachPart: each number, step and edge of the proof is needed as it is.
func TestEachPart(t *testing.T) {
	changed := 0
	for _, of := range []func() *graph.Workflow{desk, paying} {
		size := Of(of())
		rejected := func(what string, i int, change func(*Unrolled)) {
			t.Helper()
			u := Of(of())
			change(u)
			if changed++; u.Covers() == nil {
				t.Errorf("%s %d: accepted", what, i)
			}
		}
		for i := range size.Node {
			rejected("copy", i, func(u *Unrolled) { u.Node[i] = (u.Node[i] + 1) % graph.NodeID(len(u.Of.Nodes)) })
			for k := range size.values[i] {
				rejected("value of copy", i, func(u *Unrolled) {
					v := &u.values[i][k]
					*v = one(v.from + 1)
				})
			}
		}
		for i := range size.Edge {
			rejected("edge", i, func(u *Unrolled) { u.Edge[i] = (u.Edge[i] + 1) % graph.EdgeID(len(u.Of.Edges)) })
			rejected("end of edge", i, func(u *Unrolled) {
				e := &u.Workflow.Edges[i]
				e.To = (e.To + 1) % graph.NodeID(len(u.Node))
			})
			rejected("no edge", i, func(u *Unrolled) {
				u.Workflow.Edges, u.Edge = slices.Delete(u.Workflow.Edges, i, i+1), slices.Delete(u.Edge, i, i+1)
			})
		}
	}
	if changed < 80 {
		t.Errorf("%d changes: the test is no good", changed)
	}
}
