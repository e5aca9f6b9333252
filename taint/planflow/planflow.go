package planflow

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/plan"
	"github.com/agentvet/agentvet/taint"
)

// A Flow is data that reaches an argument with a sink: the hops are places of the plan.
type Flow struct {
	taint.Flow
	Step  *plan.Step
	Param *graph.Param
}

// LabelInput is the label of what the program binds before a plan runs.
const LabelInput = "input"

// Flows returns the flows of p to arguments that are sinks, in the order of the text: to one place from
// sources of one name, that with the fewest hops.
func Flows(p *plan.Plan, r *plan.Registry) []Flow {
	f := &follower{Registry: r, cleaners: make(map[string]bool), numbers: make(map[string]int)}
	for _, t := range r.Tools() {
		for i := range t.Params {
			if sink := t.Params[i].Sink; sink != nil {
				f.chosen = f.chosen || slices.Contains(sink.Forbid, taint.LabelModel)
				for _, name := range sink.Unless {
					f.cleaners[name] = true
				}
			}
		}
	}
	bound := make(map[string]data)
	for _, in := range p.Inputs {
		bound[in.Name] = f.from(taint.Source{Name: in.Name, Labels: taint.NewLabels(append([]string{LabelInput}, r.Inputs[in.Name]...)...), Pos: in.Pos})
	}
	f.steps(p.Steps, bound, nil)
	slices.SortStableFunc(f.list, func(a, b Flow) int { return a.compare(&b) })
	return slices.CompactFunc(f.list, func(a, b Flow) bool {
		return a.Sink == b.Sink && a.Source.Same(b.Source) && slices.Equal(a.Labels, b.Labels)
	})
}

func (f *Flow) compare(g *Flow) int {
	return cmp.Or(f.Sink.Pos.Compare(g.Sink.Pos), cmp.Compare(f.Sink.Name, g.Sink.Name), f.Source.Pos.Compare(g.Source.Pos),
		cmp.Compare(f.Source.Name, g.Source.Name), slices.Compare(f.Labels, g.Labels), len(f.Hops)-len(g.Hops),
		slices.CompareFunc(f.Hops, g.Hops, func(a, b taint.Hop) int { return a.Pos.Compare(b.Pos) }))
}

type follower struct {
	*plan.Registry
	cleaners map[string]bool // names that some sink accepts
	chosen   bool            // some sink forbids what a model chooses
	kinds    []kind
	numbers  map[string]int // of kinds
	list     []Flow
}

// A kind is data of sources of one name that has gone through some cleaners. Where a source stands is the
// beginning of its way.
type kind struct {
	source taint.Source
	lost   taint.Labels // names of cleaners
}

// number returns the number of a kind.
func (f *follower) number(k kind) int {
	key := strings.Join([]string{k.source.Name, k.source.Labels.String(), k.lost.String()}, "\x00")
	n, known := f.numbers[key]
	if !known {
		n = len(f.kinds)
		f.kinds, f.numbers[key] = append(f.kinds, k), n
	}
	return n
}

// A way is hops, the last first.
type way struct {
	taint.Hop
	before *way
	length int
}

func (w *way) on(h taint.Hop) *way {
	if w == nil {
		return &way{h, nil, 1}
	}
	return &way{h, w, w.length + 1}
}

func (w *way) hops() []taint.Hop {
	list := make([]taint.Hop, w.length)
	for ; w != nil; w = w.before {
		list[w.length-1] = w.Hop
	}
	return list
}

// A drop is data of a kind, by its number, and how it came here.
type drop struct {
	kind int
	way  *way
}

// data is what a value may be made of, sorted by kind, of each one drop.
type data []drop

// with returns the union of two, with the shortest way of each kind.
func (x data) with(y data) data {
	if len(x) == 0 {
		return y
	}
	out := make(data, 0, len(x)+len(y))
	for len(x) > 0 && len(y) > 0 {
		switch a, b := x[0], y[0]; {
		case a.kind < b.kind:
			out, x = append(out, a), x[1:]
		case a.kind > b.kind:
			out, y = append(out, b), y[1:]
		default:
			if b.way.length < a.way.length {
				a = b
			}
			out, x, y = append(out, a), x[1:], y[1:]
		}
	}
	return append(append(out, x...), y...)
}

// on returns x after another hop.
func (x data) on(h taint.Hop) data {
	out := make(data, len(x))
	for i, d := range x {
		out[i] = drop{d.kind, d.way.on(h)}
	}
	return out
}

// from returns the data of a source.
func (f *follower) from(source taint.Source) data {
	first := taint.Hop{Op: taint.OpSource, Name: source.Name, Pos: source.Pos}
	source.Pos = graph.Pos{}
	return data{{f.number(kind{source: source}), (*way)(nil).on(first)}}
}

// steps follows data through a list of steps. Bound is what names hold, which changes; control is what
// decides that the steps run.
func (f *follower) steps(list []*plan.Step, bound map[string]data, control data) {
	for _, s := range list {
		if s.Call != nil {
			result := f.call(s, bound, control)
			if s.Call.Bind != "" {
				bound[s.Call.Bind] = result
			}
			continue
		}
		if s.If == nil {
			f.parts(s.Parts, bound, control)
			continue
		}
		decides := f.compared(s, bound)
		inner := control.with(decides)
		then, otherwise := maps.Clone(bound), maps.Clone(bound)
		if s.If.Item != "" {
			then[s.If.Item] = bound[s.If.Cond.Left.Text].with(inner)
		}
		f.steps(s.If.Then, then, inner)
		f.steps(s.If.Else, otherwise, inner)
		for name := range assigned(s.If.Then, s.If.Else) {
			bound[name] = then[name].with(otherwise[name]) // what decides is in what the steps return
		}
	}
}

// parts follows data through lists of steps side by side. No name is bound in two of them, or the plan is
// wrong; what a part binds, no other one sees.
func (f *follower) parts(parts [][]*plan.Step, bound map[string]data, control data) {
	before := maps.Clone(bound)
	for _, part := range parts {
		own := maps.Clone(before)
		f.steps(part, own, control)
		for name := range assigned(part) {
			bound[name] = own[name]
		}
	}
}

// assigned returns the names that calls in lists of steps bind.
func assigned(lists ...[]*plan.Step) map[string]bool {
	names := make(map[string]bool)
	for _, list := range lists {
		for s := range plan.All(list) {
			if s.Call != nil && s.Call.Bind != "" {
				names[s.Call.Bind] = true
			}
		}
	}
	return names
}

// compared returns the data that the condition of s compares.
func (f *follower) compared(s *plan.Step, bound map[string]data) (out data) {
	for _, ref := range s.If.Cond.Refs() {
		out = out.with(bound[ref.Text].on(taint.Hop{Op: taint.OpDecide, Name: ref.Text, Pos: ref.Pos}))
	}
	return out
}

// call follows data into a call, and returns what comes out of it.
func (f *follower) call(s *plan.Step, bound map[string]data, control data) data {
	t := f.Tool(s.Call.Tool)
	if t == nil { // whatever it is, it may return what it gets
		t = &graph.Tool{Name: s.Call.Tool}
	}
	var out data
	carriers := 0
	for i := range s.Call.Args {
		into := f.argument(s, t, &s.Call.Args[i], bound, control)
		if len(into) > 0 {
			carriers++
		}
		out = out.with(into)
	}
	if carriers == 1 {
		out = f.cleaned(t, out)
	}
	out = out.with(control).on(taint.Hop{Op: taint.OpTool, Name: t.Name, Pos: s.Call.Pos})
	return out.with(f.from(taint.Source{Name: t.Name, Labels: taint.Returned(t), Pos: s.Call.Pos}))
}

// cleaned returns what comes out of a tool into which data gets by one argument.
func (f *follower) cleaned(t *graph.Tool, in data) data {
	var by []string
	for _, name := range []string{t.Name, t.Handler} {
		if name != "" && f.cleaners[name] {
			by = append(by, name)
		}
	}
	if by == nil {
		return in
	}
	var out data
	for _, d := range in {
		k := f.kinds[d.kind]
		k.lost = k.lost.Union(taint.NewLabels(by...))
		out = out.with(data{{f.number(k), d.way}})
	}
	return out
}

// argument follows data into an argument, whose sinks it may reach, and returns it.
func (f *follower) argument(s *plan.Step, t *graph.Tool, arg *plan.Field, bound map[string]data, control data) (all data) {
	for path, leaf := range arg.Value.Leaves(dfa.PathKey(arg.Name)) {
		var own data
		switch {
		case leaf.Kind == plan.Ref:
			own = bound[leaf.Text]
		case f.chosen:
			own = f.from(taint.Source{Labels: taint.Labels{taint.LabelModel}, Pos: leaf.Pos})
		}
		all = all.with(own)
		for i := range t.Params {
			p := &t.Params[i]
			if p.Sink == nil && len(p.Sources) == 0 || !plan.MatchPath(p.Path, path) {
				continue
			}
			if len(p.Sources) > 0 {
				all = all.with(f.from(taint.Source{Name: t.Name + "." + p.Path, Labels: taint.NewLabels(p.Sources...), Pos: leaf.Pos}))
			}
			if p.Sink != nil && !t.Gated() {
				f.arrive(s, t, p, leaf, own.with(control))
			}
		}
	}
	return all
}

// arrive notes what reaches a sink.
func (f *follower) arrive(s *plan.Step, t *graph.Tool, p *graph.Param, at *plan.Value, what data) {
	sink := taint.Sink{
		Name: t.Name + "." + p.Path, Kind: taint.KindField, Pos: at.Pos, Title: p.Sink.Name,
		Forbid: strings.Join(p.Sink.Forbid, "|"), Unless: strings.Join(p.Sink.Unless, "|"),
	}
	for _, d := range what {
		k := f.kinds[d.kind]
		marks := []string{taint.MarkApart} // the data of a plan is what it is said to be
		for _, name := range p.Sink.Unless {
			if !slices.Contains(k.lost, name) {
				marks = append(marks, taint.MarkOf(name))
			}
		}
		flow := taint.Flow{Source: k.source, Sink: sink, Labels: k.source.Labels.Union(taint.NewLabels(marks...))}
		flow.Hops = d.way.on(taint.Hop{Op: taint.OpSink, Name: p.Path, Pos: at.Pos}).hops()
		flow.Source.Pos = flow.Hops[0].Pos
		f.list = append(f.list, Flow{flow, s, p})
	}
}
