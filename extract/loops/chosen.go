package loops

// This file finds where code goes by the name that the chosen entry of a catalog has, and no more by what the
// model wrote, which is the same text:
//
//	spec, ok := catalog.Lookup(call.Name)
//	switch spec.Name {
//	case "read":
//		return read(call.Args)
//	}

import (
	"slices"

	"github.com/agentvet/agentvet/extract/valueflow"
)

// chosen returns the places at which the name is read again of what a name selected: the field that was compared with it, or by
// which a map has it. What code reads to compare it with a name is none.
func (f *finder) chosen() (out []place) {
	selected := make(map[string][]place) // by the field that has the name
	add := func(field string, from place) {
		if !slices.Contains(selected[field], from) {
			selected[field] = append(selected[field], from)
		}
	}
	compared := make(map[place]bool)
	for _, fn := range f.funcs {
		for i := range fn.Tests {
			t := &fn.Tests[i]
			if r := f.reads[fn.at(t.Y)]; f.names.seen[fn.at(t.X)] && r != nil && r.base != noPlace {
				compared[fn.at(t.Y)] = true
				add(r.field, r.base)
			}
		}
		for i := range fn.Lookups {
			if l := &fn.Lookups[i]; !l.Range && f.names.seen[fn.at(l.Key)] {
				for _, field := range f.keysOf(fn, l) {
					add(field, fn.at(l.To))
				}
			}
		}
	}
	if len(selected) == 0 {
		return nil
	}
	got := make(map[string]*walk)
	for field, from := range selected {
		got[field] = f.forward(from, true, true, nil)
	}
	for to, r := range f.reads {
		if w := got[r.field]; w != nil && w.seen[r.base] && !compared[to] && !f.names.seen[to] {
			out = append(out, to)
		}
	}
	slices.Sort(out)
	return out
}

// keysOf returns the fields by which a map has the structs that are in it.
func (f *finder) keysOf(in *function, l *valueflow.Lookup) (out []string) {
	maps := f.origins(in.at(l.Map))
	for _, fn := range f.funcs {
		for i := range fn.Puts {
			p := &fn.Puts[i]
			r := f.reads[fn.at(p.Key)]
			if r == nil || r.base == noPlace || slices.Contains(out, r.field) || !shares(maps, f.origins(fn.at(p.Map))) {
				continue
			}
			if value := fn.at(p.Value); r.base == value || f.forward([]place{r.base}, true, true, nil).seen[value] {
				out = append(out, r.field)
			}
		}
	}
	return out
}
