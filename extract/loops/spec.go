package loops

// This file finds tools that are data, such as a command line that a file names:
//
//	spec := specs[call.Name]
//	result := runProgram(spec, call.Args)

import (
	"slices"

	"github.com/agentvet/agentvet/extract/valueflow"
)

// specs returns what runs what a name selects of a map where that has no code: functions that
// get it with the model's arguments, and of which the model is told. What the program does with
// it beside running a tool that is known is none. Where no tool is known, the name may also select
// an element of a list by what that has in a field.
func (f *finder) specs(known []*tool) (out []*tool) {
	for _, p := range f.looked {
		took := p.took
		if p.test != nil && len(known) == 0 {
			took = f.compared(p)
		}
		if took == nil || slices.ContainsFunc(known, func(t *tool) bool { return t.in == p.in || t.chosen == p.pos }) {
			continue
		}
		var runs []*site
		for _, s := range f.sites {
			if s.on == noPlace && len(s.callees) > 0 && f.carriesArgs(s) && f.getsAny(s, took) && f.tells(s.results) {
				runs = append(runs, s)
			}
		}
		for _, s := range mostDoing(notWithin(runs)) {
			for _, id := range handlers([]*site{s}) {
				out = append(out, &tool{why: nameComputed, handler: id, pos: f.byID[id].Pos, in: s.in, block: s.Block, site: s, chosen: p.pos})
			}
		}
	}
	return out
}

// compared returns where that gets to of which a field is compared with the name of a call; nil if
// it is no field.
func (f *finder) compared(p *picked) *walk {
	r := f.reads[p.in.at(p.test.Y)]
	if r == nil || r.base == noPlace {
		return nil
	}
	return f.forward([]place{r.base}, true, true, f.net.fields())
}

// getsAny reports whether a call gets something of a walk that is no argument of the model's.
func (f *finder) getsAny(s *site, w *walk) bool {
	return slices.ContainsFunc(s.args, func(p place) bool { return p != noPlace && w.seen[p] && !f.args.seen[p] })
}

// mostDoing leaves of some calls those that come to do something to the world, if any does: others may
// only check the arguments.
func mostDoing(calls []*site) []*site {
	if !slices.ContainsFunc(calls, comesToDo) {
		return calls
	}
	return slices.DeleteFunc(slices.Clone(calls), func(s *site) bool { return !comesToDo(s) })
}

// comesToDo reports whether a call comes to do something to the world.
func comesToDo(s *site) bool {
	seen := make(map[*function]bool)
	for work := appendCallees(nil, s); len(work) > 0; {
		fn := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[fn] {
			continue
		}
		seen[fn] = true
		if slices.ContainsFunc(fn.Outside, func(u valueflow.Use) bool { return u.Does == valueflow.DeedActs || u.Runs }) {
			return true
		}
		for _, next := range fn.sites {
			work = appendCallees(work, next)
		}
	}
	return false
}

// notWithin leaves out the calls that another one comes to.
func notWithin(calls []*site) []*site {
	within := make(map[*function]bool)
	var work []*function
	for _, s := range calls {
		work = appendCallees(work, s)
	}
	for len(work) > 0 {
		fn := work[len(work)-1]
		work = work[:len(work)-1]
		if within[fn] {
			continue
		}
		within[fn] = true
		for _, s := range fn.sites {
			work = appendCallees(work, s)
		}
	}
	return slices.DeleteFunc(slices.Clone(calls), func(s *site) bool { return within[s.in] })
}
