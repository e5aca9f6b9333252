package assembly

// This file finds the counters, truth values and texts of a workflow whose steps get a pointer to
// its state.

import (
	"maps"
	"slices"
	"strconv"

	"github.com/agentvet/agentvet/extract/internal/tally"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/recipe"
)

// A SharedState is what is known of how the steps of a workflow get at its state.
type SharedState struct {
	Make string // the function that makes it when a run starts
	// Passed, in place of Make: the steps get a pointer to the struct Type as their last parameter and return it, and the
	// calls that start runs pass it.
	Passed  *Tally
	Type    string
	Process string // the row of the function that calls its second argument with the state
	// Steps are what the framework calls when it runs a step, in order, without the router.
	Steps map[graph.NodeID][]tally.Call
	// Foreign: a run may go on elsewhere than at its start, with a state that it did not make.
	Foreign bool
	// Gets reports whether a function that a call at a position gives to the framework is one of
	// those in Steps, or a router; ok is false if it may get at the state in another way.
	Gets func(fn string, at graph.Pos) (here, ok bool)
}

// CountShared adds the counters of w: fields of the state of which it is known what steps make of
// them, and that a router compares with constants or decides by. No two steps may run at once.
func (a *Assembly) CountShared(w *graph.Workflow, st SharedState) {
	var given []string // what gets the pointer from the package
	if st.Passed == nil {
		made := a.Functions().Func(st.Make)
		if made == nil || len(made.Returns) != 1 || made.Returns[0] == "" || made.Returns[0][0] != '*' {
			return
		}
		st.Type = made.Returns[0][1:]
	} else {
		given = slices.Sorted(maps.Keys(st.Passed.Runs))
		passed := *st.Passed
		passed.state = "*" + st.Type
		st.Passed = &passed
	}
	if !sequential(w) {
		return
	}
	for _, f := range a.pkg.Shared(st.Type, given) {
		s := &sharedField{a: a, w: w, st: st, Shared: &tally.Shared{
			Funcs: a.Functions().Func, Type: st.Type, Field: f, Process: st.Process, Foreign: st.Foreign, Direct: st.Passed != nil, Package: a.pkg,
		}}
		if (f.IsNumber() || f.Type == "bool" || f.Type == "string") && s.read() {
			s.add()
		}
	}
}

// A sharedField is a field of the state of w.
type sharedField struct {
	*tally.Shared
	a        *Assembly
	w        *graph.Workflow
	st       SharedState
	start    tally.Ends
	steps    map[graph.NodeID]tally.Ends
	choosers map[graph.BranchID]*tally.Chooser
}

// read finds out what steps do to the field. It reports false if that is not all that happens to
// it.
func (s *sharedField) read() bool {
	var ok bool
	if s.start, ok = s.begins(); !ok {
		return false
	}
	s.steps, s.choosers = make(map[graph.NodeID]tally.Ends), make(map[graph.BranchID]*tally.Chooser)
	routers := make(map[graph.NodeID]string)
	for b, br := range s.w.Branches {
		if routers[br.From] = br.Func; br.Func == "" {
			return false
		}
		if s.choosers[graph.BranchID(b)], ok = s.Chooser(br.Func); !ok {
			return false
		}
	}
	for n := range s.w.Nodes {
		id := graph.NodeID(n)
		calls := s.st.Steps[id]
		if router := routers[id]; router != "" {
			calls = append(slices.Clone(calls), tally.Call{Funcs: []string{router}})
		}
		if len(calls) == 0 {
			continue
		}
		if s.steps[id], ok = s.Step(calls); !ok {
			return false
		}
	}
	for fn, given := range s.Field.Given {
		for _, at := range given {
			if here, ok := s.st.Gets(fn, at); !ok || here && !s.Entered(fn) {
				return false
			}
		}
	}
	return true
}

// begins returns what the field is when a run starts.
func (s *sharedField) begins() (e tally.Ends, ok bool) {
	if s.st.Passed == nil {
		return s.Start(s.st.Make)
	}
	b := s.a.begins(*s.st.Passed)
	for _, call := range b.list {
		arg := s.st.Passed.Runs[call.in.Sym]
		if call.in.Op != recipe.OpCall || arg >= len(call.in.Args) {
			return nil, false
		}
		one, fresh := s.Begins(call.fn, call.in, call.in.Args[arg])
		if !fresh {
			return nil, false // a step of another run may have it
		}
		e = append(e, one...)
	}
	if b.exposed || len(b.list) == 0 {
		return tally.Open, true
	}
	return e, true
}

// add adds the counters that the field is: a text is a truth value for each other one that a router
// compares it with, or returns it as.
func (s *sharedField) add() {
	name := s.Type + "." + s.Field.Name
	switch s.Field.Type {
	case "bool":
		s.counter(graph.Counter{Name: name, Truth: true}, tally.Ends.Effect, s.truth)
	case "string":
		for _, t := range s.texts() {
			is := func(e tally.Ends) tally.Effect { return e.Is(t) }
			s.counter(graph.Counter{Name: name + " == " + strconv.Quote(t), Truth: true}, is, func(c *tally.Chooser, label string) (graph.Within, bool) {
				return s.isText(c, t, label)
			})
		}
	default:
		s.counter(graph.Counter{Name: name}, tally.Ends.Effect, number)
	}
}

// counter adds a counter: effect says what a step does to it, and within for which of its values a
// router returns a label, if not for all.
func (s *sharedField) counter(c graph.Counter, effect func(tally.Ends) tally.Effect, within func(*tally.Chooser, string) (graph.Within, bool)) {
	c.Pos = s.w.Pos
	effects := make(map[graph.NodeID]tally.Effect)
	for n, e := range s.steps {
		effects[n] = effect(e)
	}
	if begins := effect(s.start); begins.Set != nil && !s.Foreign {
		c.Start, c.Started = *begins.Set, true
	}
	if s.st.Passed != nil && !s.a.goesOn(*s.st.Passed).allow(s.w, &c, effects) {
		return
	}
	ranges := make(map[graph.EdgeID]graph.Within)
	for i := range s.w.Edges {
		e := &s.w.Edges[i]
		if r := s.choosers[e.Branch]; e.Branch != graph.None && r.Exact {
			if x, some := within(r, e.Label); some {
				x.Counter = c.Name
				ranges[graph.EdgeID(i)] = x
			}
		}
	}
	addCounter(s.w, c, effects, ranges, false)
}

// number returns for which values of the field, after the router, it has returned a label.
func number(c *tally.Chooser, label string) (x graph.Within, some bool) {
	from, to := interval(c.Limits, func(v int) (is, ok bool) {
		texts, ok := c.Number(v)
		return slices.Contains(texts, label), ok
	})
	for _, end := range []*int{from, to} {
		if end != nil {
			*end += c.Adds
		}
	}
	return graph.Within{From: from, To: to}, from != nil || to != nil
}

func (s *sharedField) truth(c *tally.Chooser, label string) (x graph.Within, one bool) {
	if !c.Truth {
		return x, false
	}
	v, one := onlyTruth(func(v int) (is, ok bool) {
		texts, ok := c.IsTrue(v != 0)
		return slices.Contains(texts, label), ok
	})
	return graph.Within{From: &v, To: &v}, one
}

// texts returns what the routers compare the field with or, where they return it, the labels of
// their edges; sorted.
func (s *sharedField) texts() (list []string) {
	for _, c := range s.choosers {
		list = append(list, c.Texts...)
	}
	for i := range s.w.Edges {
		if e := &s.w.Edges[i]; e.Branch != graph.None && s.choosers[e.Branch].Gives {
			list = append(list, e.Label)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func (s *sharedField) isText(c *tally.Chooser, t, label string) (x graph.Within, one bool) {
	v, one := onlyTruth(func(v int) (is, ok bool) {
		texts, more, ok := c.Is(t, v != 0)
		return slices.Contains(texts, label) || more && label != t, ok
	})
	return graph.Within{From: &v, To: &v}, one
}
