package loops

// This file finds the functions behind methods that only hand on what they get:
//
//	type funcTool[T any] struct {
//		name string
//		run  func(T) (string, error)
//	}
//
//	func (t *funcTool[T]) Run(input json.RawMessage) (string, error) {
//		var args T
//		if err := json.Unmarshal(input, &args); err != nil {
//			return "", err
//		}
//		return t.run(args)
//	}
//
// Each such tool has the same method. What it runs is in its field.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/valueflow"
)

// behind puts, in the place of methods that hand on all they get to a function in a field of their
// object, return what comes of it and do nothing else with it, this function.
func (f *finder) behind(tools []*tool) {
	for _, t := range tools {
		fn := f.byID[t.handler]
		if t.self == nil || t.self.object == nil || t.site == nil || len(t.around) > 0 || fn == nil || fn.Params == 0 {
			continue
		}
		var inner *site
		var runs instance
		only := !f.actsOn(fn)
		for _, s := range fn.sites {
			switch {
			case f.handsOn(fn, s):
				v, handler := f.onlyOf(s, spot{s.on, nil}, *t.self)
				only = only && handler != "" && (inner == nil || runs.fn == v.fn)
				inner, runs = s, v
			case f.carriesArgs(s):
				only = false // what that does is the tool's doing as well
			}
		}
		if to := f.byID[runs.fn]; inner != nil && only && to != nil {
			t.handler, t.pos, t.around = to.ID, to.Pos, []*site{inner}
		}
	}
}

// actsOn reports whether a function gives the arguments of calls to a library, but to decode or print it.
func (f *finder) actsOn(fn *function) bool {
	return slices.ContainsFunc(fn.Outside, func(u valueflow.Use) bool {
		return slices.ContainsFunc(u.Args, func(p valueflow.Place) bool { return p != valueflow.NoPlace && f.args.seen[fn.at(p)] })
	})
}

// handsOn reports whether a method hands on all that it gets to a function in a field of its object:
// no part of it, and what this returns it returns.
func (f *finder) handsOn(method *function, s *site) bool {
	r := f.reads[s.on]
	if s.Method != "" || r == nil || r.base != f.named(valueflow.ParamName(method.ID, 0)) || !f.returns(method, s) {
		return false
	}
	gets := false
	for _, p := range s.args {
		switch {
		case p == noPlace || !f.args.seen[p]:
		case f.isReadOf(method, p):
			return false
		default:
			gets = true
		}
	}
	return gets
}

// isReadOf reports whether what is at a place was read of a struct or a map.
func (f *finder) isReadOf(fn *function, at place) bool {
	return f.reads[at] != nil || slices.ContainsFunc(fn.Lookups, func(l valueflow.Lookup) bool { return fn.at(l.To) == at })
}

// returns reports whether a function returns what a call returns, as it is.
func (f *finder) returns(fn *function, s *site) bool {
	for i := range fn.Results {
		out := f.named(valueflow.ResultName(fn.ID, i))
		if out != noPlace && slices.ContainsFunc(f.in[out], func(e edge) bool { return e.kind == moves && !e.loose && slices.Contains(s.results, e.other) }) {
			return true
		}
	}
	return false
}
