package loops

// This file finds tools that are objects or functions, and their names.

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// handled returns the tools that a call runs, if a name selects what it is called on.
func (f *finder) handled(s *site) (out []*tool) {
	parts := f.parts(s)
	under := f.comparedBy(s)
	for _, p := range f.looked {
		switch {
		case p.test != nil && len(under) > 0 && !slices.Contains(under, p):
		case p.look != nil && p.took.seen[s.on]:
			out = append(out, f.entries(s, p)...)
		case p.test != nil && !f.isConstant(p.in, p.test.Y):
			out = append(out, f.selected(s, p, parts)...)
			if meet(p.test.YTypes, s.OnTypes) {
				out = append(out, f.members(s, p, parts)...)
			}
		}
	}
	return append(out, f.unselected(s, parts, out)...)
}

// comparedBy returns the comparisons under which a call stands, of a name with what the objects say
// that it may be made on: others select elsewhere.
func (f *finder) comparedBy(s *site) (out []*picked) {
	for _, p := range f.looked {
		if p.test != nil && p.in == s.in && slices.Contains(p.test.Blocks, s.Block) && !f.isConstant(p.in, p.test.Y) && meet(p.test.YTypes, s.OnTypes) {
			out = append(out, p)
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
func (f *finder) members(s *site, p *picked, parts []*part) (out []*tool) {
	list, complete := f.instances(s.on, nil)
	whole := slices.DeleteFunc(slices.Clone(list), func(o instance) bool { return isPart(parts, o) && !f.askedAt(p)[o.identity()] })
	for _, o := range whole {
		handler, ok := f.handler(s, o)
		if !ok && !f.isForeign(s, o) {
			continue // what lies beside it, or has it in a field
		}
		out = append(out, f.namesOf(s, p, o, handler, f.namesAt(p.in.at(p.test.Y), nil, o))...)
	}
	if !complete || len(out) == 0 && len(whole) == len(list) {
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

// entries returns the tools that a map has: what code puts into it, by key. Where several
// lookups are in the same maps, they are looked for once.
func (f *finder) entries(s *site, p *picked) (out []*tool) {
	maps := f.origins(p.in.at(p.look.Map))
	key := entriesOf{s, fmt.Sprint(maps)}
	found, known := f.entered[key]
	if !known {
		var aliases []alias
		for _, fn := range f.funcs {
			for i := range fn.Puts {
				put := &fn.Puts[i]
				if shares(maps, f.origins(fn.at(put.Map))) {
					own, again := f.entry(s, p, fn, put, maps)
					found, aliases = append(found, own...), append(aliases, again...)
				}
			}
		}
		found = append(found, f.aliased(s, p, found, aliases)...)
		if len(found) == 0 {
			found = append(found, unnamed(s, p, s.Pos))
		}
		f.entered[key] = found
	}
	for _, t := range found {
		own := *t
		own.chosen = p.pos
		out = append(out, &own)
	}
	return out
}

// An entriesOf is what a site may run of maps.
type entriesOf struct {
	*site
	maps string
}

// origins returns the places of which a map may be what is there, sorted: those without
// callers, and where it is made.
func (f *finder) origins(p place) []place {
	out, known := f.mapsAt[p]
	if !known {
		for _, at := range f.backward(p) {
			isMap := func(v value) bool { return v.object != nil && v.typ == valueflow.MapType }
			if f.isFree(at) || slices.ContainsFunc(f.made[at], isMap) {
				out = append(out, at)
			}
		}
		slices.Sort(out)
		f.mapsAt[p] = out
	}
	return out
}

// shares reports whether two sorted lists have a place in common.
func shares(a, b []place) bool {
	for len(a) > 0 && len(b) > 0 {
		switch c := cmp.Compare(a[0], b[0]); {
		case c == 0:
			return true
		case c < 0:
			a = a[1:]
		default:
			b = b[1:]
		}
	}
	return false
}

// An alias is an entry of maps that is put there once more, by another name:
//
//	handlers["cat"] = handlers["read"]
type alias struct {
	of     map[string]bool // the keys of the other entries
	direct []instance      // what it may be in their place
	names  []string
	pos    graph.Pos
}

// aliasOf returns what is put there by a call of a function that puts something into maps, if it may be an entry of these maps;
// ok says that it may, and that all that it may be was found.
func (f *finder) aliasOf(maps []place, fn *function, put *valueflow.Put, c *context) (a alias, ok bool) {
	a = alias{of: make(map[string]bool), pos: put.Pos}
	isEntry := func(at place) (found bool) {
		for _, l := range f.takenAt()[at] {
			if shares(maps, f.origins(l.in.at(l.Map))) {
				a.of[f.text(l.in, l.Key)], found = true, true
			}
		}
		return found
	}
	walk := &search{net: f.net, steps: maxSteps, ends: isEntry}
	a.direct = walk.find(fn.at(put.Value), c)
	if len(a.of) == 0 || a.of[""] || walk.steps <= 0 {
		return alias{}, false
	}
	names, _ := f.texts(fn.at(put.Key), c, nil)
	for _, n := range names {
		if n.text != "" && !slices.Contains(a.names, n.text) {
			a.names = append(a.names, n.text)
		}
	}
	return a, true
}

// A taking is where something is taken from a map by its key.
type taking struct {
	*valueflow.Lookup
	in *function
}

// takenAt returns what is taken from maps, by the place that has it then.
func (f *finder) takenAt() map[place][]taking {
	if f.takings == nil {
		f.takings = make(map[place][]taking)
		for _, fn := range f.funcs {
			for i := range fn.Lookups {
				if l := &fn.Lookups[i]; !l.Range {
					f.takings[fn.at(l.To)] = append(f.takings[fn.at(l.To)], taking{l, fn})
				}
			}
		}
	}
	return f.takings
}

// aliased returns the tools that are put into maps once more: those that are there by the first keys, and what may be there in
// their place, by names that no other entry has. What has the names of its own entry, too, is one value with two names in turn.
func (f *finder) aliased(s *site, p *picked, found []*tool, aliases []alias) (out []*tool) {
	named := make(map[string]bool)
	for _, t := range found {
		named[t.name] = true
	}
	for _, a := range aliases {
		var again []*tool
		for _, t := range found {
			if a.of[t.name] {
				again = append(again, t)
			}
		}
		for _, o := range a.direct {
			runs, _ := f.runs(s, o)
			for _, run := range runs {
				again = append(again, f.namesOf(s, p, o, run, nil)...)
			}
		}
		names := slices.DeleteFunc(a.names, func(name string) bool { return named[name] })
		for _, t := range again {
			for _, name := range names {
				own := *t
				own.name, own.why = name, nameKnown
				out = append(out, &own)
			}
		}
		if len(names) == 0 || len(again) == 0 {
			out = append(append(out, again...), unnamed(s, p, a.pos))
		}
	}
	return out
}

// entry returns the tools that one assignment puts into a map: the key goes with the value
// that the same call brings. What it takes from the maps is an alias.
func (f *finder) entry(s *site, p *picked, fn *function, put *valueflow.Put, maps []place) (out []*tool, aliases []alias) {
	for _, c := range f.callsOf(fn) {
		if a, ok := f.aliasOf(maps, fn, put, c); ok {
			aliases = append(aliases, a)
			continue
		}
		list, complete := f.instances(fn.at(put.Value), c)
		if own, ok := f.paired(s, p, fn, put, c, list); ok && complete {
			out = append(out, own...)
			continue
		}
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
	isNamed := func(t *tool) bool { return t.name != "" }
	isOpen := func(t *tool) bool { return t.name == "" }
	own := f.returned(s, p, fn, put)
	if len(own) > 0 && !slices.ContainsFunc(own, isOpen) || slices.ContainsFunc(out, isOpen) && slices.ContainsFunc(own, isNamed) {
		return own, aliases
	}
	return out, aliases
}

// maxContexts is how many ways to call a function are told apart.
const maxContexts = 2000

// callsOf returns a context for each way in which a function is called, with the calls
// around it: what one call brings belongs together. It is of no call for a function that
// nobody calls.
func (n *net) callsOf(fn *function) []*context {
	const around = 3
	ways := n.waysTo(fn, around)
	if len(ways) > maxContexts {
		ways = n.waysTo(fn, 1)
	}
	return ways
}

func (n *net) waysTo(fn *function, deep int) (out []*context) {
	for _, s := range n.callers[fn] {
		up := []*context{nil}
		if deep > 1 && s.in != fn {
			up = n.waysTo(s.in, deep-1)
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

// A runOf is a call on an object that a map has.
type runOf struct {
	*site
	value
	context string
}

// A whatRuns is what such a call runs, and whether that is all.
type whatRuns struct {
	functions []string
	known     bool
}

// runs returns what a call runs of an object that a map has. Many ways lead to the same.
func (f *finder) runs(s *site, o instance) ([]string, bool) {
	key := runOf{s, o.value, o.context.key()}
	r, known := f.ran[key]
	if !known {
		r.functions, r.known = f.findRun(s, o)
		f.ran[key] = r
	}
	return r.functions, r.known
}

// findRun finds what a call runs of an object that a map has: a method, the function
// itself, one in a field, or a method of what the function makes; known says that there is
// no more. An object of which the call runs nothing is no value of the map, but lies beside
// one.
func (f *finder) findRun(s *site, o instance) (out []string, known bool) {
	if h, ok := f.handler(s, o); ok {
		return []string{h}, true
	}
	var found []instance
	made, fields := f.named(valueflow.ResultName(o.fn, 0)), f.path(s.on, o.typ)
	switch {
	case f.isForeign(s, o):
		return nil, false
	case s.Method != "" && o.fn != "" && made != noPlace:
		found, known = f.instances(made, nil)
	case o.object != nil && len(fields) > 0:
		if s.inside++; s.inside > maxContexts {
			return nil, false
		}
		found, known = f.inside(o, fields)
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

// path returns the fields by which what is at a place is read of a struct type, the outermost
// first; none if it is not read of one.
func (f *finder) path(at place, typ string) (fields []string) {
	const nested = 4
	for r := f.reads[at]; r != nil && r.base != noPlace && len(fields) < nested; r = f.reads[r.base] {
		if fields = slices.Insert(fields, 0, r.field); r.of == typ {
			return fields
		}
	}
	return nil
}

// inside returns what an object has in a field of a field.
func (f *finder) inside(o instance, fields []string) (found []instance, known bool) {
	found, known = []instance{o}, true
	look := &search{net: f.net, steps: maxNodeSteps}
	for _, field := range fields {
		holders := slices.DeleteFunc(found, func(i instance) bool { return i.object == nil })
		found = nil
		for _, h := range holders {
			in, ok := look.of(h, field)
			found, known = append(found, in...), known && ok
		}
	}
	return found, known && look.steps > 0
}
