package interp

// This file runs calls that a table describes.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/recipe"
)

// callRow runs a call that the table describes.
func (m *Machine) callRow(s *site, r *library.Call) (Value, bool) {
	method := 0
	if r.IsMethod() {
		method = 1
	}
	arg := func(i int) Value {
		if i += method; i < len(s.args) {
			return s.args[i]
		}
		return Zero{}
	}
	switch r.Verb {
	case library.VerbCallback, library.VerbEffect, library.VerbAsk, library.VerbRun:
		m.somethingHappens()
	}
	switch r.Verb {
	case library.VerbNew:
		return m.rowResult(s, m.newObject(s, r, arg)), true
	case library.VerbOp:
		return m.rowOp(s, r, arg), true
	case library.VerbRead:
		return m.rowGet(s, r, arg(library.Recv)), true
	case library.VerbPass:
		return m.rowResult(s, arg(r.Arg("value"))), true
	case library.VerbCallback:
		f := arg(r.Arg("fn"))
		if _, named := r.Index("name"); named {
			m.noteEffect(r, s, arg)
		}
		var out Value = Zero{}
		for _, a := range Alternatives(f) {
			if fv, ok := Unwrap(a.V).(FuncValue); ok {
				if v, ok := m.callBack(s, fv); ok {
					out = v
				}
			}
		}
		if t, ok := out.(Tuple); len(s.in.Res) == 1 || ok && len(t) == len(s.in.Res) {
			return out, true
		}
	case library.VerbEffect:
		if !m.happens(r, arg) {
			return m.callUnknown(s, r.Key(), nil)
		}
		m.noteEffect(r, s, arg)
		if i, ok := r.Index("fills"); ok {
			m.fill(s, arg(i), r)
		}
	case library.VerbAsk:
		m.newObject(s, r, arg)
		m.noteEffect(r, s, arg)
	case library.VerbRun:
		m.noteEffect(r, s, arg)
		m.rowOp(s, r, arg)
	}
	body, hasBody := r.Index("fn")
	for i, a := range s.args {
		if r.Verb == library.VerbAsk && hasBody && i == body+method {
			continue // it runs elsewhere: the assembly observes it
		}
		m.escape(s, a, r.Key(), true)
	}
	out := withRow(m.unknownResult(s, reason.ResultOf, ShortFunc(r.Key())), r.Key())
	if r.Kind == "human" && !r.IsInterrupt() {
		unanswered(s, out)
	}
	if r.Text("given") == "first" {
		first := out
		if t, ok := out.(Tuple); ok {
			first = t[0]
			if u, ok := t[len(t)-1].(*Unknown); ok && r.Text("said") == "last" {
				u.Origin = CallResult{} // what somebody answered, no ok
			}
		}
		if u, ok := first.(*Unknown); ok {
			u.Origin = CallResult{givenTrue}
		}
	}
	return out, true
}

// happens reports whether a call has the effect of its row.
func (m *Machine) happens(r *library.Call, arg func(int) Value) bool {
	for i := range r.Args {
		if a := &r.Args[i]; a.Name == "when" {
			_, ok := Unwrap(follow(a, arg(a.Index))).(*Object)
			return ok
		}
	}
	return true
}

// fill sets the variables behind pointers to what a call yields.
func (m *Machine) fill(s *site, v Value, r *library.Call) {
	switch x := Unwrap(v).(type) {
	case Ptr:
		m.trail.set(x.Cell, &Unknown{Reason: reason.Of(reason.FilledBy, ShortFunc(r.Key())), Pos: s.pos, Row: r.Key(), Origin: CallResult{}})
	case Slice:
		for _, c := range x.Elems {
			m.fill(s, c.v, r)
		}
	}
}

// withRow notes on an unknown result which framework call it is the result of.
func withRow(v Value, row string) Value {
	switch x := v.(type) {
	case *Unknown:
		x.Row, x.Origin = row, CallResult{}
	case Tuple:
		for i, e := range x {
			withRow(e, row)
			if u, ok := e.(*Unknown); ok && i > 0 {
				u.Origin = CallResult{givenTrue} // the ok of (value, ok)
			}
		}
	}
	return v
}

// unanswered takes the error of a question for what it is: no answer, whatever is asked of it.
func unanswered(s *site, out Value) {
	t, _ := out.(Tuple)
	for i, e := range t {
		if u, ok := e.(*Unknown); ok && recipe.Shape(s.in.Res[i]) == recipe.ShapeError {
			u.Row, u.Origin = "", Unanswered{}
		}
	}
}

func (m *Machine) newObject(s *site, r *library.Call, arg func(int) Value) *Object {
	o := &Object{
		Row: r, Kind: r.Kind, Args: rowArgs(r, arg), Pos: s.pos, Func: s.fn,
		Stack: m.callStack(), Guard: slices.Clone(m.guard), Targs: m.resolved(s.in.Targs),
		Reached: m.prog.IsLocal(s.fn), Root: m.current,
	}
	if r.Verb != library.VerbAsk { // a loop that asks again has built nothing more
		m.built++
	}
	m.trail.addObject(&m.objects, o)
	m.noteObject(o)
	return o
}

func rowArgs(r *library.Call, arg func(int) Value) map[string]Value {
	args := make(map[string]Value, len(r.Args))
	for _, a := range r.Args {
		args[a.Name] = freeze(follow(&a, arg(a.Index)))
	}
	return args
}

// follow follows the path of a row's argument from the argument itself.
func follow(a *library.Arg, v Value) Value {
	if a.Text != "" {
		return stringConst(a.Text)
	}
	for _, name := range a.Path {
		if o, ok := Unwrap(v).(*Object); ok {
			v = o.Arg(name)
			continue
		}
		v = Field(v, name)
	}
	return v
}

// rowOp records an operation on each object that its target may be.
func (m *Machine) rowOp(s *site, r *library.Call, arg func(int) Value) Value {
	target := arg(r.On)
	var made Value
	alts := Alternatives(target)
	for _, alt := range alts {
		o, ok := Unwrap(alt.V).(*Object)
		if !ok {
			if u, ok := Unwrap(alt.V).(*Unknown); ok && len(m.watch) == 0 {
				if _, known := m.seenOn[s.pos]; u.Param && !known {
					m.seenOn[s.pos] = false
				}
				m.astray[r.Package] = m.astray[r.Package] || !u.Param
			}
			continue
		}
		m.seenOn[s.pos] = true
		if len(alts) > 1 && len(alt.Guard) == 0 {
			alt.Guard = unsaid() // it may be another
		}
		op := &Op{
			Row: r, Kind: r.Kind, Args: rowArgs(r, arg), Pos: s.pos, Stack: m.callStack(),
			Guard: append(m.guard.Beyond(o.Guard), alt.Guard...),
		}
		if r.Result == "new" {
			op.Made = m.newObject(s, r, arg)
			op.Made.Parent, op.Made.Op = o, op
			made = joinGuarded(made, op.Made, alt.Guard)
		}
		m.built++
		if len(o.Ops) >= maxOps+m.evaluation.calls {
			panic(tooMuch{s.pos})
		}
		m.touch(o)
		m.trail.addOp(o, op)
	}
	switch r.Result {
	case "recv":
		return m.rowResult(s, target)
	case "new":
		if made == nil {
			return m.unknownResult(s, reason.Builder)
		}
		return m.rowResult(s, made)
	case "", "unknown":
		return m.unknownResult(s, reason.ResultOf, ShortFunc(r.Key()))
	}
	return m.rowResult(s, arg(r.Arg(r.Result)))
}

// rowGet reads an argument of the object that is the receiver.
func (m *Machine) rowGet(s *site, r *library.Call, recv Value) Value {
	switch x := Unwrap(recv).(type) {
	case *Object:
		if v, ok := x.Args[r.Kind]; ok {
			return m.rowResult(s, v)
		}
		if v := x.compose(r); v != nil {
			if len(s.in.Res) > 0 && recipe.Shape(s.in.Res[0]) == recipe.ShapeStruct {
				v = Deref(v) // the call returns the struct itself
			}
			return m.rowResult(s, v)
		}
	case *Unknown: // what a framework hands to a function that is observed
		if c, ok := x.fields[r.Kind]; ok && c.v != nil {
			return m.rowResult(s, c.v)
		}
	case Ptr, *Struct:
		// A type of the program that implements the interface.
		if id := m.prog.Method(DynamicType(recv), s.in.Sym); id != "" {
			if fn := m.prog.Func(id); fn != nil {
				t := *s
				t.args = append([]Value{x}, s.args[1:]...)
				if v, ok := m.enter(&t, fn, nil); ok {
					return v
				}
			}
		}
	}
	return withRow(m.unknownResult(s, reason.ResultOf, ShortFunc(r.Key())), r.Key())
}

// compose returns a struct of the arguments of an object that a `get` row names,
// nil if it names none or the object lacks one.
func (o *Object) compose(r *library.Call) Value {
	if len(r.Args) == 0 {
		return nil
	}
	s := &Struct{Fields: make(map[string]*Cell), Made: append(slices.Clone(o.Stack), o.Pos)}
	for _, a := range r.Args {
		v, ok := o.Args[a.Text]
		if !ok {
			return nil
		}
		s.Fields[a.Name] = &Cell{v: v}
	}
	return Ptr{&Cell{v: s}}
}

// rowResult shapes v into the results of the call: v for the first that is no
// error, nil for errors.
func (m *Machine) rowResult(s *site, v Value) Value {
	if len(s.in.Res) <= 1 {
		if s.in.Res == string(rune(recipe.ShapeError)) {
			return Nil{}
		}
		return v
	}
	out, _ := m.unknownResult(s, reason.FurtherResult).(Tuple)
	given := false
	for i := range out {
		switch {
		case recipe.Shape(s.in.Res[i]) == recipe.ShapeError:
			out[i] = Nil{}
		case !given:
			out[i], given = v, true
		}
	}
	return out
}
