package interp

// This file runs calls of functions without a body: they may call the functions that they
// are given, and change and keep what they are given by reference.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/recipe"
)

// callUnknown is a call of a function whose body is not known. It may call the
// functions that it is given and change what it is given by reference.
func (m *Machine) callUnknown(s *site, callee string, via *Unknown) (Value, bool) {
	if m.deciding && m.isDecider(s, callee, via) {
		return m.decide(s, callee)
	}
	framework := m.prog.IsFramework(callee)
	m.notePassed(s)
	m.leaf(s, callee)
	m.callMayChange(callee, framework)
	m.noteCallOf(callee, framework, s)
	s.open = via != nil && via.Param
	for _, a := range s.args {
		m.escape(s, a, callee, framework)
	}
	if via == nil {
		out := m.unknownResult(s, reason.ResultOf, ShortFunc(callee))
		if u, ok := out.(*Unknown); ok && m.noticing() && slices.ContainsFunc(s.args, isFailure) {
			u.Origin = AboutFailure{}
		}
		if framework {
			nameArguments(s, out)
		}
		return out, true
	}
	v := m.resultFor(s, via.Reason)
	if u, ok := v.(*Unknown); ok {
		u.Param = via.Param
	}
	return v, true
}

// ShortFunc shortens a function identity to what a reader calls it.
func ShortFunc(id string) string {
	ptr := ""
	if strings.HasPrefix(id, "(*") {
		ptr, id = "(*", id[2:]
	} else if strings.HasPrefix(id, "(") {
		ptr, id = "(", id[1:]
	}
	if i := strings.LastIndex(id, "/"); i >= 0 {
		id = id[i+1:]
	}
	return ptr + id
}

// untilError reports whether a function is in a loop that only an error ends.
func (m *Machine) untilError() bool {
	return slices.ContainsFunc(m.stack, func(fr *frame) bool {
		return slices.ContainsFunc(m.loopsOf(fr.fn), func(l *recipe.Loop) bool { return l.UntilError && l.Has(fr.block) })
	})
}

// unknownResult is what a call returns of which only the signature is known. In
// code that builds, errors count as nil, unless a loop waits for one.
func (m *Machine) unknownResult(s *site, why reason.Code, args ...string) Value {
	return m.resultFor(s, reason.Of(why, args...))
}

// resultFor is unknownResult for the reason of another value.
func (m *Machine) resultFor(s *site, why reason.Reason) Value {
	one := func(shape byte) Value {
		if recipe.Shape(shape) == recipe.ShapeError && len(m.watch) == 0 && !m.untilError() {
			return Nil{}
		}
		return &Unknown{Reason: why, Pos: s.pos}
	}
	if len(s.in.Res) == 1 {
		return one(s.in.Res[0])
	}
	out := make(Tuple, len(s.in.Res))
	for i := range out {
		out[i] = one(s.in.Res[i])
	}
	return out
}

// escape notes that v is passed to a function that agentvet cannot see.
func (m *Machine) escape(s *site, v Value, callee string, framework bool) {
	m.share(v)
	m.keep(v)
	switch x := Unwrap(v).(type) {
	case *Object:
		x.use(callee, s.pos)
	case FuncValue:
		if m.callsBack(x) >= maxCallBack {
			for _, v := range x.Bindings {
				(&escaping{m: m, callee: x.ID, pos: s.pos, open: s.open}).uses(&Cell{v: v})
			}
			return
		}
		call := func() {
			if !framework { // whether it calls the function is not known
				m.lastCond++
				m.guard = append(m.guard, Cond{Text: ShortFunc(callee) + " calls it", Pos: s.pos, id: m.lastCond})
				defer func() { m.guard = m.guard[:len(m.guard)-1] }()
			}
			m.maybe(func() {
				if v, ok := m.callBack(s, x); ok && v != nil { // who calls it gets what it returns
					(&escaping{m: m, callee: callee, pos: s.pos, open: s.open}).uses(&Cell{v: v})
				}
			})
		}
		if callee == unknownFunc {
			call()
		} else {
			m.rec.spawned(call)
		}
	case *OneOf:
		for _, a := range x.Alts {
			m.escape(s, a.V, callee, framework)
		}
	case Slice:
		for _, c := range x.Elems {
			if c.v != nil {
				m.escape(s, c.v, callee, framework)
			}
		}
	case Ptr:
		if s := (&escaping{m: m, callee: callee, pos: s.pos, open: s.open}); !framework && mayFill(callee) {
			s.havoc(x.Cell)
		} else {
			s.uses(x.Cell)
		}
	case *Struct:
		if x.Type == reflectValue && !framework { // by way of which all that it refers to may be written
			m.escapeReflected(s, Field(x, "value"), callee)
			return
		}
		(&escaping{m: m, callee: callee, pos: s.pos, open: s.open}).uses(&Cell{v: x})
	case *Map:
		if !framework && mayFill(callee) {
			m.mayHaveMore(x, &Unknown{Reason: reason.Of(reason.MayFill, ShortFunc(callee)), Pos: s.pos, Param: s.open})
		}
	}
}

// escaping walks what is reachable from an escaping pointer.
type escaping struct {
	m      *Machine
	callee string
	pos    graph.Pos
	open   bool // see site
	seen   map[*Cell]bool
}

func (e *escaping) visit(c *Cell) bool {
	if e.seen[c] {
		return false
	}
	if e.seen == nil {
		e.seen = make(map[*Cell]bool)
	}
	e.seen[c] = true
	return true
}

// havoc makes unknown what the callee may overwrite; objects keep their
// identity.
func (e *escaping) havoc(c *Cell) {
	if !e.visit(c) {
		return
	}
	e.m.share(c.v)
	switch x := Unwrap(c.v).(type) {
	case *Struct:
		if x.Type == contextType {
			e.havocBehind(x)
			return
		}
		for _, name := range sortedKeys(x.Fields) {
			e.havoc(x.Fields[name])
		}
		e.m.trail.set(c, &Unknown{Reason: reason.Of(reason.MayOverwrite, ShortFunc(e.callee)), Pos: e.pos, Param: e.open})
	case Ptr:
		e.havoc(x.Cell)
	case *Object:
		x.use(e.callee, e.pos)
	case FuncValue:
	default:
		e.m.trail.set(c, &Unknown{Reason: reason.Of(reason.MayOverwrite, ShortFunc(e.callee)), Pos: e.pos, Param: e.open})
	}
}

// havocBehind makes unknown what the values in a context point to. The context itself
// nobody changes.
func (e *escaping) havocBehind(ctx *Struct) {
	for _, name := range sortedKeys(ctx.Fields) {
		if p, ok := Unwrap(ctx.Fields[name].v).(Ptr); ok {
			e.havoc(p.Cell)
		} else {
			e.uses(ctx.Fields[name])
		}
	}
}

// uses notes the objects that a callee gets to see.
func (e *escaping) uses(c *Cell) {
	if !e.visit(c) {
		return
	}
	e.m.share(c.v)
	switch x := Unwrap(c.v).(type) {
	case *Struct:
		for _, name := range sortedKeys(x.Fields) {
			e.uses(x.Fields[name])
		}
	case Ptr:
		e.uses(x.Cell)
	case Slice:
		for _, el := range x.Elems {
			e.uses(el)
		}
	case Tuple:
		for _, v := range x {
			e.uses(&Cell{v: v})
		}
	case *OneOf:
		for _, a := range x.Alts {
			e.uses(&Cell{v: a.V})
		}
	case *Map:
		for _, en := range x.Entries {
			e.uses(en.cell)
		}
	case *Object:
		x.use(e.callee, e.pos)
	}
}

// callsBack returns how many calls of f by code that is not known run: within each, such
// code gets hold of f once more.
func (m *Machine) callsBack(f FuncValue) int {
	n := 0
	for _, fr := range m.stack {
		free := len(fr.fn.Params)
		if fr.back && fr.fn.ID == f.ID && sameAll(fr.regs[free:free+len(f.Bindings)], f.Bindings) {
			n++
		}
	}
	return n
}

// callBack calls a function value with arguments that are not known.
func (m *Machine) callBack(s *site, f FuncValue) (Value, bool) {
	if r := m.table.Call(f.Row); r != nil {
		return nil, true
	}
	fn := m.prog.Func(f.ID)
	if fn == nil {
		return m.unknownResult(s, reason.BodyOf, ShortFunc(f.ID)), true
	}
	t := *s
	t.args, t.back = m.unknownArgs(fn, reason.Of(reason.UnseenCaller), false), true
	return m.enter(&t, fn, f.Bindings)
}

// unknownArgs returns unknown values for the parameters of fn. A bound receiver
// is a parameter too.
func (m *Machine) unknownArgs(fn *recipe.Func, why reason.Reason, param bool) []Value {
	args := make([]Value, len(fn.Params))
	for i, p := range fn.Params {
		one := why
		if param {
			one = reason.Of(reason.DependsOn, p.Name, ShortFunc(fn.ID))
		}
		args[i] = parameter(fn, p, one, param)
	}
	return args
}

// maybe runs f as something that may happen or not.
func (m *Machine) maybe(f func()) {
	m.many++
	defer func() { m.many-- }()
	mark, start, steps := m.trail.mark(), m.rec.at(), m.rec.steps()
	f()
	m.rec.set(start, m.rec.at())
	if m.rec.steps() > steps { // it has effects: once more, after itself
		f()
		m.rec.set(start, m.rec.at())
	}
	m.merge([]way{{changes: m.trail.cut(mark)}}, true)
}
