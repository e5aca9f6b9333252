package loops

// This file compares what a model, or a client, is told of with what runs.

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// A dispatch is where the calls of one agent, or of one server, are run.
type dispatch struct {
	*chart
	tools []*tool
	in    map[*function]bool // what has the code that runs tools
	way   map[*function]bool // what comes to it, itself included
	other map[*function]bool // what runs tools of other agents alone
}

// newDispatch returns the dispatch of tools to which functions lead; all has those of others
// too.
func (c *chart) newDispatch(tools, all []*tool, from map[*function]bool) *dispatch {
	d := &dispatch{chart: c, tools: tools, in: make(map[*function]bool), other: make(map[*function]bool)}
	for _, t := range tools {
		d.in[t.in] = true
	}
	d.way = c.reaching(d.in, nil)
	for fn := range d.way {
		if !from[fn] && !d.in[fn] {
			delete(d.way, fn)
		}
	}
	for _, t := range all {
		if !from[t.in] && !d.in[t.in] {
			d.other[t.in] = true
		}
	}
	return d
}

// isWhole reports whether all is known that was found to run: each tool has a name.
func (d *dispatch) isWhole() bool {
	return !d.open && !slices.ContainsFunc(d.tools, func(t *tool) bool { return t.why != nameKnown || t.name == "" })
}

// handedOn returns a call that hands the call of a model on, the first one, nil if there is none.
func (d *dispatch) handedOn() (first *site) {
	for fn := range d.way {
		for _, s := range fn.sites {
			if d.handsOn(s) && (first == nil || s.Pos.Compare(first.Pos) < 0) {
				first = s
			}
		}
	}
	return first
}

// more returns what says that there may be more tools: calls are handed on, or code for other
// names takes the arguments and something is offered, or may be, that runs nowhere else.
func (d *dispatch) more(offers []*offer) []graph.Unknown {
	why, pos := reason.HandedOn, graph.Pos{}
	if s := d.handedOn(); s != nil {
		pos = s.Pos
	} else if at, ok := d.takesOthers(); ok && d.mayLeave(offers) {
		why, pos = reason.TakesOthers, at
	} else {
		return nil
	}
	return []graph.Unknown{{What: graph.UnknownTools, Node: graph.None, Reason: reason.Of(why), Pos: pos}}
}

// mayLeave reports whether a model may be told of something that no tool is known to run for.
// Where nothing is seen of what it is told, a tool that is unclear has an unknown already.
func (d *dispatch) mayLeave(offers []*offer) bool {
	if len(offers) == 0 {
		return !slices.ContainsFunc(d.tools, func(t *tool) bool { return t.unclear })
	}
	return slices.ContainsFunc(offers, func(o *offer) bool { return !d.runs(o) })
}

// runs reports whether a tool that is known runs for an offer.
func (d *dispatch) runs(o *offer) bool {
	return o.name != "" && slices.ContainsFunc(d.tools, func(t *tool) bool { return strings.EqualFold(t.name, o.name) })
}

// leadsToTools reports whether a call runs a tool that is known, or comes to where tools are run.
func (d *dispatch) leadsToTools(s *site) bool {
	return slices.ContainsFunc(s.callees, func(c callee) bool { return d.way[c.fn] }) || slices.ContainsFunc(d.tools, func(t *tool) bool {
		return t.site == s || t.in == s.in && slices.Contains(t.blocks, s.Block)
	})
}

// handsOn reports whether a call gets the call of a model and may answer it, beside the tools
// that are known.
func (d *dispatch) handsOn(s *site) bool {
	if d.leadsToTools(s) || !d.tells(s.results) {
		return false
	}
	return slices.ContainsFunc(s.args, func(p place) bool { return p != noPlace && d.names.seen[p] }) ||
		slices.ContainsFunc(s.ArgType, func(t string) bool { return d.nameTypes[t] && d.argTypes[t] })
}

// unhandled returns the tools among offers for which nothing runs, sorted by name. A name that
// the program has anywhere else may be handled there.
func (d *dispatch) unhandled(offers []*offer) (out []*graph.Tool) {
	for _, o := range offers {
		if o.name == "" || d.runs(o) || d.mentions(o.name, d.sayer(o), d.other) || slices.ContainsFunc(out, func(t *graph.Tool) bool { return t.Name == o.name }) {
			continue
		}
		says := d.read(o, o.pos)
		out = append(out, &graph.Tool{Name: o.name, Description: says.description, Params: says.params, Framework: Framework, Pos: o.pos})
	}
	slices.SortFunc(out, func(a, b *graph.Tool) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

// sayer returns the function that has the text of an offer's name.
func (d *dispatch) sayer(o *offer) *function {
	found, _ := d.texts(o.called, o.c, o.self)
	for _, t := range found {
		if t.text == o.name {
			return t.in
		}
	}
	return nil
}

// untold returns the tools of an agent of which nothing is told: code under a comparison with a
// name that the program has nowhere else.
func (d *dispatch) untold(g *graph.Agent) (out []*graph.Tool) {
	if len(d.offered) == 0 || slices.ContainsFunc(d.offered, func(o *offer) bool { return o.name == "" }) {
		return nil
	}
	for _, listed := range g.Tools {
		i := slices.IndexFunc(d.tools, func(t *tool) bool { return t.name == listed.Name && t.inline })
		told := slices.ContainsFunc(d.offered, func(o *offer) bool { return strings.EqualFold(o.name, listed.Name) })
		if i >= 0 && !told && !d.mentions(listed.Name, d.tools[i].in, nil) {
			out = append(out, listed)
		}
	}
	return out
}

// mentions reports whether the program has a name, by itself or in quotes in a longer text,
// beside one place in a function and those in the functions that do not count.
func (d *dispatch) mentions(name string, in *function, but map[*function]bool) bool {
	once := false
	for _, fn := range d.funcs {
		if but[fn] {
			continue
		}
		for i := range fn.Texts {
			text := fn.Texts[i].Text
			if text == name && fn == in && !once {
				once = true
				continue
			}
			if strings.EqualFold(text, name) || strings.Contains(text, `"`+name+`"`) || d.isPrefix(fn, &fn.Texts[i], name) {
				return true
			}
		}
	}
	return false
}

// isPrefix reports whether names are compared with a text as their prefix, and a name has it.
func (d *dispatch) isPrefix(fn *function, text *valueflow.Text, name string) bool {
	return text.Text != "" && strings.HasPrefix(name, text.Text) && slices.ContainsFunc(fn.Tests, func(t valueflow.Test) bool {
		return t.Prefix && t.Y == text.At
	})
}

// toldBy returns the offers that get to functions which ask a model for a cycle.
func (c *chart) toldBy(cy *cycle, asking map[*function]bool) (out []*offer) {
	others := c.askingOthers(cy, asking)
	type object struct {
		at  place
		not string
	}
	reached := make(map[object]bool)
	for _, o := range c.offered {
		not := c.notBy(o)
		maps.Copy(not, others)
		key := object{o.object, fmt.Sprint(not)}
		got, known := reached[key]
		if !known {
			got = asking[o.in] || c.getsTo(o, not, asking)
			reached[key] = got
		}
		if got {
			out = append(out, o)
		}
	}
	return out
}

// askingOthers returns the calls by which others than a cycle ask a model by way of functions that ask one
// for it.
func (c *chart) askingOthers(cy *cycle, asking map[*function]bool) map[int32]bool {
	from := c.runBy(cy)
	out := make(map[int32]bool)
	for fn := range asking {
		if fn == cy.in || c.ring[fn] == c.ring[cy.in] {
			continue
		}
		for _, s := range c.callers[fn] {
			if !from[s.in] && s.runs(fn) && len(s.callees) == 1 {
				out[s.number] = true
			}
		}
	}
	return out
}

// notBy returns the calls of the function that makes an offer which bring others: the offer is that of
// another call, or of an object that they do not hand over.
func (c *chart) notBy(o *offer) map[int32]bool {
	not := make(map[int32]bool)
	for _, s := range c.callers[o.in] {
		isOther := o.c != nil && o.c.site != s.number
		if !isOther && o.self != nil {
			isOther = true
			for _, to := range s.callees {
				if to.fn == o.in && slices.ContainsFunc(c.params(s, to), func(p place) bool { return c.mayHave(p, o.self) }) {
					isOther = false
				}
			}
		}
		if isOther {
			not[s.number] = true
		}
	}
	return not
}

// mayHave reports whether an object may be at a place, or in a list there.
func (c *chart) mayHave(p place, self *instance) bool {
	if p == noPlace {
		return false
	}
	list, complete := c.instances(p, nil)
	return !complete || slices.ContainsFunc(list, self.meets)
}

// getsTo reports whether an offer, or what has it in a field, gets into functions, and not by some calls.
func (c *chart) getsTo(o *offer, not map[int32]bool, in map[*function]bool) bool {
	start := []place{o.object}
	for i := 0; i < len(start); i++ {
		for _, obj := range o.in.Objects {
			holds := slices.ContainsFunc(obj.Fields, func(v valueflow.FieldValue) bool { return o.in.at(v.Value) == start[i] })
			if at := o.in.at(obj.At); holds && !slices.Contains(start, at) {
				start = append(start, at)
			}
		}
	}
	seen := c.follow(start, manner{not: not}, nil, func(place) bool { return false }).seen
	for fn := range in {
		got := func(seen map[place]bool) bool {
			return slices.ContainsFunc(fn.Moves, func(m valueflow.Move) bool { return seen[fn.at(m.From)] })
		}
		if !got(seen) {
			continue
		}
		// Of structs that it makes itself, it has what it puts there, and not what others put into theirs.
		own := c.ownFields(fn)
		if len(own) == 0 || got(c.follow(start, manner{not: not}, nil, func(p place) bool { return own[p] }).seen) {
			return true
		}
	}
	return false
}

// ownFields returns the fields that a function only has of structs that it makes.
func (c *chart) ownFields(fn *function) map[place]bool {
	made := make(map[place]bool)
	for i := range fn.Objects {
		made[fn.at(fn.Objects[i].At)] = true
	}
	own := make(map[place]bool)
	for _, m := range fn.Moves {
		for _, at := range [][2]place{{fn.at(m.From), fn.at(m.To)}, {fn.at(m.To), fn.at(m.From)}} {
			if field := at[0]; strings.HasPrefix(c.net.names[field], "f ") {
				r := c.reads[at[1]]
				isOwn := r != nil && made[r.base]
				if known, ok := own[field]; !ok || known {
					own[field] = isOwn
				}
			}
		}
	}
	maps.DeleteFunc(own, func(_ place, isOwn bool) bool { return !isOwn })
	return own
}

// compare notes on an agent what its model is told of and nothing runs, and what runs and it is
// not told of. Nothing is said where either, or the program, is not known whole.
func (c *chart) compare(g *graph.Agent, cy *cycle, all []*tool, whole bool) {
	from := c.runBy(cy)
	asking := make(map[*function]bool)
	for fn := range from {
		if c.asks[fn] || fn == cy.in {
			asking[fn] = true
		}
	}
	d, offers := c.newDispatch(cy.tools, all, from), c.toldBy(cy, asking)
	more := d.more(offers)
	g.Unknowns = append(g.Unknowns, more...)
	if cy.isRound() && whole && len(more) == 0 && d.isWhole() && len(offers) > 0 {
		g.Unhandled, g.Untold = d.unhandled(offers), d.untold(g)
	}
}
