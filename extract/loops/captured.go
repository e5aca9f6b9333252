package loops

// This file says what tells the tools apart that have one literal as their handler:
//
//	handlers["find"] = logged(find) // logged returns a literal that calls what it is given
//	handlers["drop"] = logged(drop)

import (
	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// maxCaptured is how many variables of a literal are looked at, and maxWrapped how deep functions are looked for in what functions
// capture.
const maxCaptured, maxWrapped = 16, 4

// captures returns the functions and texts that the handler of a tool has captured where that is made for it, and those that the
// captured functions have: each if it is but one.
func (f *finder) captures(t *tool) (out []graph.Capture) {
	if t.self == nil || t.self.fn == "" || t.self.fn != t.handler {
		return nil
	}
	seen := make(map[string]bool)
	var visit func(of instance, depth int)
	visit = func(of instance, depth int) {
		if seen[of.fn] || f.byID[of.fn] == nil {
			return
		}
		seen[of.fn] = true
		for i := range maxCaptured {
			v, ok := f.bound(of, i)
			if !ok {
				continue
			}
			c := graph.Capture{In: of.fn, Var: i}
			if c.Text = v.text; v.fn != "" {
				c.Text, c.Func = "", funcid.Source(v.fn)
			}
			if out = append(out, c); v.fn != "" && depth > 0 {
				visit(v, depth-1)
			}
		}
	}
	visit(*t.self, maxWrapped)
	return out
}

// bound returns what a literal has captured in a variable, as it was made by certain calls; false if that is not known, or neither a function
// nor a text.
func (f *finder) bound(of instance, i int) (instance, bool) {
	variable := f.named(valueflow.FreeName(of.fn, i))
	if variable == noPlace {
		return instance{}, false
	}
	isVariable := func(p place) bool { name := f.net.names[p]; return name != "" && name[0] == 'c' } // which all literals share
	var found []instance
	for _, e := range f.in[variable] {
		if e.kind != moves || isVariable(e.other) {
			continue
		}
		s := &search{net: f.net, steps: maxSteps, ends: isVariable}
		if found = append(found, s.find(e.other, of.context)...); s.steps <= 0 || s.lost {
			return instance{}, false
		}
	}
	if len(found) != 1 || found[0].method != "" || found[0].fn == "" && !found[0].isText {
		return instance{}, false
	}
	return found[0], true
}
