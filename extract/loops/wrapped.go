package loops

// This file finds tools that a map has as functions around those which objects return, by the
// names that these say of themselves:
//
//	for _, t := range tools {
//		handlers[t.Name()] = logged(t.Handler())
//	}

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/valueflow"
)

// returned returns the tools that one assignment puts into a map, if what it puts there are
// functions around others, which objects return that tell the key. Those of which that is not
// found out have no names.
func (f *finder) returned(s *site, p *picked, fn *function, put *valueflow.Put) (out []*tool) {
	for _, w := range f.unwrapped(fn.at(put.Value)) {
		from := w.from
		first := len(out)
		named := make(map[string]bool)
		for _, o := range f.holding(from, true) {
			v, handler := f.onlyOf(s, from, o)
			names := f.namesAt(fn.at(put.Key), nil, o)
			if handler != "" && len(names) == 1 && names[0].text != "" {
				named[handler] = true
				out = append(out, f.namesOf(s, p, v, handler, names)...)
			}
		}
		all, complete := f.instances(from.at, from.c)
		for _, v := range all {
			if handler, ok := f.handler(s, v); ok && !named[handler] {
				out = append(out, f.namesOf(s, p, v, handler, nil)...)
			}
		}
		if !complete {
			out = append(out, unnamed(s, p, put.Pos))
		}
		for _, t := range out[first:] {
			t.around = w.around
		}
	}
	return out
}

// onlyOf returns the function at a place if what it comes from is one object, and the only one
// that it then may be.
func (f *finder) onlyOf(s *site, from spot, o instance) (v instance, handler string) {
	look := &search{net: f.net, self: &o, steps: maxNodeSteps}
	for _, found := range look.find(from.at, from.c) {
		if h, ok := f.handler(s, found); ok {
			if handler != "" && h != handler {
				return v, ""
			}
			v, handler = found, h
		}
	}
	if look.steps <= 0 {
		return v, ""
	}
	return v, handler
}

// A wrapped function is where it comes from, and the calls by which others run it, which are
// around it.
type wrapped struct {
	from   spot
	around []*site
}

// unwrapped returns where what is at a place comes from, without the functions around it; none
// if one of the functions there is around no other.
func (f *finder) unwrapped(at place) (out []wrapped) {
	list, _ := f.instances(at, nil)
	for _, v := range list {
		inner := f.within(v)
		if v.fn != "" && len(inner) == 0 {
			return nil
		}
		out = append(out, inner...)
	}
	return out
}

// within returns where the functions come from that a function has captured and runs with what it
// gets.
func (f *finder) within(v instance) (out []wrapped) {
	fn := f.byID[v.fn]
	if fn == nil {
		return nil
	}
	for _, inner := range f.funcs {
		if inner != fn && !strings.HasPrefix(inner.ID, fn.ID+"$") {
			continue
		}
		for _, s := range inner.sites {
			if s.on == noPlace || s.Method != "" || !f.carriesArgs(s) {
				continue
			}
			for _, at := range f.backward(s.on) {
				if name := f.net.names[at]; strings.HasPrefix(name, "c") && ownerOf(name) == fn.ID {
					for _, from := range f.captured(at, v) {
						out = append(out, wrapped{from, f.leading(fn, s)})
					}
				}
			}
		}
	}
	return out
}

// captured returns where what a function has captured comes from, in the calls that made it.
func (f *finder) captured(free place, by instance) (out []spot) {
	for _, e := range f.in[free] {
		from := spot{e.other, by.context}
		inside := strings.HasPrefix(f.net.names[e.other], "c") // a function in it that has it, too
		if e.kind == moves && !inside && !slices.Contains(out, from) {
			out = append(out, from)
		}
	}
	return out
}

// leading returns a call that a function, or one in it, makes, after the calls by which the
// function comes to it.
func (f *finder) leading(fn *function, s *site) []*site {
	out := []*site{s}
	for in := s.in; in != fn && len(out) < maxDeep; {
		callers := f.callers[in]
		if len(callers) != 1 {
			break
		}
		out, in = append(out, callers[0]), callers[0].in
	}
	return out
}

// isCopyWith reports whether a record has the name of another one, and what runs from elsewhere:
//
//	wrapped := binding{tool: b.tool, run: logged(b)}
//
// One that has a name of its own is none.
func (f *finder) isCopyWith(o instance, key, value place) bool {
	name := f.path(key, o.typ)
	if o.object == nil || len(name) == 0 || len(f.path(value, o.typ)) == 0 {
		return false
	}
	named := false
	for _, set := range o.object.Fields {
		if set.Field != name[0] {
			continue
		}
		named = true
		if r := f.reads[o.in.at(set.Value)]; r == nil || r.field != set.Field {
			return false
		}
	}
	return named || len(o.object.Like) > 0
}

// layered parts what a record may have run into functions, and others that are around what records of a type have.
func (f *finder) layered(found []instance, typ string) (inner, outer []instance) {
	for _, v := range found {
		switch {
		case len(f.layers(v, typ)) > 0:
			outer = append(outer, v)
		case v.fn != "":
			inner = append(inner, v)
		}
	}
	return inner, outer
}

// layers returns the calls by which a function runs what a record of a type has in a field, with the arguments of
// the model's call, each with those that lead there; none if the function is around no such thing.
func (f *finder) layers(v instance, typ string) (out [][]*site) {
	fn := f.byID[v.fn]
	if fn == nil || typ == "" {
		return nil
	}
	isOf := func(p place) bool { return f.reads[p] != nil && f.reads[p].of == typ }
	for _, inner := range f.funcs {
		if inner != fn && !strings.HasPrefix(inner.ID, fn.ID+"$") {
			continue
		}
		for _, s := range inner.sites {
			if s.on != noPlace && s.Method == "" && f.carriesArgs(s) && slices.ContainsFunc(f.backward(s.on), isOf) {
				out = append(out, f.leading(fn, s))
			}
		}
	}
	return out
}

// wrappedIn returns tools as they run within functions that may be around any of them.
func wrappedIn(tools []*tool, around [][]*site) (out []*tool) {
	for _, t := range tools {
		for _, a := range around {
			own := *t
			own.around, own.maybe = a, true
			out = append(out, &own)
		}
	}
	return out
}
