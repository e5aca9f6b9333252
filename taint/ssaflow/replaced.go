package ssaflow

// This file finds texts in which some others have been replaced, all at once or one after the other.

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/taint"
)

// A replacement is what is put in the place of a text.
type replacement struct{ old, new string }

// replacedTexts says what texts have lost in which others were replaced.
func (f *frame) replacedTexts() {
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.Call:
				if lost := replacedMarks(f.replacements(i)); len(lost) > 0 {
					f.cleans = append(f.cleans, clean{value: i, block: b, labels: lost})
				}
			case *ssa.Phi:
				if list := replacedInLoop(i); list != nil {
					f.cleans = append(f.cleans, clean{value: i, block: b.Succs[1], labels: replacedMarks(list)})
				}
			}
		}
	}
}

// replacements returns what a call replaces in the text that it gets, nil if that is not known.
func (f *frame) replacements(c *ssa.Call) (list []replacement) {
	fn := c.Call.StaticCallee()
	if fn == nil {
		return nil
	}
	switch fn.String() {
	case "strings.ReplaceAll":
		old, known := constantText(c.Call.Args[1])
		with, isText := constantText(c.Call.Args[2])
		if known && isText {
			return []replacement{{old, with}}
		}
	case "(*strings.Replacer).Replace":
		v := c.Call.Args[0]
		if load, ok := v.(*ssa.UnOp); ok {
			if g, ok := load.X.(*ssa.Global); ok {
				v = f.initial(g)
			}
		}
		made, ok := v.(*ssa.Call)
		if !ok || made.Call.StaticCallee() == nil || made.Call.StaticCallee().String() != "strings.NewReplacer" {
			return nil
		}
		texts, listed := variadic(made.Call.Args[0])
		for i := 0; listed && i+1 < len(texts); i += 2 {
			old, known := constantText(texts[i])
			with, isText := constantText(texts[i+1])
			if !known || !isText {
				return nil
			}
			list = append(list, replacement{old, with})
		}
	}
	return list
}

// replacedInLoop returns what is replaced in a text, one after the other, before a loop ends of which phi is the text; nil if it is none.
//
//	for _, sign := range []string{"/", "\\", ".."} {
//		name = strings.ReplaceAll(name, sign, "_")
//	}
func replacedInLoop(phi *ssa.Phi) (list []replacement) {
	head := phi.Block()
	if len(phi.Edges) != 2 || len(head.Succs) != 2 || len(head.Succs[1].Preds) != 1 {
		return nil
	}
	for i, e := range phi.Edges {
		c, ok := e.(*ssa.Call)
		if !ok || c.Block() != head.Preds[i] || c.Block() != head.Succs[0] || c.Call.StaticCallee() == nil || c.Call.StaticCallee().String() != "strings.ReplaceAll" || c.Call.Args[0] != ssa.Value(phi) {
			continue
		}
		with, known := constantText(c.Call.Args[2])
		load, ok := c.Call.Args[1].(*ssa.UnOp)
		if !ok || !known {
			return nil
		}
		at, ok := load.X.(*ssa.IndexAddr)
		if !ok || !countsAll(at, head) {
			return nil
		}
		for _, old := range constantsOf(at.X) {
			list = append(list, replacement{old, with})
		}
	}
	return list
}

// countsAll reports whether the index of an element counts from the first one to the last, each time that a loop goes round.
func countsAll(at *ssa.IndexAddr, head *ssa.BasicBlock) bool {
	next, ok := at.Index.(*ssa.BinOp)
	if !ok || next.Block() != head || !isNumberOf(next.Y, 1) {
		return false
	}
	branch, ok := last(head).(*ssa.If)
	if !ok {
		return false
	}
	cond, ok := branch.Cond.(*ssa.BinOp)
	if !ok || cond.X != ssa.Value(next) {
		return false
	}
	length, ok := cond.Y.(*ssa.Call)
	if !ok || len(length.Call.Args) != 1 || length.Call.Args[0] != at.X {
		return false
	}
	counter, ok := next.X.(*ssa.Phi)
	return ok && counter.Block() == head && slices.ContainsFunc(counter.Edges, func(e ssa.Value) bool { return isNumberOf(e, -1) })
}

// constantsOf returns the elements of a list of constants that only its function reads, nil if it is none.
func constantsOf(list ssa.Value) (out []string) {
	s, ok := list.(*ssa.Slice)
	if !ok || !isConstantList(s.X) {
		return nil
	}
	for _, ref := range *s.X.Referrers() {
		at, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, use := range *at.Referrers() {
			if store, ok := use.(*ssa.Store); ok {
				text, known := constantText(store.Val)
				if !known {
					return nil
				}
				out = append(out, text)
			}
		}
	}
	return out
}

// replacedMarks returns the marks that a text has lost in which others were replaced, one after the other: what is one sign is not in it,
// nor is "..", unless it is put there, or what stood between two dots was taken away.
func replacedMarks(list []replacement) (lost taint.Labels) {
	if len(list) == 0 {
		return nil
	}
	left := new(alphabet)
	left.addAll()
	dots, grows := false, true
	for _, r := range list {
		if len(r.old) == 1 && r.old[0] < utf8.RuneSelf {
			left.ascii[r.old[0]] = false
		}
		dots = dots || r.old == ".." || r.old == "."
		grows = grows && (r.new != "" || len(list) == 1)
	}
	for _, r := range list {
		left.addText(r.new)
		dots = dots && !strings.Contains(r.new, ".")
	}
	lost = left.letters()
	if !left.hasAny("/") {
		lost = lost.Union(nameOnly)
	}
	if dots && grows {
		lost = lost.Union(taint.NewLabels(markNoDots, markNoParent, taint.MarkFolder))
	}
	return lost
}
