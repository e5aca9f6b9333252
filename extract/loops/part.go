package loops

// This file finds tools whose names and code are in fields of one struct:
//
//	tools := []tool{{"read", read}, {"remove", remove}}
//	for _, t := range tools {
//		if t.name == call.Name {
//			t.run(call.Args)
//		}
//	}

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
)

// A part is what a call is made on that an object has in a field, or in a field of a field.
type part struct {
	of, value instance
	selected  bool // by a name that the object tells
}

// maxHolders is how many objects that have what is at a place are told apart.
const maxHolders = 200

// parts returns what a call is made on that is a part of objects; none if these are too many.
func (f *finder) parts(s *site) (out []*part) {
	for _, of := range f.holding(spot{s.on, nil}, false) {
		found := f.findFor(s.on, nil, &of, maxNodeSteps)
		if found.steps <= 0 {
			continue
		}
		for _, v := range found.found {
			if _, ok := f.handler(s, v); ok {
				out = append(out, &part{of: of, value: v})
			}
		}
	}
	return out
}

// holding returns the objects of whose fields what is at a place is read, one around the
// other, and with methods those whose methods say it; none if they are too many. An element of
// a list that is in a field is no part of what has the list.
func (f *finder) holding(start spot, methods bool) []instance {
	key := heldAt{visit{at: start.at, key: start.c.key()}, methods}
	out, known := f.held[key]
	if !known {
		out = f.findHolding(start, methods)
		f.held[key] = out
	}
	return out
}

// A heldAt is what holding depends on.
type heldAt struct {
	visit
	methods bool
}

func (f *finder) findHolding(start spot, methods bool) (out []instance) {
	known := make(map[identity]bool)
	add := func(from spot, typ string) {
		list, _ := f.instances(from.at, from.c)
		for _, o := range list {
			if o.typ == "" || typ != "" && (o.object == nil || o.typ != typ) {
				continue
			}
			for _, o := range f.eachMade(o) {
				if !known[o.identity()] {
					known[o.identity()] = true
					out = append(out, o)
				}
			}
		}
	}
	seen := make(map[visit]bool)
	for work := []spot{start}; len(work) > 0; {
		from := work[len(work)-1]
		work = work[:len(work)-1]
		for _, v := range f.visited(from) {
			key := visit{at: v.at, key: v.c.key()}
			if seen[key] {
				continue
			}
			seen[key] = true
			if r := f.reads[v.at]; r != nil && r.base != noPlace && !r.many {
				base := spot{r.base, v.c}
				add(base, r.of)
				work = append(work, base)
			}
			if methods && v.c != nil && f.sites[v.c.site].Method != "" {
				on := spot{f.sites[v.c.site].on, v.c.up}
				add(on, "")
				work = append(work, on)
			}
			if len(out) > maxHolders || len(seen) > maxNodeSteps {
				return nil
			}
		}
	}
	return out
}

// eachMade returns an object that a function makes of what it is handed, once for each way in
// which the function is called: what one call brings belongs together, as in
//
//	func (r *registry) add(name string, run func(string) string) {
//		r.tools = append(r.tools, tool{name, run})
//	}
func (f *finder) eachMade(o instance) []instance {
	if o.context != nil || !f.isOfParams(o) {
		return []instance{o}
	}
	ways := f.callsOf(o.in)
	if len(ways) > maxHolders {
		ways = f.waysTo(o.in, 1)
	}
	out := make([]instance, len(ways))
	for i, c := range ways {
		out[i] = instance{o.value, c}
	}
	return out
}

// noSite is no call: a walk with such a context does not leave the function.
const noSite = -1

// isOfParams reports whether a field of an object has what a parameter of the function gets that
// makes the object.
func (f *finder) isOfParams(o instance) bool {
	return o.object != nil && slices.ContainsFunc(o.object.Fields, func(set valueflow.FieldValue) bool {
		return slices.ContainsFunc(f.visited(spot{o.in.at(set.Value), &context{site: noSite}}), func(v spot) bool { return f.isParam(v.at) })
	})
}

// visited returns the places on the way back from one.
func (f *finder) visited(from spot) (out []spot) {
	s := &search{net: f.net, steps: maxNodeSteps, at: func(p place, c *context) { out = append(out, spot{p, c}) }}
	s.find(from.at, from.c)
	return out
}

// askedAt returns the objects that tell the text with which a name is compared.
func (f *finder) askedAt(p *picked) map[identity]bool {
	if p.asked == nil {
		p.asked = make(map[identity]bool)
		for _, o := range f.holding(spot{p.in.at(p.test.Y), nil}, true) {
			p.asked[o.identity()] = true
		}
	}
	return p.asked
}

// selected returns the tools that are parts of the objects which tell the text with which a
// name is compared, each with the text that its object tells. What tells it itself is no
// part: see members.
func (f *finder) selected(s *site, p *picked, parts []*part) (out []*tool) {
	for _, t := range parts {
		asked := f.askedAt(p)
		if !asked[t.of.identity()] || asked[t.value.identity()] {
			continue
		}
		t.selected = true
		out = append(out, f.partOf(s, p, t, f.namesAt(p.in.at(p.test.Y), nil, t.of))...)
	}
	return out
}

// unselected returns the parts that no name was seen to select, though names are compared with
// what objects of their types tell: they are tools, and their names are not known.
func (f *finder) unselected(s *site, parts []*part, found []*tool) (out []*tool) {
	for _, t := range parts {
		handler, _ := f.handler(s, t.value)
		if t.selected || slices.ContainsFunc(found, func(o *tool) bool { return o.handler == handler }) {
			continue
		}
		for _, p := range f.looked {
			if p.test != nil && !f.isConstant(p.in, p.test.Y) && meet(p.test.YTypes, s.OnTypes) {
				out = append(out, f.partOf(s, p, t, nil)...)
				break
			}
		}
	}
	return out
}

// paired returns the tools that an assignment puts into a map whose keys and values are in fields of the same
// objects, each name with what its own object has:
//
//	for _, t := range tools {
//		handlers[t.name] = t.run
//	}
//
// Functions that go around what other objects have stand in copies of these, which are no tools of their own: see layers.
// It is not ok if something of the list of all that is put there is in no such object, or has no name in it.
func (f *finder) paired(s *site, p *picked, fn *function, put *valueflow.Put, c *context, list []instance) (out []*tool, ok bool) {
	value, key := spot{fn.at(put.Value), c}, spot{fn.at(put.Key), c}
	records := f.holding(value, false)
	if len(records) == 0 {
		return nil, false
	}
	named := make(map[identity]bool)
	for _, o := range f.holding(key, false) {
		named[o.identity()] = true
	}
	has := make(map[identity]bool)
	copied, layer := "", make(map[string]string) // the type of records, also by what is around the functions of some
	for _, o := range records {
		if f.isCopyWith(o, key.at, value.at) {
			copied = o.typ
			continue
		}
		found, names := f.pairOf(o, key, value)
		if !named[o.identity()] || len(names) == 0 {
			continue
		}
		inner, outer := f.layered(found, o.typ)
		if len(inner) == 0 && len(outer) > 0 {
			return nil, false // see returned
		}
		var around [][]*site
		for _, v := range found {
			has[v.function()] = true
		}
		for _, w := range outer {
			layer[w.fn] = o.typ
			around = append(around, f.layers(w, o.typ)...)
		}
		var own []*tool
		for _, v := range inner {
			runs, _ := f.runs(s, v)
			for _, run := range runs {
				own = append(own, f.namesOf(s, p, v, run, names)...)
			}
		}
		for _, t := range own {
			t.record = &o
		}
		out = append(append(out, own...), wrappedIn(own, around)...)
	}
	own := out
	for _, v := range list {
		if runs, _ := f.runs(s, v); len(runs) == 0 || has[v.function()] {
			continue
		}
		around := f.layers(v, cmp.Or(layer[v.fn], copied))
		if len(around) == 0 {
			return nil, false
		}
		out = append(out, wrappedIn(own, around)...)
	}
	return out, len(out) > 0
}

// function returns the identity of a function: one that captures nothing is one, whoever hands it on.
func (a instance) function() identity {
	if a.fn != "" && a.recv == noPlace && !strings.Contains(a.fn, "$") {
		a.context = nil
	}
	return a.identity()
}

// pairOf returns what a record has at the place of a value, and the names that it has at that of a key, none if it was not found
// out. Where the way there is too long, as through lists that are put together of others, and both are
// read of the record, what it has in its fields says so as well.
func (f *finder) pairOf(o instance, key, value spot) (values, names []instance) {
	found, names := f.findFor(value.at, value.c, &o, maxNodeSteps), f.namesAt(key.at, key.c, o)
	if found.steps > 0 && len(names) > 0 {
		return found.found, names
	}
	run, name := f.path(value.at, o.typ), f.path(key.at, o.typ)
	if o.object == nil || len(run) == 0 || len(name) == 0 {
		return nil, nil
	}
	values, all := f.inside(o, run)
	texts, known := f.inside(o, name)
	texts = slices.DeleteFunc(texts, func(i instance) bool { return !i.isText })
	if !all || !known {
		return nil, nil
	}
	return values, texts
}

func (f *finder) partOf(s *site, p *picked, t *part, names []instance) []*tool {
	handler, _ := f.handler(s, t.value)
	tools := f.namesOf(s, p, t.value, handler, names)
	for _, o := range tools {
		o.record = &t.of
	}
	return tools
}

// outer drops the parts of tools: what a tool does to serve its call, it may do by functions
// that it has in its fields.
func outer(tools []*tool) []*tool {
	type choice struct {
		of     identity
		chosen graph.Pos
	}
	whole := make(map[choice]bool)
	for _, t := range tools {
		if t.self != nil {
			whole[choice{t.self.identity(), t.chosen}] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(tools), func(t *tool) bool {
		return t.record != nil && whole[choice{t.record.identity(), t.chosen}]
	})
}

func isPart(parts []*part, v instance) bool {
	return slices.ContainsFunc(parts, func(t *part) bool { return t.value.meets(v) })
}
