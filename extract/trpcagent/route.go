package trpcagent

// This file adds the edges that a node chooses: those that a router names and
// those that the node itself commands.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// choice is a decision: what a router returns, or what a node commands.
type choice struct {
	fn       string
	pos      graph.Pos
	targets  []target
	together [][]string      // sets of labels that go together
	open     bool            // the sets are not all known
	reason   *interp.Unknown // why there may be other targets, nil if there are none
	multi    bool
	always   bool // commands only: the node never leaves it to its edges
}

// target is where a label leads.
type target struct {
	label, to string
	guard     graph.Guard
	declared  bool // in a map, whether or not anything selects it
	selected  bool
}

// nowhere is the label of a decision to go nowhere, which ends the way silently.
const nowhere = ""

// add adds a target, or notes that a declared one is selected.
func (c *choice) add(t target) {
	for i := range c.targets {
		old := &c.targets[i]
		if old.label != t.label || old.to != t.to {
			continue
		}
		switch {
		case !t.selected:
		case !old.selected:
			old.guard = t.guard
		default:
			old.guard = old.guard.Join(t.guard)
		}
		old.selected, old.declared = old.selected || t.selected, old.declared || t.declared
		return
	}
	c.targets = append(c.targets, t)
}

// doubt notes that other targets are possible.
func (c *choice) doubt(u *interp.Unknown, reason string) {
	if c.reason != nil {
		return
	}
	c.reason = &interp.Unknown{Reason: reason}
	if u != nil && u.State == "" {
		c.reason = u
	}
}

// set notes labels that one decision returns together.
func (c *choice) set(labels []string) {
	slices.Sort(labels)
	labels = slices.Compact(labels)
	if !slices.ContainsFunc(c.together, func(x []string) bool { return slices.Equal(x, labels) }) {
		c.together = append(c.together, labels)
	}
}

// pick adds what a step or its router returns under a name: by the map of the
// router, by the ends of the node, or as a node.
func (b *builder) pick(c *choice, s *step, label string, guard graph.Guard) {
	for _, t := range c.targets {
		if t.label == label && t.declared {
			t.guard, t.selected = guard, true
			c.add(t)
			return
		}
	}
	to := []string{label}
	if ends := s.ends[label]; len(ends) > 0 {
		to = ends
	} else if label == nowhere {
		to = []string{end}
	}
	for _, name := range to {
		c.add(target{label: label, to: name, guard: guard, selected: true})
	}
}

// leave adds the edges that leave a step. A command makes the edges of the node
// dead where it is returned; otherwise all of them fire, those of the router too.
func (b *builder) leave(s *step) {
	goes := b.command(s)
	if goes != nil && goes.always {
		b.routed[s.name] = true
		b.choose(s, goes)
		return
	}
	if goes != nil {
		b.choose(s, b.orEdges(s, goes))
		return
	}
	b.draw(s)
	for _, op := range s.routers {
		b.choose(s, b.router(s, op))
	}
}

// orEdges returns the choice of a node that commands on some ways and leaves it to
// its edges on the others.
func (b *builder) orEdges(s *step, c *choice) *choice {
	b.routed[s.name] = true // its edges are part of the branch
	var static []string
	for _, w := range s.edges {
		c.add(target{label: w.to, to: w.to, guard: w.guard.Data(), selected: true})
		static = append(static, w.to)
	}
	for _, j := range b.joins {
		if slices.Contains(j.from, s.name) {
			c.add(target{label: j.to, to: j.to, guard: j.guard.Data(), selected: true})
			static = append(static, j.to)
		}
	}
	var r *choice
	if len(s.routers) > 0 {
		r = b.router(s, s.routers[len(s.routers)-1])
		for _, t := range r.targets {
			c.add(t)
		}
		if r.reason != nil {
			c.doubt(r.reason, r.reason.Reason)
		}
	}
	c.multi = c.multi || len(static) > 1 || len(static) > 0 && r != nil || r != nil && r.multi
	switch {
	case r != nil:
		c.open = c.open || r.open
		for _, set := range r.sets() {
			c.set(slices.Concat(static, set))
		}
	case len(static) > 0:
		c.set(static)
	default: // the way ends there
		b.pick(c, s, nowhere, nil)
		c.set([]string{nowhere})
	}
	return c
}

// sets returns the sets of labels that one decision returns.
func (c *choice) sets() [][]string {
	if c.multi {
		return c.together
	}
	var out [][]string
	for _, t := range c.targets {
		if t.selected {
			out = append(out, []string{t.label})
		}
	}
	return out
}

// choose adds the branch of a choice.
func (b *builder) choose(s *step, c *choice) {
	from := b.Lookup(s.name)
	br := graph.Branch{From: from, Func: c.fn, Multi: c.multi, Complete: c.reason == nil, Pos: c.pos}
	for _, t := range c.targets {
		known := slices.ContainsFunc(br.Values, func(v graph.Value) bool { return v.Text == t.label })
		if t.selected && !known {
			br.Values = append(br.Values, graph.Value{Text: t.label, Guard: t.guard})
		}
	}
	if c.multi && !c.open && c.reason == nil {
		br.Together = c.together
	}
	id := b.Branch(br)
	for _, t := range c.targets {
		if t.label != nowhere {
			b.enter(t.to)
		}
		b.BranchEdge(id, s.name, t.to, graph.Edge{Kind: graph.EdgeConditional, Label: t.label, Guard: t.guard, Pos: c.pos})
	}
	if c.reason != nil {
		b.Unknown(unknown(graph.UnknownTargets, from, c.reason, c.pos))
	}
}

// router reads a router.
func (b *builder) router(s *step, op *interp.Op) *choice {
	c := &choice{pos: op.At(b.Assembly)}
	if op.Kind == "dispatch" {
		for _, arg := range []string{"tools", "fallback"} {
			name, ok := interp.AsString(op.Arg(arg))
			if !ok {
				c.doubt(asUnknown(op.Arg(arg)), "a node that it leads to is not known")
				continue
			}
			c.add(target{label: name, to: name, guard: op.Guard.Data(), declared: true, selected: true})
		}
		return c
	}
	b.paths(c, op)
	body := b.Observe(op.Arg("router"))
	c.fn = body.Func
	if body.Pos.IsValid() {
		c.pos = b.At(body.Pos, append(slices.Clone(op.Stack), op.Pos))
	}
	typ := interp.DynamicType(op.Arg("router"))
	c.multi = op.Row.Name == "StateGraph.AddMultiConditionalEdges" || strings.Contains(typ, "[]string") || strings.Contains(typ, "ConditionResult")
	if !body.Known || len(body.Results) == 0 {
		c.doubt(&interp.Unknown{Reason: body.Reason, Pos: body.Pos}, "")
		return c
	}
	for _, r := range interp.Returns(body) {
		b.decision(c, s, op, r)
	}
	return c
}

// paths reads the map of a router.
func (b *builder) paths(c *choice, op *interp.Op) {
	more := interp.Entries(op.Arg("paths"), func(k, v interp.Value, g interp.Guard) {
		guard := slices.Concat(op.Guard, g).Data()
		label, ok1 := interp.AsString(k)
		for _, alt := range interp.Alternatives(v) {
			to, ok2 := interp.AsString(alt.V)
			if !ok1 || !ok2 {
				c.doubt(asUnknown(v), "an entry of its map is not known")
				continue
			}
			c.add(target{label: label, to: to, guard: guard, declared: true})
		}
	})
	if more != nil {
		c.doubt(more, "its map is not known")
	}
}

// decision adds one result of a router: a name, or several.
func (b *builder) decision(c *choice, s *step, op *interp.Op, r interp.Return) {
	if !c.multi {
		b.texts(c, s, op, []interp.Alt{r.Alt})
		return
	}
	for _, part := range r.Parts(r.V) {
		v := part.V
		if res, ok := v.(*interp.Struct); ok {
			v = interp.Field(res, "NextNodes")
		}
		for _, list := range part.Read(v) {
			b.list(c, s, op, part, list)
		}
	}
}

// list adds a list of names that a router returns together.
func (b *builder) list(c *choice, s *step, op *interp.Op, r interp.Return, list interp.Alt) {
	elems, more := interp.Elems(list.V)
	if more != nil {
		c.doubt(more, "its router returns a list that is not known")
		c.open = true
	}
	lists := []some{{}}
	for _, e := range elems {
		var alts []interp.Alt
		for _, x := range r.Read(e.V) {
			alts = append(alts, interp.Alt{V: x.V, Guard: slices.Concat(r.Guard, list.Guard, e.Guard, x.Guard)})
		}
		labels := b.texts(c, s, op, alts)
		c.open = c.open || len(labels) != 1
		lists = withElement(lists, labels, e.Guard)
	}
	c.open = c.open || len(lists) > maxLists
	for _, l := range lists {
		if len(l.labels) == 0 {
			b.pick(c, s, nowhere, slices.Concat(r.Guard, list.Guard).Data())
			l.labels = []string{nowhere}
		}
		c.set(l.labels)
	}
}

// maxLists is the number of lists that one with elements that may be there is taken
// apart into.
const maxLists = 16

// A some is some of the elements of a list: those that are there where the conditions in
// with hold and those in without do not.
type some struct {
	labels        []string
	with, without []interp.Guard
}

// withElement adds to lists an element that is there under a guard.
func withElement(lists []some, labels []string, guard interp.Guard) []some {
	var out []some
	for _, l := range lists {
		holds := len(guard) == 0 || len(lists) > maxLists || slices.ContainsFunc(l.with, guard.Equal)
		fails := slices.ContainsFunc(l.without, guard.Equal) || slices.ContainsFunc(l.with, guard.Excludes)
		if !fails {
			out = append(out, some{slices.Concat(l.labels, labels), append(slices.Clone(l.with), guard), l.without})
		}
		if !holds && !slices.ContainsFunc(l.without, guard.Denies) {
			out = append(out, some{l.labels, l.with, append(slices.Clone(l.without), guard)})
		}
	}
	return out
}

// texts adds the names that values may be, and returns them.
func (b *builder) texts(c *choice, s *step, op *interp.Op, alts []interp.Alt) []string {
	var results []assembly.Value
	for _, alt := range alts {
		results = append(results, b.Read(alt.V).Under(alt.Guard))
	}
	values, complete := b.board.Texts(results, s.name)
	var labels []string
	for _, v := range values {
		guard := v.Guard
		if op != nil {
			guard = slices.Concat(op.Guard.Data(), guard)
		}
		b.pick(c, s, v.Text, guard)
		labels = append(labels, v.Text)
	}
	if !complete || len(values) == 0 {
		var u *interp.Unknown
		for _, alt := range alts {
			if u == nil {
				u = asUnknown(alt.V)
			}
		}
		c.doubt(u, "the name of the next node is a value that is not known")
		c.open = true
	}
	return labels
}
