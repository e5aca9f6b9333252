package ssaflow

// This file finds values that hold data of a source because of their types: types that
// a row says are a source, and structs with fields that are.

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
)

// A holding is a part of a value that holds data of a source.
type holding struct {
	steps  []string // from the value
	key    string   // of the type or the field
	labels taint.Labels
	field  bool
}

// Limits on the holdings of one type.
const (
	maxHoldings     = 16
	maxHoldingSteps = 16
)

// holdings returns what values of type t hold.
func (p *program) holdings(t types.Type) []holding {
	out, ok := p.held[t]
	if !ok {
		if p.mentions(t) {
			p.walkHoldings(t, nil, nil, &out)
		}
		p.held[t] = out
	}
	return out
}

// mentions reports whether values of type t, or what can be reached from them, may hold
// data of a source. Of types that do not, nothing that they consist of does.
func (p *program) mentions(t types.Type) bool {
	seen := make(map[types.Type]bool)
	var visit func(t types.Type) bool
	visit = func(t types.Type) bool {
		t = types.Unalias(t)
		if seen[t] || p.innocent[t] {
			return false
		}
		seen[t] = true
		if _, labels := p.typeLabels(t); len(labels) > 0 {
			return true
		}
		if s, ok := t.Underlying().(*types.Struct); ok {
			for i := range s.NumFields() {
				if _, labels := p.fieldLabels(t, i); len(labels) > 0 {
					return true
				}
			}
		}
		for n, c := range p.components(t) {
			if !isHidden(t, n) && visit(c.typ) {
				return true
			}
		}
		return false
	}
	if visit(t) {
		return true
	}
	for t := range seen {
		p.innocent[t] = true
	}
	return false
}

// walkHoldings adds what values of type t hold, which steps lead to through the types
// in via.
func (p *program) walkHoldings(t types.Type, steps []string, via []types.Type, out *[]holding) {
	t = types.Unalias(t)
	if slices.Contains(via, t) || len(steps) > maxHoldingSteps || len(*out) >= maxHoldings || p.innocent[t] {
		return
	}
	if key, labels := p.typeLabels(t); len(labels) > 0 {
		*out = append(*out, holding{steps: steps, key: key, labels: labels})
		return
	}
	via = append(slices.Clip(via), t)
	for n, c := range p.components(t) {
		if isHidden(t, n) {
			continue
		}
		to := slices.Concat(steps, c.steps)
		if isStruct(t) {
			if key, labels := p.fieldLabels(t, n); len(labels) > 0 {
				*out = append(*out, holding{steps: to, key: key, labels: labels, field: true})
			}
		}
		p.walkHoldings(c.typ, to, via, out)
	}
}

// A component is a type that values of another consist of, or lead to.
type component struct {
	steps []string
	typ   types.Type
}

// components returns the components of t, those of a struct by field.
func (p *program) components(t types.Type) (out []component) {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		out = append(out, component{[]string{stepRef}, u.Elem()})
	case *types.Slice:
		out = append(out, component{[]string{stepRef, stepElem}, u.Elem()})
	case *types.Chan:
		out = append(out, component{[]string{stepRef, stepElem}, u.Elem()})
	case *types.Map:
		out = append(out, component{[]string{stepRef, stepKey}, u.Key()}, component{[]string{stepRef, stepElem}, u.Elem()})
	}
	for _, c := range p.parts(t) {
		out = append(out, component{[]string{c.step}, c.typ})
	}
	return out
}

// typeLabels returns the row key of t and the labels that every value of it has.
func (p *program) typeLabels(t types.Type) (key string, labels taint.Labels) {
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return "", nil
	}
	key = named.Obj().Pkg().Path() + "." + named.Obj().Name()
	for _, r := range p.in.Table.Rows(key) {
		if r.Verb == library.VerbSource && r.Type {
			labels = labels.Union(r.Labels)
		}
	}
	return key, labels
}

// born: the instruction at, nil for the beginning of the function, makes v, or gets it
// from code that is not read here; so whatever its type says that it holds is in it.
func (f *frame) born(v ssa.Value, at ssa.Instruction) {
	if len(f.holdings(v.Type())) > 0 {
		f.bornIn(v.Type(), f.value(v), at, f.posOf(v, at))
	}
}

// bornIn is born for what is at a location.
func (f *frame) bornIn(t types.Type, to *loc, at ssa.Instruction, pos token.Pos) {
	for _, h := range f.holdings(t) {
		if h.field {
			continue // those who read the field say so
		}
		part := to
		for _, step := range h.steps {
			part = f.kid(part, step)
		}
		f.addSource(h.key, h.labels, part, edge{at: at, hop: f.hop(taint.OpSource, funcid.Name(h.key), pos)})
	}
}

// asserted: an interface value has turned out to be of a type; where that is asked,
// only if the answer was yes.
func (f *frame) asserted(i *ssa.TypeAssert) {
	if len(f.holdings(i.AssertedType)) == 0 {
		return
	}
	values, times, sure := []ssa.Value{i}, []ssa.Instruction{i}, true
	if i.CommaOk {
		values, sure = nil, false
		for _, ref := range *i.Referrers() {
			switch e, ok := ref.(*ssa.Extract); {
			case !ok:
			case e.Index == 0:
				values = append(values, e)
			default:
				if yes := answered(e, "true"); len(yes) > 0 {
					times, sure = nil, true
					for _, w := range yes {
						if len(w.to().Preds) == 1 {
							times = append(times, w.to().Instrs[0])
						}
					}
					if len(times) == 0 { // others lead there, too
						times, sure = []ssa.Instruction{i}, false
					}
				}
			}
		}
	}
	for _, at := range times {
		pos := f.posOf(i, i)
		for _, v := range values {
			f.bornIn(i.AssertedType, f.value(v), at, pos)
		}
		if sure && !types.IsInterface(i.AssertedType) {
			f.bornIn(i.AssertedType, f.box(i.X, i.AssertedType), at, pos)
		}
	}
}

// handOver: code that is not read here gets v, at location to, and may read its fields.
func (f *frame) handOver(v ssa.Value, to *loc, at ssa.Instruction) {
	for _, h := range f.holdings(v.Type()) {
		if h.field && !f.isOwn(h.key, v) {
			e := edge{at: at, hop: f.hop(taint.OpSource, funcid.Name(h.key), f.posOf(v, at))}
			e.from, e.to = f.sourceLoc(taint.Source{Name: h.key, Labels: h.labels, Pos: e.hop.Pos}, taint.Cond{}), to
			f.edges = append(f.edges, e)
		}
	}
}

// posOf returns where v, which at makes or uses, is written: of what the source does not
// show, as it does not show that a value becomes an interface, where it is used.
func (f *frame) posOf(v ssa.Value, at ssa.Instruction) token.Pos {
	if at == nil {
		return cmp.Or(v.Pos(), f.fn.Pos())
	}
	list := at.Block().Instrs
	for _, next := range list[slices.Index(list, at):] {
		if pos := next.Pos(); pos.IsValid() {
			return pos
		}
	}
	return cmp.Or(v.Pos(), f.fn.Pos())
}

// constants: an instruction that uses a constant struct or array makes one.
func (f *frame) constants(instr ssa.Instruction) {
	var operands [8]*ssa.Value
	for _, v := range instr.Operands(operands[:0]) {
		c, ok := (*v).(*ssa.Const)
		if !ok {
			continue
		}
		switch c.Type().Underlying().(type) {
		case *types.Struct, *types.Array:
			f.born(c, instr)
		}
	}
}
