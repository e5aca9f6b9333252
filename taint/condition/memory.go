package condition

// This file makes terms of what is read from memory.

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/graph/feasible"
)

// within returns the address that others are fields of, and which fields an address is.
func within(addr ssa.Value) (base ssa.Value, fields []int) {
	for {
		a, ok := addr.(*ssa.FieldAddr)
		if !ok {
			slices.Reverse(fields)
			return addr, fields
		}
		fields = append(fields, a.Field)
		addr = a.X
	}
}

// load returns what an instruction reads.
func (c *call) load(v *ssa.UnOp) number {
	base, fields := within(v.X)
	return c.at(spot{base, fields, v, v.Type()})
}

// A spot is what is at fields of an address when an instruction runs.
type spot struct {
	base   ssa.Value
	fields []int
	at     ssa.Instruction
	typ    types.Type
}

// at returns what is at a place.
func (c *call) at(p spot) number {
	last, known := c.memoryOf(c.fn).Stores(p.base, p.fields, p.at)
	if known {
		if n, ok := c.written(p, last); ok {
			return n
		}
	}
	of, given := c.placed(p)
	if given != nil {
		return c.parent.at(*given)
	}
	of.stored = known || c.mayStore(p, of.since)
	return c.variableOf(of, p.typ)
}

// mayStore reports whether the function itself may have stored to a place: since is what may have written
// there last.
func (c *call) mayStore(p spot, since ssa.Instruction) bool {
	if s, ok := since.(*ssa.Store); ok {
		return types.Identical(s.Val.Type(), p.typ)
	}
	if since == nil {
		return false
	}
	for _, b := range c.fn.Blocks {
		for _, i := range b.Instrs {
			s, ok := i.(*ssa.Store)
			if !ok || !types.Identical(s.Val.Type(), p.typ) {
				continue
			}
			at, isField := s.Addr.(*ssa.FieldAddr)
			if n := len(p.fields); !isField && n == 0 || isField && (n == 0 || at.Field == p.fields[n-1]) {
				return true
			}
		}
	}
	return false
}

// placed returns the variable for what is at a place, or where the caller has it, if the function has
// not written there.
func (c *call) placed(p spot) (of origin, given *spot) {
	p.base = c.first(p.base)
	since := c.memoryOf(c.fn).Since(p.base, p.fields, p.at)
	if param, ok := p.base.(*ssa.Parameter); ok && since == nil && c.parent != nil {
		base, fields := within(c.argument(param))
		return of, &spot{base, slices.Concat(fields, p.fields), c.callAt, p.typ}
	}
	return origin{value: p.base, fields: p.fields, since: since, memory: true}, nil
}

// first returns the value that stands for all that are read from one place.
func (c *call) first(v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return v
	}
	load = c.memoryOf(c.fn).First(load)
	base, fields := within(load.X)
	base = c.first(base)
	since := c.memoryOf(c.fn).Since(base, fields, load)
	if since == ssa.Instruction(load) {
		return load
	}
	key := variable{call: c, value: base, fields: fieldsText(fields), since: since}
	if c.bases[key] == nil {
		c.bases[key] = load
	}
	return c.bases[key]
}

// argument returns what the caller gives for a parameter.
func (c *call) argument(p *ssa.Parameter) ssa.Value {
	return c.callAt.Call.Args[slices.Index(c.fn.Params, p)]
}

// part returns a part of a value, all of it if there are no fields.
func (c *call) part(v ssa.Value, fields []int, t types.Type) number {
	if len(fields) == 0 {
		if p, ok := v.(*ssa.Parameter); ok && c.parent != nil {
			return c.parent.value(c.argument(p))
		} else if !ok {
			return c.value(v)
		}
		return c.variable(v, nil, t)
	}
	switch v := v.(type) {
	case *ssa.Parameter:
		if c.parent != nil {
			return c.parent.part(c.argument(v), fields, t)
		}
	case *ssa.Field:
		return c.part(v.X, slices.Concat([]int{v.Field}, fields), t)
	case *ssa.ChangeType:
		return c.part(v.X, fields, t)
	case *ssa.Const: // of a struct, it is the zero value
		if n := c.zero(t); n.t != nil {
			return n
		}
	case *ssa.Phi:
		if !c.heads[v.Block()] && !c.lost {
			if n, ok := c.partChosen(v, fields, t); ok {
				return n
			}
		}
	case *ssa.Call:
		if n, ok := c.partCalled(v, 0, fields, t); ok {
			return n
		}
	case *ssa.Extract:
		if of, ok := v.Tuple.(*ssa.Call); ok {
			if n, ok := c.partCalled(of, v.Index, fields, t); ok {
				return n
			}
		}
	case *ssa.UnOp:
		if _, isPointer := v.X.Type().Underlying().(*types.Pointer); isPointer {
			base, outer := within(v.X)
			return c.at(spot{base, slices.Concat(outer, fields), v, t})
		}
	}
	return c.variable(v, fields, t)
}

// partChosen returns a part of the struct that the way to a block chooses.
func (c *call) partChosen(v *ssa.Phi, fields []int, t types.Type) (n number, ok bool) {
	if c.busy[v] {
		return n, false
	}
	c.busy[v] = true
	defer delete(c.busy, v)
	if typ, _ := termType(t); typ == feasible.Invalid {
		return n, false
	}
	return c.chosen(v.Block(), t, func(i int) number { return c.part(v.Edges[i], fields, t) }, v), true
}

// partCalled returns a part of the struct that a call returns which is read in its place.
func (c *call) partCalled(v *ssa.Call, index int, fields []int, t types.Type) (n number, ok bool) {
	in := c.inlined(v)
	if in == nil {
		return n, false
	}
	return in.returned(func(r *ssa.Return) number { return in.part(r.Results[index], fields, t) })
}

// written returns what stores have written to a place: which of them was last, the way there tells.
func (c *call) written(p spot, last []Write) (n number, ok bool) {
	w := &way{call: c, place: p, last: make(map[ssa.Instruction]Write), known: make(map[*ssa.BasicBlock]number)}
	for _, s := range last {
		w.last[s.Store] = s
	}
	b := p.at.Block()
	n = w.back(b, b.Instrs[:slices.Index(b.Instrs, p.at)])
	return n, !w.lost && n.t != nil
}

// A way goes back from where a place is read to where it was written.
type way struct {
	*call
	place spot
	last  map[ssa.Instruction]Write
	known map[*ssa.BasicBlock]number // at the end of blocks
	steps int
	lost  bool
}

// back returns what is at the place behind some instructions, which begin a block.
func (w *way) back(b *ssa.BasicBlock, list []ssa.Instruction) (n number) {
	for _, i := range slices.Backward(list) {
		if s, ok := w.last[i]; ok {
			return w.part(s.Store.Val, s.Fields, w.place.typ)
		}
		if v, isValue := i.(ssa.Value); isValue && v == w.place.base {
			return w.zero(w.place.typ)
		}
	}
	if w.steps++; w.steps > maxReach || len(b.Preds) == 0 || w.call.lost || w.heads[b] && w.changes(b) {
		w.lost = true
		return n
	}
	return w.chosen(b, w.place.typ, func(i int) number {
		from := b.Preds[i]
		n, known := w.known[from]
		if !known {
			n = w.back(from, from.Instrs)
			w.known[from] = n
		}
		return n
	}, nil)
}

// changes reports whether a loop writes to the place.
func (w *way) changes(head *ssa.BasicBlock) bool {
	for i := range w.last {
		if head.Dominates(i.Block()) && leads(i.Block(), head) {
			return true
		}
	}
	return false
}

// leads reports whether a block leads to another one.
func leads(from, to *ssa.BasicBlock) bool {
	seen := make(map[*ssa.BasicBlock]bool)
	work := []*ssa.BasicBlock{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, next := range b.Succs {
			if next == to {
				return true
			}
			if !seen[next] {
				seen[next] = true
				work = append(work, next)
			}
		}
	}
	return false
}
