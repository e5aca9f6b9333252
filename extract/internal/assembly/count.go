package assembly

// This file finds the counters and the truth values of a workflow whose steps hand a struct on by
// value, one after the other.

import (
	"iter"
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
	// Runs are the methods of the runner that start a run, with the index of the argument, the
	// receiver included, that is the state.
	Runs map[string]int
	// Runner is the type on which they are called, without its type arguments. Of a workflow
	// whose runner others may get, they choose the state in which a run starts.
	Runner string
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
	slices.Sort(fields)
	for _, field := range slices.Compact(fields) {
		for _, term := range terms(w, field, routers) {
			a.counter(w, t, typ, term, steps, routers)
		}
	}
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

// kept returns what a field of the state is during each run, nil if that is not known; ok is false if a
// step may write it.
func (a *Assembly) kept(t Tally, typ, field string, steps map[graph.NodeID]tally.Step) (value *int, ok bool) {
	for _, step := range steps {
		if step.Does(tally.Term{Field: field}) != (tally.Effect{}) {
			return nil, false
		}
	}
	if v, known := a.start(t, tally.Term{Field: field}); known && !a.startsElsewhere(t) {
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
func (a *Assembly) counter(w *graph.Workflow, t Tally, typ string, term tally.Term, steps map[graph.NodeID]tally.Step, routers map[graph.BranchID]tally.Router) {
	c := graph.Counter{Name: term.String(typ), Pos: w.Pos}
	within := make(map[graph.EdgeID]graph.Within)
	for i := range w.Edges {
		e := &w.Edges[i]
		r, ok := routers[e.Branch]
		if !ok || e.Branch == graph.None {
			continue
		}
		c.Truth = c.Truth || isTruth(r, term)
		if x, some := span(r, c.Name, term, e.Label); some {
			within[graph.EdgeID(i)] = x
		}
	}
	if len(within) == 0 {
		return
	}
	if term.Less == "" {
		c.Start, c.Started = a.start(t, term)
	}
	effects := make(map[graph.NodeID]tally.Effect)
	for n, step := range steps {
		effects[n] = step.Does(term)
	}
	addCounter(w, c, effects, within, func() bool { return a.startsElsewhere(t) })
}

// addCounter adds a counter to w, if something is known of it that a run depends on. A run may start
// at another step than the first if it startsElsewhere.
func addCounter(w *graph.Workflow, c graph.Counter, effects map[graph.NodeID]tally.Effect, within map[graph.EdgeID]graph.Within, startsElsewhere func() bool) {
	counts := make(map[graph.NodeID]graph.Count)
	known := c.Started
	for n, e := range effects {
		if e != (tally.Effect{}) {
			counts[n] = graph.Count{Counter: c.Name, Least: e.Least, Most: e.Most, Set: e.Set, Any: e.Any}
			known = known || !e.Any
		}
	}
	if !known || len(within) == 0 {
		return
	}
	// How often a run goes round is limited wherever it starts. What a step must have set before is
	// not: a run that goes on elsewhere has not come through that step.
	sets := func(x graph.Count) bool { return !x.Counting() }
	if (c.Truth || len(counts) == 0 || slices.ContainsFunc(slices.Collect(maps.Values(counts)), sets)) && startsElsewhere() {
		c.Start, c.Started = 0, false
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
// agree.
func (a *Assembly) start(t Tally, term tally.Term) (value int, ok bool) {
	if a.pkg.Exposes(t.Runner) {
		return 0, false
	}
	found := false
	for in, fn := range a.runCalls(t) {
		arg := t.Runs[in.Sym]
		if in.Op != recipe.OpCall || arg >= len(in.Args) {
			return 0, false
		}
		v, known := tally.Start(fn, in.Args[arg], term)
		if !known || found && v != value {
			return 0, false
		}
		value, found = v, true
	}
	return value, found
}

// startsElsewhere reports whether a run may start at another step than the first: one of the calls
// that start runs passes settings, which may name a step to go on from.
func (a *Assembly) startsElsewhere(t Tally) bool {
	for in, fn := range a.runCalls(t) {
		for _, o := range in.Args[min(t.Runs[in.Sym]+1, len(in.Args)):] {
			if o >= 0 || o == recipe.NoOperand || fn.Consts[^o].Kind != recipe.ConstNil {
				return true
			}
		}
	}
	return false
}

// runCalls yields the calls that start runs, each with the function around it.
func (a *Assembly) runCalls(t Tally) iter.Seq2[*recipe.Instr, *recipe.Func] {
	return func(yield func(*recipe.Instr, *recipe.Func) bool) {
		for _, method := range slices.Sorted(maps.Keys(t.Runs)) {
			for _, id := range a.Calling(method) {
				fn := a.Functions().Func(id)
				for b := range fn.Blocks {
					for i := range fn.Blocks[b].Instrs {
						if in := &fn.Blocks[b].Instrs[i]; in.Sym == method && !yield(in, fn) {
							return
						}
					}
				}
			}
		}
	}
}
