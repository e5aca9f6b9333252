package loops

// This file finds tools that are objects or functions, and their names.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// handled returns the tools that a call runs, if a name selects what it is called on.
func (f *finder) handled(s *site) (out []*tool) {
	for _, p := range f.looked {
		switch {
		case p.look != nil && p.took.seen[s.on]:
			out = append(out, f.entries(s, p)...)
		case p.test != nil && !f.isConstant(p.in, p.test.Y) && meet(p.test.YTypes, s.OnTypes):
			out = append(out, f.members(s, p)...)
		}
	}
	return out
}

// meet reports whether two lists share a type.
func meet(a, b []string) bool {
	return slices.ContainsFunc(a, func(t string) bool { return slices.Contains(b, t) })
}

// members returns the tools among the objects on which a call is made, each with the name
// that it says of itself where a name is compared.
func (f *finder) members(s *site, p *picked) (out []*tool) {
	list, complete := f.instances(s.on, nil)
	for _, o := range list {
		handler, ok := f.handler(s, o)
		if !ok && !f.isForeign(s, o) {
			continue // what lies beside it, or has it in a field
		}
		out = append(out, f.namesOf(s, p, o, handler, f.namesAt(p.in.at(p.test.Y), nil, o))...)
	}
	if !complete || len(out) == 0 {
		out = append(out, unnamed(s, p, s.Pos))
	}
	return out
}

// unnamed returns a tool of which no more is known than where it may come from.
func unnamed(s *site, p *picked, pos graph.Pos) *tool {
	return &tool{why: nameComputed, pos: pos, in: s.in, block: s.Block, site: s, chosen: p.pos}
}

// isForeign reports whether a call may run a method of an object that is a library's.
func (f *finder) isForeign(s *site, o instance) bool {
	return s.Method != "" && o.typ != "" && o.typ != valueflow.MapType && o.object == nil && !f.own[funcid.Package(o.typ)]
}

// namesAt returns the names that an object says of itself at a place, none if it was not
// found out what it says.
func (f *finder) namesAt(p place, c *context, o instance) []instance {
	names, complete := f.texts(p, c, &o)
	if !complete {
		return nil
	}
	return names
}

// handler returns the function that a call on an object runs.
func (f *finder) handler(s *site, o instance) (string, bool) {
	switch {
	case s.Method == "" && o.fn != "":
		return o.fn, true
	case s.Method != "" && o.typ != "":
		if fn := f.method(o.typ, s.Method); fn != nil {
			return fn.ID, true
		}
	}
	return "", false
}

// namesOf returns a tool for each name of an object, one without a name if there is none.
func (f *finder) namesOf(s *site, p *picked, o instance, handler string, names []instance) (out []*tool) {
	of := o.typ
	pos := o.pos
	if fn := f.byID[handler]; fn != nil {
		pos = fn.Pos
	}
	names = slices.DeleteFunc(names, func(n instance) bool { return n.text == "" })
	for _, n := range names {
		out = append(out, &tool{name: n.text, handler: handler, of: of, self: &o, pos: pos, in: s.in, block: s.Block, site: s, chosen: p.pos})
	}
	if len(names) == 0 {
		out = append(out, &tool{why: nameComputed, handler: handler, of: of, self: &o, pos: pos, in: s.in, block: s.Block, site: s, chosen: p.pos})
	}
	return out
}

// entries returns the tools that a map has: what code puts into it, by key.
func (f *finder) entries(s *site, p *picked) (out []*tool) {
	maps := f.origins(p.in.at(p.look.Map))
	for _, fn := range f.funcs {
		for i := range fn.Puts {
			put := &fn.Puts[i]
			if shares(maps, f.origins(fn.at(put.Map))) {
				out = append(out, f.entry(s, p, fn, put)...)
			}
		}
	}
	if len(out) == 0 {
		out = append(out, unnamed(s, p, s.Pos))
	}
	return out
}

// origins returns the places of which a map may be what is there: those without callers,
// and where it is made.
func (f *finder) origins(p place) map[place]bool {
	out := make(map[place]bool)
	for _, at := range f.backward(p) {
		isMap := func(v value) bool { return v.object != nil && v.typ == valueflow.MapType }
		if f.isFree(at) || slices.ContainsFunc(f.made[at], isMap) {
			out[at] = true
		}
	}
	return out
}

func shares(a, b map[place]bool) bool {
	for p := range a {
		if b[p] {
			return true
		}
	}
	return false
}

// entry returns the tools that one assignment puts into a map: the key goes with the value
// that the same call brings.
func (f *finder) entry(s *site, p *picked, fn *function, put *valueflow.Put) (out []*tool) {
	for _, c := range f.callsOf(fn) {
		list, complete := f.instances(fn.at(put.Value), c)
		for _, o := range list {
			runs, known := f.runs(s, o)
			for _, run := range runs {
				out = append(out, f.namesOf(s, p, o, run, f.namesAt(fn.at(put.Key), c, o))...)
			}
			complete = complete && known
		}
		if !complete || len(list) == 0 {
			out = append(out, unnamed(s, p, put.Pos))
		}
	}
	return out
}

// maxContexts is how many ways to call a function are told apart.
const maxContexts = 2000

// callsOf returns a context for each way in which a function is called, with the calls
// around it: what one call brings belongs together. It is of no call for a function that
// nobody calls.
func (f *finder) callsOf(fn *function) []*context {
	const around = 3
	ways := f.waysTo(fn, around)
	if len(ways) > maxContexts {
		ways = f.waysTo(fn, 1)
	}
	return ways
}

func (f *finder) waysTo(fn *function, deep int) (out []*context) {
	for _, s := range f.callers[fn] {
		up := []*context{nil}
		if deep > 1 && s.in != fn {
			up = f.waysTo(s.in, deep-1)
		}
		for _, c := range up {
			if out = append(out, c.enter(s.number)); len(out) > maxContexts {
				return out
			}
		}
	}
	if len(out) == 0 {
		out = append(out, nil)
	}
	return out
}

// runs returns what a call runs of an object that a map has: a method, the function
// itself, one in a field, or a method of what the function makes; known says that there is
// no more. An object of which the call runs nothing is no value of the map, but lies beside
// one.
func (f *finder) runs(s *site, o instance) (out []string, known bool) {
	if h, ok := f.handler(s, o); ok {
		return []string{h}, true
	}
	var found []instance
	made, r := f.named(valueflow.ResultName(o.fn, 0)), f.reads[s.on]
	switch {
	case f.isForeign(s, o):
		return nil, false
	case s.Method != "" && o.fn != "" && made != noPlace:
		found, known = f.instances(made, nil)
	case s.Method == "" && o.object != nil && r != nil && o.typ == r.of:
		look := &search{net: f.net, steps: maxSteps}
		found, known = look.of(o, r.field)
		known = known && look.steps > 0
	default:
		return nil, true
	}
	for _, i := range found {
		if h, ok := f.handler(s, i); ok {
			out = append(out, h)
		}
	}
	return out, known && len(out) > 0
}
