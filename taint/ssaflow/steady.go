package ssaflow

// This file finds what the function reads again and again, and nobody changes once it was read: whichever of these reads a check is
// about, it is about all of them, also where a loop goes round in between.
//
//	for _, name := range allowed {
//		if name == in.Name {
//			ok = true
//		}
//	}

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// steadyReads returns the places in variables that the function keeps for itself where texts are read, also by a function that it gives
// to one that looks for an element of a list.
func (f *frame) steadyReads() (out []*readPlace) {
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			made, ok := instr.(*ssa.Alloc)
			if !ok {
				continue
			}
			s := &steadiness{}
			s.visit(made, nil)
			for _, r := range s.places {
				if len(r.reads)+len(r.asks) > 1 && len(r.reads) > 0 && !s.unclear && !slices.ContainsFunc(s.changes, func(c changed) bool {
					return c.overlaps(r.fields) && (slices.ContainsFunc(r.reads, func(v ssa.Value) bool { return mayFollow(v.(ssa.Instruction), c.at) }) ||
						slices.ContainsFunc(r.asks, func(a asking) bool { return mayFollow(a.call, c.at) }))
				}) {
					out = append(out, r)
				}
			}
		}
	}
	return out
}

// addSteady adds to some values the other reads of what they read.
func (f *frame) addSteady(seen map[ssa.Value]bool) {
	for _, r := range f.steadyReads() {
		if slices.ContainsFunc(r.reads, func(v ssa.Value) bool { return seen[v] }) || slices.ContainsFunc(r.asks, func(a asking) bool { return seen[a.call] }) {
			for _, v := range r.reads {
				seen[v] = true
			}
		}
	}
}

// A steadiness is what a function does with a variable.
type steadiness struct {
	places  []*readPlace
	changes []changed
	unclear bool // others have its address
}

// A readPlace is a field of a variable, with what reads it.
type readPlace struct {
	fields []int
	reads  []ssa.Value
	asks   []asking
}

// A changed is where a field of a variable, with those in it, may get another value.
type changed struct {
	fields []int
	at     ssa.Instruction
}

func (c changed) overlaps(fields []int) bool {
	n := min(len(c.fields), len(fields))
	return slices.Equal(c.fields[:n], fields[:n])
}

// visit looks at the uses of an address.
func (s *steadiness) visit(addr ssa.Value, fields []int) {
	for _, use := range *addr.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.FieldAddr:
			s.visit(use, append(slices.Clip(fields), use.Field))
		case *ssa.UnOp:
			if use.Op == token.MUL && isText(use.Type()) {
				s.add(use, fields)
			}
		case *ssa.Store:
			s.changes = append(s.changes, changed{fields, use})
			s.unclear = s.unclear || use.Val == addr
		case *ssa.MakeInterface:
			s.visit(use, fields)
		case *ssa.Call:
			s.changes = append(s.changes, changed{fields, use})
		case *ssa.MakeClosure:
			s.unclear = !s.asked(use, addr, fields) || s.unclear
		default:
			s.unclear = true
		}
	}
}

// asked notes what a function reads that is given to one that looks for an element. It reports false if the function is given to anybody
// else, or does more than to read.
func (s *steadiness) asked(made *ssa.MakeClosure, addr ssa.Value, fields []int) bool {
	call := looksWith(made)
	if call == nil {
		return false
	}
	fn := made.Fn.(*ssa.Function)
	for i, b := range made.Bindings {
		if b != addr {
			continue
		}
		inner := &steadiness{}
		inner.visit(fn.FreeVars[i], nil)
		if inner.unclear || len(inner.changes) > 0 {
			return false
		}
		for _, r := range inner.places {
			at := s.at(append(slices.Clip(fields), r.fields...))
			at.asks = append(at.asks, asking{call, fn, r.reads})
		}
	}
	return true
}

func (s *steadiness) add(read *ssa.UnOp, fields []int) {
	at := s.at(fields)
	at.reads = append(at.reads, read)
}

func (s *steadiness) at(fields []int) *readPlace {
	n := slices.IndexFunc(s.places, func(p *readPlace) bool { return slices.Equal(p.fields, fields) })
	if n < 0 {
		n = len(s.places)
		s.places = append(s.places, &readPlace{fields: fields})
	}
	return s.places[n]
}
