package loops

// This file says how much functions do to the world.

import "github.com/agentvet/agentvet/extract/valueflow"

// deedOf returns the most that a function does, itself or by others.
func (f *finder) deedOf(fn *function) valueflow.Deed {
	if f.deedBy == nil {
		f.deedBy = make(map[*function]valueflow.Deed)
		for changed := true; changed; {
			changed = false
			for _, by := range f.funcs {
				if d := f.deedNow(by); d > f.deedBy[by] {
					f.deedBy[by], changed = d, true
				}
			}
		}
	}
	return f.deedBy[fn]
}

func (f *finder) deedNow(fn *function) (out valueflow.Deed) {
	for _, u := range fn.Outside {
		out = max(out, u.Does)
	}
	for _, s := range fn.sites {
		if s.Kind == valueflow.CallRemote {
			return valueflow.DeedActs
		}
		for _, to := range s.callees {
			out = max(out, f.deedBy[to.fn])
		}
	}
	return out
}
