package adk

// This file finds out which labels a node emits, and turns the labelled edges of a
// node into a branch.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
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
func (a *roster) emissions(b *assembly.Behaviour) emission {
	e := emission{complete: b.Known, multi: !b.Known, fn: b.Func}
	for _, w := range b.Writes {
		if strings.HasSuffix(w.State, "session.Event.Routes") {
			e.labels(a.Read(w.V).Under(w.Guard), spot(w.Stack, w.Pos))
		}
	}
	for _, p := range b.Passed {
		for _, v := range p.Args {
			e.event(a.Read(v).Under(p.Guard), spot(p.Stack, p.Pos))
		}
	}
	for _, res := range a.Result(b, 0) {
		e.event(res, b.Pos)
	}
	return e
}

// spot returns the innermost position in the package of the observed function.
func spot(stack []graph.Pos, pos graph.Pos) graph.Pos {
	return assembly.PathTo(stack, pos)[0]
}

// event adds the labels of an event that the program makes itself.
func (e *emission) event(v assembly.Value, pos graph.Pos) {
	for _, x := range v.Each() {
		if isEvent(x) {
			e.labels(x.Field("Routes"), pos)
		}
	}
}

// labels adds the elements of a Routes field.
func (e *emission) labels(v assembly.Value, pos graph.Pos) {
	for _, list := range v.Each() {
		if list.Opaque() != nil {
			e.complete, e.multi = false, true
			continue
		}
		elems, more := list.Elems()
		e.multi = e.multi || len(elems) > 1 || more != nil
		e.complete = e.complete && more == nil
		e.sets = append(e.sets, choices(elems, len(list.Guard))...)
		for _, el := range elems {
			for _, x := range el.Each() {
				e.label(x, x.Guard[len(v.Guard):], pos)
			}
		}
	}
}

// maxSets bounds how many sets of labels are told apart.
const maxSets = 64

// choices returns the sets of labels that a list may hold: each element is one of
// its alternatives, and one under a condition of its own, beside the given number of those
// of the list, may be missing. There are none if they are too many.
func choices(elems []assembly.Value, conditions int) [][]string {
	sets := [][]string{nil}
	for _, el := range elems {
		var next [][]string
		for _, set := range sets {
			if len(el.Guard) > conditions {
				next = append(next, set)
			}
			for _, x := range el.Each() {
				if text, ok := x.Text(); ok {
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

// label adds a label that is emitted at pos, if choice, the last of its conditions, falls on
// it there. One that is emitted again is so under either condition.
func (e *emission) label(v assembly.Value, choice assembly.Guard, pos graph.Pos) {
	text, ok := v.Text()
	if !ok {
		e.complete = false
		return
	}
	if len(choice) > 0 && choice[len(choice)-1].Pos.IsValid() && choice[len(choice)-1].Pos.File == pos.File {
		pos = choice[len(choice)-1].Pos // where it is chosen
	}
	if i := slices.IndexFunc(e.values, func(x graph.Value) bool { return x.Text == text }); i >= 0 {
		e.values[i].Guard = e.values[i].Guard.Or(v.Guard.Data())
		return
	}
	e.values = append(e.values, graph.Value{Text: text, Guard: v.Guard.Data(), Pos: pos})
}

// returnsEvent reports whether a function node hands its result on as an event. A
// type argument that is a parameter of a helper leaves it open.
func returnsEvent(o *assembly.Object) bool {
	if len(o.Targs) < 2 || !assembly.IsConcrete(o.Targs[1]) {
		return len(o.Targs) < 2 || !isBasic(o.Targs[1])
	}
	return isEventType(o.Targs[1])
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
func (a *roster) agentEmits(g *agent) emission {
	if g.Kind == graph.AgentCustom {
		return a.emissions(a.observed(g.Object, "run"))
	}
	return emission{never: g.Object != nil}
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

// byDefault returns the values of a branch of which it is not known what its node says: the labels of its edges, in any sets, or
// else the default, which is taken alone. Where they are many, any sets are left.
func byDefault(known []graph.Value, edges map[string]int) (values []graph.Value, sets [][]string) {
	const most = 4 // labels
	var labels []string
	for l := range edges {
		if l != defaultLabel {
			labels = append(labels, l)
		}
	}
	slices.Sort(labels)
	if len(labels) > most {
		return known, nil
	}
	for set := 1; set < 1<<len(labels); set++ {
		var one []string
		for i, l := range labels {
			if set&(1<<i) != 0 {
				one = append(one, l)
			}
		}
		sets = append(sets, one)
	}
	for _, l := range append(labels, defaultLabel) {
		v := graph.Value{Text: l}
		if i := slices.IndexFunc(known, func(v graph.Value) bool { return v.Text == l }); i >= 0 {
			v.Pos = known[i].Pos // what else it says, nobody knows
		}
		values = append(values, v)
	}
	return values, append(sets, []string{defaultLabel})
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
	isOpen := slices.ContainsFunc(routed, func(e *graphEdge) bool { return e.unknown })
	if br.Multi && !br.Complete && edges[defaultLabel] > 0 && !isOpen {
		br.Values, br.Together = byDefault(br.Values, edges)
		br.Complete = br.Together != nil
		br.Any = br.Complete
	}
	if br.Multi && br.Complete && br.Together == nil {
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
