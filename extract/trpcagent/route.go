package trpcagent

// This file adds the edges that a node chooses: those that a router names and
// those that the node itself commands.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph/reason"
)

// nowhere is the label of a decision to go nowhere, which ends the way silently.
const nowhere = ""

// leave adds the edges that leave a step. A command makes the edges of the node
// dead where it is returned; otherwise all of them fire, those of the router too.
func (b *builder) leave(s *assembly.Step) {
	goes := b.command(s)
	if goes != nil && goes.Always {
		b.routed[s.Name], b.commands[s.Name] = true, true
		b.choose(s, goes)
		return
	}
	if goes != nil {
		b.choose(s, b.orEdges(s, goes))
		return
	}
	b.draw(s)
	for _, op := range s.Routers {
		b.choose(s, b.router(s, op))
	}
}

// orEdges returns the choice of a node that commands on some ways and leaves it to
// its edges on the others.
func (b *builder) orEdges(s *assembly.Step, c *assembly.Choice) *assembly.Choice {
	b.routed[s.Name] = true // its edges are part of the branch
	var static []string
	for _, w := range s.Ways {
		c.Add(assembly.Target{Label: w.To, To: w.To, Guard: w.Guard.Data(), Selected: true})
		static = append(static, w.To)
	}
	for _, j := range b.joins {
		if slices.Contains(j.from, s.Name) {
			c.Add(assembly.Target{Label: j.to, To: j.to, Guard: j.guard.Data(), Selected: true})
			static = append(static, j.to)
		}
	}
	switch {
	case len(s.Routers) > 0:
		r := b.router(s, s.Routers[len(s.Routers)-1])
		c.Or(r)
		c.Multi = c.Multi || len(static) > 0
		for _, set := range r.Sets() {
			c.Join(slices.Concat(static, set))
		}
	case len(static) > 0:
		c.Multi = c.Multi || len(static) > 1
		c.Join(static)
	default: // the way ends there
		b.Pick(c, s, nowhere, nil)
		c.Join([]string{nowhere})
	}
	return c
}

// choose adds the branch of a choice.
func (b *builder) choose(s *assembly.Step, c *assembly.Choice) {
	for _, t := range c.Targets {
		if t.Label != nowhere {
			b.enter(t.To)
		}
	}
	b.Choose(s, c)
}

// router reads a router.
func (b *builder) router(s *assembly.Step, op *assembly.Op) *assembly.Choice {
	c := &assembly.Choice{Pos: op.At(b.Assembly)}
	if op.Kind == "dispatch" {
		for _, arg := range []string{"tools", "fallback"} {
			v := b.Read(op.Arg(arg))
			name, ok := v.Text()
			if !ok {
				c.Doubt(v.Unknown(), reason.Of(reason.NextNode))
				continue
			}
			c.Add(assembly.Target{Label: name, To: name, Guard: op.Guard.Data(), Declared: true, Selected: true})
		}
		return c
	}
	b.paths(c, op)
	router := b.Read(op.Arg("router"))
	body := router.Observe()
	c.Func = body.Func
	if body.Pos.IsValid() {
		c.Pos = b.At(body.Pos, append(slices.Clone(op.Stack), op.Pos))
	}
	typ := router.Held()
	c.Multi = op.Row.Name == "StateGraph.AddMultiConditionalEdges" || strings.Contains(typ, "[]string") || strings.Contains(typ, "ConditionResult")
	if !body.Known || len(body.Results) == 0 {
		c.Doubt(&assembly.Unknown{Reason: body.Reason, Pos: body.Pos}, reason.Reason{})
		return c
	}
	for _, r := range b.Returns(body) {
		b.decision(c, s, op.Guard, r)
	}
	return c
}

// paths reads the map of a router.
func (b *builder) paths(c *assembly.Choice, op *assembly.Op) {
	more := b.ArgOf(op, "paths").Entries(func(key, val assembly.Value) {
		label, ok1 := key.Text()
		for _, x := range val.Each() {
			to, ok2 := x.Text()
			if !ok1 || !ok2 {
				c.Doubt(val.Unknown(), reason.Of(reason.NodeMapEntry))
				continue
			}
			c.Add(assembly.Target{Label: label, To: to, Guard: key.Guard.Data(), Declared: true})
		}
	})
	if more != nil {
		c.Doubt(more, reason.Of(reason.NodeMap))
	}
}

// decision adds one result of a router that exists under a condition: a name, or several.
func (b *builder) decision(c *assembly.Choice, s *assembly.Step, under assembly.Guard, r assembly.Return) {
	if !c.Multi {
		b.texts(c, s, under, []assembly.Value{r.Value})
		return
	}
	for _, part := range r.Parts(r.Value) {
		v := part.Value
		if v.IsStruct() {
			v = v.Field("NextNodes")
		}
		for _, list := range part.Read(v) {
			b.list(c, s, under, part, list)
		}
	}
}

// list adds a list of names that a router returns together.
func (b *builder) list(c *assembly.Choice, s *assembly.Step, under assembly.Guard, r assembly.Return, list assembly.Value) {
	elems, more := list.Elems()
	if more != nil {
		c.Doubt(more, reason.Of(reason.RouterValue))
		c.Blur(true)
	}
	lists := []some{{}}
	for _, x := range elems {
		labels := b.texts(c, s, under, r.Read(x))
		c.Blur(len(labels) != 1)
		lists = withElement(lists, labels, x.Guard.Beyond(list.Guard))
	}
	c.Blur(len(lists) > maxLists)
	for _, l := range lists {
		if len(l.labels) == 0 {
			b.Pick(c, s, nowhere, list.Guard.Data())
			l.labels = []string{nowhere}
		}
		c.Join(l.labels)
	}
}

// maxLists is the number of lists that one with elements that may be there is taken
// apart into.
const maxLists = 16

// A some is some of the elements of a list: those that are there where the conditions in
// with hold and those in without do not.
type some struct {
	labels        []string
	with, without []assembly.Guard
}

// withElement adds to lists an element that is there under a guard.
func withElement(lists []some, labels []string, guard assembly.Guard) []some {
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
func (b *builder) texts(c *assembly.Choice, s *assembly.Step, under assembly.Guard, values []assembly.Value) []string {
	labels, complete := b.Decide(c, s, under, values)
	if !complete {
		var u *assembly.Unknown
		for _, x := range values {
			if u == nil {
				u = x.Unknown()
			}
		}
		c.Doubt(u, reason.Of(reason.NextName))
		c.Blur(true)
	}
	return labels
}
