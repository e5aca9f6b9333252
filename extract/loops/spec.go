package loops

// This file finds tools that are data, such as a command line that a file names:
//
//	spec := specs[call.Name]
//	result := runProgram(spec, call.Args)

import "slices"

// specs returns what runs what a name selects of a map where that has no code: functions that
// get it with the model's arguments, and of which the model is told. What the program does with
// it beside running a tool that is known is none.
func (f *finder) specs(known []*tool) (out []*tool) {
	for _, p := range f.looked {
		if p.look == nil || slices.ContainsFunc(known, func(t *tool) bool { return t.in == p.in || t.chosen == p.pos }) {
			continue
		}
		var runs []*site
		for _, s := range f.sites {
			if s.on == noPlace && len(s.callees) > 0 && f.carriesArgs(s) && f.getsAny(s, p.took) && f.tells(s.results) {
				runs = append(runs, s)
			}
		}
		for _, s := range notWithin(runs) {
			for _, id := range handlers([]*site{s}) {
				out = append(out, &tool{why: nameComputed, handler: id, pos: f.byID[id].Pos, in: s.in, block: s.Block, site: s, chosen: p.pos})
			}
		}
	}
	return out
}

// getsAny reports whether a call gets something of a walk that is no argument of the model's.
func (f *finder) getsAny(s *site, w *walk) bool {
	return slices.ContainsFunc(s.args, func(p place) bool { return p != noPlace && w.seen[p] && !f.args.seen[p] })
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
