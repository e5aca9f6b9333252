package ssaflow

// This file reads checks of all elements of a list.
//
//	for _, arg := range args {
//		if !allowed[arg] {
//			return errNotAllowed
//		}
//	}

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/taint"
)

// A rangeLoop goes through a list to its end, or leaves the function.
type rangeLoop struct {
	list  ssa.Value
	index ssa.Value // of the element
	head  *ssa.BasicBlock
	done  *ssa.BasicBlock // runs after the last element, and else never
}

// rangeLoops returns the loops of a function that nothing leaves but the end of the list, or of
// the function.
func rangeLoops(fn *ssa.Function) (out []rangeLoop) {
	for _, b := range fn.Blocks {
		branch, ok := last(b).(*ssa.If)
		if !ok {
			continue
		}
		less, ok := branch.Cond.(*ssa.BinOp)
		if !ok || less.Op != token.LSS || !countsUp(less.X, b) {
			continue
		}
		length, ok := less.Y.(*ssa.Call)
		if !ok {
			continue
		}
		if callee, ok := length.Call.Value.(*ssa.Builtin); !ok || callee.Name() != "len" || len(b.Succs[1].Preds) != 1 {
			continue
		}
		out = append(out, rangeLoop{list: length.Call.Args[0], index: less.X, head: b, done: b.Succs[1]})
	}
	return out
}

// countsUp reports whether a value is 0 when a block runs first, and one more each time.
func countsUp(v ssa.Value, b *ssa.BasicBlock) bool {
	next, ok := v.(*ssa.BinOp)
	if !ok || next.Op != token.ADD || next.Block() != b || !isNumberOf(next.Y, 1) {
		return false
	}
	before, ok := next.X.(*ssa.Phi)
	if !ok || before.Block() != b {
		return false
	}
	for i, e := range before.Edges {
		if isBack := b.Dominates(b.Preds[i]); isBack && e != ssa.Value(next) || !isBack && !isNumberOf(e, -1) {
			return false
		}
	}
	return true
}

func isNumberOf(v ssa.Value, n int64) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.Int && c.Int64() == n
}

// elementsProved returns what each element has lost when a loop goes on to the next one.
func (p *program) elementsProved(fn *ssa.Function, l rangeLoop) (labels taint.Labels) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if load, ok := instr.(*ssa.UnOp); ok && isElement(load, l) {
				labels = labels.Union(p.provedAgain(p.yes(fn, load), l.head))
			}
		}
	}
	return labels.Without(taint.Labels{markIfClean})
}

// isElement reports whether a value is the element of a list that a loop is at.
func isElement(load *ssa.UnOp, l rangeLoop) bool {
	at, ok := load.X.(*ssa.IndexAddr)
	return ok && load.Op == token.MUL && at.X == l.list && at.Index == l.index
}

// provedAgain returns what has been proved on all ways back to the head of a loop.
func (p *program) provedAgain(yes []yes, head *ssa.BasicBlock) (labels taint.Labels) {
	first := true
	for _, back := range head.Preds {
		if !head.Dominates(back) {
			continue
		}
		var here taint.Labels
		for _, y := range yes {
			if y.block != nil && y.block.Dominates(back) || y.way.from == back && y.way.to() == head && back.Succs[0] != head ||
				y.way.from == back && y.way.to() == head && len(back.Succs) == 2 && back.Succs[1] != head {
				here = here.Union(y.labels)
			}
		}
		if first {
			labels, first = here, false
			continue
		}
		labels = labels.Without(labels.Without(here))
	}
	return labels
}

// isSettled reports whether a loop writes to nothing that was there before: what it has found of one
// element is true of it after the last one.
func (l *rangeLoop) isSettled(m *memory) bool {
	inside := map[*ssa.BasicBlock]bool{l.head: true}
	var work []*ssa.BasicBlock
	for _, back := range l.head.Preds {
		if l.head.Dominates(back) {
			work = append(work, back)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if inside[b] {
			continue
		}
		inside[b] = true
		for _, instr := range b.Instrs {
			switch instr.(type) {
			case *ssa.Store, *ssa.MapUpdate:
				return false
			}
			if m.writes(instr, region{}) {
				return false
			}
		}
		work = append(work, b.Preds...)
	}
	return true
}

// isList reports whether a value is a list of texts.
func isList(v ssa.Value) bool {
	list, ok := under(v.Type()).(*types.Slice)
	return ok && isText(list.Elem())
}

// yesOfElements is yes for all elements of a parameter: where loops have gone through it, and
// where functions have that are given it.
func (p *program) yesOfElements(fn *ssa.Function, param ssa.Value) (out []yes) {
	if !isList(param) {
		return nil
	}
	for _, l := range rangeLoops(fn) {
		if l.list == param && l.isSettled(newMemory(p, fn, newOrder(fn))) {
			if labels := p.elementsProved(fn, l); len(labels) > 0 {
				out = append(out, yes{block: l.done, labels: labels})
			}
		}
	}
	return out
}

// checkedLoops says what loops of the function prove of lists.
func (f *frame) checkedLoops() {
	for _, l := range rangeLoops(f.fn) {
		if !isList(l.list) || !l.isSettled(f.memory) {
			continue
		}
		if labels := f.elementsProved(f.fn, l); len(labels) > 0 {
			for _, list := range f.memory.again(l.list) {
				f.cleans = append(f.cleans, clean{value: list, block: l.done, labels: labels, elements: true})
			}
		}
	}
}

// cleanedElements says that what v, a list, has in it has lost labels where ways lead to.
func (f *frame) cleanedElements(v ssa.Value, ways []way, labels taint.Labels) {
	for _, w := range ways {
		if lost := f.proofs.addTo(passed{value: v, block: w.to(), elements: true}, w, labels); len(lost) > 0 {
			f.cleans = append(f.cleans, clean{value: v, block: w.to(), labels: lost, elements: true})
		}
	}
}

// readsElement reports whether e reads elements of a list, by the list itself or a part of it.
func (f *frame) readsElement(e *edge, list ssa.Value) bool {
	switch at := e.at.(type) {
	case *ssa.UnOp:
		a, ok := at.X.(*ssa.IndexAddr)
		return ok && at.Op == token.MUL && isPartOf(a.X, list) && e.from == f.ref(at.X)
	case *ssa.Call:
		return slices.ContainsFunc(at.Call.Args, func(arg ssa.Value) bool {
			return isPartOf(arg, list) && e.from == f.values[arg] && e.fromDeep
		})
	}
	return false
}

// isPartOf reports whether a value is a list, or the rest of it: one with an end of its own may be
// longer than the list.
func isPartOf(v, list ssa.Value) bool {
	if s, ok := v.(*ssa.Slice); ok && s.High == nil {
		v = s.X
	}
	return v == list
}
