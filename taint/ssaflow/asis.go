package ssaflow

// This file says what package condition asks of the program: which parameters are numbers as they
// were given, and what is in memory.

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/taint/condition"
)

// isGivenAsIs reports whether all calls of a function are in sight, and give it for a parameter an
// argument of a tool as it is, or a constant. What was computed of one is another number, in another
// unit perhaps: that it keeps a limit does not say that the argument does.
func (p *program) isGivenAsIs(param *ssa.Parameter) bool {
	out, known := p.asIs[param]
	if known {
		return out
	}
	p.asIs[param] = true // by a call of itself, a function gives what it was given
	out = isNumeric(param.Type())
	fn := param.Parent()
	calls, all := p.callsOf(fn)
	out = out && all
	n := slices.Index(fn.Params, param)
	for _, c := range calls {
		out = out && p.isAsIs(c.Common().Args[n], maxPhis)
	}
	p.asIs[param] = out
	return out
}

// isAsIs reports whether a value is an argument of a tool as it is, whatever type that has, or a constant.
func (p *program) isAsIs(v ssa.Value, depth int) bool {
	if depth < 0 {
		return false
	}
	switch v := v.(type) {
	case *ssa.Const:
		return true
	case *ssa.Parameter:
		return p.isGivenAsIs(v)
	case *ssa.Phi:
		return !slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return !p.isAsIs(e, depth-1) })
	case *ssa.Convert:
		return p.isAsIs(v.X, depth-1)
	case *ssa.ChangeType:
		return p.isAsIs(v.X, depth-1)
	case *ssa.Field:
		return p.isTaggedField(v)
	case *ssa.Call:
		b, ok := v.Call.Value.(*ssa.Builtin)
		return ok && (b.Name() == "min" || b.Name() == "max") && !slices.ContainsFunc(v.Call.Args, func(a ssa.Value) bool { return !p.isAsIs(a, depth-1) })
	case *ssa.UnOp:
		if v.Op != token.MUL || !p.isTaggedField(v.X) {
			return false
		}
		m := p.memoryFor(v.Parent())
		last, ok := m.stored(regionOf(v.X), v)
		return !ok || !slices.ContainsFunc(last, func(w write) bool { return len(w.fields) == 0 && !p.isAsIs(w.Val, depth-1) })
	}
	return false
}

// isTaggedField reports whether a value is a field with a bound tag, or its address.
func (p *program) isTaggedField(v ssa.Value) bool {
	t, index := structOf(v)
	return t != nil && len(p.fieldTag(t, index).Bounds) > 0
}

// callsOf returns the calls of a function of the package; all is false if it may be called by others,
// or as a value.
func (p *program) callsOf(fn *ssa.Function) (calls []ssa.CallInstruction, all bool) {
	if p.callSites == nil {
		p.findCalls()
	}
	obj := fn.Object()
	return p.callSites[fn], !p.asValue[fn] && (obj == nil || !obj.Exported())
}

// behind returns the function that one stands for which nobody wrote, such as a method value: what that gets goes
// to it, by a call that stands nowhere. It is nil for one that somebody wrote.
//
//	check := c.same
func (p *program) behind(fn *ssa.Function) *ssa.Function {
	if obj, ok := fn.Object().(*types.Func); ok && fn.Synthetic != "" {
		return p.in.Pkg.Prog.FuncValue(obj)
	}
	return nil
}

// findCalls finds the calls of functions of the package, and those that are used in another way.
func (p *program) findCalls() {
	p.callSites, p.asValue = make(map[*ssa.Function][]ssa.CallInstruction), make(map[*ssa.Function]bool)
	var operands [8]*ssa.Value
	for _, fn := range declared(p.in.Pkg) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, _ := instr.(ssa.CallInstruction)
				if call != nil {
					if callee := call.Common().StaticCallee(); callee != nil {
						p.callSites[callee] = append(p.callSites[callee], call)
						p.asValue[p.behind(callee)] = true
					}
				}
				for _, o := range instr.Operands(operands[:0]) {
					if used, ok := (*o).(*ssa.Function); ok && (call == nil || o != &call.Common().Value) {
						p.asValue[used], p.asValue[p.behind(used)] = true, true
					}
				}
			}
		}
	}
	// Methods are called by way of interfaces, too.
	for _, t := range p.boxed() {
		for method := range p.in.Pkg.Prog.MethodSets.MethodSet(t).Methods() {
			if m := p.in.Pkg.Prog.MethodValue(method); m != nil {
				p.asValue[m] = true
			}
		}
	}
}

// boxed returns the types of values that the package puts into interfaces.
func (p *program) boxed() (out []types.Type) {
	for _, fn := range declared(p.in.Pkg) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if i, ok := instr.(*ssa.MakeInterface); ok && !slices.Contains(out, i.X.Type()) {
					out = append(out, i.X.Type())
				}
			}
		}
	}
	return out
}

// memoryFor returns what a function of the package reads and writes.
func (p *program) memoryFor(fn *ssa.Function) known {
	m := p.memories[fn]
	if m == nil {
		m = newMemory(p, fn, newOrder(fn))
		p.memories[fn] = m
	}
	return known{m}
}

// known is a memory as package condition asks for it.
type known struct{ *memory }

var _ condition.Memory = known{}

// regionAt returns the region of fields of an address.
func regionAt(addr ssa.Value, fields []int) region {
	r := regionOf(addr)
	for _, i := range fields {
		r.fields = append(slices.Clip(r.fields), i)
		if s, ok := r.typ.Underlying().(*types.Struct); ok {
			r.typ = s.Field(i).Type()
		}
	}
	return r
}

func (m known) Stores(addr ssa.Value, fields []int, at ssa.Instruction) (out []condition.Write, ok bool) {
	p := regionAt(addr, fields)
	last, ok := m.stored(p, at)
	if _, local := p.base.(*ssa.Alloc); local && !ok && !m.in.Implicit {
		last, ok = m.reaching(p, at, true) // a number that nobody has set is zero, whatever its field is a source of
	}
	for _, w := range last {
		out = append(out, condition.Write{Store: w.Store, Fields: w.fields})
	}
	return out, ok
}

func (m known) First(load *ssa.UnOp) *ssa.UnOp {
	first := load
	for _, v := range m.again(load) {
		if other, ok := v.(*ssa.UnOp); ok && m.precedes(other, load) && m.precedes(other, first) {
			first = other
		}
	}
	return first
}

func (m known) Since(addr ssa.Value, fields []int, at ssa.Instruction) ssa.Instruction {
	p := regionAt(addr, fields)
	b := at.Block()
	list := b.Instrs[:m.order.number[at]-m.order.number[b.Instrs[0]]]
	quiet := func(since ssa.Instruction) bool {
		n := 0
		return m.everyBetween(since, at, func(i ssa.Instruction) bool {
			n++
			return n <= maxBetween && !m.writes(i, p)
		})
	}
	for n := 0; n < maxBetween; {
		for _, i := range slices.Backward(list) {
			n++
			if v, isValue := i.(ssa.Value); m.writes(i, p) || isValue && v == p.base {
				if !quiet(i) {
					return at
				}
				return i
			}
		}
		if b.Idom() == nil {
			first := b.Instrs[0]
			if first != at && !quiet(first) {
				return at
			}
			return nil
		}
		b = b.Idom()
		list = b.Instrs
	}
	return at
}
