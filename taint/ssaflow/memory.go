package ssaflow

// This file finds values that are read from memory and are known: what was stored last,
// and what was read before, with nothing in between that may write there.

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// memory is what a function reads and writes. Programs are taken to have no data races:
// a goroutine does not write to what another one reads between two instructions of
// that one without a call, a send or a receipt.
type memory struct {
	*program
	order  *order
	stores map[ssa.Value][]*ssa.Store // by root of the address
	reads  map[ssa.Value][]ssa.Value  // loads and look-ups, likewise
	made   []*ssa.Call                // of texts, see makers
	scrubs []scrub
	loans  map[*ssa.Alloc]loan
}

// Limits on how far memory is looked into.
const (
	maxBetween = 400 // instructions
	maxNesting = 4   // reads of what was read
)

func newMemory(p *program, fn *ssa.Function, o *order) *memory {
	m := &memory{
		program: p, order: o, stores: make(map[ssa.Value][]*ssa.Store), reads: make(map[ssa.Value][]ssa.Value),
		loans: make(map[*ssa.Alloc]loan),
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.Store:
				m.stores[root(i.Addr)] = append(m.stores[root(i.Addr)], i)
			case *ssa.UnOp:
				if i.Op == token.MUL {
					m.reads[root(i)] = append(m.reads[root(i)], i)
				}
			case *ssa.Lookup:
				m.reads[root(i)] = append(m.reads[root(i)], i)
			case *ssa.Call:
				m.scrubs = append(m.scrubs, p.scrubbed(i)...)
				if isMaker(i) {
					m.made = append(m.made, i)
				}
			}
		}
	}
	return m
}

// root returns the value that an address, or what is read there, starts from.
func root(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.Lookup:
			v = x.X
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return v
			}
			v = x.X
		default:
			return v
		}
	}
}

// A region is fields of what an address refers to: all of it if there are none.
type region struct {
	base   ssa.Value
	fields []int
	typ    types.Type // of what is there
}

func regionOf(addr ssa.Value) region {
	p := region{base: addr}
	if ptr, ok := under(addr.Type()).(*types.Pointer); ok {
		p.typ = ptr.Elem()
	}
	for {
		field, ok := p.base.(*ssa.FieldAddr)
		if !ok {
			slices.Reverse(p.fields)
			return p
		}
		p.fields = append(p.fields, field.Field)
		p.base = field.X
	}
}

// same reports whether x and y, one of which is computed before the other, are the same
// value each time. What both start from cannot change between them without both being
// computed again, as one dominates the other.
func (m *memory) same(x, y ssa.Value, depth int) bool {
	if x == y {
		return true
	}
	if depth > maxNesting {
		return false
	}
	switch x := x.(type) {
	case *ssa.Const:
		y, ok := y.(*ssa.Const)
		return ok && x.Value != nil && y.Value != nil && types.Identical(x.Type(), y.Type()) && constant.Compare(x.Value, token.EQL, y.Value)
	case *ssa.FieldAddr:
		y, ok := y.(*ssa.FieldAddr)
		return ok && x.Field == y.Field && m.same(x.X, y.X, depth)
	case *ssa.IndexAddr:
		y, ok := y.(*ssa.IndexAddr)
		return ok && m.same(x.Index, y.Index, depth+1) && m.same(x.X, y.X, depth)
	case *ssa.UnOp:
		y, ok := y.(*ssa.UnOp)
		return ok && x.Op == token.MUL && y.Op == token.MUL && m.same(x.X, y.X, depth+1) && m.unchanged(x, y, regionOf(x.X))
	case *ssa.Lookup:
		y, ok := y.(*ssa.Lookup)
		return ok && !x.CommaOk && !y.CommaOk && m.same(x.Index, y.Index, depth+1) && m.same(x.X, y.X, depth+1) &&
			m.unchanged(x, y, region{base: x.X, typ: x.Type()})
	case *ssa.Call:
		y, ok := y.(*ssa.Call)
		return ok && isMaker(x) && x.Call.StaticCallee() == y.Call.StaticCallee() && (m.precedes(x, y) || m.precedes(y, x)) &&
			m.sameLists(x.Call.Args, y.Call.Args, depth+1)
	case *ssa.Slice:
		made, listed := variadic(x)
		other, alike := variadic(y)
		return listed && alike && m.sameLists(made, other, depth)
	}
	return false
}

func (m *memory) sameLists(x, y []ssa.Value, depth int) bool {
	return slices.EqualFunc(x, y, func(x, y ssa.Value) bool { return m.same(x, y, depth) })
}

// makers are functions that make the same text of the same arguments each time.
var makers = []string{
	"path/filepath.Clean", "path/filepath.FromSlash", "path/filepath.Join", "path.Clean", "path.Join",
	"strings.ToLower", "strings.ToUpper", "strings.TrimSpace",
}

func isMaker(c *ssa.Call) bool {
	fn := c.Call.StaticCallee()
	return fn != nil && slices.Contains(makers, fn.String())
}

// again returns v and the other reads, and texts made, in the function that have the same value: also
// those that are the same as one which v is the same as, as where the second of two conditions reads v.
//
//	if in.Name != "a" && in.Name != "b" {
//		return
//	}
//	run(in.Name) // which runs after the first read in any case
func (m *memory) again(v ssa.Value) []ssa.Value {
	out := []ssa.Value{v}
	switch v.(type) {
	case *ssa.UnOp, *ssa.Lookup:
		for n := 0; n < len(out); n++ {
			for _, other := range m.reads[root(v)] {
				if !slices.Contains(out, other) && m.same(out[n], other, 0) {
					out = append(out, other)
				}
			}
		}
	case *ssa.Call:
		for _, other := range m.made {
			if ssa.Value(other) != v && m.same(v, other, 0) {
				out = append(out, other)
			}
		}
	}
	return out
}

// A write is a store, and the fields of its value that are meant.
type write struct {
	*ssa.Store
	fields []int
}

// stored returns the values that may be at p when at reads it; it is false if they are
// not all known. Which of them it is may tell what control depends on.
func (m *memory) stored(p region, at ssa.Instruction) (last []write, ok bool) {
	if m.in.Implicit {
		return nil, false
	}
	if _, local := p.base.(*ssa.Alloc); local {
		return m.reaching(p, at, len(m.holdings(p.base.Type())) == 0)
	}
	var s *ssa.Store
	for _, other := range m.stores[root(p.base)] {
		if _, part := fieldsOf(p, regionOf(other.Addr)); part && m.precedes(other, at) && (s == nil || m.precedes(s, other)) &&
			m.same(regionOf(other.Addr).base, p.base, 0) {
			s = other
		}
	}
	if s == nil || !m.unchanged(s, at, p) || len(m.storeDrop(s)) > 0 {
		return nil, false
	}
	fields, _ := fieldsOf(p, regionOf(s.Addr))
	return []write{{s, fields}}, true
}

// reaching is stored for a variable: it goes back from at to the stores before it, and
// to the variable's beginning, when it is zero; fresh says whether that may be what is read.
func (m *memory) reaching(p region, at ssa.Instruction, fresh bool) (last []write, ok bool) {
	n := 0
	seen := make(map[*ssa.BasicBlock]bool)
	var back func(b *ssa.BasicBlock, list []ssa.Instruction) bool
	back = func(b *ssa.BasicBlock, list []ssa.Instruction) bool {
		for _, i := range slices.Backward(list) {
			if n++; n > maxBetween {
				return false
			}
			if v, ok := i.(ssa.Value); ok && v == p.base {
				return fresh
			}
			if s, isStore := i.(*ssa.Store); isStore && regionOf(s.Addr).base == p.base {
				if fields, part := fieldsOf(p, regionOf(s.Addr)); part {
					last = append(last, write{s, fields})
					return len(m.storeDrop(s)) == 0
				}
			}
			if m.writes(i, p) {
				return false
			}
		}
		for _, pred := range b.Preds {
			if !seen[pred] {
				seen[pred] = true
				if !back(pred, pred.Instrs) {
					return false
				}
			}
		}
		return len(b.Preds) > 0
	}
	b := at.Block()
	if !back(b, b.Instrs[:m.order.number[at]-m.order.number[b.Instrs[0]]]) {
		return nil, false
	}
	return last, true
}

// fieldsOf returns which fields p is of what is at whole, if it is a part of that; both
// have one base.
func fieldsOf(p, whole region) ([]int, bool) {
	n := len(whole.fields)
	if n > len(p.fields) || !slices.Equal(whole.fields, p.fields[:n]) {
		return nil, false
	}
	return p.fields[n:], true
}

// storesPart reports whether the function stores to a part of p by itself.
func (m *memory) storesPart(p region) bool {
	return slices.ContainsFunc(m.stores[root(p.base)], func(s *ssa.Store) bool {
		fields, part := fieldsOf(regionOf(s.Addr), p)
		return part && len(fields) > 0
	})
}

// unchanged reports whether nothing writes to p between two instructions, one of which
// runs before the other whenever that does.
func (m *memory) unchanged(a, b ssa.Instruction, p region) bool {
	if !m.precedes(a, b) {
		if a, b = b, a; !m.precedes(a, b) {
			return false
		}
	}
	n := 0
	return m.everyBetween(a, b, func(i ssa.Instruction) bool {
		n++
		return n <= maxBetween && !m.writes(i, p)
	})
}

// precedes reports whether a runs before b whenever b does.
func (m *memory) precedes(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	return m.order.number[a] < m.order.number[b]
}

// everyBetween reports whether f is true for all instructions that can run after a and
// before b, without a in between.
func (m *memory) everyBetween(a, b ssa.Instruction, f func(ssa.Instruction) bool) bool {
	every := func(list []ssa.Instruction) bool {
		return !slices.ContainsFunc(list, func(i ssa.Instruction) bool { return !f(i) })
	}
	first, last := a.Block(), b.Block()
	ai, bi := m.order.number[a]-m.order.number[first.Instrs[0]], m.order.number[b]-m.order.number[last.Instrs[0]]
	if first == last && ai < bi {
		return every(first.Instrs[ai+1 : bi])
	}
	after := reachable(first.Succs, first, func(b *ssa.BasicBlock) []*ssa.BasicBlock { return b.Succs })
	before := reachable(last.Preds, first, func(b *ssa.BasicBlock) []*ssa.BasicBlock { return b.Preds })
	switch {
	case first != last && !after[last]:
		return true
	case !every(first.Instrs[ai+1:]), !before[last] && !every(last.Instrs[:bi]):
		return false
	}
	for _, block := range first.Parent().Blocks { // in a fixed order
		if after[block] && before[block] && !every(block.Instrs) {
			return false
		}
	}
	return true
}

// reachable returns some blocks and those that can be reached from them, without one and what is only reached by it.
func reachable(from []*ssa.BasicBlock, without *ssa.BasicBlock, next func(*ssa.BasicBlock) []*ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	out := make(map[*ssa.BasicBlock]bool)
	work := slices.Clone(from)
	for len(work) > 0 {
		block := work[len(work)-1]
		work = work[:len(work)-1]
		if block != without && !out[block] {
			out[block] = true
			work = append(work, next(block)...)
		}
	}
	return out
}
