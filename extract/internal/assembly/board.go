package assembly

// This file reads routers that return a part of the state that steps share: what
// they return is what steps wrote.

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// A Board is the state that the steps of one workflow share, by what each of them
// leaves there.
type Board struct {
	entries []boardEntry
	// Crowded: steps may run at the same time, so that what a step finds is not
	// always what the step before it wrote.
	Crowded bool
	// Keeps: a step that leaves an empty value leaves what was there.
	Keeps bool

	rewritten []string // see Rewrite
	rewrites  bool     // all of them are
}

type boardEntry struct {
	step  string
	final map[string]interp.Value
	known bool
	pos   graph.Pos // of the function that leaves it
}

// Write notes what a step leaves in the state: final, by Unknown.State, and
// nothing else if known. Alternatives that are Unknown with the same State stand
// for ways on which the step does not write.
func (b *Board) Write(step string, final map[string]interp.Value, known bool) {
	b.entries = append(b.entries, boardEntry{step: step, final: final, known: known})
}

// WriteBody notes what a function of a step leaves in the state.
func (b *Board) WriteBody(step string, body *Behaviour) {
	b.entries = append(b.entries, boardEntry{step, body.Final, body.Known, body.Pos})
}

// Include notes that a step is a workflow of its own, whose steps leave what inner says.
func (b *Board) Include(step string, inner *Board) {
	for _, e := range inner.entries {
		e.step = step
		b.entries = append(b.entries, e)
	}
}

// WriteReturns notes what a step leaves in the state when it returned one of ways: the
// entries of a map or the fields of a struct. What else it returns is the state that it
// got, with what it wrote there: inPlace, nil where it gets a copy.
func (b *Board) WriteReturns(step string, ways []Return, inPlace map[string]interp.Value, known bool) {
	list := make([]interp.Return, len(ways))
	for i, w := range ways {
		list[i] = w.way
	}
	b.Write(step, interp.Leave(list, inPlace), known)
}

// WriteUnknown notes that a step leaves something in entries of the state that nobody
// knows.
func (b *Board) WriteUnknown(step string, why reason.Reason, keys ...string) {
	final := make(map[string]interp.Value)
	for _, key := range keys {
		final["["+key+"]"] = &Unknown{Reason: why}
	}
	b.Write(step, final, true)
}

// Rewrite notes that something makes the entries of the state with these names of what steps
// leave there, or the whole state if there are none: what a step finds may be anything.
func (b *Board) Rewrite(names ...string) {
	b.rewritten = append(b.rewritten, names...)
	b.rewrites = b.rewrites || len(names) == 0
}

// Rewrites reports whether something else than what a step leaves in the entry of the state with a name is found there.
func (b *Board) Rewrites(name string) bool { return b.isRewritten("[" + name + "]") }

// isRewritten reports whether an entry, by Unknown.State, may be anything.
func (b *Board) isRewritten(key string) bool {
	return b.rewrites || slices.ContainsFunc(b.rewritten, func(name string) bool {
		return key == "["+name+"]" || strings.HasSuffix(key, "."+name)
	})
}

// Texts returns the strings that results, of a function that runs after step
// from, may be, and whether these are all. A lookup that misses counts for
// nothing: no step has the empty name.
func (b *Board) Texts(results []Value, from string) (values []graph.Value, complete bool) {
	return b.Choices(results, from, graph.Pos{})
}

// Choices is Texts where each string has the position at which it is chosen, in the function
// at pos or in one that left it in the state: the innermost condition for it in the same
// package, else the function.
func (b *Board) Choices(results []Value, from string, pos graph.Pos) (values []graph.Value, complete bool) {
	r := &boardReader{Board: b, from: from, complete: true, pos: pos}
	for _, x := range results {
		r.value(interp.Alt{V: x.v, Guard: x.Guard}, nil)
	}
	return r.values, r.complete
}

// boardReader collects the values of one router.
type boardReader struct {
	*Board
	from     string
	values   []graph.Value
	complete bool
	pos      graph.Pos // of the function that is being read, none if it does not matter
}

// value adds one result: a constant, or what the state may hold. It stands for what was
// read before, through, of which the conditions may say what it is not.
func (r *boardReader) value(alt interp.Alt, through []*interp.Unknown) {
	for _, a := range interp.Alternatives(alt.V) {
		guard := append(slices.Clone(alt.Guard), a.Guard...)
		if s, ok := interp.AsString(a.V); ok {
			if !slices.ContainsFunc(through, func(u *interp.Unknown) bool { return guard.RulesOut(u, s) }) {
				r.add(s, guard)
			}
			continue
		}
		u, ok := interp.Unwrap(a.V).(*interp.Unknown)
		switch {
		case ok && u.Missing():
		case !ok || u.State() == "" || slices.ContainsFunc(through, func(x *interp.Unknown) bool { return x.State() == u.State() }):
			r.complete = false
		default:
			r.state(u.State(), guard, append(through, u))
		}
	}
}

// state adds what the state may hold when the router reads it: what the step
// before it writes, if that always writes it and is alone; else it may be older,
// and whatever any step writes.
func (r *boardReader) state(key string, guard interp.Guard, through []*interp.Unknown) {
	r.complete = r.complete && !r.isRewritten(key)
	always := false
	for _, e := range r.entries {
		if e.step == r.from {
			always = r.entry(e, key, guard, through) || always
		}
	}
	if always && !r.Crowded {
		return
	}
	r.complete = r.complete && always // it may be what the state began with
	for _, e := range r.entries {
		if e.step != r.from {
			r.entry(e, key, guard, through)
		}
	}
}

// entry adds what one step leaves in the state; it reports whether the step
// always writes it.
func (r *boardReader) entry(e boardEntry, key string, guard interp.Guard, through []*interp.Unknown) bool {
	if !e.known {
		r.complete = false // it may leave anything
	}
	v, ok := e.final[key]
	if !ok {
		return false
	}
	always := true
	defer func(pos graph.Pos) { r.pos = pos }(r.pos)
	if sameDir(e.pos, r.pos) {
		r.pos = e.pos
	}
	for _, a := range interp.Alternatives(v) {
		if u, ok := interp.Unwrap(a.V).(*interp.Unknown); ok && u.State() == key {
			always = false
			continue
		}
		if s, ok := interp.AsString(a.V); ok && s == "" && r.Keeps {
			always = false
			continue
		}
		r.value(interp.Alt{V: a.V, Guard: append(slices.Clone(guard), a.Guard...)}, through)
	}
	return always
}

// add adds a value. One that is returned under different conditions has none.
func (r *boardReader) add(text string, guard interp.Guard) {
	i := slices.IndexFunc(r.values, func(v graph.Value) bool { return v.Text == text })
	if i < 0 {
		r.values = append(r.values, graph.Value{Text: text, Guard: guard.Data(), Pos: r.chosen(guard)})
		return
	}
	r.values[i].Guard = r.values[i].Guard.Join(guard.Data())
}

// chosen returns where the function that is being read chooses what it does under a guard.
func (r *boardReader) chosen(guard Guard) graph.Pos {
	for _, c := range slices.Backward(guard) {
		if c.Pos.IsValid() && sameDir(c.Pos, r.pos) {
			return c.Pos
		}
	}
	return r.pos
}

func sameDir(a, b graph.Pos) bool { return b.IsValid() && filepath.Dir(a.File) == filepath.Dir(b.File) }
