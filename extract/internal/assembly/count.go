package assembly

// This file finds the counters and the truth values of a workflow whose steps hand a struct on by
// value, one after the other.

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/agentvet/agentvet/extract/internal/tally"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/unroll"
	"github.com/agentvet/agentvet/internal/recipe"
)

// A Tally is what is known of how the steps of a workflow hand on a struct by value.
type Tally struct {
	Funcs map[graph.NodeID]string // the function of each step
	// Calls are, of steps that call one tool once, that call.
	Calls map[graph.NodeID]Effect
	// Runs are the methods of the runner that start a run, with the index of the argument, the
	// receiver included, that is the state.
	Runs map[string]int
	// Runner is the type on which they are called, without its type arguments. Of a workflow
	// whose runner others may get, they choose the state in which a run starts.
	Runner string
	// Resumes is the field of the settings of a run, the argument after the state, that lists the steps at which it goes on.
	Resumes string
	// Map is set where the state is a map. Callbacks is the field of the settings that gives others the map, and Sets are functions
	// that make settings without any.
	Map       *tally.Map
	Callbacks string
	Sets      []string

	state string // the type of the state
	keyed *tally.Keyed
}

// Count adds the counters of w: fields of the state of which it is known what some step makes of
// them, or how they start, and that a router compares with a constant or decides by. No two steps
// may run at once.
func (a *Assembly) Count(w *graph.Workflow, t Tally) {
	funcs := tally.Funcs(a.Functions().Func)
	typ := stateType(funcs, t.Funcs)
	if typ == "" || !sequential(w) {
		return
	}
	t.state = typ
	if t.Map != nil {
		var ok bool
		if t.keyed, ok = a.keyed(w, t); !ok {
			return
		}
		funcs = t.keyed.Func
	}
	steps := make(map[graph.NodeID]tally.Step, len(t.Funcs))
	for n, id := range t.Funcs {
		step, ok := funcs.Step(id, typ)
		if !ok {
			return
		}
		steps[n] = step
	}
	routers := make(map[graph.BranchID]tally.Router)
	var fields []string
	kept := make(map[string]func() (*int, bool))
	limits := tally.Limits{Package: a.pkg, State: func(field string) (value *int, ok bool) {
		if kept[field] == nil {
			kept[field] = sync.OnceValues(func() (*int, bool) { return a.kept(t, typ, field, steps) })
		}
		return kept[field]()
	}}
	for b := range w.Branches {
		if r, ok := funcs.Router(w.Branches[b].Func, typ, limits); ok {
			routers[graph.BranchID(b)] = r
			fields = append(fields, r.Fields()...)
		}
	}
	for n, e := range t.Calls {
		a.pass(w, n, e, typ, steps[n])
	}
	slices.Sort(fields)
	x := &counting{Assembly: a, w: w, t: t, typ: typ, steps: steps, routers: routers, ways: make(map[graph.BranchID]tally.Ways)}
	for b, r := range routers {
		if ways, ok := steps[w.Branches[b].From].Ways(r); ok {
			x.ways[b] = ways
		}
	}
	done := make(map[tally.Term]bool)
	for _, field := range slices.Compact(fields) {
		for _, term := range terms(w, field, routers) {
			done[term] = true
			x.counter(term)
		}
	}
	x.tests(done)
	for i := range w.Nodes {
		n := &w.Nodes[i]
		n.Passes = slices.DeleteFunc(n.Passes, func(p graph.Pass) bool {
			return !slices.ContainsFunc(w.Counters, func(c graph.Counter) bool {
				return c.Test != nil && c.Test.Of == p.Of || c.Test == nil && !c.Truth && c.Name == p.Of
			})
		})
	}
}

// pass notes which arguments of the one call of a step are numbers of the state.
func (a *Assembly) pass(w *graph.Workflow, n graph.NodeID, e Effect, typ string, step tally.Step) {
	node := &w.Nodes[n]
	for _, p := range tally.Funcs(a.Functions().Func).Passes(step, e.Stack, e.Pos, a.pkg.Members) {
		node.Passes = append(node.Passes, graph.Pass{Tool: node.Tools[0].Name, Path: p.Path, Of: typ + "." + p.Field})
	}
}

// counting finds the counters of w.
type counting struct {
	*Assembly
	w       *graph.Workflow
	t       Tally
	typ     string
	steps   map[graph.NodeID]tally.Step
	routers map[graph.BranchID]tally.Router
	ways    map[graph.BranchID]tally.Ways // through a router and the step before it
}

// tests adds the truth values that steps and routers work out and that are no counters yet. What is worked out from a
// number that is followed itself says no more.
func (x *counting) tests(done map[tally.Term]bool) {
	var list []tally.Term
	for _, ways := range x.ways {
		list = append(list, ways.Terms()...)
	}
	slices.SortFunc(list, func(s, t tally.Term) int { return strings.Compare(s.String(""), t.String("")) })
	for _, term := range slices.Compact(list) {
		if !done[term] && !x.isFollowed(term) {
			x.counter(term)
		}
	}
}

// isFollowed reports whether the number that a term tests is a counter of which all that happens is known.
func (x *counting) isFollowed(term tally.Term) bool {
	if term.Other != "" {
		return x.isLimited(term.Field, term.Other) || x.isLimited(term.Other, term.Field)
	}
	name := tally.Term{Field: term.Field}.String(x.typ)
	at := slices.IndexFunc(x.w.Counters, func(c graph.Counter) bool { return c.Name == name && !c.Truth })
	return at >= 0 && !slices.ContainsFunc(x.w.Nodes, func(n graph.Node) bool { return n.Does(name).Any })
}

// terms returns what routers may ask of a field of the state, sorted.
func terms(w *graph.Workflow, field string, routers map[graph.BranchID]tally.Router) (list []tally.Term) {
	gives := make(map[graph.BranchID]bool)
	for b, r := range routers {
		list = append(list, r.Terms(field)...)
		var texts []string
		texts, gives[b] = r.Texts(field)
		for _, text := range texts {
			list = append(list, tally.Term{Field: field, Text: text, Is: true})
		}
	}
	for i := range w.Edges {
		if e := &w.Edges[i]; e.Branch != graph.None && gives[e.Branch] {
			list = append(list, tally.Term{Field: field, Text: e.Label, Is: true})
		}
	}
	slices.SortFunc(list, func(x, y tally.Term) int { return strings.Compare(x.String(""), y.String("")) })
	return slices.Compact(list)
}

// isLimited reports whether a field is followed as a number, and the other one is a limit that no step writes: that says more than which
// of the two is less.
func (x *counting) isLimited(field, other string) bool {
	if _, is := x.kept(x.t, x.typ, other, x.steps); !is {
		return false
	}
	name, limit := tally.Term{Field: field}.String(x.typ), tally.Term{Field: other}.String(x.typ)
	return slices.ContainsFunc(x.w.Counters, func(c graph.Counter) bool {
		return !c.Truth && (c.Name == name || c.Name == name+" - "+limit)
	})
}

// kept returns what a field of the state is during each run, nil if that is not known; ok is false if a
// step may write it.
func (a *Assembly) kept(t Tally, typ, field string, steps map[graph.NodeID]tally.Step) (value *int, ok bool) {
	for _, step := range steps {
		if step.Does(tally.Term{Field: field}) != (tally.Effect{}) {
			return nil, false
		}
	}
	if r := a.goesOn(t); !r.known || len(r.at) > 0 {
		return nil, true
	}
	if v, known := a.start(t, tally.Term{Field: field}, false); known {
		value = &v
	}
	return value, true
}

// stateType returns the type of the state: that of the last parameter of all functions.
func stateType(funcs tally.Funcs, ids map[graph.NodeID]string) (typ string) {
	for _, id := range ids {
		fn := funcs(id)
		if fn == nil || len(fn.Params) == 0 {
			return ""
		}
		last := fn.Params[len(fn.Params)-1].Type
		if typ != "" && last != typ {
			return ""
		}
		typ = last
	}
	return typ
}

// sequential reports whether one step of w runs at a time, and all of w is known.
func sequential(w *graph.Workflow) bool {
	open := slices.ContainsFunc(w.Unknowns, func(u graph.Unknown) bool { return u.What != graph.UnknownTools && u.What != graph.UnknownBound })
	partial := slices.ContainsFunc(w.Branches, func(b graph.Branch) bool { return !b.Complete })
	return !open && !partial && len(w.Jumps) == 0 && unroll.Sequential(w)
}

// counter adds a term to the counters of w, if it is one.
func (x *counting) counter(term tally.Term) {
	c := graph.Counter{Name: term.String(x.typ), Truth: x.isTruth(term), Pos: x.w.Pos}
	if of, op, with, ok := term.Number(x.typ); ok {
		c.Test = &graph.Test{Of: of, Op: op, With: with}
	}
	within := make(map[graph.EdgeID]graph.Within)
	for i := range x.w.Edges {
		e := &x.w.Edges[i]
		r, ok := x.routers[e.Branch]
		if !ok || e.Branch == graph.None {
			continue
		}
		var in graph.Within
		some := false
		if term.Op == "" {
			in, some = span(r, c.Name, term, e.Label)
		}
		if !some && c.Truth {
			var v int
			v, some = x.ways[e.Branch].When(term, e.Label)
			in = graph.Within{Counter: c.Name, From: &v, To: &v}
		}
		if some {
			within[graph.EdgeID(i)] = in
		}
	}
	if len(within) == 0 {
		return
	}
	effects := make(map[graph.NodeID]tally.Effect)
	for n, step := range x.steps {
		effects[n] = step.Does(term)
	}
	goesOn := x.goesOn(x.t)
	if term.Less == "" {
		c.Start, c.Started = x.start(x.t, term, c.Truth || sets(effects))
	}
	if !goesOn.allow(x.w, &c, effects) {
		return
	}
	if term.IsTest() && !x.matters(c, effects, within) {
		return
	}
	keeps := term.Other != "" && slices.ContainsFunc(slices.Collect(maps.Values(effects)), func(e tally.Effect) bool { return e == tally.Effect{} })
	addCounter(x.w, c, effects, within, keeps)
}

// sets reports whether some step does more to a counter than to add to it, or none does anything.
func sets(effects map[graph.NodeID]tally.Effect) bool {
	adds := false
	for _, e := range effects {
		if e.Any || e.Set != nil {
			return true
		}
		adds = adds || e != (tally.Effect{})
	}
	return !adds
}

// matters reports whether a truth value can keep a run from an edge, or says something of an argument: an edge needs
// one of its values, and something else leaves or needs the other one.
func (x *counting) matters(c graph.Counter, effects map[graph.NodeID]tally.Effect, within map[graph.EdgeID]graph.Within) bool {
	if c.Test != nil && slices.ContainsFunc(x.w.Nodes, func(n graph.Node) bool {
		return slices.ContainsFunc(n.Passes, func(p graph.Pass) bool { return p.Of == c.Test.Of })
	}) {
		return true
	}
	var values [2]bool
	for _, in := range within {
		if v, one := in.Only(); one {
			values[v&1] = true
		}
	}
	for _, e := range effects {
		if e.Set != nil {
			values[*e.Set&1] = true
		}
	}
	if c.Started {
		values[c.Start&1] = true
	}
	return values[0] && values[1]
}

// isTruth reports whether a term is a truth value: for a router, or on the ways to one.
func (x *counting) isTruth(term tally.Term) bool {
	if term.IsTest() {
		return true
	}
	for _, r := range x.routers {
		if isTruth(r, term) {
			return true
		}
	}
	for _, ways := range x.ways {
		if term.Less == "" && slices.Contains(ways.Terms(), term) {
			return true
		}
	}
	return false
}

// addCounter adds a counter to w, if something is known of it that a run depends on, as if some step keeps what is known.
func addCounter(w *graph.Workflow, c graph.Counter, effects map[graph.NodeID]tally.Effect, within map[graph.EdgeID]graph.Within, keeps bool) {
	counts := make(map[graph.NodeID]graph.Count)
	known := c.Started || c.Test != nil || keeps
	for n, e := range effects {
		if e != (tally.Effect{}) {
			counts[n] = graph.Count{Counter: c.Name, Least: e.Least, Most: e.Most, Set: e.Set, Any: e.Any}
			known = known || !e.Any
		}
	}
	if !known || len(within) == 0 {
		return
	}
	w.Counters = append(w.Counters, c)
	for n, x := range counts {
		w.Nodes[n].Counts = append(w.Nodes[n].Counts, x)
	}
	for e, x := range within {
		w.Edges[e].Within = append(w.Edges[e].Within, x)
	}
}

// isTruth reports whether a term is a truth value for a router.
func isTruth(r tally.Router, t tally.Term) bool { return t.Is || t.Less == "" && r.IsTruth(t.Field) }

// span returns for which values of a term a router returns a label: from the least to the
// greatest. some is false if these may be all.
func span(r tally.Router, name string, t tally.Term, label string) (x graph.Within, some bool) {
	if isTruth(r, t) {
		return truth(r, name, t, label)
	}
	x.Counter = name
	x.From, x.To = interval(r.Limits(t), func(v int) (is, ok bool) { return r.Returns(t, v, label) })
	return x, x.From != nil || x.To != nil
}

// interval returns the least and the greatest number for which something is so, where nothing
// changes between two limits; nil for an end that there is not, or that is not known.
func interval(limits []int, is func(int) (yes, ok bool)) (from, to *int) {
	var values []int // one of each interval in which all is the same
	for _, n := range limits {
		values = append(values, n-1, n, n+1)
	}
	slices.Sort(values)
	var found []int
	for _, v := range values {
		yes, ok := is(v)
		if !ok {
			return nil, nil
		}
		if yes {
			found = append(found, v)
		}
	}
	if len(found) == 0 {
		return nil, nil // nothing is said of what never is so
	}
	if first := found[0]; first != values[0] {
		from = &first
	}
	if last := found[len(found)-1]; last != values[len(values)-1] {
		to = &last
	}
	return from, to
}

// truth returns for which of its two values of a field a router returns a label, if for one.
func truth(r tally.Router, name string, t tally.Term, label string) (x graph.Within, one bool) {
	v, one := onlyTruth(func(v int) (is, ok bool) { return r.Returns(t, v, label) })
	return graph.Within{Counter: name, From: &v, To: &v}, one
}

// onlyTruth returns for which of false and true, 0 and 1, something is so, if for one.
func onlyTruth(is func(int) (yes, ok bool)) (v int, one bool) {
	no, known := is(0)
	yes, also := is(1)
	if yes {
		v = 1
	}
	return v, known && also && yes != no
}

// start returns what a term is when a run starts, if all calls that start one are known and
// agree; without those that go on at another step, if first.
func (a *Assembly) start(t Tally, term tally.Term, first bool) (value int, ok bool) {
	begins := a.begins(t)
	if begins.exposed {
		return 0, false
	}
	found := false
	for _, b := range begins.list {
		arg := t.Runs[b.in.Sym]
		if first && b.known && len(b.at) > 0 {
			continue
		}
		if b.in.Op != recipe.OpCall || arg >= len(b.in.Args) {
			return 0, false
		}
		v, known := t.starts(b, term)
		if !known || found && v != value {
			return 0, false
		}
		value, found = v, true
	}
	return value, found
}

// Resumed are the steps other than the first at which runs may go on, with a state that no step before them has made.
type resumed struct {
	at []string
	// known: at is all of them, and no run goes on at several at once.
	known bool
}

// goesOn returns where runs may go on.
func (a *Assembly) goesOn(t Tally) (r resumed) {
	begins := a.begins(t)
	if begins.exposed {
		return r
	}
	for _, b := range begins.list {
		if !b.known || len(b.at) > 1 {
			return resumed{}
		}
		r.at = append(r.at, b.at...)
	}
	r.known = true
	return r
}

// allow has a counter say no more than is so of runs that go on elsewhere, too, where a truth value, or a number that some
// step sets, may be anything. It reports false if nothing is left. What steps only add to limits how often these runs go round,
// wherever they begin.
func (r resumed) allow(w *graph.Workflow, c *graph.Counter, effects map[graph.NodeID]tally.Effect) bool {
	if r.known && len(r.at) == 0 {
		return true
	}
	if !c.Truth && !sets(effects) {
		c.Start, c.Started = 0, false
		return true
	}
	for n, e := range effects {
		if slices.Contains(r.at, w.Nodes[n].Name) && e.Set == nil {
			effects[n] = tally.Effect{Any: true}
		}
	}
	return r.known
}

// settings returns the steps at which a call that starts a run says that it goes on.
func (t Tally) settings(in *recipe.Instr, fn *recipe.Func) (list []string, known bool) {
	settings := in.Args[min(t.Runs[in.Sym]+1, len(in.Args)):]
	switch len(settings) {
	case 0:
		return nil, in.Op == recipe.OpCall
	case 1:
		list, known = tally.Listed(fn, settings[0], t.Resumes)
		return list, known && in.Op == recipe.OpCall
	}
	return nil, false
}

// A beginning is a call that starts runs, with the function around it.
type beginning struct {
	in *recipe.Instr
	fn *recipe.Func
	at []string // the steps at which it goes on, if known
	// known: at is all that is to be known of that.
	known bool
}

// beginnings are the calls that start runs of what a runner runs. It is exposed if others may have it.
type beginnings struct {
	exposed bool
	list    []beginning
}

// begins finds the calls that start runs of a state.
func (a *Assembly) begins(t Tally) beginnings {
	all := a.begun[t.Runner]
	if all == nil {
		all = a.beginnings(t)
		if a.begun == nil {
			a.begun = make(map[string]*beginnings)
		}
		a.begun[t.Runner] = all
	}
	of := *all
	of.list = slices.DeleteFunc(slices.Clone(all.list), func(b beginning) bool {
		// Without a dot, and if it is no map, it may be a type parameter.
		return len(b.in.Targs) == 1 && b.in.Targs[0] != t.state && strings.ContainsAny(b.in.Targs[0], ".[")
	})
	return of
}

// beginnings finds the calls that start runs of all states.
func (a *Assembly) beginnings(t Tally) *beginnings {
	b := &beginnings{exposed: a.pkg.Exposes(t.Runner)}
	for _, method := range slices.Sorted(maps.Keys(t.Runs)) {
		for _, id := range a.Calling(method) {
			fn := a.Functions().Func(id)
			for i := range fn.Blocks {
				for k := range fn.Blocks[i].Instrs {
					if in := &fn.Blocks[i].Instrs[k]; in.Sym == method {
						at, known := t.settings(in, fn)
						b.list = append(b.list, beginning{in, fn, at, known})
					}
				}
			}
		}
	}
	return b
}
