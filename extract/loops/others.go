package loops

// This file finds code for the names that a program compares with nothing:
//
//	switch call.Name {
//	case "wait":
//		wait()
//	default: // "echo"
//		answer(call.Args["text"])
//	}

import (
	"slices"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
)

// takesOthers returns the first place at which code takes the arguments of calls whose names are
// none of those that it compares them with; ok says that there is one.
func (d *dispatch) takesOthers() (first graph.Pos, ok bool) {
	for fn := range d.in {
		if !slices.ContainsFunc(d.tools, func(t *tool) bool { return t.in == fn && t.inline && (d.finder.server || !t.unclear) }) {
			continue
		}
		var tests []*valueflow.Test
		for _, p := range d.looked {
			if p.in == fn && p.test != nil && d.isConstant(fn, p.test.Y) {
				tests = append(tests, p.test)
			}
		}
		for _, at := range d.takes(fn, func(block int32, pos graph.Pos) bool { return isLeft(block, pos, tests) }) {
			if !ok || at.Compare(first) < 0 {
				first, ok = at, true
			}
		}
	}
	return first, ok
}

// isLeft reports whether what stands in a block, at a position, runs for names that are none of
// those that a function compares with: it stands behind all comparisons, and under none.
func isLeft(block int32, pos graph.Pos, tests []*valueflow.Test) bool {
	return !slices.ContainsFunc(tests, func(t *valueflow.Test) bool {
		return slices.Contains(t.Blocks, block) || pos.Compare(t.Pos) < 0
	})
}

// takes returns where a function takes arguments of the model's apart, or has others do
// something with them, at some positions. What came of a tool is no argument.
func (d *dispatch) takes(fn *function, in func(int32, graph.Pos) bool) (out []graph.Pos) {
	var came []place
	for _, s := range fn.sites {
		if d.leadsToTools(s) {
			came = append(came, slices.DeleteFunc(slices.Clone(s.results), func(p place) bool { return p == noPlace })...)
		}
	}
	results := d.forward(came, false, false, nil)
	isArg := func(p place) bool { return p != noPlace && d.args.seen[p] && !results.seen[p] }
	for _, l := range fn.Lookups {
		if isArg(fn.at(l.Map)) && in(l.Block, l.Pos) {
			out = append(out, l.Pos)
		}
	}
	for _, s := range fn.sites {
		if slices.ContainsFunc(s.args, isArg) && !d.leadsToTools(s) && d.tells(s.results) && in(s.Block, s.Pos) {
			out = append(out, s.Pos)
		}
	}
	for _, u := range fn.Outside {
		gets := slices.ContainsFunc(u.Args, func(p valueflow.Place) bool { return isArg(fn.at(p)) })
		if gets && u.Does == valueflow.DeedActs && in(u.Block, u.Pos) {
			out = append(out, u.Pos)
		}
	}
	return out
}
