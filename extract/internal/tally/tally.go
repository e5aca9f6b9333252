package tally

// This file finds what a function does with the state that it gets.

import (
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/recipe"
)

// Funcs returns the recipe of a function, nil if its body is not known.
type Funcs func(id string) *recipe.Func

// A Step is what a function does with the state that it gets and returns first.
type Step struct{ s *state }

// Step reads the function id, whose state has type typ. ok is false if it may return any state.
func (f Funcs) Step(id, typ string) (step Step, ok bool) {
	fn, param, _ := f.resolve(id, typ)
	if fn == nil {
		return step, false
	}
	step.s = stateOf(fn, param)
	return step, step.s != nil && !step.s.defers() && step.s.returnsState()
}

// Does returns what the function does to a term.
func (s Step) Does(t Term) Effect {
	if t.Other != "" {
		if len(s.s.stores(t.Field)) == 0 && len(s.s.stores(t.Other)) == 0 {
			return Effect{}
		}
		return anything
	}
	if len(s.s.stores(t.Field)) == 0 {
		return Effect{}
	}
	return s.s.effect(t)
}

// resolve returns the function that id stands for, and which of its parameters is the state:
// of a bound method, the method. It is steady if it gets the same receiver each time.
func (f Funcs) resolve(id, typ string) (_ *recipe.Func, param recipe.Operand, steady bool) {
	steady = true
	for range 4 {
		fn := f(id)
		if fn == nil || len(fn.Blocks) == 0 {
			return nil, 0, false
		}
		param := slices.IndexFunc(fn.Params, func(p recipe.Param) bool { return p.Type == typ })
		if param < 0 || slices.ContainsFunc(fn.Params[param+1:], func(p recipe.Param) bool { return p.Type == typ }) {
			return nil, 0, false
		}
		if !funcid.IsWrapper(id) && !strings.HasSuffix(id, "$bound") {
			return fn, recipe.Operand(param), steady
		}
		call := onlyCall(fn)
		if call == nil || !slices.Contains(call.Args, recipe.Operand(param)) {
			return nil, 0, false
		}
		steady = steady && !slices.ContainsFunc(fn.Blocks[0].Instrs, func(in recipe.Instr) bool { return in.Op == recipe.OpLoad })
		id = call.Sym
	}
	return nil, 0, false
}

// onlyCall returns the call of a function that calls another one with what it gets and returns
// what that does; nil if it does anything else.
func onlyCall(fn *recipe.Func) (call *recipe.Instr) {
	if len(fn.Blocks) != 1 {
		return nil
	}
	for i := range fn.Blocks[0].Instrs {
		switch in := &fn.Blocks[0].Instrs[i]; in.Op {
		case recipe.OpCall:
			if call != nil || in.Row != "" {
				return nil
			}
			call = in
		case recipe.OpExtract, recipe.OpReturn, recipe.OpLoad, recipe.OpFieldAddr:
		case recipe.OpBuiltin:
			if in.Sym != "ssa:wrapnilchk" {
				return nil
			}
		default:
			return nil
		}
	}
	return call
}

// A place is an instruction of a function.
type place struct{ block, at int }

// A state is what a function does with the state that it gets.
type state struct {
	fn     *recipe.Func
	param  recipe.Operand
	home   recipe.Operand            // the address of the variable that holds it, or -1
	fields map[recipe.Operand]string // addresses of fields of that, by register; one in another one has a dot
	stored map[string][]place        // stores to fields; at an address that goes elsewhere, at any time
	def    map[recipe.Operand]place  // what sets a register
	limits Limits                    // of a router
}

// stateOf reads a function; nil if the variable that holds the state may be changed in ways
// that are not seen.
func stateOf(fn *recipe.Func, param recipe.Operand) *state {
	s := &state{
		fn: fn, param: param, home: -1, fields: make(map[recipe.Operand]string),
		stored: make(map[string][]place), def: make(map[recipe.Operand]place),
	}
	first := true // nothing was done with the variable so far
	stores := 0
	for b := range fn.Blocks {
		for i := range fn.Blocks[b].Instrs {
			in := &fn.Blocks[b].Instrs[i]
			if in.Dst >= 0 {
				s.def[in.Dst] = place{b, i}
			}
			if in.Op == recipe.OpStore && in.Args[1] == param && b == 0 {
				s.home = in.Args[0]
				stores++
			}
		}
	}
	if stores > 1 || stores == 1 && s.at(s.def[s.home]).Op != recipe.OpAlloc {
		return nil
	}
	if s.home < 0 {
		return s
	}
	for b := range fn.Blocks {
		for i := range fn.Blocks[b].Instrs {
			in := &fn.Blocks[b].Instrs[i]
			for k, arg := range operands(in) {
				if arg != s.home {
					continue
				}
				switch {
				case in.Op == recipe.OpStore && k == 0 && in.Args[1] == param && b == 0 && first:
				case in.Op == recipe.OpFieldAddr:
					s.fields[in.Dst] = in.Sym
				case in.Op == recipe.OpLoad:
				default:
					return nil
				}
				first = false
			}
		}
	}
	s.findStores()
	return s
}

// findInner finds the addresses of fields of fields.
func (s *state) findInner() {
	for found := true; found; {
		found = false
		for b := range s.fn.Blocks {
			for _, in := range s.fn.Blocks[b].Instrs {
				if in.Op != recipe.OpFieldAddr {
					continue
				}
				of, is := s.fields[in.Args[0]]
				if _, known := s.fields[in.Dst]; is && !known {
					s.fields[in.Dst] = of + "." + in.Sym
					found = true
				}
			}
		}
	}
}

// stores returns the stores to a field. What writes a field that it is in, or one in it, may leave anything.
func (s *state) stores(field string) []place {
	for other := range s.stored {
		if other != field && overlap(field, other) {
			return []place{{-1, 0}}
		}
	}
	return s.stored[field]
}

// overlap reports whether one of two fields is the other one, or in it.
func overlap(field, other string) bool {
	return field == other || strings.HasPrefix(field, other+".") || strings.HasPrefix(other, field+".")
}

// findStores notes the stores to fields. One whose address goes elsewhere may be written at
// any time.
func (s *state) findStores() {
	s.findInner()
	elsewhere := make(map[string]bool)
	for b := range s.fn.Blocks {
		for i := range s.fn.Blocks[b].Instrs {
			in := &s.fn.Blocks[b].Instrs[i]
			for k, arg := range operands(in) {
				field, is := s.fields[arg]
				switch {
				case !is || in.Op == recipe.OpLoad || in.Op == recipe.OpFieldAddr:
				case in.Op == recipe.OpStore && k == 0:
					s.stored[field] = append(s.stored[field], place{b, i})
				default:
					elsewhere[field] = true
				}
			}
		}
	}
	for field := range elsewhere {
		s.stored[field] = append(s.stored[field], place{-1, 0})
	}
}

// operands returns the operands of an instruction that are registers or constants.
func operands(in *recipe.Instr) []recipe.Operand {
	if in.Op == recipe.OpExtract {
		return in.Args[:1]
	}
	return in.Args
}

func (s *state) at(p place) *recipe.Instr { return &s.fn.Blocks[p.block].Instrs[p.at] }

// defers reports whether the function defers calls.
func (s *state) defers() bool {
	for b := range s.fn.Blocks {
		if slices.ContainsFunc(s.fn.Blocks[b].Instrs, func(in recipe.Instr) bool { return in.Op == recipe.OpDefer }) {
			return true
		}
	}
	return false
}

// integers are the types of counters: those that do not wrap around before a loop has run
// two thousand million times.
var integers = []string{"int", "int32", "int64", "uint", "uint32", "uint64"}

// isRead reports whether a register holds the field as it is when the function has come to a store to it.
func (s *state) isRead(o recipe.Operand, field string, in place) bool {
	p, ok := s.def[o]
	if !ok {
		return false
	}
	load := s.at(p)
	if load.Op != recipe.OpLoad || s.fields[load.Args[0]] != field {
		return false
	}
	return !slices.ContainsFunc(s.stores(field), func(q place) bool { return q.block < 0 || s.leads(p, q, p) && s.leads(q, in, p) })
}

// leads reports whether one place may come after another one, without a third one in between.
func (s *state) leads(from, to, without place) bool {
	if from.block == without.block && from.at < without.at {
		return from.block == to.block && from.at < to.at && to.at < without.at
	}
	if from.block == to.block && from.at < to.at {
		return true
	}
	seen := make(map[int]bool)
	for work := []int{from.block}; len(work) > 0; work = work[1:] {
		for _, next := range s.fn.Blocks[work[0]].Succs {
			b := int(next)
			if b == to.block && (b != without.block || to.at < without.at) {
				return true
			}
			if !seen[b] && b != without.block {
				work = append(work, b)
			}
			seen[b] = true
		}
	}
	return false
}

// constant returns the number that an operand is: of a truth value, 0 or 1.
func (s *state) constant(o recipe.Operand) (n int, ok bool) {
	if o >= 0 || o == recipe.NoOperand {
		return 0, false
	}
	switch c := &s.fn.Consts[^o]; c.Kind {
	case recipe.ConstInt:
		n, err := strconv.Atoi(c.Text)
		return n, err == nil
	case recipe.ConstBool:
		if c.Text == "true" {
			n = 1
		}
		return n, true
	}
	return 0, false
}

// returnsState reports whether each return that is no error returns the state as it is then.
func (s *state) returnsState() bool {
	for b := range s.fn.Blocks {
		list := s.fn.Blocks[b].Instrs
		if len(list) == 0 || list[len(list)-1].Op != recipe.OpReturn || s.fails(b) {
			continue
		}
		ret := list[len(list)-1]
		if len(ret.Args) == 0 || !s.isState(ret.Args[0], place{b, len(list) - 1}) {
			return false
		}
	}
	return true
}

// isState reports whether an operand is the state as it is at a place.
func (s *state) isState(o recipe.Operand, at place) bool {
	if o == s.param {
		return s.home < 0
	}
	p, ok := s.def[o]
	if !ok || s.at(p).Op != recipe.OpLoad || s.at(p).Args[0] != s.home || p.block != at.block {
		return false
	}
	for _, stores := range s.stored {
		if slices.ContainsFunc(stores, func(q place) bool { return q.block == p.block && q.at > p.at }) {
			return false
		}
	}
	return true
}

// fails reports whether the return at the end of a block certainly returns an error: what a
// condition before it has found not to be nil, or what a function of package errors or fmt
// makes.
func (s *state) fails(b int) bool {
	list := s.fn.Blocks[b].Instrs
	ret := list[len(list)-1]
	if !strings.HasSuffix(s.fn.Results, string(rune(recipe.ShapeError))) || len(ret.Args) < 2 {
		return false
	}
	err := ret.Args[len(ret.Args)-1]
	if p, ok := s.def[err]; ok && s.at(p).Op == recipe.OpCall && (s.at(p).Sym == "fmt.Errorf" || s.at(p).Sym == "errors.New") {
		return true
	}
	if len(s.fn.Blocks[b].Preds) != 1 {
		return false
	}
	before := &s.fn.Blocks[s.fn.Blocks[b].Preds[0]]
	if before.Succs[0] == before.Succs[len(before.Succs)-1] {
		return false
	}
	check, ok := s.def[before.Instrs[len(before.Instrs)-1].Args[0]]
	if last := before.Instrs[len(before.Instrs)-1]; last.Op != recipe.OpIf || !ok || s.at(check).Op != recipe.OpNilCheck || s.at(check).Args[0] != err {
		return false
	}
	side := 0
	if s.at(check).Sym == "==" {
		side = 1
	}
	return before.Succs[side] == int32(b)
}
