package product_test

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/feasible"
	"github.com/agentvet/agentvet/graph/unroll"
	"github.com/agentvet/agentvet/graph/verdict"
)

// most is a value of counters that is greater than all with which edges compare: those above
// it are like it, and so it is below -most.
const most = 8

// counting returns a random workflow whose steps run one after the other, with two counters.
func counting(r *rand.Rand) *graph.Workflow {
	names := []string{"m.S.A", "m.S.B"}
	w := &graph.Workflow{Name: "w", Mode: graph.ModeAny, Engine: graph.Engine{DeadEnd: graph.DeadEndFails}}
	for _, name := range names {
		w.Counters = append(w.Counters, graph.Counter{Name: name, Start: r.Intn(3), Started: r.Intn(4) > 0})
	}
	n := 3 + r.Intn(3)
	for i := range n {
		node := graph.Node{Name: fmt.Sprint("n", i), Kind: graph.KindLLM}
		for _, name := range names {
			if least := r.Intn(2); i > 0 && r.Intn(3) == 0 {
				node.Counts = append(node.Counts, graph.Count{Counter: name, Least: least, Most: least + r.Intn(8)/7})
			} else if v := r.Intn(3); i > 0 && r.Intn(6) == 0 {
				node.Counts = append(node.Counts, graph.Count{Counter: name, Set: &v})
			} else if i > 0 && r.Intn(16) == 0 {
				node.Counts = append(node.Counts, graph.Count{Counter: name, Any: true})
			}
		}
		w.Nodes = append(w.Nodes, node)
	}
	w.Nodes[0].Kind, w.Nodes[n-1].Kind = graph.KindEntry, graph.KindExit
	w.Exits = []graph.NodeID{graph.NodeID(n - 1)}
	end := func() *int { v := r.Intn(most - 1); return &v }
	for from := range n - 1 {
		branch, ways := graph.BranchID(graph.None), 1
		if r.Intn(3) > 0 {
			branch, ways = graph.BranchID(len(w.Branches)), 2+r.Intn(2)
			w.Branches = append(w.Branches, graph.Branch{From: graph.NodeID(from), Func: "route", Complete: true})
		}
		for k := range ways {
			e := graph.Edge{From: graph.NodeID(from), To: graph.NodeID(1 + r.Intn(n-1)), Kind: graph.EdgeConditional, Branch: branch, Label: fmt.Sprint(k)}
			if branch != graph.None && r.Intn(2) == 0 {
				x := graph.Within{Counter: names[r.Intn(2)]}
				switch x.To = end(); r.Intn(4) {
				case 0:
					x.From, x.To = x.To, nil
				case 1:
					x.From = x.To
				}
				e.Within = append(e.Within, x)
			}
			w.Edges = append(w.Edges, e)
		}
	}
	for _, name := range names {
		if r.Intn(3) == 0 {
			mirrored(w, name)
		}
	}
	return w
}

// mirrored turns a counter round: what was added to it is taken away.
func mirrored(w *graph.Workflow, name string) {
	minus := func(v *int) *int {
		if v == nil {
			return nil
		}
		n := -*v
		return &n
	}
	for i := range w.Counters {
		if c := &w.Counters[i]; c.Name == name {
			c.Start = -c.Start
		}
	}
	for i := range w.Nodes {
		for k := range w.Nodes[i].Counts {
			if c := &w.Nodes[i].Counts[k]; c.Counter == name {
				c.Least, c.Most, c.Set = -c.Most, -c.Least, minus(c.Set)
			}
		}
	}
	for i := range w.Edges {
		for k := range w.Edges[i].Within {
			if x := &w.Edges[i].Within[k]; x.Counter == name {
				x.From, x.To = minus(x.To), minus(x.From)
			}
		}
	}
}

// A moment is where a run is, what its counters are then, and how often it was at a node.
type moment struct {
	node  graph.NodeID
	a, b  int
	times int
}

// next calls yield for each moment that may follow along an edge.
func (m moment) next(w *graph.Workflow, e *graph.Edge, at graph.NodeID, yield func(moment)) {
	for _, x := range e.Within {
		v := m.a
		if x.Counter == "m.S.B" {
			v = m.b
		}
		if !x.Has(v) {
			return
		}
	}
	m.enter(w, e.To, at, yield)
}

func (m moment) value(counter string) int {
	if counter == "m.S.B" {
		return m.b
	}
	return m.a
}

func (m moment) enter(w *graph.Workflow, n, at graph.NodeID, yield func(moment)) {
	if n == at {
		m.times++
	}
	for _, a := range after(m.a, w.Nodes[n].Does("m.S.A")) {
		for _, b := range after(m.b, w.Nodes[n].Does("m.S.B")) {
			yield(moment{n, a, b, m.times})
		}
	}
}

// after returns the values that a counter may have after a step.
func after(v int, does graph.Count) (list []int) {
	switch {
	case does.Set != nil:
		return []int{*does.Set}
	case does.Any:
		v, does.Least, does.Most = 0, -most, most
	}
	for i := does.Least; i <= does.Most; i++ {
		list = append(list, max(-most, min(v+i, most)))
	}
	return list
}

// begins calls yield for each moment at which a run may begin.
func begins(w *graph.Workflow, at graph.NodeID, yield func(moment)) {
	starts := func(c graph.Counter) (list []int) {
		if c.Started {
			return []int{c.Start}
		}
		for v := -most; v <= most; v++ {
			list = append(list, v)
		}
		return list
	}
	for _, a := range starts(w.Counters[0]) {
		for _, b := range starts(w.Counters[1]) {
			moment{a: a, b: b}.enter(w, w.Entry, at, yield)
		}
	}
}

// comes reports whether some run is at a node more often than k times.
func comes(w *graph.Workflow, at graph.NodeID, k int) bool {
	seen := make(map[moment]bool)
	var work []moment
	add := func(m moment) {
		if !seen[m] && m.times <= k+1 {
			seen[m] = true
			work = append(work, m)
		}
	}
	begins(w, at, add)
	for ; len(work) > 0; work = work[1:] {
		if work[0].times > k {
			return true
		}
		for i := range w.Edges {
			if w.Edges[i].From == work[0].node {
				work[0].next(w, &w.Edges[i], at, add)
			}
		}
	}
	return false
}

// isRun reports whether a path can be one of a run.
func isRun(w *graph.Workflow, path []product.Step) bool {
	now := make(map[moment]bool)
	add := func(to map[moment]bool) func(moment) { return func(m moment) { to[m] = true } }
	begins(w, graph.None, add(now))
	for _, s := range path {
		if s.Edge == graph.None {
			continue
		}
		then := make(map[moment]bool)
		for m := range now {
			if m.node == w.Edges[s.Edge].From {
				m.next(w, &w.Edges[s.Edge], graph.None, add(then))
			}
		}
		now = then
		for _, k := range s.Known { // what is said of counters is so in some run
			for m := range now {
				if v := m.value(k.Counter.Name); v != max(-most, min(k.Value, most)) {
					delete(now, m)
				}
			}
		}
	}
	return len(now) > 0
}

// isExact reports whether w is unrolled with all of its counters, and their values are known everywhere.
func isExact(w *graph.Workflow) bool {
	for _, c := range w.Counters {
		open := func(n graph.Node) bool { does := n.Does(c.Name); return does.Any || does.Least != does.Most }
		if !c.Started || slices.ContainsFunc(w.Nodes, open) {
			return false
		}
	}
	u := unroll.Of(w)
	return u != nil && len(u.Counters) == len(w.Counters)
}

// TestCounted compares how often steps run with what follows from counters step by step: nothing
// holds that does not, and of workflows that are unrolled, what is violated shows a run.
func TestCounted(t *testing.T) {
	count := make(map[string]int)
	for seed := range int64(4 * *pairsFlag) {
		r := rand.New(rand.NewSource(seed))
		w := counting(r)
		if err := graph.Check(w); err != nil {
			t.Fatal(err)
		}
		at := graph.NodeID(1 + r.Intn(len(w.Nodes)-2))
		k := r.Intn(6)
		rule := product.MustCompile(fmt.Sprintf("at most %d node:n%d", k, at))
		before := product.Check(w, rule, product.Options{})
		after := product.Check(w, rule, product.Options{Feasible: feasible.Guard})
		is := comes(w, at, k)
		kind := before.Verdict.String() + " " + after.Verdict.String()
		if before.Verdict != verdict.Violated && before.Verdict != after.Verdict {
			t.Fatalf("seed %d: %s\n%s", seed, kind, w.Text())
		}
		switch {
		case after.Verdict == verdict.Holds && is:
			t.Fatalf("seed %d: %s, and a run violates %s\n%s", seed, kind, rule.Source, w.Text())
		case after.Verdict == verdict.Violated && isExact(w) && !(is && isRun(w, after.Path)):
			t.Fatalf("seed %d: %s, and no run does: %v\n%s", seed, kind, after.Path, w.Text())
		}
		if (after.Excluded != nil) != (kind == "violated holds") || after.Excluded != nil && len(after.Excluded.Counters) == 0 {
			t.Fatalf("seed %d: %s: excluded %+v", seed, kind, after.Excluded)
		}
		count[kind]++
	}
	t.Log(count)
	if count["violated holds"] < *pairsFlag/8 || count["violated violated"] < *pairsFlag {
		t.Errorf("%v: the test is no good", count)
	}
}
