package check_test

// This file reads the predicates about humans off small workflows: by
// following every path with its whole stack of bodies, and for mode all by
// running every choice of alternatives.

import (
	"fmt"
	"slices"
	"testing"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
	"github.com/google/go-cmp/cmp"
)

// A place is where a token is: the nodes in whose bodies it is, and its node.
type place struct {
	stack string
	asked bool
}

// walker follows single tokens.
type walker struct {
	from   *graph.Workflow
	seen   map[place]bool
	visit  func(w *graph.Workflow, n graph.NodeID, asked bool) (askedAfter bool)
	oracle map[*graph.Workflow]*oracle
	chosen bool // leave out edges that no value of their router selects
}

// A frame is one level of a place.
type frame struct {
	w *graph.Workflow
	n graph.NodeID
}

func gatedTool(t *graph.Tool) bool {
	return t.Gate.Kind != graph.GateNone && t.Gate.Kind != graph.GateConditional
}

// mayAsk reports whether some calls of a tool ask a human.
func mayAsk(t *graph.Tool) bool { return t.Gate.Kind != graph.GateNone }

func (k *walker) of(w *graph.Workflow) *oracle {
	if k.oracle[w] == nil {
		k.oracle[w] = &oracle{w, len(w.Nodes)}
	}
	return k.oracle[w]
}

// interrupted reports whether an interrupt stands before or after n.
func interrupted(w *graph.Workflow, n graph.NodeID, after bool) bool {
	return slices.ContainsFunc(w.Interrupts, func(i graph.Interrupt) bool { return i.Node == n && i.After == after })
}

// arrive runs the innermost node of a stack and goes on in every way.
func (k *walker) arrive(stack []frame, asked bool) {
	key := place{fmt.Sprint(stack), asked}
	if k.seen[key] {
		return
	}
	k.seen[key] = true
	top := stack[len(stack)-1]
	node := &top.w.Nodes[top.n]
	if node.Kind == graph.KindHuman || interrupted(top.w, top.n, false) {
		asked = true
	}
	asked = k.visit(top.w, top.n, asked)
	if node.Sub != nil {
		k.arrive(append(slices.Clone(stack), frame{node.Sub, node.Sub.Entry}), asked)
		return
	}
	k.leave(stack, asked)
}

// leave goes on after the innermost node.
func (k *walker) leave(stack []frame, asked bool) {
	key := place{"after " + fmt.Sprint(stack), asked}
	if k.seen[key] {
		return
	}
	k.seen[key] = true
	top := stack[len(stack)-1]
	node := &top.w.Nodes[top.n]
	if interrupted(top.w, top.n, true) || alwaysAsks(node) {
		asked = true
	}
	o := k.of(top.w)
	for i, e := range top.w.Edges {
		a, b := o.ignored(i)
		if e.From == top.n && !a && !b && node.Kind != graph.KindExit && !(k.chosen && neverChosen(top.w, &e)) {
			next := slices.Clone(stack)
			next[len(next)-1].n = e.To
			k.arrive(next, asked)
		}
	}
	n := int(top.n)
	deadEnd := len(o.out(n)) == 0 && !o.jumps(n) && top.w.Engine.DeadEnd != graph.DeadEndFails
	if len(stack) > 1 && (o.isExit(n) || deadEnd) {
		k.leave(stack[:len(stack)-1], asked)
	}
}

// neverChosen reports whether no value of e's branch, of which all are known, selects
// e: a branch that another one replaces or that shares its edges says nothing.
func neverChosen(w *graph.Workflow, e *graph.Edge) bool {
	if e.Branch == graph.None || e.Label == "" {
		return false
	}
	br := &w.Branches[e.Branch]
	if !br.Complete || br.Shared {
		return false
	}
	for i := range w.Branches {
		if w.Engine.LastBranchWins && i > int(e.Branch) && w.Branches[i].From == br.From && br.From != graph.None {
			return false
		}
	}
	return !slices.ContainsFunc(br.Values, func(v graph.Value) bool { return v.Text == e.Label })
}

func walk(w *graph.Workflow, visit func(w *graph.Workflow, n graph.NodeID, asked bool) bool) {
	k := &walker{seen: make(map[place]bool), visit: visit, oracle: make(map[*graph.Workflow]*oracle)}
	k.arrive([]frame{{w, w.Entry}}, false)
}

// alwaysAsks reports whether a step calls one tool, always, and that asks.
func alwaysAsks(n *graph.Node) bool {
	return (n.Calls == graph.CallsOnce || n.Calls == graph.CallsUnspecified) && len(n.Tools) == 1 && gatedTool(n.Tools[0])
}

func dangerous(n *graph.Node) []*graph.Tool {
	var list []*graph.Tool
	for _, t := range n.Tools {
		if n.Calls == graph.CallsNone {
			break
		}
		if t.Hints.Destructive == graph.HintTrue && !gatedTool(t) && !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	return list
}

func spot(d string, w *graph.Workflow, n graph.NodeID) string {
	return fmt.Sprintf("%s %s/%s", d, w.Name, w.Nodes[n].Name)
}

// gatesOf returns what HumanGate must say of w with RequireHuman and PerCall.
func gatesOf(w *graph.Workflow) []string {
	first := make(map[string]bool)
	human := false
	tools := make(map[*graph.Tool]bool)
	walk(w, func(in *graph.Workflow, n graph.NodeID, asked bool) bool {
		node := &in.Nodes[n]
		for _, t := range dangerous(node) {
			tools[t] = true
			if !asked {
				first[spot("gate-first", in, n)] = true
			}
		}
		return asked
	})
	k := &walker{seen: make(map[place]bool), oracle: make(map[*graph.Workflow]*oracle), chosen: true}
	k.visit = func(in *graph.Workflow, n graph.NodeID, asked bool) bool {
		node := &in.Nodes[n]
		human = human || asked || interrupted(in, n, true) || node.Calls != graph.CallsNone && slices.ContainsFunc(node.Tools, mayAsk)
		return asked
	}
	k.arrive([]frame{{w, w.Entry}}, false)
	list := make(map[string]bool)
	if !human {
		list[fmt.Sprintf("%s %s", "gate-missing", w.Name)] = true
	}
	for t := range tools {
		againOf(w, t, first, list)
	}
	for s := range first {
		list[s] = true
	}
	var sorted []string
	for s := range list {
		sorted = append(sorted, s)
	}
	slices.Sort(sorted)
	return sorted
}

// againOf adds the steps at which t can run again unasked. The flag asked now
// means: no run of t lies before, or a human was asked since.
func againOf(w *graph.Workflow, t *graph.Tool, first, list map[string]bool) {
	k := &walker{seen: make(map[place]bool), oracle: make(map[*graph.Workflow]*oracle)}
	k.visit = func(in *graph.Workflow, n graph.NodeID, asked bool) bool {
		node := &in.Nodes[n]
		if !slices.Contains(dangerous(node), t) {
			return asked
		}
		many := node.Calls == graph.CallsAny || node.Calls == graph.CallsUnspecified && len(node.Tools) > 1
		if (many || !asked) && !first[spot("gate-first", in, n)] {
			list[spot("gate-again", in, n)] = true
		}
		return false
	}
	k.arrive([]frame{{w, w.Entry}}, true)
}

// TestGates compares HumanGate with the oracle, through bodies, in the modes in
// which a node runs when one token arrives.
func TestGates(t *testing.T) {
	const seed = 13
	t.Logf("seed %d", seed)
	m := newMaker(seed)
	count := make(map[string]int)
	for i := range 8_000 {
		m.mode = graph.Mode(m.Intn(2))
		w := m.workflow(6, i%3)
		var got []string
		for _, p := range flats(check.Run(w, check.Options{RequireHuman: true, PerCall: true})) {
			if p.Rule() != rules.HumanGate {
				continue
			}
			count[p.Detail]++
			verifyWitness(t, w, p)
			if p.Detail == "gate-missing" {
				got = append(got, fmt.Sprintf("%s %s", p.Detail, w.Name))
				continue
			}
			got = append(got, spot(p.Detail, p.Workflow, p.Node))
			verifyUngated(t, w, p)
		}
		slices.Sort(got)
		if diff := cmp.Diff(gatesOf(w), got); diff != "" {
			t.Fatalf("workflow %d (-want +got):\n%s\n%s", i, diff, w.Text())
		}
	}
	t.Log(count)
}

// verifyUngated checks that no step of a witness asks a human, from the entry
// or since the tool ran.
func verifyUngated(t *testing.T, w *graph.Workflow, p flat) {
	t.Helper()
	from := 0
	if p.Detail == "gate-again" {
		from = p.Cycle + 1
	}
	for i := from; i < len(p.Witness); i++ {
		s := p.Witness[i]
		in := inOf(p, i)
		repeat := p.Detail == "gate-again" && s.Edge == graph.None && i == len(p.Witness)-1 && p.Witness[p.Cycle].Node == s.Node
		if !repeat && (in.Nodes[s.Node].Kind == graph.KindHuman || interrupted(in, s.Node, false)) {
			t.Fatalf("%s: step %d asks a human\n%s", describe(p), i, w.Text())
		}
	}
	last := p.Witness[len(p.Witness)-1]
	if last.Node != p.Node || last.In != nil {
		t.Fatalf("%s: the witness does not end at the step\n%s", describe(p), w.Text())
	}
}

// TestGatesModeAll runs every choice of alternatives of acyclic workflows in
// mode all, with nodes that wait for all of their predecessors. What the check calls violated must happen in one, and what it does
// not mention in none.
func TestGatesModeAll(t *testing.T) {
	const seed = 2
	t.Logf("seed %d", seed)
	m := newMaker(seed)
	m.acyclic, m.mode = true, graph.ModeAll
	count := make(map[string]int)
	for i := range 6_000 * *times {
		m.joins = i%2 == 0
		w := m.workflow(7, 0)
		for e := range w.Edges {
			w.Edges[e].Guard = nil
		}
		verdict := make(map[graph.NodeID]string)
		for _, p := range flats(check.Run(w, check.Options{})) {
			if p.Rule() == rules.HumanGate {
				verdict[p.Node] = p.Verdict().String()
				count[p.Verdict().String()]++
			}
		}
		ungated := runAll(w)
		for n := range w.Nodes {
			id := graph.NodeID(n)
			if len(dangerous(&w.Nodes[n])) == 0 {
				continue
			}
			switch v := verdict[id]; {
			case v == "violated" && !ungated[id]:
				t.Fatalf("workflow %d: no run reaches %s unasked\n%s", i, w.Nodes[n].Name, w.Text())
			case v == "" && ungated[id]:
				t.Fatalf("workflow %d: a run reaches %s unasked\n%s", i, w.Nodes[n].Name, w.Text())
			}
			if verdict[id] == "" {
				count["holds"]++
			}
		}
	}
	t.Log(count)
}

// runAll returns the nodes that some run of an acyclic workflow in mode all
// reaches with no human in their past. Edges lead from lower to higher nodes.
func runAll(w *graph.Workflow) map[graph.NodeID]bool {
	o := &oracle{w, len(w.Nodes)}
	found := make(map[graph.NodeID]bool)
	var choose func(n int, runs, past []bool, taken map[int]bool)
	choose = func(n int, runs, past []bool, taken map[int]bool) {
		if n == o.n {
			return
		}
		runs, past = slices.Clone(runs), slices.Clone(past)
		node := &w.Nodes[n]
		for i, e := range w.Edges {
			if int(e.To) == n && taken[i] {
				runs[n] = true
				past[n] = past[n] || past[e.From]
			}
		}
		if node.Join && n > 0 {
			for i, e := range w.Edges {
				a, b := o.ignored(i)
				if int(e.To) == n && !a && !b && w.Nodes[e.From].Kind != graph.KindExit && !o.delivered(n, int(e.From), taken) {
					runs[n] = false
				}
			}
		}
		if !runs[n] {
			choose(n+1, runs, past, taken)
			return
		}
		if node.Kind == graph.KindHuman || interrupted(w, graph.NodeID(n), false) {
			past[n] = true
		}
		if !past[n] {
			found[graph.NodeID(n)] = true
		}
		if interrupted(w, graph.NodeID(n), true) || alwaysAsks(node) {
			past[n] = true
		}
		for _, set := range o.alternatives(n) {
			next := make(map[int]bool)
			for i := range taken {
				next[i] = true
			}
			for _, i := range set {
				next[i] = true
			}
			choose(n+1, runs, past, next)
		}
	}
	runs := make([]bool, o.n)
	runs[w.Entry] = true
	choose(0, runs, make([]bool, o.n), map[int]bool{})
	return found
}

// alternatives lists the sets of out-edges that one run of n can take.
func (o *oracle) alternatives(n int) [][]int {
	if o.w.Nodes[n].Kind == graph.KindExit {
		return [][]int{nil}
	}
	var always []int
	byBranch := make(map[graph.BranchID][]int)
	for _, i := range o.out(n) {
		a, b := o.ignored(i)
		switch e := o.w.Edges[i]; {
		case a || b:
		case e.Branch == graph.None:
			always = append(always, i)
		default:
			byBranch[e.Branch] = append(byBranch[e.Branch], i)
		}
	}
	sets := [][]int{always}
	for b := range o.w.Branches {
		edges := byBranch[graph.BranchID(b)]
		if len(edges) == 0 {
			continue
		}
		var more [][]int
		for _, set := range sets {
			for pick := 1; pick < 1<<len(edges); pick++ {
				if pick&(pick-1) != 0 && !o.together(b, edges, pick) {
					continue
				}
				next := slices.Clone(set)
				for k, i := range edges {
					if pick>>k&1 == 1 {
						next = append(next, i)
					}
				}
				more = append(more, next)
			}
		}
		sets = more
	}
	return sets
}

// delivered reports whether a taken edge leads from a to n.
func (o *oracle) delivered(n, a int, taken map[int]bool) bool {
	for i, e := range o.w.Edges {
		if taken[i] && int(e.To) == n && int(e.From) == a {
			return true
		}
	}
	return false
}

// together reports whether one decision of branch b may take the picked edges.
func (o *oracle) together(b int, edges []int, pick int) bool {
	branch := &o.w.Branches[b]
	if !branch.Multi || branch.Together == nil {
		return branch.Multi
	}
	return slices.ContainsFunc(branch.Together, func(set []string) bool {
		for k, i := range edges {
			if label := o.w.Edges[i].Label; pick>>k&1 == 1 && label != "" && !slices.Contains(set, label) {
				return false
			}
		}
		return true
	})
}
