package ssaflow

// This file reads what comparisons prove.

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
)

// A compared is a value that has lost labels if a comparison has an answer.
type compared struct {
	value  ssa.Value
	answer string
	labels taint.Labels
}

// comparisons returns what a comparison proves: a text that equals one of the program's has
// nothing in it that the program has not written itself; one that begins with no dash is no
// option; one that was found in a list is one of the list.
func (p *program) comparisons(i *ssa.BinOp) (out []compared) {
	if x := p.comparedValue(i); x != nil {
		answer := "true"
		if i.Op == token.NEQ {
			answer = "false"
		}
		out = append(out, compared{x, answer, exactMarks.Without(ofNothing(i, x))})
	}
	if x, answer := besideParent(i); x != nil {
		out = append(out, compared{x, answer, taint.Labels{taint.MarkFolder}})
	}
	if b, ok := beginning(i); ok {
		out = append(out, compared{b.value, b.answer, noOption})
	}
	if x, answer := foundIn(i); x != nil {
		out = append(out, compared{x, answer, numberMarks})
	}
	return append(out, withoutLetters(i)...)
}

// besideParent returns the value that is not ".." if a comparison has an answer, nil for none.
func besideParent(i *ssa.BinOp) (v ssa.Value, answer string) {
	if !isParent(i) {
		return nil, ""
	}
	if v = i.X; isConstant(i.X, "..") {
		v = i.Y
	}
	if i.Op == token.NEQ {
		return v, "true"
	}
	return v, "false"
}

func isConstant(v ssa.Value, want string) bool {
	text, known := constantText(v)
	return known && text == want
}

// indexKey is the row key of the function that says where a list has a value.
const indexKey = "slices.Index"

// foundIn returns the value that a list has if a comparison of its index has an answer, nil for
// none, and none if the list comes from where the value comes from.
func foundIn(i *ssa.BinOp) (v ssa.Value, answer string) {
	c, answer, _ := foundAt(i)
	if c == nil {
		return nil, ""
	}
	fn := c.Call.StaticCallee()
	if fn == nil {
		return nil, ""
	}
	obj := funcid.Declared(fn)
	if obj == nil || library.KeyOf(obj) != indexKey || fromSame(c.Call.Args[1], c.Call.Args[0]) {
		return nil, ""
	}
	return c.Call.Args[1], answer
}

// foundAt returns the call that has found what it looks for if a comparison of the index that it returns, which else is
// -1, has an answer; nil for none. It has not found it if exact, and the answer is the other one.
func foundAt(i *ssa.BinOp) (c *ssa.Call, answer string, exact bool) {
	c, isCall := i.X.(*ssa.Call)
	if !isCall {
		return nil, "", false
	}
	if answer, exact = foundBy(i); answer == "" {
		c = nil
	}
	return c, answer, exact
}

// foundBy returns the answer of a comparison that says that an index, which else is -1, is one; "" if none does. The other answer says
// that it is -1 if exact.
func foundBy(i *ssa.BinOp) (answer string, exact bool) {
	limit, isConst := i.Y.(*ssa.Const)
	if !isConst || limit.Value == nil || limit.Value.Kind() != constant.Int {
		return "", false
	}
	switch n := limit.Int64(); {
	case i.Op == token.GEQ && n >= 0, i.Op == token.GTR && n >= -1, i.Op == token.NEQ && n == -1, i.Op == token.EQL && n >= 0:
		return "true", i.Op == token.NEQ || i.Op == token.GEQ && n == 0 || i.Op == token.GTR && n == -1
	case i.Op == token.LSS && n == 0, i.Op == token.LEQ && n == -1, i.Op == token.EQL && n == -1:
		return "false", true
	}
	return "", false
}

// comparedValue returns what a comparison compares with something of the program's, nil for
// nothing: a constant, a variable of a package, or what the function looks for as a prefix, too.
func (p *program) comparedValue(i *ssa.BinOp) ssa.Value {
	basic, ok := under(i.X.Type()).(*types.Basic)
	if !ok || basic.Info()&types.IsString == 0 || i.Op != token.EQL && i.Op != token.NEQ {
		return nil
	}
	switch {
	case p.isProgrammed(i.Y, i.Parent()):
		return i.X
	case p.isProgrammed(i.X, i.Parent()):
		return i.Y
	}
	return nil
}

// foldKey is the name of the function that compares texts whatever their case is.
const foldKey = "strings.EqualFold"

// foldChecks returns what it proves that a text is one of the program's but for the case of its letters: it has no other characters than
// that.
func (p *program) foldChecks(c *ssa.Call) []check {
	if fn := c.Call.StaticCallee(); fn == nil || fn.String() != foldKey {
		return nil
	}
	for i, arg := range c.Call.Args {
		if p.isProgrammed(arg, c.Parent()) && !p.isProgrammed(c.Call.Args[1-i], c.Parent()) {
			return []check{{param: 1 - i, labels: exactMarks, answer: "true"}}
		}
	}
	return nil
}

// isProgrammed reports whether a function compares texts with v as with something that no input
// chooses.
func (p *program) isProgrammed(v ssa.Value, fn *ssa.Function) bool {
	if _, known := constantText(v); known {
		return true
	}
	if param, ok := v.(*ssa.Parameter); ok && (p.isAlwaysWritten(param) || p.isElementLooked(param)) {
		return true
	}
	if p.isElementWritten(v) {
		return true
	}
	var made []leaf
	budget := maxLeaves
	leavesOf(v, "", &budget, &made)
	return len(made) > 0 && !slices.ContainsFunc(made, func(l leaf) bool {
		_, isGlobal := l.root.(*ssa.Global)
		return !isGlobal && !isConstantList(l.root) && !slices.Contains(p.prefixLeaves(fn), l)
	})
}

// isElementWritten reports whether a text is an element of a list that has nothing but texts which are written there: in a field, or a
// list that each call of a function passes.
func (p *program) isElementWritten(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	at, ok := load.X.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	lists := []ssa.Value{at.X}
	if param, ok := at.X.(*ssa.Parameter); ok {
		calls, all := p.callsOf(param.Parent())
		if lists = nil; !all {
			return false
		}
		n := slices.Index(param.Parent().Params, param)
		for _, c := range calls {
			lists = append(lists, c.Common().Args[n])
		}
	}
	isWritten := func(v ssa.Value) bool { _, known := constantText(v); return known }
	return len(lists) > 0 && !slices.ContainsFunc(lists, func(list ssa.Value) bool {
		values := p.elementsOf(list)
		return len(values) == 0 || slices.ContainsFunc(values, func(v ssa.Value) bool { return !isWritten(v) })
	})
}

// isAlwaysWritten reports whether each call of a function gives a parameter a text that is written there.
func (p *program) isAlwaysWritten(param *ssa.Parameter) bool {
	calls, all := p.callsOf(param.Parent())
	n := slices.Index(param.Parent().Params, param)
	return all && len(calls) > 0 && !slices.ContainsFunc(calls, func(c ssa.CallInstruction) bool {
		_, known := constantText(c.Common().Args[n])
		return !known
	})
}

// isConstantList reports whether a value is a list of constants that only its function reads.
//
//	for _, known := range []string{"a", "b"} {
//		if name == known {
func isConstantList(v ssa.Value) bool {
	array, ok := v.(*ssa.Alloc)
	if !ok {
		return false
	}
	for _, ref := range *array.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Slice:
			if !onlyRead(ref) {
				return false
			}
		case *ssa.IndexAddr:
			if !onlyConstants(ref) {
				return false
			}
		case *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

// onlyRead reports whether nothing is done with a list but to read its elements.
func onlyRead(list ssa.Value) bool {
	return !slices.ContainsFunc(*list.Referrers(), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.IndexAddr:
			return slices.ContainsFunc(*ref.Referrers(), func(use ssa.Instruction) bool {
				load, ok := use.(*ssa.UnOp)
				return !ok || load.Op != token.MUL
			})
		case *ssa.Call:
			b, ok := ref.Call.Value.(*ssa.Builtin)
			return !ok || b.Name() != "len"
		case *ssa.DebugRef:
			return false
		}
		return true
	})
}

// onlyConstants reports whether nothing is done at an address but to store constants and to load.
func onlyConstants(at *ssa.IndexAddr) bool {
	return !slices.ContainsFunc(*at.Referrers(), func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.Store:
			_, isConst := use.Val.(*ssa.Const)
			return !isConst || use.Addr != ssa.Value(at)
		case *ssa.UnOp:
			return use.Op != token.MUL
		}
		return true
	})
}

// prefixLeaves returns what the prefixes are made of that a function looks for.
func (p *program) prefixLeaves(fn *ssa.Function) []leaf {
	out, ok := p.prefixes[fn]
	if ok {
		return out
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if callee := c.Call.StaticCallee(); callee != nil && callee.String() == prefixKey {
				budget := maxLeaves
				leavesOf(c.Call.Args[1], "", &budget, &out)
			}
		}
	}
	p.prefixes[fn] = out
	return out
}

// members returns what says that a map, which the program has filled itself, has a key: what an
// answer is about, nil for nothing.
func (p *program) members(i *ssa.Lookup) (found []ssa.Value) {
	m, ok := under(i.X.Type()).(*types.Map)
	if !ok || !p.isWritten(i.X) {
		return nil
	}
	if !i.CommaOk {
		if types.Identical(m.Elem().Underlying(), types.Typ[types.Bool]) {
			found = append(found, i)
		}
		return found
	}
	for _, ref := range *i.Referrers() {
		if e, ok := ref.(*ssa.Extract); ok && e.Index == 1 {
			found = append(found, e)
		}
	}
	return found
}
