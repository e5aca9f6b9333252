package interp

// This file runs calls: of rows, and of functions with a body.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/recipe"
)

// site is a call being run.
type site struct {
	in   *recipe.Instr
	pos  graph.Pos
	fn   string // the calling function
	args []Value
	open bool // what is called depends on a caller of the function that began
	back bool // code that is not known calls, as often as it likes
}

// siteOf returns a call that the program does not make: with results of the given
// shapes, at pos.
func siteOf(pos graph.Pos, res string, args ...Value) *site {
	return &site{in: &recipe.Instr{Res: res}, pos: pos, args: args}
}

// call runs the call of in, as operation op (in itself may be a go or defer). It
// reports whether the call returns.
func (m *Machine) call(fr *frame, in *recipe.Instr, op recipe.Op, args []Value) (Value, bool) {
	s := &site{in: in, pos: fr.fn.PosOf(in), fn: fr.fn.ID, args: args}
	if !s.pos.IsValid() {
		s.pos = fr.call
	}
	switch op {
	case recipe.OpBuiltin:
		return m.builtin(s)
	case recipe.OpCall:
		return m.callStatic(s, in.Sym, in.Row, nil)
	case recipe.OpCallValue:
		s.args = args[1:]
		return m.callValue(s, args[0])
	}
	return m.invoke(s)
}

// callValue calls a function value.
func (m *Machine) callValue(s *site, fn Value) (Value, bool) {
	switch f := Unwrap(fn).(type) {
	case FuncValue:
		return m.callStatic(s, f.ID, f.Row, f.Bindings)
	case *OneOf:
		return m.callEach(s, f, func(v Value) (Value, bool) { return m.callValue(s, v) })
	case *Object:
		return m.callObject(s, f)
	case *Unknown:
		if r := m.table.Call(f.State()); r != nil && r.Verb == library.VerbEffect { // a function in a field, which a row names like a method
			s.args = append([]Value{f}, s.args...)
			return m.callRow(s, r)
		}
		return m.callUnknown(s, unknownFunc, f)
	}
	return m.callUnknown(s, unknownFunc, nil)
}

// callObject calls a function that a framework call made: it calls its argument
// `fn`, if the row has one, and changes no variable but for the field that the row
// says it sets, to itself, of what it is given. One of a kind "fn:…" is an effect of
// that kind.
func (m *Machine) callObject(s *site, o *Object) (Value, bool) {
	if strings.HasPrefix(o.Kind, "fn:") {
		m.noteCalled(s, o)
	}
	for _, a := range s.args {
		m.escape(s, a, o.Row.Key(), true)
	}
	if field := o.Row.Text("sets"); field != "" && len(s.args) > 0 {
		if c := hidden(s.args[0], field); c != nil {
			m.trail.set(c, o)
		}
	}
	if f, ok := Unwrap(o.Arg("fn")).(FuncValue); ok {
		m.callBack(s, f)
	}
	return withRow(m.unknownResult(s, reason.ResultOfMade, ShortFunc(o.Row.Key())), o.Row.Key()), true
}

// unknownFunc is the identity of a function value that is not known.
const unknownFunc = "a function that is not known"

// callEach makes a call once for each alternative of what is called. A call of what
// may not be there, such as an element of a list, may not happen. What else may be
// nil is not, or the program panics.
func (m *Machine) callEach(s *site, of *OneOf, call func(Value) (Value, bool)) (Value, bool) {
	alts := Alternatives(of)
	switch {
	case len(of.Alts) == 1:
		g := alts[0].Guard
		m.guard = append(m.guard, g...)
		v, ok := call(alts[0].V)
		m.guard = m.guard[:len(m.guard)-len(g)]
		if !ok {
			return v, ok
		}
		return joinResults(nil, v, g), true
	case len(alts) == 1:
		return call(alts[0].V)
	}
	mark, start := m.trail.mark(), m.rec.at()
	var ways []way
	var now [][]int
	var out Value
	for _, a := range alts {
		m.rec.set(start)
		m.guard = append(m.guard, a.Guard...)
		leave := m.enterArms(a.Guard)
		v, ok := call(a.V)
		leave()
		m.guard = m.guard[:len(m.guard)-len(a.Guard)]
		changes := m.trail.cut(mark)
		if ok {
			ways = append(ways, way{changes: changes, guard: a.Guard})
			now = append(now, m.rec.at())
			out = joinResults(out, v, a.Guard)
		}
	}
	m.rec.set(now...)
	m.merge(ways, false)
	return orZero(out), len(ways) > 0
}

func joinResults(a, b Value, g Guard) Value {
	x, xok := a.(Tuple)
	y, yok := b.(Tuple)
	if !yok || a != nil && (!xok || len(x) != len(y)) {
		return joinGuarded(a, b, g)
	}
	out := make(Tuple, len(y))
	for i := range y {
		var before Value
		if a != nil {
			before = x[i]
		}
		out[i] = joinGuarded(before, y[i], g)
	}
	return out
}

// callStatic calls the function with the given identity.
func (m *Machine) callStatic(s *site, id, row string, free []Value) (Value, bool) {
	if r := m.table.Call(row); r != nil {
		return m.callRow(s, r)
	}
	return m.inArm(s, id, func() (Value, bool) { return m.callFunc(s, id, free) })
}

// callFunc calls a function that no row describes.
func (m *Machine) callFunc(s *site, id string, free []Value) (Value, bool) {
	if m.prog.IsHuman(id) {
		return m.callRow(s, &library.Call{Head: library.Head{Verb: library.VerbEffect, Name: id}, Kind: "human"})
	}
	if stopsProgram(id) {
		return nil, false
	}
	if fn := m.prog.Func(id); fn != nil {
		if m.isLogLine(fn) {
			m.notePassed(s)
			return Tuple{}, true
		}
		return m.enter(s, fn, free)
	}
	if v, ok := m.standard(s, id, free); ok {
		return v, true
	}
	return m.callUnknown(s, id, nil)
}

// enter runs a function whose body is known.
func (m *Machine) enter(s *site, fn *recipe.Func, free []Value) (Value, bool) {
	count := 0
	for _, fr := range m.stack {
		if fr.fn.ID == fn.ID {
			count++
		}
	}
	if count >= maxSameFunc || len(m.stack) >= maxDepth {
		return m.giveUp(s, fn, free, reason.Of(reason.TooDeep)), true
	}
	if count > 0 && m.goesNowhere(fn, s.args) {
		return m.giveUp(s, fn, free, reason.Of(reason.ThroughUnknown)), true
	}
	vals, returns, ok := m.runWithin(fn, s, free)
	if !ok {
		return m.giveUp(s, fn, free, reason.Of(reason.StepsOf, ShortFunc(fn.ID))), true
	}
	if !returns && m.prog.IsLocal(fn.ID) {
		return nil, false
	}
	if !returns || len(m.watch) == 0 && fails(fn, vals) && !m.isSentinel(vals[len(vals)-1]) {
		// Building succeeds, and helpers of other packages return: that this one
		// seems not to is for lack of knowledge.
		return m.unknownResult(s, reason.ResultOf, ShortFunc(fn.ID)), true
	}
	if m.prog.IsLocal(s.fn) && !m.prog.IsLocal(fn.ID) {
		m.reach(vals)
	}
	switch len(vals) {
	case 0:
		return Tuple{}, true
	case 1:
		return vals[0], true
	}
	return Tuple(vals), true
}

// giveUp is a call of a function whose body is known and does not run to its end: it may
// change what it is given, and what it has captured. It may ask a human, too, and go on whatever
// the answer is.
func (m *Machine) giveUp(s *site, fn *recipe.Func, free []Value, why reason.Reason) Value {
	m.somethingHappens()
	for _, v := range slices.Concat(s.args, free) {
		m.escape(s, v, fn.ID, false)
	}
	if m.noticing() && m.MayHave(FuncValue{ID: fn.ID}, "human") {
		m.incomplete(fn)
	}
	return m.resultFor(s, why)
}

// goesNowhere reports whether a call of a function that builds nothing, within another
// call of it, goes on through data that is not known: what is known of its arguments is
// as for the outer call, or a text. Nothing would tell it when to stop.
func (m *Machine) goesNowhere(fn *recipe.Func, args []Value) bool {
	if fn.Builds || len(m.watch) > 0 {
		return false
	}
	return slices.ContainsFunc(m.stack, func(outer *frame) bool {
		if outer.fn.ID != fn.ID || len(args) > len(outer.regs) {
			return false
		}
		blind := false
		for i, a := range args {
			_, isText := AsString(a)
			_, unknown := Unwrap(a).(*Unknown)
			_, before := Unwrap(outer.regs[i]).(*Unknown)
			if !isText && !(unknown && before) && !same(a, outer.regs[i]) {
				return false
			}
			blind = blind || unknown && before
		}
		return blind
	})
}

// runWithin runs a call. One of a function that builds nothing has a limit of
// its own, less than what is left to its caller: what it computes is worth some
// steps, not all that there are, and few if it is a library's. One of another package
// takes the steps to spare, as long as there are any. If it reaches the limit, what it
// did is taken back, and ok is false.
func (m *Machine) runWithin(fn *recipe.Func, s *site, free []Value) (vals []Value, returns, ok bool) {
	if m.tooLong[fn.ID] {
		m.incomplete(fn)
		return nil, false, false
	}
	if fn.Builds {
		m.targs, m.back = m.typeArgs(fn, s.in.Targs), s.back
		vals, returns = m.runCall(fn, s.args, free, s.pos)
		return vals, returns, true
	}
	within := m.budget
	switch {
	case m.prog.IsLocal(fn.ID):
		m.budget = within.share()
	case m.prog.IsOwn(fn.ID):
		m.budget = within.aside(maxOwnCall)
	default:
		m.budget = within.aside(maxCall)
	}
	mark, guard, stack, excluded := m.trail.mark(), m.guard, m.stack, m.excluded
	defer func() {
		share := m.budget.limit
		m.budget = within.after(m.budget)
		if r := recover(); r != nil {
			if _, isLimit := r.(tooMuch); !isLimit {
				panic(r)
			}
			m.trail.cut(mark)
			m.guard, m.stack, m.refine, m.excluded = guard, stack, nil, excluded
			if share > maxCall/4 { // else it was the caller that had used up its steps
				m.tooLong[fn.ID] = true
			}
			m.incomplete(fn)
		}
	}()
	m.targs, m.back = m.typeArgs(fn, s.in.Targs), s.back
	vals, returns = m.runCall(fn, s.args, free, s.pos)
	return vals, returns, true
}

// incomplete notes that fn was not read to its end, where that may hide what an
// observed function does: fn belongs to the program, or gets hold of something
// that it could change or call.
func (m *Machine) incomplete(fn *recipe.Func) {
	hides := fn.Free > 0 || m.prog.IsLocal(fn.ID)
	for _, p := range fn.Params {
		hides = hides || strings.HasPrefix(p.Type, "*") || strings.HasPrefix(p.Type, "map[") || strings.HasPrefix(p.Type, "func(")
	}
	if !hides {
		return
	}
	for _, b := range m.watch {
		b.cut = true
	}
}

// invoke calls a method through an interface.
func (m *Machine) invoke(s *site) (Value, bool) {
	recv := s.args[0]
	if o, ok := recv.(*OneOf); ok {
		return m.callEach(s, o, func(v Value) (Value, bool) {
			t := *s
			t.args = append([]Value{v}, s.args[1:]...)
			return m.invoke(&t)
		})
	}
	if r := m.table.Call(s.in.Row); r != nil {
		return m.callRow(s, r)
	}
	if typ := m.typeArg(s.in.Type); typ != "" { // a method of a type parameter
		recv = toInterface(typ, recv)
	}
	if i, ok := recv.(Iface); ok {
		if s.in.Sym == "Value" {
			if v, ok := contextValue(recv, s.args[1], s.pos); ok {
				return v, true
			}
		}
		if i.Type == "*errors.errorString" && s.in.Sym == "Error" {
			return m.callNamed("(*errors.errorString).Error", i.V, s.pos), true
		}
		if id := m.prog.Method(i.Type, s.in.Sym); id != "" {
			t := *s
			t.args = append([]Value{i.V}, s.args[1:]...)
			m.noteDispatched(id)
			return m.callStatic(&t, id, m.prog.RowOf(id), nil)
		}
	}
	u, _ := Unwrap(recv).(*Unknown)
	return m.callUnknown(s, s.in.Type+"."+s.in.Sym, u)
}
