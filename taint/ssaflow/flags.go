package ssaflow

// This file reads checks whose answer is kept in a variable.
//
//	inside := false
//	for _, dir := range dirs {
//		if strings.HasPrefix(path, dir) {
//			inside = true
//		}
//	}
//	if !inside {
//		return errOutside
//	}

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/taint"
)

// flagged returns the ways that are taken by what a variable says which several ways set, and what v
// has lost on them, by what says yes to v.
func (p *program) flagged(fn *ssa.Function, v ssa.Value, says []yes) (out []yes) {
	if len(says) == 0 || p.holdsRefs(v.Type()) {
		return nil
	}
	return p.flaggedBy(fn, says, func(flag *ssa.Phi) bool { return isBefore(v, flag, make(map[*ssa.Phi]bool)) })
}

// flaggedBy is flagged for the variables that are about the value.
func (p *program) flaggedBy(fn *ssa.Function, says []yes, isAbout func(flag *ssa.Phi) bool) (out []yes) {
	for _, b := range fn.Blocks {
		flag, answers := flagOf(b)
		if flag == nil || !isAbout(flag) {
			continue
		}
		for succ, answer := range answers {
			if answer == "" {
				continue
			}
			if labels, maybe := p.provedBy(flag, b, says, answer); maybe && len(labels) > 0 {
				out = append(out, yes{way: way{b, succ}, labels: labels})
			}
		}
	}
	return out
}

// found is what a variable says that is -1 unless something was found.
//
//	at := -1
//	for i, name := range allowed {
//		if name == in.Name {
//			at = i
//		}
//	}
//	if at < 0 {
const isFound = "found"

// flagOf returns the variable that decides how a block goes on, nil if something else does, and what it says where each way out is
// taken: "true", "false", "nil", isFound or, of an error that is one and of what is not found, nothing.
func flagOf(b *ssa.BasicBlock) (flag *ssa.Phi, answers [2]string) {
	branch, ok := last(b).(*ssa.If)
	if !ok {
		return nil, answers
	}
	cond, isNegated := branch.Cond, false
	for {
		not, ok := cond.(*ssa.UnOp)
		if !ok || not.Op != token.NOT {
			break
		}
		cond, isNegated = not.X, !isNegated
	}
	answers = [2]string{"true", "false"}
	if test, ok := cond.(*ssa.BinOp); ok && (test.Op == token.EQL || test.Op == token.NEQ) {
		if none, ok := test.Y.(*ssa.Const); ok && none.IsNil() && isError(test.X.Type()) {
			cond, answers = test.X, [2]string{"nil", ""}
			isNegated = isNegated != (test.Op == token.NEQ)
		}
	}
	if test, ok := cond.(*ssa.BinOp); ok {
		if answer, _ := foundBy(test); answer != "" {
			cond, answers = test.X, [2]string{}
			answers[map[string]int{"true": 0, "false": 1}[answer]] = isFound
		}
	}
	if isNegated {
		answers[0], answers[1] = answers[1], answers[0]
	}
	flag, _ = cond.(*ssa.Phi)
	return flag, answers
}

// isBefore reports whether a value is there before any of the values that a flag may have: else what
// the flag says may be about an earlier one, as in a loop that goes through several.
func isBefore(v ssa.Value, flag *ssa.Phi, seen map[*ssa.Phi]bool) bool {
	if seen[flag] {
		return true
	}
	seen[flag] = true
	if instr, ok := v.(ssa.Instruction); ok && (instr.Block() == flag.Block() || !instr.Block().Dominates(flag.Block())) {
		return false
	}
	for _, e := range flag.Edges {
		if next, ok := e.(*ssa.Phi); ok && !isBefore(v, next, seen) {
			return false
		}
	}
	return true
}

// checkedFlags says what variables prove in which the answers of checks are kept.
func (f *frame) checkedFlags() {
	f.checkedSearches()
	if !slices.ContainsFunc(f.fn.Blocks, func(b *ssa.BasicBlock) bool { flag, _ := flagOf(b); return flag != nil }) {
		return
	}
	for _, v := range f.checkedValues() {
		for _, y := range f.flagged(f.fn, v, f.yes(f.fn, v)) {
			f.cleaned(v, nil, []way{y.way}, settled(y.labels, v).Without(taint.Labels{markIfClean}))
		}
	}
	for _, r := range f.steadyReads() {
		var says []yes
		for _, v := range r.reads {
			says = append(says, f.yes(f.fn, v)...)
		}
		for _, a := range r.asks {
			says = append(says, a.says(f.program)...)
		}
		if len(says) == 0 {
			continue
		}
		for _, y := range f.flaggedBy(f.fn, says, func(*ssa.Phi) bool { return true }) {
			for _, v := range r.reads {
				f.cleaned(v, nil, []way{y.way}, settled(y.labels, v).Without(taint.Labels{markIfClean}))
			}
		}
	}
}

// checkedValues returns what the function of f checks, in the order of the checks. What refers to
// memory is left out: that may change between a check and the use of its answer.
func (f *frame) checkedValues() (out []ssa.Value) {
	add := func(v ssa.Value) {
		if !slices.Contains(out, v) && !f.holdsRefs(v.Type()) {
			out = append(out, v)
		}
	}
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.BinOp:
				for _, c := range f.comparisons(i) {
					add(c.value)
				}
			case *ssa.Lookup:
				if len(f.members(i)) > 0 {
					add(i.Index)
				}
			case *ssa.Call:
				for _, k := range f.checksOf(i) {
					if v := k.value(i); v != nil && !k.elements {
						add(v)
					}
				}
			}
		}
	}
	return out
}
