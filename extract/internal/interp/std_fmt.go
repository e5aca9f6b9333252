package interp

// This file prints values as package fmt does, and knows errors.

import (
	"fmt"
	"go/constant"
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// stdFmt runs functions of fmt and errors.
func (m *Machine) stdFmt(s *site, id string) (v Value, ok bool) {
	a := s.args
	switch id {
	case "errors.New":
		return newError(m.trail.birth(), a[0]), true
	case "fmt.Errorf":
		var wraps []Value
		elems, _ := Elems(a[1])
		for _, e := range elems {
			if m.interruptIn(e.V) != nil {
				return e.V, true // the framework unwraps it
			}
			if isError(e.V) {
				wraps = append(wraps, e.V)
			}
		}
		return newError(m.trail.birth(), m.sprintf(s, a[0], a[1]), wraps...), true
	case "errors.Join":
		var wraps []Value
		elems, _ := Elems(a[0])
		for _, e := range elems {
			if isError(e.V) {
				wraps = append(wraps, e.V)
			}
		}
		if len(wraps) == 0 {
			return Nil{}, true
		}
		return newError(m.trail.birth(), derived(s.pos), wraps...), true
	case "errors.Is":
		if is, known := errorIs(a[0], a[1]); known {
			return boolConst(is), true
		}
		u := derived(s.pos, a...)
		if isFailure(a[0]) || m.asked() && isError(a[0]) {
			u.Origin = AboutFailure{}
		}
		return u, true
	case "(*errors.errorString).Error":
		if text := hidden(a[0], "text"); text != nil {
			return orZero(text.v), true
		}
		return derived(s.pos, a...), true // of an error that code without a recipe got
	case "fmt.Sprintf":
		return m.sprintf(s, a[0], a[1]), true
	case "fmt.Sprint", "fmt.Sprintln":
		return m.sprint(s, a[0], id == "fmt.Sprintln"), true
	case "fmt.Fprintf", "fmt.Fprint", "fmt.Fprintln", "io.WriteString":
		if t := DynamicType(a[0]); t != "*strings.Builder" && t != "*bytes.Buffer" {
			return nil, false
		}
		text := hidden(a[0], "text")
		if text == nil {
			return nil, false
		}
		var add Value
		switch id {
		case "fmt.Fprintf":
			add = m.sprintf(s, a[1], a[2])
		case "io.WriteString":
			add = a[1]
		default:
			add = m.sprint(s, a[1], id == "fmt.Fprintln")
		}
		m.write(text, add, s)
		return m.unknownResult(s, reason.ResultOf, ShortFunc(id)), true
	}
	return nil, false
}

// newError returns an error that is equal to no other, and comes into being at born.
func newError(born *birth, text Value, wraps ...Value) Value {
	return Iface{Type: "*errors.errorString", V: newStruct(born, "errors.errorString", map[string]Value{"text": text, "wraps": List(wraps...)})}
}

// someError returns an error that is not nil, and may be any.
func someError() Value { return Iface{V: &Unknown{Reason: reason.Of(reason.AnError)}} }

// errorIs reports whether an error is target or wraps it, as errors.Is does for
// errors that define nothing else.
func errorIs(err, target Value) (is, known bool) {
	switch e := err.(type) {
	case Nil, Zero:
		return IsZero(target), true
	case Iface:
		t, ok := target.(Iface)
		if !ok {
			return false, false
		}
		if e.Type != "*errors.errorString" || t.Type != "*errors.errorString" {
			return false, false
		}
		if e.V == t.V {
			return true, true
		}
		wraps, _ := Elems(Field(e, "wraps"))
		for _, w := range wraps {
			if is, known := errorIs(w.V, target); is || !known {
				return is, known
			}
		}
		return false, true
	}
	return false, false
}

// isSentinel reports whether an error is the value of a package-level variable:
// such errors tell callers what to do, and do not stop the program.
func (m *Machine) isSentinel(err Value) bool {
	i, ok := err.(Iface)
	if !ok {
		return false
	}
	for _, c := range m.globals {
		if g, ok := c.v.(Iface); ok && g.V == i.V {
			return true
		}
	}
	return false
}

// shown is a value that prints itself as text, and as a number where a verb asks
// for one.
type shown struct {
	text string
	v    any
}

// Format implements fmt.Formatter.
func (s shown) Format(f fmt.State, verb rune) {
	if strings.ContainsRune("svqxX", verb) {
		fmt.Fprintf(f, fmt.FormatString(f, verb), s.text)
		return
	}
	fmt.Fprintf(f, fmt.FormatString(f, verb), s.v)
}

// printable returns a value as fmt prints it; ok is false if that is not known.
func (m *Machine) printable(v Value, pos graph.Pos) (out any, ok bool) {
	typ := DynamicType(v)
	for _, name := range []string{"Error", "String"} {
		id, known := m.prog.MethodOf(typ, name)
		if !known {
			return nil, false
		}
		if id == "" {
			continue
		}
		text, ok := AsString(m.callNamed(id, Unwrap(v), pos))
		out, _ := constant2Go(v)
		if str, isString := out.(string); isString && str != "" {
			out = text // fmt puts no spaces around strings
			return out, ok
		}
		return shown{text, out}, ok
	}
	switch x := Unwrap(v).(type) {
	case Slice:
		list, known := cells(x)
		all := make([]any, len(list))
		for i, c := range list {
			if all[i], ok = m.printable(c.v, pos); !ok {
				return nil, false
			}
		}
		return all, known && (typ == "[]string" || typ == "[]int")
	case Nil:
		return nil, true
	}
	return constant2Go(v)
}

// callNamed calls a method without parameters, the unknown if it has no body.
func (m *Machine) callNamed(id string, recv Value, pos graph.Pos) Value {
	s := siteOf(pos, "s", recv)
	if v, ok := m.callStatic(s, id, "", nil); ok && v != nil {
		return v
	}
	return derived(pos)
}

// constant2Go returns a constant as a Go value.
func constant2Go(v Value) (any, bool) {
	c, ok := Unwrap(v).(Const)
	if !ok {
		return nil, false
	}
	switch c.V.Kind() {
	case constant.String:
		return constant.StringVal(c.V), true
	case constant.Bool:
		return constant.BoolVal(c.V), true
	case constant.Int:
		if i, exact := constant.Int64Val(c.V); exact {
			return i, true
		}
	case constant.Float:
		f, _ := constant.Float64Val(c.V)
		return f, true
	}
	return nil, false
}

func (m *Machine) printables(list Value, pos graph.Pos) ([]any, bool) {
	elems, known := cells(list)
	if !known {
		return nil, false
	}
	out := make([]any, len(elems))
	for i, c := range elems {
		p, ok := m.printable(orZero(c.v), pos)
		if !ok {
			return nil, false
		}
		out[i] = p
	}
	return out, true
}

// sprintf formats; alternatives of one operand make alternatives of the result.
func (m *Machine) sprintf(s *site, format, list Value) Value {
	return m.eachOutcome(s, list, func(list Value) Value {
		f, ok := AsString(format)
		args, known := m.printables(list, s.pos)
		if !ok || !known || strings.Contains(f, "%T") || strings.Contains(f, "%p") {
			return m.notPrintable(s, format, list)
		}
		text := fmt.Sprintf(f, args...)
		if strings.Contains(text, "%!") { // a mistake of the program, said with types
			return derived(s.pos)
		}
		return stringConst(text)
	})
}

func (m *Machine) sprint(s *site, list Value, line bool) Value {
	return m.eachOutcome(s, list, func(list Value) Value {
		args, known := m.printables(list, s.pos)
		switch {
		case !known:
			return m.notPrintable(s, list)
		case line:
			return stringConst(fmt.Sprintln(args...))
		}
		return stringConst(fmt.Sprint(args...))
	})
}

func (m *Machine) notPrintable(s *site, vals ...Value) Value {
	for _, v := range vals[len(vals)-1:] {
		elems, _ := Elems(v)
		for _, e := range elems {
			vals = append(vals, e.V)
		}
	}
	return derived(s.pos, vals...)
}

// eachOutcome runs print for each alternative of the operands in list, of which
// one may have several.
func (m *Machine) eachOutcome(s *site, list Value, print func(list Value) Value) Value {
	elems, known := cells(list)
	if !known || tooManyOutcomes(loaded(elems)) {
		return print(list)
	}
	for i, c := range elems {
		o, ok := Unwrap(c.v).(*OneOf)
		if !ok {
			continue
		}
		var out Value
		for _, alt := range o.Alts {
			vals := loaded(elems)
			vals[i] = alt.V
			out = joinGuarded(out, m.eachOutcome(s, List(vals...), print), alt.Guard)
		}
		return out
	}
	return print(list)
}
