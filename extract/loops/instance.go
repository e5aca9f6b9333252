package loops

// This file tells agents apart that share the code of their loop, and finds the tools that
// run agents.

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// split returns the agents that a cycle is: where its function is a method and the objects
// that have it, each made by calls of its own, hold different tools, one for each.
func (c *chart) split(cy *cycle) []*cycle {
	owners := c.owners(cy)
	var out []*cycle
	for i := range owners {
		own := *cy
		own.owner, own.tools = &owners[i], c.toolsOf(cy, &owners[i])
		if !slices.ContainsFunc(out, func(o *cycle) bool { return slices.Equal(o.tools, own.tools) }) {
			out = append(out, &own)
		}
	}
	if len(out) < 2 {
		cy.mixed = c.sharesMaps(cy, owners)
		return []*cycle{cy}
	}
	return out
}

// owners returns the objects whose method has a cycle, sorted; none if there may be others.
func (c *chart) owners(cy *cycle) []instance {
	fn := outermost(cy.in)
	param := c.named(valueflow.ParamName(fn, 0))
	if param == noPlace {
		return nil
	}
	list, complete := c.instances(param, nil)
	if !complete || len(list) > maxOwners {
		return nil
	}
	list = slices.DeleteFunc(list, func(o instance) bool {
		t := c.types[o.typ]
		return o.object == nil || t == nil || !slices.ContainsFunc(t.Methods, func(m valueflow.Method) bool { return m.Func == fn })
	})
	slices.SortFunc(list, func(a, b instance) int {
		return cmp.Or(a.pos.Compare(b.pos), strings.Compare(a.context.key(), b.context.key()))
	})
	return list
}

// maxOwners is how many objects that share a loop are told apart.
const maxOwners = 10

// toolsOf returns the tools of a cycle that one of the objects that have it may run. One
// that is no object, or of which that is not known, is everybody's.
func (c *chart) toolsOf(cy *cycle, owner *instance) (out []*tool) {
	bySite := make(map[*site][]instance)
	for _, t := range cy.tools {
		if t.self == nil || t.site == nil || t.site.on == noPlace {
			out = append(out, t)
			continue
		}
		list, looked := bySite[t.site]
		if !looked {
			s := &search{net: c.net, self: owner, steps: maxSteps}
			if list = s.find(t.site.on, nil); s.steps <= 0 {
				list = nil
			}
			bySite[t.site] = list
		}
		if len(list) == 0 || slices.ContainsFunc(list, func(o instance) bool { return cy.stands(t, o) }) {
			out = append(out, t)
		}
	}
	return out
}

// stands reports whether a tool of a cycle is what an object is: the object itself, or, as tools
// that are made alike are one, the only one that is made like it.
func (c *cycle) stands(t *tool, o instance) bool {
	if t.self.same(o) {
		return true
	}
	alike := t.self.object == o.object && t.self.fn == o.fn && t.self.typ == o.typ && t.self.recv == o.recv
	return alike && !slices.ContainsFunc(c.tools, func(u *tool) bool { return u.self != nil && u.self.same(o) })
}

// sharesMaps reports whether the tools of a cycle are in maps that have other tools for one of
// the objects that have it than for others: which are whose is not found out.
func (c *chart) sharesMaps(cy *cycle, owners []instance) bool {
	for _, p := range c.looked {
		if p.look == nil || !slices.ContainsFunc(cy.tools, func(t *tool) bool { return t.chosen == p.pos }) {
			continue
		}
		r := c.reads[p.in.at(p.look.Map)]
		if r == nil || r.base == noPlace {
			continue
		}
		var first []string
		puts := c.putInto(r)
		for i := range owners {
			s := &search{net: c.net, self: &owners[i], steps: maxSteps}
			put := valuesOf(puts, s.find(r.base, nil))
			if i > 0 && !slices.Equal(put, first) {
				return true
			}
			first = put
		}
	}
	return false
}

// A filled says what code puts, in one way to come to it, into a map that is in a field.
type filled struct {
	of, values []instance
}

// putInto returns what is put into the maps that are in a field.
func (c *chart) putInto(r *read) (out []filled) {
	for _, fn := range c.funcs {
		for i := range fn.Puts {
			into := c.reads[fn.at(fn.Puts[i].Map)]
			if into == nil || into.field != r.field {
				continue
			}
			for _, way := range c.callsOf(fn) {
				of, _ := c.instances(into.base, way)
				values, _ := c.instances(fn.at(fn.Puts[i].Value), way)
				out = append(out, filled{of, values})
			}
		}
	}
	return out
}

// valuesOf returns what is put into the maps of some objects, in words.
func valuesOf(puts []filled, holders []instance) (out []string) {
	for _, p := range puts {
		if slices.ContainsFunc(p.of, func(b instance) bool { return slices.ContainsFunc(holders, b.same) }) {
			for _, v := range p.values {
				out = append(out, fmt.Sprint(v.typ, v.fn, v.pos))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// A made agent is one of a program, with the cycle that it is.
type made struct {
	*cycle
	agent *graph.Agent
}

// delegate notes the tools that run agents: what serves them comes to run a loop of another
// one, and to make its object where several share the loop.
func (c *chart) delegate(all []made) {
	type pair struct {
		tool *graph.Tool
		to   *graph.Agent
	}
	var pairs []pair
	for _, by := range all {
		for _, t := range by.tools {
			tool, run := by.toolOf(t), c.servedBy(t)
			if tool == nil {
				continue
			}
			for _, to := range all {
				switch {
				case !run[to.in] || !to.isMadeBy(c, run) || slices.Contains(by.agent.SubAgents, to.agent):
				case to.agent == by.agent:
					by.agent.Unknowns = append(by.agent.Unknowns, graph.Unknown{
						What: graph.UnknownTools, Node: graph.None, Reason: reason.Of(reason.RunsAgain, cmp.Or(t.name, "?")), Pos: tool.Pos,
					})
				default:
					by.agent.SubAgents = append(by.agent.SubAgents, to.agent)
					pairs = append(pairs, pair{tool, to.agent})
				}
			}
		}
	}
	named := make(map[*graph.Agent]bool)
	for _, p := range pairs {
		if shared := slices.ContainsFunc(all, func(m made) bool { return m.agent == p.to && m.owner != nil }); shared && !named[p.to] && p.tool.Name != "" {
			p.to.Name, named[p.to] = p.to.Name+" of "+p.tool.Name, true
		}
	}
	number(all)
	for _, p := range pairs {
		p.tool.Agent = p.to.Name
	}
}

// number gives the agents that still share a name numbers.
func number(all []made) {
	count := make(map[string]int)
	for _, m := range all {
		if m.owner == nil {
			continue
		}
		name := m.agent.Name
		if count[name]++; count[name] > 1 {
			m.agent.Name = fmt.Sprintf("%s #%d", name, count[name])
		}
	}
}

// toolOf returns a tool of an agent as the model has it.
func (m made) toolOf(t *tool) *graph.Tool {
	for _, g := range m.agent.Tools {
		if g.Name == t.name && g.Handler == t.runs() {
			return g
		}
	}
	return nil
}

// isMadeBy reports whether the object of an agent is made in one of some functions, or by a
// call in one of them; an agent that shares no loop is what it is wherever it is run.
func (m made) isMadeBy(c *chart, by map[*function]bool) bool {
	if m.owner == nil || by[m.owner.in] && m.owner.context == nil {
		return true
	}
	for ctx := m.owner.context; ctx != nil; ctx = ctx.up {
		if by[c.sites[ctx.site].in] {
			return true
		}
	}
	return false
}

// servedBy returns the functions that serve a call of a tool.
func (c *chart) servedBy(t *tool) map[*function]bool {
	var work []*function
	if fn := c.byID[t.handler]; fn != nil {
		work = append(work, fn)
	} else if t.inline {
		for _, s := range t.in.sites {
			if slices.Contains(t.blocks, s.Block) {
				work = appendCallees(work, s)
			}
		}
	}
	out := make(map[*function]bool)
	for len(work) > 0 {
		fn := work[len(work)-1]
		work = work[:len(work)-1]
		if out[fn] {
			continue
		}
		out[fn] = true
		for _, s := range fn.sites {
			work = appendCallees(work, s)
		}
		for _, taken := range fn.Takes { // what a goroutine or a library may run
			if to := c.byID[taken.Func]; to != nil && outermost(to) == outermost(fn) {
				work = append(work, to)
			}
		}
	}
	return out
}

func appendCallees(list []*function, s *site) []*function {
	for _, to := range s.callees {
		list = append(list, to.fn)
	}
	return list
}
