package ssaflow

// This file puts functions together that code outside of the program calls with
// data of each other: the steps and tools that a framework runs.

import (
	"go/token"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
)

// An Assembly is a program of calls that no source shows. Data moves between cells
// at any time. Functions of the package that share package-level variables are part
// of it too.
type Assembly struct {
	f     *frame
	calls int
}

// A Cell is a place of an Assembly that holds data. The zero Cell holds none.
type Cell struct{ l *loc }

// Assemble returns an assembly without calls. What becomes of it does not change r,
// and assemblies of one result may not be used at the same time.
func (r *Result) Assemble() *Assembly { return r.assemble(packageDetail) }

// AssembleCoarse is Assemble for what is too large for it: calls of one function are one call, so that what one is given may come out of
// another one. Flows that depend on that are not sure.
func (r *Result) AssembleCoarse() *Assembly { return r.assemble(coarsePackageDetail) }

func (r *Result) assemble(d detail) *Assembly {
	r.program.spent = 0 // each has a limit of its own; the last of many tools is not to be unknown because of the first
	return &Assembly{f: r.program.together(d)}
}

// Done says that nobody uses a any more: the next assembly of its result gets its memory.
func (a *Assembly) Done() { a.f.done() }

// Cell returns a new cell.
func (a *Assembly) Cell() Cell { return Cell{a.f.newLoc()} }

// Before and After return the cells of what goes into a step, and of what comes out of it, for
// functions that a framework runs there: those of this step, and those that may be of any.
func (a *Assembly) Before(step string) []Cell { return a.streams(beforePrefix, step) }
func (a *Assembly) After(step string) []Cell  { return a.streams(afterPrefix, step) }

func (a *Assembly) streams(prefix, step string) (cells []Cell) {
	for _, name := range []string{prefix, prefix + ":" + step} {
		if l, ok := a.f.globals[name]; ok {
			cells = append(cells, Cell{l})
		}
	}
	return cells
}

// Source says that everything in c comes from a source, too.
func (a *Assembly) Source(c Cell, s taint.Source) {
	a.f.addSource(s.Name, s.Labels, c.l, edge{hop: taint.Hop{Op: taint.OpSource, Name: s.Name, Pos: s.Pos}})
}

// Sink says that what is in c arrives at a sink.
func (a *Assembly) Sink(c Cell, s taint.Sink) {
	a.f.edges = append(a.f.edges, edge{from: c.l, to: a.f.sinkLoc(s, taint.Cond{}), fromDeep: true, loose: true})
}

// Move says that everything in from gets into to, but for the labels in drop.
func (a *Assembly) Move(from, to Cell, drop taint.Labels, hop taint.Hop) {
	a.f.derive(edge{from: from.l, to: to.l, drop: drop, hop: hop, loose: true})
}

// Call says that the function with an identity is called: argument n, the receiver
// first, holds what is in args[n], and everything in its results gets into results.
// Arguments that are zero, or left out, hold nothing that is known. Functions that it
// returns may be called. It reports whether anything is known of the function; else, all that is in args gets into
// results.
func (a *Assembly) Call(id string, args []Cell, results Cell, hop taint.Hop) bool {
	s := a.f.summary(id, nil)
	if s == nil {
		for _, c := range args {
			if c.l != nil {
				a.Move(c, results, nil, hop)
			}
		}
		return false
	}
	k := a.enter(s, args, hop)
	a.f.recall(k, id, s)
	a.f.instantiate(k, s, funcid.Name(id))
	a.f.release(k.result)
	a.Move(Cell{k.result}, results, nil, taint.Hop{})
	return true
}

// Enter is Call for what the function with an identity does beside what the functions do that some of its captured variables have:
// these are called for themselves.
func (a *Assembly) Enter(id string, inner []int, args []Cell, hop taint.Hop) {
	s := a.f.summary(id, nil)
	if s == nil {
		return
	}
	var wrapped []int
	for _, n := range inner {
		if n < len(s.Free) {
			wrapped = append(wrapped, s.Free[n])
		}
	}
	isWrapped := s.Reach(wrapped...)
	own := *s
	own.Calls = slices.DeleteFunc(slices.Clone(s.Calls), func(c taint.Call) bool { return isWrapped[c.Fun] })
	k := a.enter(&own, args, hop)
	k.fun = a.f.newLoc()
	a.f.instantiate(k, &own, funcid.Name(id))
}

// enter returns a call of a function with a summary.
func (a *Assembly) enter(s *taint.Summary, args []Cell, hop taint.Hop) *call {
	k := &call{loose: true, result: a.f.newLoc(), done: make(map[string]bool)}
	for n := range s.Params {
		arg := a.f.newLoc()
		k.args, k.types = append(k.args, arg), append(k.types, nil)
		if n < len(args) && args[n].l != nil {
			a.Move(args[n], Cell{arg}, nil, hop)
		}
	}
	a.f.params = append(a.f.params, k.args...)
	return k
}

// Flows returns the flows that come together in a and touch one of its cells or
// calls; flows that functions of the package have by themselves are those of Result. Where
// asks is not nil, what a tool returns is a flow only if asks says so of its labels; of the rest
// there is what arrives, and not from where.
func (a *Assembly) Flows(asks func(taint.Labels) bool) (flows []taint.Flow, rest []taint.Arrival, complete bool) {
	complete = a.f.protect("", func() {
		a.f.resolve()
		a.f.markGlobals()
		flows, rest = a.f.flows(asks)
	})
	return taint.SortFlows(flows), rest, complete
}

// Empty returns the result of a program without functions.
func Empty() *Result {
	return &Result{program: newProgram(&Input{Fset: token.NewFileSet()})}
}

// Sanitizers returns the marks of the sanitizers that everything goes through on its
// way from the arguments of the function with an identity to its results.
func (r *Result) Sanitizers(id string) (marks taint.Labels) {
	s := r.program.summary(id, nil)
	if s == nil {
		return nil
	}
	given, results, found := s.Reach(s.Params...), s.Reach(s.Results...), false
	for l := range given {
		if results[l] {
			return nil // what it returns is what it was given
		}
	}
	for _, e := range s.Edges {
		switch {
		case !given[e.From] || !results[e.To]:
		case !found:
			marks, found = e.Drop, true
		default:
			marks = marks.Without(marks.Without(e.Drop))
		}
	}
	return slices.DeleteFunc(slices.Clone(marks), func(l string) bool {
		return !strings.HasPrefix(l, "@") || l == taint.MarkApart || l == taint.MarkBare || l == taint.MarkDash || l == taint.MarkLine || l == taint.MarkMeta || slices.Contains(taint.Marked, l[1:])
	})
}

// Params returns how many parameters the function with an identity has, the receiver
// counted, or -1 if nothing is known of it.
func (r *Result) Params(id string) int {
	if s := r.program.summary(id, nil); s != nil {
		return len(s.Params)
	}
	return -1
}

// Keeps reports whether the function with an identity has a summary.
func (r *Result) Keeps(id string) bool { return r.Params(id) >= 0 }
