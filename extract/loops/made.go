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
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// madeUnder returns the tools among the objects that are made under a comparison, each with the call that runs it. The
// arguments of the model's call are in the object. Of several methods that are called, that counts which most looks as if
// it did something.
func (f *finder) madeUnder(p *picked, name string) (out []*tool) {
	for i := range p.in.Objects {
		if o := &p.in.Objects[i]; p.test.Code.Has(o.Pos) {
			out = append(out, f.ranOf(value{typ: o.Type, object: o}, name, p.pos, nil)...)
		}
	}
	slices.SortStableFunc(out, func(a, b *tool) int { return cmp.Or(a.pos.Compare(b.pos), a.site.Pos.Compare(b.site.Pos)) })
	return out
}

// ranOf returns an object that is made of a call of a name as a tool, once for each call that runs it, but for those in some functions.
func (f *finder) ranOf(o value, name string, chosen graph.Pos, not map[*function]bool) (best []*tool) {
	if !f.own[funcid.Package(o.typ)] {
		return nil
	}
	for _, s := range f.calledOn(o.typ) {
		if not[s.in] {
			continue
		}
		self, ok := f.runsObject(s, o)
		if !ok {
			continue
		}
		fn := f.method(o.typ, s.Method)
		t := &tool{name: name, handler: fn.ID, of: o.typ, self: &self, pos: fn.Pos, in: s.in, block: s.Block, site: s, chosen: chosen, made: true}
		if len(best) > 0 && best[0].site.Signs != s.Signs {
			if best[0].site.Signs > s.Signs {
				continue
			}
			best = nil
		}
		best = append(best, t)
	}
	return best
}

// makers puts, in the place of functions that only make an object of a call, what runs this object elsewhere:
//
//	command := factories[call.Name](call.Args)
//	answer := command.Execute(ctx)
func (f *finder) makers(tools []*tool) (out []*tool) {
	for _, t := range tools {
		own := f.makes(t)
		if fn := f.byID[t.handler]; len(own) == 0 || f.deedOf(fn) >= valueflow.DeedReads { // it does something by itself
			own = append(own, t)
		}
		out = append(out, own...)
	}
	return out
}

// makes returns the objects that the handler of a tool makes and returns, each as what runs it elsewhere, where that does more than the
// handler: what is only asked for what came of the tool is none.
func (f *finder) makes(t *tool) (out []*tool) {
	fn := f.byID[t.handler]
	if fn == nil || t.site == nil || f.deedOf(fn) == valueflow.DeedActs {
		return nil
	}
	within := make(map[*function]bool) // what it does itself
	for work := []*function{fn}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if within[at] {
			continue
		}
		within[at] = true
		for _, s := range at.sites {
			work = appendCallees(work, s)
		}
	}
	result := f.named(valueflow.ResultName(fn.ID, 0))
	if result == noPlace {
		return nil
	}
	list, _ := f.instances(result, nil)
	for _, o := range list {
		if o.typ != "" && within[o.in] {
			out = append(out, f.ranOf(o.value, t.name, t.chosen, within)...)
		}
	}
	return slices.DeleteFunc(out, func(own *tool) bool { return f.deedOf(f.byID[own.handler]) <= f.deedOf(fn) })
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
func (f *finder) runsObject(s *site, o value) (instance, bool) {
	list, _ := f.instances(s.on, nil)
	if i := slices.IndexFunc(list, func(i instance) bool { return i.object == o.object && i.boxed == o.boxed && i.typ == o.typ }); i >= 0 {
		return list[i], true
	}
	return instance{}, false
}
