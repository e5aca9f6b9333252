package eino

// This file reads routers.

import (
	"path/filepath"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// graphBranch handles AddBranch.
func (g *graphBuilder) graphBranch(op *interp.Op) {
	for _, f := range interp.Alternatives(op.Arg("from")) {
		from, ok := interp.AsString(f.V)
		if !ok {
			g.Unknown(unknown(graph.UnknownAnything, graph.None, asUnknown(f.V), op.At(g.Assembly)))
			continue
		}
		for _, alt := range interp.Alternatives(op.Arg("branch")) {
			br, ok := interp.Unwrap(alt.V).(*interp.Object)
			if !ok {
				g.late(func() {
					g.Unknown(unknown(graph.UnknownTargets, g.Lookup(from), asUnknown(alt.V), op.At(g.Assembly)))
				})
				continue
			}
			g.branchTo(op, from, br, append(slices.Clone(op.Guard), alt.Guard...))
		}
	}
}

// branchTo adds a branch with the targets that its constructor declares.
func (g *graphBuilder) branchTo(op *interp.Op, from string, br *interp.Object, guard interp.Guard) {
	id := g.branch(br, from, g.sharesTargets(br))
	more := interp.Entries(br.Arg("ends"), func(k, v interp.Value, eg interp.Guard) {
		target, ok := interp.AsString(k)
		if on, known := interp.AsBool(v); !ok || known && !on {
			return
		}
		g.BranchEdge(id, from, target, graph.Edge{
			Kind: graph.EdgeConditional, Label: target, Pos: op.At(g.Assembly),
			Guard: append(slices.Clone(guard), eg...).Data(),
		})
	})
	if more != nil {
		g.late(func() { g.Unknown(unknown(graph.UnknownTargets, g.Lookup(from), more, op.At(g.Assembly))) })
	}
}

// branch adds a branch whose values are read when the graph is complete.
func (g *graphBuilder) branch(br *interp.Object, from string, shared bool) graph.BranchID {
	id := g.Branch(graph.Branch{From: graph.None, Multi: br.Kind == "multibranch", Pos: br.At(g.Assembly)})
	g.branches = append(g.branches, branchUse{id: id, from: from, obj: br, shared: shared})
	return id
}

// sharesTargets reports whether several branches declare the same targets, of
// which there are more than one: then the declaration is a list of all that
// exists, and says nothing of one router.
func (g *graphBuilder) sharesTargets(br *interp.Object) bool {
	key := targetsOf(br)
	n := 0
	for _, o := range g.ObjectsOf("branch", "multibranch") {
		if targetsOf(o) == key {
			n++
		}
	}
	return n > 1 && key != ""
}

// targetsOf returns the declared targets of a branch as one string.
func targetsOf(br *interp.Object) string {
	var names []string
	interp.Entries(br.Arg("ends"), func(k, _ interp.Value, _ interp.Guard) {
		if s, ok := interp.AsString(k); ok {
			names = append(names, s)
		}
	})
	if len(names) < 4 {
		return ""
	}
	slices.Sort(names)
	key := ""
	for _, n := range names {
		key += n + "\n"
	}
	return key
}

// values reads what the router of a branch returns.
func (g *graphBuilder) values(w *graph.Workflow, use branchUse) {
	br := &w.Branches[use.id]
	b := g.Observe(use.obj.Arg("router"))
	br.Func = b.Func
	if b.Pos.IsValid() {
		br.Pos = g.At(b.Pos, use.obj.Stack)
	}
	r := &reading{g: g, w: w, use: use, complete: b.Known && len(b.Results) > 0, pos: br.Pos}
	if r.complete {
		for _, alt := range b.Results[0] {
			if br.Multi {
				r.set(alt)
			} else {
				r.value(alt, nil)
			}
		}
	}
	br.Values, br.Complete = r.values, r.complete && len(r.values) > 0
	for i := range w.Edges {
		e := &w.Edges[i]
		if e.Branch != use.id {
			continue
		}
		for _, v := range r.values {
			if v.Text == e.Label && len(e.Guard) == 0 {
				e.Guard = v.Guard
			}
		}
	}
	if use.shared && br.Complete {
		br.Shared = true
	}
}

// reading collects the values of one router.
type reading struct {
	g        *graphBuilder
	w        *graph.Workflow
	use      branchUse
	values   []graph.Value
	complete bool
	pos      graph.Pos // of the function that is being read
}

// value adds one result: a constant, or what the state may hold.
func (r *reading) value(alt interp.Alt, through []string) {
	for _, a := range interp.Alternatives(alt.V) {
		guard := append(slices.Clone(alt.Guard), a.Guard...)
		if s, ok := interp.AsString(a.V); ok {
			r.add(s, guard)
			continue
		}
		u, ok := interp.Unwrap(a.V).(*interp.Unknown)
		if ok && u.Missing() {
			continue // no step has the empty name: the run fails
		}
		if !ok || u.State() == "" || slices.Contains(through, u.State()) {
			r.complete = false
			continue
		}
		r.state(u.State(), guard, append(through, u.State()))
	}
}

// state adds what the state may hold when the router reads it. If the node that
// the branch starts at always writes it, that is what its code writes; else it
// may be older, and whatever any node writes.
func (r *reading) state(key string, guard interp.Guard, through []string) {
	var always bool
	for _, f := range r.g.finals {
		if f.node == r.use.from {
			always = r.final(f, key, guard, through) || always
		}
	}
	if always {
		return
	}
	r.complete = false // it may be what the state began with
	for _, f := range r.g.finals {
		r.final(f, key, guard, through)
	}
}

// final adds what one node leaves in the state; it reports whether the node
// always writes it.
func (r *reading) final(f nodeState, key string, guard interp.Guard, through []string) bool {
	if !f.b.Known {
		r.complete = false // it may leave anything
	}
	v, ok := f.b.Final[key]
	if !ok {
		return false
	}
	always := true
	defer func(pos graph.Pos) { r.pos = pos }(r.pos)
	if sameDir(f.b.Pos, r.pos) {
		r.pos = f.b.Pos
	}
	for _, a := range interp.Alternatives(v) {
		if u, ok := interp.Unwrap(a.V).(*interp.Unknown); ok && u.State() == key {
			always = false
			continue
		}
		r.value(interp.Alt{V: a.V, Guard: append(slices.Clone(guard), a.Guard...)}, through)
	}
	return always
}

// set adds the keys of a multi-branch's result.
func (r *reading) set(alt interp.Alt) {
	if _, ok := interp.Unwrap(alt.V).(*interp.Unknown); ok {
		r.complete = false
		return
	}
	more := interp.Entries(alt.V, func(k, v interp.Value, g interp.Guard) {
		if on, known := interp.AsBool(v); known && !on {
			return
		}
		guard := append(slices.Clone(alt.Guard), g...)
		if s, ok := interp.AsString(k); ok {
			r.add(s, guard)
			return
		}
		r.complete = false
	})
	if more != nil {
		r.complete = false
	}
}

func (r *reading) add(text string, guard interp.Guard) {
	label := text
	if i := slices.IndexFunc(r.values, func(v graph.Value) bool { return v.Text == label }); i >= 0 {
		r.values[i].Guard = r.values[i].Guard.Join(guard.Data())
		return
	}
	r.values = append(r.values, graph.Value{Text: label, Guard: guard.Data(), Pos: r.chosen(guard)})
}

// chosen returns where the function that is being read chooses a value: at the
// innermost condition for it in the same package, else in the function as a whole.
func (r *reading) chosen(guard interp.Guard) graph.Pos {
	for _, c := range slices.Backward(guard) {
		if c.Pos.IsValid() && sameDir(c.Pos, r.pos) {
			return c.Pos
		}
	}
	return r.pos
}

func sameDir(a, b graph.Pos) bool { return filepath.Dir(a.File) == filepath.Dir(b.File) }
