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

// steadyReads returns the reads of texts in variables that the function keeps for itself, those of one place together.
func (f *frame) steadyReads() (out [][]ssa.Value) {
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			made, ok := instr.(*ssa.Alloc)
			if !ok {
				continue
			}
			s := &steadiness{}
			s.visit(made, nil)
			for _, r := range s.places {
				if len(r.reads) > 1 && !s.unclear && !slices.ContainsFunc(s.changes, func(c changed) bool {
					return c.overlaps(r.fields) && slices.ContainsFunc(r.reads, func(v ssa.Value) bool { return mayFollow(v.(ssa.Instruction), c.at) })
				}) {
					out = append(out, r.reads)
				}
			}
		}
	}
	return out
}

// addSteady adds to some values the other reads of what they read.
func (f *frame) addSteady(seen map[ssa.Value]bool) {
	for _, reads := range f.steadyReads() {
		if slices.ContainsFunc(reads, func(v ssa.Value) bool { return seen[v] }) {
			for _, v := range reads {
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
		default:
			s.unclear = true
		}
	}
}

func (s *steadiness) add(read *ssa.UnOp, fields []int) {
	n := slices.IndexFunc(s.places, func(p *readPlace) bool { return slices.Equal(p.fields, fields) })
	if n < 0 {
		n = len(s.places)
		s.places = append(s.places, &readPlace{fields: fields})
	}
	s.places[n].reads = append(s.places[n].reads, read)
}
