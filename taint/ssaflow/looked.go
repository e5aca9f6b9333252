package ssaflow

// This file reads searches of lists by a function that the program writes there.
//
//	if !slices.ContainsFunc(programs, func(p string) bool { return strings.EqualFold(p, in.Program) }) {
//		return errDenied
//	}

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/taint"
)

// The functions that look for an element of which a function says yes.
const (
	containsFuncKey = "slices.ContainsFunc"
	indexFuncKey    = "slices.IndexFunc"
)

// An asking is a call that looks for an element of a list, with a function that reads a text.
type asking struct {
	call  *ssa.Call
	fn    *ssa.Function
	reads []ssa.Value // in fn
}

// looksWith returns the call that looks for an element with a function, nil if the function has any other use.
func looksWith(made *ssa.MakeClosure) (call *ssa.Call) {
	for _, ref := range *made.Referrers() {
		if _, isDebug := ref.(*ssa.DebugRef); isDebug {
			continue
		}
		c, ok := ref.(*ssa.Call)
		if !ok || call != nil || !looksFor(c) || c.Call.Args[1] != ssa.Value(made) {
			return nil
		}
		call = c
	}
	return call
}

// looksFor reports whether a call looks for an element of a list with a function.
func looksFor(c *ssa.Call) bool {
	fn := c.Call.StaticCallee()
	return fn != nil && len(c.Call.Args) == 2 && slices.Contains([]string{containsFuncKey, indexFuncKey}, originKey(fn))
}

// isElementLooked reports whether a parameter is that of a function which is asked about the elements of a list that no input chooses.
func (p *program) isElementLooked(param *ssa.Parameter) bool {
	fn := param.Parent()
	if fn.Parent() == nil || len(fn.Params) != 1 {
		return false
	}
	for _, b := range fn.Parent().Blocks {
		for _, instr := range b.Instrs {
			if made, ok := instr.(*ssa.MakeClosure); ok && made.Fn == ssa.Value(fn) {
				call := looksWith(made)
				return call != nil && p.isListWritten(call.Call.Args[0])
			}
		}
	}
	return false
}

// isListWritten reports whether a list is one of the package, or has nothing but texts that are written there.
func (p *program) isListWritten(list ssa.Value) bool {
	if values := p.elementsOf(list); len(values) > 0 {
		return !slices.ContainsFunc(values, func(v ssa.Value) bool { _, known := constantText(v); return !known })
	}
	var made []leaf
	budget := maxLeaves
	leavesOf(list, "", &budget, &made)
	return len(made) > 0 && !slices.ContainsFunc(made, func(l leaf) bool {
		_, isGlobal := l.root.(*ssa.Global)
		return !isGlobal && !isConstantList(l.root)
	})
}

// proves returns what a text has lost that the function of a search reads, if it says yes to some element.
func (a *asking) proves(p *program) (labels taint.Labels) {
	var says []yes
	for _, v := range a.reads {
		says = append(says, p.yes(a.fn, v)...)
	}
	first := true
	for _, b := range a.fn.Blocks {
		r, ok := last(b).(*ssa.Return)
		if !ok {
			continue
		}
		here, maybe := p.provedBy(r.Results[0], b, says, "true")
		switch {
		case !maybe:
		case first:
			labels, first = here, false
		default:
			labels = labels.Without(labels.Without(here))
		}
	}
	return labels.Without(taint.Labels{markIfClean})
}

// says returns where the search has found something, with what the text has lost there.
func (a *asking) says(p *program) (out []yes) {
	labels := a.proves(p)
	if len(labels) == 0 {
		return nil
	}
	if originKey(a.call.Call.StaticCallee()) == containsFuncKey {
		for _, w := range answered(a.call, "true") {
			out = append(out, yes{way: w, labels: labels})
		}
		return append(out, yes{value: a.call, answer: "true", labels: labels})
	}
	for _, ref := range *a.call.Referrers() {
		cmp, ok := ref.(*ssa.BinOp)
		if !ok {
			continue
		}
		if c, answer, _ := foundAt(cmp); c == a.call {
			for _, w := range answered(cmp, answer) {
				out = append(out, yes{way: w, labels: labels})
			}
			out = append(out, yes{value: cmp, answer: answer, labels: labels})
		}
	}
	return out
}

// checkedSearches says what searches prove of the texts that their functions read.
func (f *frame) checkedSearches() {
	for _, r := range f.steadyReads() {
		for _, a := range r.asks {
			for _, y := range a.says(f.program) {
				if y.way.from == nil {
					continue
				}
				for _, v := range r.reads {
					f.cleaned(v, nil, []way{y.way}, settled(y.labels, v))
				}
			}
		}
	}
}
