package check_test

// This file reads the predicates of the rules off small workflows directly: by
// transitive closure, by trying every completion of the unknowns, by following
// every path. It shares nothing with the checks but the data.

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
	"github.com/google/go-cmp/cmp"
)

// times multiplies the random workflows of three tests; ".ci/run all" asks for more.
var times = flag.Int("times", 1, "`factor` of the number of random workflows")

// An oracle knows one workflow.
type oracle struct {
	w *graph.Workflow
	n int
}

func (o *oracle) isExit(n int) bool {
	if o.w.Nodes[n].Kind == graph.KindExit || slices.Contains(o.w.Exits, graph.NodeID(n)) {
		return true
	}
	return o.w.Engine.DeadEnd == graph.DeadEndExits && len(o.out(n)) == 0 && !o.jumps(n)
}

func (o *oracle) out(n int) []int {
	var list []int
	for i, e := range o.w.Edges {
		if int(e.From) == n {
			list = append(list, i)
		}
	}
	return list
}

func (o *oracle) jumps(n int) bool {
	return slices.ContainsFunc(o.w.Jumps, func(j graph.Jump) bool { return int(j.From) == n })
}

// hasBranch reports whether a branch of n replaces (after >= 0: comes after
// that branch) or shadows.
func (o *oracle) hasBranch(n, after int) bool {
	for b := after + 1; b < len(o.w.Branches); b++ {
		if int(o.w.Branches[b].From) == n {
			return true
		}
	}
	return false
}

// ignored reports whether the engine ignores edge i, and why.
func (o *oracle) ignored(i int) (byBranch, byExit bool) {
	e, g := o.w.Edges[i], o.w.Engine
	n := int(e.From)
	if e.Branch != graph.None && g.LastBranchWins && o.hasBranch(n, int(e.Branch)) {
		return true, false
	}
	if e.Branch == graph.None && g.BranchShadows && o.hasBranch(n, -1) {
		return true, false
	}
	if !g.ExitEnds || o.w.Mode != graph.ModeAny || o.isExit(int(e.To)) {
		return false, false
	}
	for _, k := range o.out(n) {
		x := o.w.Edges[k]
		shadowed := g.BranchShadows && o.hasBranch(n, -1)
		if x.Branch == graph.None && len(x.Guard) == 0 && o.isExit(int(x.To)) && !shadowed {
			return false, true
		}
	}
	return false, false
}

// edges returns the edges of one kind as pairs.
func (o *oracle) edges(live, certain bool) [][2]int {
	var list [][2]int
	for i, e := range o.w.Edges {
		a, b := o.ignored(i)
		if o.w.Nodes[e.From].Kind == graph.KindExit || live && (a || b) || certain && o.absent(i) {
			continue
		}
		list = append(list, [2]int{int(e.From), int(e.To)})
	}
	return list
}

// absent reports whether some configuration lacks edge i, and none of the edges that no
// configuration has beside it is there in its place.
func (o *oracle) absent(i int) bool {
	e := o.w.Edges[i]
	if e.Branch != graph.None || len(e.Guard) == 0 {
		return false
	}
	settings := settingsOf(o.w)
	instead := []graph.Guard{e.Guard}
	for _, k := range o.out(int(e.From)) {
		x := o.w.Edges[k]
		if x.Branch != graph.None || len(x.Guard) == 0 {
			continue
		}
		if !slices.ContainsFunc(settings, func(w setting) bool { return w.hold(e.Guard) && w.hold(x.Guard) }) {
			instead = append(instead, x.Guard)
		}
	}
	return slices.ContainsFunc(settings, func(w setting) bool { return !slices.ContainsFunc(instead, w.hold) })
}

// A setting says which conditions hold.
type setting map[string]bool

// settingsOf returns all of them.
func settingsOf(w *graph.Workflow) []setting {
	list := []setting{{}}
	for i := range w.Edges {
		for c := range w.Edges[i].Guard.Conditions {
			name, _ := conditionName(c)
			if _, known := list[0][name]; known {
				continue
			}
			for _, old := range slices.Clone(list) {
				next := maps.Clone(old)
				old[name], next[name] = true, false
				list = append(list, next)
			}
		}
	}
	return list
}

func conditionName(c graph.Cond) (name string, negated bool) {
	if c.Eval != 0 {
		return fmt.Sprint("evaluation ", c.Eval), c.Neg
	}
	name = strings.NewReplacer("(", "", ")", "").Replace(c.Text)
	return strings.TrimPrefix(name, "!"), c.Neg != strings.HasPrefix(name, "!")
}

// hold reports whether a guard holds.
func (w setting) hold(g graph.Guard) bool {
	return !slices.ContainsFunc(g, func(c graph.Cond) bool {
		if c.Any != nil {
			return !slices.ContainsFunc(c.Any, w.hold)
		}
		name, negated := conditionName(c)
		return w[name] == negated
	})
}

// closure returns reach[a][b]: a path, perhaps of no edge, leads from a to b.
func closure(n int, edges [][2]int) [][]bool {
	r := make([][]bool, n)
	for i := range r {
		r[i] = make([]bool, n)
		r[i][i] = true
	}
	for range n {
		for _, e := range edges {
			for a := range n {
				if r[a][e[0]] {
					r[a][e[1]] = true
				}
			}
		}
	}
	return r
}

// A completion is one way in which the unknowns may turn out.
type completion struct {
	extra [][2]int
	ends  []int // nodes that end the run
}

// completions lists them. For UnknownAnything these are: nothing, each single
// edge, and everything at once with an exit everywhere; what is asked of them
// is monotone in the edges that leave a set, so that this is enough.
func (o *oracle) completions() []completion {
	list := []completion{{}}
	for _, u := range o.w.Unknowns {
		var cand [][2]int
		switch u.What {
		case graph.UnknownTargets:
			for b := range o.n {
				cand = append(cand, [2]int{int(u.Node), b})
			}
		case graph.UnknownSources:
			for a := range o.n {
				if o.w.Nodes[a].Kind != graph.KindExit {
					cand = append(cand, [2]int{a, int(u.Node)})
				}
			}
		case graph.UnknownBody:
			list = append(list, completion{ends: []int{int(u.Node)}})
		case graph.UnknownAnything:
			all := completion{}
			for a := range o.n {
				all.ends = append(all.ends, a)
				for b := range o.n {
					if o.w.Nodes[a].Kind == graph.KindExit {
						continue
					}
					all.extra = append(all.extra, [2]int{a, b})
					list = append(list, completion{extra: [][2]int{{a, b}}})
				}
			}
			list = append(list, all)
		}
		for set := 1; set < 1<<len(cand); set++ {
			c := completion{}
			for i, e := range cand {
				if set>>i&1 == 1 {
					c.extra = append(c.extra, e)
				}
			}
			list = append(list, c)
		}
	}
	return list
}

// world is what is true in one completion.
type world struct {
	reach   []bool // from the entry, over live edges
	canExit []bool // over declared edges, to exits and jumps
}

func (o *oracle) world(c completion) world {
	fwd := closure(o.n, append(o.edges(true, false), c.extra...))
	all := closure(o.n, append(o.edges(false, false), c.extra...))
	x := world{reach: fwd[o.w.Entry], canExit: make([]bool, o.n)}
	for a := range o.n {
		for b := range o.n {
			if all[a][b] && (o.isExit(b) || o.jumps(b) || slices.Contains(c.ends, b)) {
				x.canExit[a] = true
			}
		}
	}
	return x
}

// judge returns "violated" if bad holds in all completions, "unknown" if in
// some, "" if in none.
func (o *oracle) judge(bad func(world, completion) bool) string {
	all, some := true, false
	for _, c := range o.completions() {
		b := bad(o.world(c), c)
		all, some = all && b, some || b
	}
	switch {
	case all:
		return "violated"
	case some:
		return "unknown"
	}
	return ""
}

func label(rule string, verdict string, nodes []int) string {
	return fmt.Sprintf("%s %s %v", rule, verdict, nodes)
}

// endings returns what DeadEnd, Livelock, SilentLoop, ExitUnreachable and
// Unreachable must say.
func (o *oracle) endings() []string {
	known := o.world(completion{})
	missed := true
	var exits []int
	for n := range o.n {
		if o.isExit(n) {
			exits = append(exits, n)
		}
		if known.reach[n] && (o.isExit(n) || o.jumps(n)) {
			missed = false
		}
	}
	var list []string
	if missed {
		verdict := o.judge(func(x world, c completion) bool {
			for n := range o.n {
				if x.reach[n] && (o.isExit(n) || o.jumps(n) || slices.Contains(c.ends, n)) {
					return false
				}
			}
			return true
		})
		list = append(list, label(rules.ExitUnreachable, verdict, exits))
	} else {
		list = append(list, o.traps(known)...)
		list = append(list, o.optional(known, exits)...)
	}
	noExit := !slices.ContainsFunc(exits, func(n int) bool { return known.reach[n] })
	return append(list, o.lost(known, noExit)...)
}

// closedGroups returns the strongly connected groups of nodes at which in
// holds that no edge leaves.
func (o *oracle) closedGroups(in []bool, edges [][2]int) [][]int {
	r := closure(o.n, edges)
	var groups [][]int
	for a := range o.n {
		if !in[a] {
			continue
		}
		var group []int
		closed := true
		for b := range o.n {
			if r[a][b] && r[b][a] {
				group = append(group, b)
			} else if r[a][b] {
				closed = false
			}
		}
		if closed && group[0] == a {
			groups = append(groups, group)
		}
	}
	return groups
}

// trapRule returns the rule for a group, "" if it is the business of another
// rule.
func (o *oracle) trapRule(group []int, edges [][2]int) string {
	inside := slices.ContainsFunc(edges, func(e [2]int) bool {
		return slices.Contains(group, e[0]) && slices.Contains(group, e[1])
	})
	switch {
	case inside && o.w.Engine.LimitIsSuccess:
		return rules.SilentLoop
	case inside:
		return rules.Livelock
	}
	for _, i := range o.out(group[0]) {
		byBranch, byExit := o.ignored(i)
		if !byBranch && !byExit {
			return rules.DeadEnd // all that leaves it is optional
		}
	}
	if len(o.out(group[0])) > 0 {
		return ""
	}
	return rules.DeadEnd
}

func (o *oracle) traps(known world) []string {
	trapped := make([]bool, o.n)
	for n := range trapped {
		trapped[n] = !known.canExit[n]
	}
	var list []string
	for _, group := range o.closedGroups(trapped, o.edges(true, false)) {
		rule := o.trapRule(group, o.edges(true, false))
		verdict := o.judge(func(x world, _ completion) bool {
			return slices.ContainsFunc(group, func(n int) bool { return x.reach[n] && !x.canExit[n] })
		})
		if rule != "" && verdict != "" {
			list = append(list, label(rule, verdict, group))
		}
	}
	return list
}

// optional returns what holds if the optional edges do not exist.
func (o *oracle) optional(known world, exits []int) []string {
	live := o.edges(true, true)
	if len(o.edges(false, false)) == len(o.edges(false, true)) {
		return nil
	}
	reach := closure(o.n, live)[o.w.Entry]
	found := false
	for n := range o.n {
		found = found || reach[n] && (o.isExit(n) || o.jumps(n))
	}
	if !found {
		return []string{label(rules.ExitUnreachable, "unknown", exits)}
	}
	all := closure(o.n, o.edges(false, true))
	trapped := make([]bool, o.n)
	for a := range o.n {
		trapped[a] = true
		for b := range o.n {
			if all[a][b] && (o.isExit(b) || o.jumps(b)) {
				trapped[a] = false
			}
		}
	}
	var list []string
	for _, group := range o.closedGroups(trapped, live) {
		rule := o.trapRule(group, live)
		way := slices.ContainsFunc(group, func(n int) bool {
			return slices.ContainsFunc(o.out(n), func(i int) bool {
				a, b := o.ignored(i)
				return o.absent(i) && !a && !b
			})
		})
		isReached := slices.ContainsFunc(group, func(n int) bool { return known.reach[n] })
		if rule != "" && way && isReached && known.canExit[group[0]] {
			list = append(list, label(rule, "unknown", group))
		}
	}
	return list
}

// lost returns what Unreachable must say.
func (o *oracle) lost(known world, missed bool) []string {
	declared := o.edges(false, false)
	r := closure(o.n, declared)
	var list []string
	covered := make([]bool, o.n)
	for changed := true; changed; {
		changed = false
		for a := range o.n {
			if r[o.w.Entry][a] || covered[a] {
				continue
			}
			var group []int
			first, named, toMissed := true, false, false
			for b := range o.n {
				switch {
				case r[a][b] && r[b][a]:
					group = append(group, b)
					named = named || !o.w.Nodes[b].Generated
				case r[b][a] && !covered[b] && o.speaks(r, b, missed):
					first = false // something before it is reported or covers it
				}
				toMissed = toMissed || missed && r[a][b] && o.isExit(b) && !r[o.w.Entry][b]
			}
			if !first || group[0] != a {
				continue
			}
			if !toMissed && !named {
				continue // passed over
			}
			if !toMissed {
				verdict := "violated"
				for _, c := range o.completions() {
					fwd := closure(o.n, append(slices.Clone(declared), c.extra...))
					for _, n := range o.first(group) {
						if fwd[o.w.Entry][n] {
							verdict = "unknown"
						}
					}
				}
				list = append(list, label(rules.Unreachable, verdict, group))
			}
			for b := range o.n {
				if r[a][b] && !covered[b] {
					covered[b] = true
					changed = true
				}
			}
		}
	}
	return list
}

// first returns the node that stands for a group: its first one with a name of
// its own.
func (o *oracle) first(group []int) []int {
	for _, n := range group {
		if !o.w.Nodes[n].Generated {
			return []int{n}
		}
	}
	return nil
}

// speaks reports whether the group of b is reported or leads to a missed exit.
func (o *oracle) speaks(r [][]bool, b int, missed bool) bool {
	for c := range o.n {
		if r[b][c] && r[c][b] && !o.w.Nodes[c].Generated || missed && r[b][c] && o.isExit(c) && !r[o.w.Entry][c] {
			return true
		}
	}
	return false
}

// TestEndings compares the rules about the ends of runs with the oracle.
func TestEndings(t *testing.T) {
	const seed = 11
	t.Logf("seed %d", seed)
	m := newMaker(seed)
	count := make(map[string]int)
	for i := range 3_000 * *times {
		m.unknowns = i%2 == 0
		m.mode = graph.Mode(m.Intn(3))
		w := m.workflow(6, 0)
		o := &oracle{w, len(w.Nodes)}
		var got []string
		for _, p := range flats(check.Run(w, check.Options{})) {
			switch p.Rule() {
			case rules.DeadEnd, rules.Livelock, rules.SilentLoop, rules.ExitUnreachable, rules.Unreachable:
				nodes := []int{}
				for _, n := range p.Nodes {
					nodes = append(nodes, int(n))
				}
				got = append(got, label(p.Rule(), p.Verdict().String(), nodes))
				count[p.Rule()+" "+p.Verdict().String()]++
				verifyWitness(t, w, p)
			}
		}
		want := o.endings()
		slices.Sort(want)
		slices.Sort(got)
		want = slices.Compact(want)
		if diff := cmp.Diff(fmt.Sprint(want), fmt.Sprint(got)); diff != "" {
			t.Fatalf("workflow %d (-want +got):\n%s\n%s", i, diff, w.Text())
		}
	}
	t.Log(count)
}

// verifyWitness checks that a witness begins at the entry, follows edges that
// exist, and ends where it says; over an unknown it may go without an edge.
func verifyWitness(t *testing.T, w *graph.Workflow, p flat) {
	t.Helper()
	if len(p.Witness) == 0 {
		t.Fatalf("%s has no witness\n%s", describe(p), w.Text())
	}
	if len(p.Witness) > 1 && (p.Witness[0].Node != w.Entry || inOf(p, 0) != w) {
		t.Fatalf("%s: the witness does not begin at the entry\n%s", describe(p), w.Text())
	}
	for i := 1; i < len(p.Witness); i++ {
		a, b := p.Witness[i-1], p.Witness[i]
		in := inOf(p, i)
		if b.Edge == graph.None || in != inOf(p, i-1) {
			continue
		}
		e := in.Edges[b.Edge]
		if e.From != a.Node || e.To != b.Node {
			t.Fatalf("%s: step %d follows no edge\n%s", describe(p), i, w.Text())
		}
	}
	if p.Cycle != graph.None && p.Detail == "" && p.Witness[p.Cycle].Node != p.Witness[len(p.Witness)-1].Node {
		t.Fatalf("%s: the cycle is not closed\n%s", describe(p), w.Text())
	}
}

// inOf returns the workflow of the i-th step of p's witness.
func inOf(p flat, i int) *graph.Workflow {
	if in := p.Witness[i].In; in != nil {
		return in
	}
	return p.Workflow
}
