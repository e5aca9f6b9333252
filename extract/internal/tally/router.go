package tally

// This file runs a router with one field of the state known.

import (
	"slices"

	"github.com/agentvet/agentvet/internal/recipe"
)

// A Router is a function that looks at the state and says what follows.
type Router struct{ s *state }

// Router reads the function id, whose state has type typ. ok is false if it is not understood.
func (f Funcs) Router(id, typ string, limits Limits) (r Router, ok bool) {
	fn, param, steady := f.resolve(id, typ)
	if fn == nil {
		return r, false
	}
	if r.s = stateOf(fn, param); r.s == nil || r.s.defers() {
		return r, false
	}
	if steady {
		r.s.limits = limits
	}
	return r, true
}

// Terms returns what the router compares a field with that its code does not have as constants, sorted,
// and the field itself.
func (r Router) Terms(field string) []Term {
	list := []Term{{Field: field}}
	for b := range r.s.fn.Blocks {
		for _, in := range r.s.fn.Blocks[b].Instrs {
			if in.Op != recipe.OpBinary {
				continue
			}
			for k, o := range in.Args {
				if l, ok := r.s.limit(o); ok && l.Value == nil && r.s.isField(in.Args[1-k], field) {
					list = append(list, Term{Field: field, Less: l.Name})
				}
			}
		}
	}
	return list
}

// Texts returns the constants that the router compares a field with. It gives the field if it may return it.
func (r Router) Texts(field string) (list []string, gives bool) {
	s := r.s
	for b := range s.fn.Blocks {
		for i := range s.fn.Blocks[b].Instrs {
			in := &s.fn.Blocks[b].Instrs[i]
			if c, _, ok := s.comparesText(in, field); ok {
				list = append(list, c)
			}
			gives = gives || (in.Op == recipe.OpReturn || in.Op == recipe.OpPhi) && slices.ContainsFunc(in.Args, func(o recipe.Operand) bool { return s.isText(o, field) })
		}
	}
	return list, gives
}

// isText reports whether a register holds the field, and that is a text.
func (s *state) isText(o recipe.Operand, field string) bool {
	return s.isField(o, field) && s.at(s.def[o]).Shape == recipe.ShapeString
}

// comparesText returns the constant that a field is compared with.
func (s *state) comparesText(in *recipe.Instr, field string) (text, op string, ok bool) {
	if in.Op != recipe.OpBinary || in.Sym != "==" && in.Sym != "!=" {
		return "", "", false
	}
	x, y := in.Args[0], in.Args[1]
	if x < 0 {
		x, y = y, x
	}
	if y >= 0 || y == recipe.NoOperand || s.fn.Consts[^y].Kind != recipe.ConstString || !s.isText(x, field) {
		return "", "", false
	}
	return s.fn.Consts[^y].Text, in.Sym, true
}

// Limits returns the numbers that the router compares a term with, sorted.
func (r Router) Limits(t Term) (list []int) {
	if len(r.s.stores(t.Field)) > 0 {
		return nil
	}
	for b := range r.s.fn.Blocks {
		for i := range r.s.fn.Blocks[b].Instrs {
			if _, n, _, ok := r.s.compares(&r.s.fn.Blocks[b].Instrs[i], t); ok {
				list = append(list, n)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// IsTruth reports whether a field is a truth value that the router decides by.
func (r Router) IsTruth(field string) bool {
	if len(r.s.stores(field)) > 0 {
		return false
	}
	for b := range r.s.fn.Blocks {
		for _, in := range r.s.fn.Blocks[b].Instrs {
			asks := in.Op == recipe.OpIf || in.Op == recipe.OpUnary && in.Sym == "!"
			if asks && r.s.isField(in.Args[0], field) {
				return true
			}
		}
	}
	return false
}

// Fields returns the fields of the state that the router reads, sorted.
func (r Router) Fields() (list []string) {
	for _, field := range r.s.fields {
		list = append(list, field)
	}
	for b := range r.s.fn.Blocks {
		for _, in := range r.s.fn.Blocks[b].Instrs {
			if field, ok := r.s.part(in.Dst); ok {
				list = append(list, field)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// compares returns the operator and the number of a comparison with a term; swapped is true if the
// number stands first.
func (s *state) compares(in *recipe.Instr, t Term) (op string, n int, swapped, ok bool) {
	if in.Op != recipe.OpBinary || !slices.Contains(integers, in.Type) || !slices.Contains([]string{"==", "!=", "<", "<=", ">", ">="}, in.Sym) {
		return "", 0, false, false
	}
	x, y := in.Args[0], in.Args[1]
	if swapped = !s.isField(x, t.Field); swapped {
		x, y = y, x
	}
	n, ok = s.number(y, t.Less)
	return in.Sym, n, swapped, ok && s.isField(x, t.Field)
}

// isField reports whether a register holds the field of a state that nobody changes.
func (s *state) isField(o recipe.Operand, field string) bool {
	p, ok := s.def[o]
	if !ok {
		return false
	}
	if in := s.at(p); in.Op == recipe.OpLoad {
		return s.fields[in.Args[0]] == field && len(s.stores(field)) == 0
	}
	part, ok := s.part(o)
	return ok && part == field && len(s.stores(field)) == 0
}

// part returns the field that a register holds which is a part of what another register holds: of the state that the
// function gets, or of a field.
func (s *state) part(o recipe.Operand) (field string, ok bool) {
	p, ok := s.def[o]
	if !ok || s.at(p).Op != recipe.OpField {
		return "", false
	}
	in := s.at(p)
	if in.Args[0] == s.param {
		return in.Sym, true
	}
	if of, ok := s.part(in.Args[0]); ok {
		return of + "." + in.Sym, true
	}
	if p, ok := s.def[in.Args[0]]; ok && s.at(p).Op == recipe.OpLoad {
		if of, is := s.fields[s.at(p).Args[0]]; is {
			return of + "." + in.Sym, true
		}
	}
	return "", false
}

// holds works out a comparison.
func holds(op string, x, y int) bool {
	switch op {
	case "==":
		return x == y
	case "!=":
		return x != y
	case "<":
		return x < y
	case "<=":
		return x <= y
	case ">":
		return x > y
	}
	return x >= y
}

// Returns reports whether the router may return a text while a term has a value. ok is false if it may
// return any.
func (r Router) Returns(t Term, value int, text string) (may, ok bool) {
	texts, more, ok := r.returns(t, value)
	return slices.Contains(texts, text) || more && text != t.Text, ok
}

// returns lists the texts that the router may return; with more, others, but not that of the term.
func (r Router) returns(t Term, value int) (texts []string, more, ok bool) {
	type way struct{ from, to int32 }
	s := r.s
	came := make(map[way]bool)
	var walk []way
	visit := func(from, to int32) {
		if w := (way{from, to}); !came[w] {
			came[w] = true
			walk = append(walk, w)
		}
	}
	ok = true
	var give func(o recipe.Operand, seen map[recipe.Operand]bool)
	give = func(o recipe.Operand, seen map[recipe.Operand]bool) {
		if o < 0 && o != recipe.NoOperand && s.fn.Consts[^o].Kind == recipe.ConstString {
			texts = append(texts, s.fn.Consts[^o].Text)
			return
		}
		if t.Is && s.isText(o, t.Field) {
			if value != 0 {
				texts = append(texts, t.Text)
			} else {
				more = true
			}
			return
		}
		p, known := s.def[o]
		if o < 0 || !known || s.at(p).Op != recipe.OpPhi {
			ok = false
			return
		}
		if seen[o] {
			return
		}
		seen[o] = true
		for i, pred := range s.fn.Blocks[p.block].Preds {
			if came[way{pred, int32(p.block)}] {
				give(s.at(p).Args[i], seen)
			}
		}
	}
	visit(-1, 0)
	var ends []recipe.Operand
	for ; len(walk) > 0; walk = walk[1:] {
		b := walk[0].to
		blk := &s.fn.Blocks[b]
		if len(blk.Instrs) == 0 {
			return nil, false, false
		}
		switch last := &blk.Instrs[len(blk.Instrs)-1]; last.Op {
		case recipe.OpIf:
			yes, no := true, true
			if is, known := s.decide(last.Args[0], t, value); known {
				yes, no = is, !is
			}
			if yes {
				visit(b, blk.Succs[0])
			}
			if no {
				visit(b, blk.Succs[1])
			}
		case recipe.OpJump:
			visit(b, blk.Succs[0])
		case recipe.OpReturn:
			if len(last.Args) != 1 {
				return nil, false, false
			}
			ends = append(ends, last.Args[0])
		case recipe.OpPanic:
		default:
			return nil, false, false
		}
	}
	for _, o := range ends {
		give(o, make(map[recipe.Operand]bool))
	}
	return texts, more, ok
}

// decide works out a condition while a term has a value, if it is about that alone.
func (s *state) decide(o recipe.Operand, t Term, value int) (is, known bool) {
	p, ok := s.def[o]
	if !ok {
		return false, false
	}
	in := s.at(p)
	if in.Op == recipe.OpUnary && in.Sym == "!" {
		is, known = s.decide(in.Args[0], t, value)
		return !is, known
	}
	if t.Is {
		c, op, ok := s.comparesText(in, t.Field)
		if !ok || value == 0 && c != t.Text {
			return false, false
		}
		return (value != 0 && c == t.Text) == (op == "=="), true
	}
	if t.Less == "" && s.isField(o, t.Field) {
		return value != 0, true // a condition that is a field is a truth value
	}
	op, n, swapped, ok := s.compares(in, t)
	if !ok {
		return false, false
	}
	if swapped {
		return holds(op, n, value), true
	}
	return holds(op, value, n), true
}
