package tally

// This file runs a router with one field of the state known.

import (
	"slices"

	"github.com/agentvet/agentvet/internal/recipe"
)

// A Router is a function that looks at the state and says what follows.
type Router struct{ s *state }

// Router reads the function id, whose state has type typ. ok is false if it is not understood.
func (f Funcs) Router(id, typ string) (r Router, ok bool) {
	fn, param := f.resolve(id, typ)
	if fn == nil {
		return r, false
	}
	r.s = stateOf(fn, param)
	return r, r.s != nil && !r.s.defers()
}

// Limits returns the constants that the router compares a field with, sorted.
func (r Router) Limits(field string) (list []int) {
	if len(r.s.stored[field]) > 0 {
		return nil
	}
	for b := range r.s.fn.Blocks {
		for i := range r.s.fn.Blocks[b].Instrs {
			if _, n, _, ok := r.s.compares(&r.s.fn.Blocks[b].Instrs[i], field); ok {
				list = append(list, n)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// IsTruth reports whether a field is a truth value that the router decides by.
func (r Router) IsTruth(field string) bool {
	if len(r.s.stored[field]) > 0 {
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
			if in.Op == recipe.OpField && in.Args[0] == r.s.param {
				list = append(list, in.Sym)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// compares returns the operator and the constant of a comparison with a field; swapped is true
// if the constant stands first.
func (s *state) compares(in *recipe.Instr, field string) (op string, n int, swapped, ok bool) {
	if in.Op != recipe.OpBinary || !slices.Contains(integers, in.Type) || !slices.Contains([]string{"==", "!=", "<", "<=", ">", ">="}, in.Sym) {
		return "", 0, false, false
	}
	x, y := in.Args[0], in.Args[1]
	if n, ok = s.constant(x); ok {
		x, swapped = y, true
	} else if n, ok = s.constant(y); !ok {
		return "", 0, false, false
	}
	return in.Sym, n, swapped, s.isField(x, field)
}

// isField reports whether a register holds the field of a state that nobody changes.
func (s *state) isField(o recipe.Operand, field string) bool {
	p, ok := s.def[o]
	if !ok {
		return false
	}
	in := s.at(p)
	switch in.Op {
	case recipe.OpLoad:
		return s.fields[in.Args[0]] == field && len(s.stored[field]) == 0
	case recipe.OpField:
		return in.Args[0] == s.param && in.Sym == field
	}
	return false
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

// Returns lists the texts that the router may return while a field has a value, sorted. ok is
// false if it may return others.
func (r Router) Returns(field string, value int) (texts []string, ok bool) {
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
			return nil, false
		}
		switch last := &blk.Instrs[len(blk.Instrs)-1]; last.Op {
		case recipe.OpIf:
			yes, no := true, true
			if is, known := s.decide(last.Args[0], field, value); known {
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
				return nil, false
			}
			ends = append(ends, last.Args[0])
		case recipe.OpPanic:
		default:
			return nil, false
		}
	}
	for _, o := range ends {
		give(o, make(map[recipe.Operand]bool))
	}
	slices.Sort(texts)
	return slices.Compact(texts), ok
}

// decide works out a condition while a field has a value, if it is about that alone.
func (s *state) decide(o recipe.Operand, field string, value int) (is, known bool) {
	p, ok := s.def[o]
	if !ok {
		return false, false
	}
	in := s.at(p)
	if in.Op == recipe.OpUnary && in.Sym == "!" {
		is, known = s.decide(in.Args[0], field, value)
		return !is, known
	}
	if s.isField(o, field) {
		return value != 0, true // a condition that is a field is a truth value
	}
	op, n, swapped, ok := s.compares(in, field)
	if !ok {
		return false, false
	}
	if swapped {
		return holds(op, n, value), true
	}
	return holds(op, value, n), true
}
