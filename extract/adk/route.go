package adk

// This file finds out which labels a node emits, and turns the labelled edges of a
// node into a branch.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// defaultLabel stands for the route that is taken when no other is.
const defaultLabel = "default"

// emission is what a node may say about where to go.
type emission struct {
	never    bool // it cannot say anything
	values   []graph.Value
	complete bool       // values are all
	multi    bool       // several at once
	sets     [][]string // the labels of each event
	fn       string
}

// emissions returns the labels that an observed function emits: those that it
// stores in an event, and those of events that it makes and hands on or returns.
func (a *assembler) emissions(b *interp.Behaviour) emission {
	e := emission{complete: b.Known, multi: !b.Known, fn: b.Func}
	for _, w := range b.Writes {
		if strings.HasSuffix(w.State, "session.Event.Routes") {
			e.labels(w.V, w.Guard, spot(w.Stack, w.Pos))
		}
	}
	for _, p := range b.Passed {
		for _, v := range p.Args {
			e.event(v, p.Guard, spot(p.Stack, p.Pos))
		}
	}
	if len(b.Results) > 0 {
		for _, alt := range b.Results[0] {
			e.event(alt.V, alt.Guard, b.Pos)
		}
	}
	return e
}

// spot returns the innermost position in the package of the observed function.
func spot(stack []graph.Pos, pos graph.Pos) graph.Pos {
	return interp.WayTo(stack, pos)[0]
}

// event adds the labels of an event that the program makes itself.
func (e *emission) event(v interp.Value, guard interp.Guard, pos graph.Pos) {
	for _, alt := range interp.Alternatives(v) {
		if s, ok := interp.Deref(alt.V).(*interp.Struct); ok && isEvent(s.Type) {
			e.labels(interp.Field(s, "Routes"), append(slices.Clone(guard), alt.Guard...), pos)
		}
	}
}

// labels adds the elements of a Routes field.
func (e *emission) labels(v interp.Value, guard interp.Guard, pos graph.Pos) {
	for _, list := range interp.Alternatives(v) {
		if _, ok := interp.Unwrap(list.V).(*interp.Unknown); ok {
			e.complete, e.multi = false, true
			continue
		}
		elems, more := interp.Elems(list.V)
		e.multi = e.multi || len(elems) > 1 || more != nil
		e.complete = e.complete && more == nil
		e.sets = append(e.sets, choices(elems)...)
		for _, el := range elems {
			for _, alt := range interp.Alternatives(el.V) {
				e.label(alt.V, guard, slices.Concat(list.Guard, el.Guard, alt.Guard), pos)
			}
		}
	}
}

// maxSets bounds how many sets of labels are told apart.
const maxSets = 64

// choices returns the sets of labels that a list may hold: each element is one of
// its alternatives, and one under a condition may be missing. There are none if
// they are too many.
func choices(elems []interp.Alt) [][]string {
	sets := [][]string{nil}
	for _, el := range elems {
		var next [][]string
		for _, set := range sets {
			if len(el.Guard) > 0 {
				next = append(next, set)
			}
			for _, alt := range interp.Alternatives(el.V) {
				if text, ok := interp.AsString(alt.V); ok {
					next = append(next, append(slices.Clone(set), text))
				}
			}
		}
		if sets = next; len(sets) > maxSets {
			return nil
		}
	}
	return sets
}

// label adds a label that is emitted under guard at pos, if choice falls on it
// there.
func (e *emission) label(v interp.Value, guard, choice interp.Guard, pos graph.Pos) {
	text, ok := interp.AsString(v)
	if !ok {
		e.complete = false
		return
	}
	if len(choice) > 0 && choice[len(choice)-1].Pos.IsValid() && choice[len(choice)-1].Pos.File == pos.File {
		pos = choice[len(choice)-1].Pos // where it is chosen
	}
	guard = slices.Concat(guard, choice)
	if !slices.ContainsFunc(e.values, func(x graph.Value) bool { return x.Text == text }) {
		e.values = append(e.values, graph.Value{Text: text, Guard: guard.Data(), Pos: pos})
	}
}

// returnsEvent reports whether a function node hands its result on as an event. A
// type argument that is a parameter of a helper leaves it open.
func returnsEvent(o *interp.Object) bool {
	if len(o.Targs) < 2 || !assembly.IsConcrete(o.Targs[1]) {
		return len(o.Targs) < 2 || !isBasic(o.Targs[1])
	}
	return isEvent(o.Targs[1])
}

func isBasic(typ string) bool {
	switch typ {
	case "string", "bool", "int", "float64", "int64", "error", "byte", "rune":
		return true
	}
	return false
}

// agentEmits returns what the node of an agent may say: an agent with a Run
// function of its own may yield events with labels, others cannot.
func (a *assembler) agentEmits(g *agent) emission {
	if g.kind == "custom" {
		return a.emissions(a.observed(g.obj, "run"))
	}
	return emission{never: g.obj != nil}
}

// together returns the sets of values that a decision of a branch returns: of each
// event the labels that an edge takes, the default if there is none. It is nil if
// they are not known.
func (e *emission) together(values []graph.Value) [][]string {
	isValue := func(text string) bool {
		return slices.ContainsFunc(values, func(v graph.Value) bool { return v.Text == text })
	}
	sets := slices.Clone(e.sets)
	if isValue(defaultLabel) {
		sets = append(sets, []string{defaultLabel})
	}
	var out [][]string
	for _, set := range sets {
		set = slices.DeleteFunc(slices.Clone(set), func(l string) bool { return !isValue(l) })
		slices.Sort(set)
		set = slices.Compact(set)
		if len(set) > 0 && !slices.ContainsFunc(out, func(x []string) bool { return slices.Equal(x, set) }) {
			out = append(out, set)
		}
	}
	for _, v := range values {
		if !slices.ContainsFunc(out, func(set []string) bool { return slices.Contains(set, v.Text) }) {
			return nil
		}
	}
	return out
}

// leave adds the edges that leave a node.
func (d *drawing) leave(n *graphNode) {
	var free, routed []*graphEdge
	for _, e := range d.out[n] {
		if len(e.labels) == 0 && !e.unknown {
			free = append(free, e)
		} else {
			routed = append(routed, e)
		}
	}
	kind := graph.EdgeDirect
	if len(free) > 1 {
		kind = graph.EdgeParallel
	}
	for _, e := range free {
		d.Edge(n.name, e.to.name, graph.Edge{Kind: kind, Guard: e.guard, Pos: e.pos})
	}
	if len(routed) > 0 {
		d.branch(n, routed)
	}
}

// branch adds the labelled edges of a node.
func (d *drawing) branch(n *graphNode, routed []*graphEdge) {
	br := graph.Branch{From: d.Lookup(n.name), Func: n.emits.fn, Pos: n.node.Pos}
	edges := make(map[string]int) // by label
	for _, e := range routed {
		for _, l := range e.labels {
			edges[l]++
			br.Multi = br.Multi || edges[l] > 1
		}
	}
	br.Complete = n.emits.never || n.emits.complete
	br.Multi = br.Multi || n.emits.multi
	for _, v := range n.emits.values {
		if edges[v.Text] > 0 || edges[defaultLabel] == 0 {
			br.Values = append(br.Values, v)
		}
	}
	if edges[defaultLabel] > 0 { // a node may always emit nothing that fits
		br.Values = append(br.Values, graph.Value{Text: defaultLabel, Pos: n.node.Pos})
	}
	if decides := !n.emits.never && (len(n.emits.values) > 0 || !n.emits.complete); decides && n.node.Kind == graph.KindPassthrough {
		d.Workflow().Nodes[br.From].Kind = graph.KindRouter
	}
	if br.Multi && br.Complete {
		br.Together = n.emits.together(br.Values)
	}
	id := d.Branch(br)
	for _, e := range routed {
		labels := e.labels
		if len(labels) == 0 {
			labels = []string{""}
		}
		for _, l := range labels {
			d.BranchEdge(id, n.name, e.to.name, graph.Edge{Kind: graph.EdgeConditional, Label: l, Guard: e.guard, Pos: e.pos})
		}
	}
}
