package loops

// This file finds tools that are objects which code makes of a call, under a comparison of its name, to run
// them elsewhere:
//
//	switch step["command"] {
//	case "read":
//		return &Read{File: step["file"]}
//	}
//	…
//	answer := command.Do()

import (
	"cmp"
	"slices"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/internal/funcid"
)

// madeUnder returns the tools among the objects that are made under a comparison, each with the call that runs it. The
// arguments of the model's call are in the object. Of several methods that are called, that counts which most looks as if
// it did something.
func (f *finder) madeUnder(p *picked, name string) (out []*tool) {
	for i := range p.in.Objects {
		o := &p.in.Objects[i]
		if !p.test.Code.Has(o.Pos) || !f.own[funcid.Package(o.Type)] {
			continue
		}
		var best []*tool
		for _, s := range f.calledOn(o.Type) {
			self, ok := f.runsObject(s, o)
			if !ok {
				continue
			}
			fn := f.method(o.Type, s.Method)
			t := &tool{name: name, handler: fn.ID, of: o.Type, self: &self, pos: fn.Pos, in: s.in, block: s.Block, site: s, chosen: p.pos, made: true}
			if len(best) > 0 && best[0].site.Signs != s.Signs {
				if best[0].site.Signs > s.Signs {
					continue
				}
				best = nil
			}
			best = append(best, t)
		}
		out = append(out, best...)
	}
	slices.SortStableFunc(out, func(a, b *tool) int { return cmp.Or(a.pos.Compare(b.pos), a.site.Pos.Compare(b.site.Pos)) })
	return out
}

// calledOn returns the calls of methods of interfaces that may be of a type.
func (f *finder) calledOn(typ string) []*site {
	out, known := f.onTypes[typ]
	if !known {
		for _, s := range f.sites {
			if s.Method == "" || s.on == noPlace || isQuestion(s) {
				continue
			}
			if fn := f.method(typ, s.Method); fn != nil && slices.ContainsFunc(s.callees, func(c callee) bool { return c.fn == fn }) {
				out = append(out, s)
			}
		}
		f.onTypes[typ] = out
	}
	return out
}

// runsObject reports whether a call may be of a method of an object, and as which instance it gets there.
func (f *finder) runsObject(s *site, o *valueflow.Object) (instance, bool) {
	list, _ := f.instances(s.on, nil)
	if i := slices.IndexFunc(list, func(i instance) bool { return i.object == o }); i >= 0 {
		return list[i], true
	}
	return instance{}, false
}
