package interp

// This file runs functions of strings, strconv and paths on constants, by calling
// them.

import (
	"reflect"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/pure"
)

// tooManyOutcomes reports whether the arguments of a function of the standard library
// have more combinations of alternatives than a value may have: it is not run for each.
func tooManyOutcomes(args []Value) bool {
	n := 1
	for _, a := range args {
		if o, ok := Unwrap(a).(*OneOf); ok {
			n *= len(o.Alts)
		}
		if n > maxAlts {
			return true
		}
	}
	return false
}

// stdPure runs a function of constants; ok is false if id is none of them.
func (m *Machine) stdPure(s *site, id string) (v Value, ok bool) {
	f, ok := pure.Functions[id]
	if !ok {
		if id == "strings.Repeat" {
			return repeatString(s), true
		}
		return nil, false
	}
	if tooManyOutcomes(s.args) {
		return m.unknownResult(s, reason.Alternatives), true
	}
	for i, a := range s.args {
		o, isOneOf := Unwrap(a).(*OneOf)
		if !isOneOf {
			continue
		}
		var out Value
		for _, alt := range o.Alts {
			t := *s
			t.args = slices.Clone(s.args)
			t.args[i] = alt.V
			r, _ := m.stdPure(&t, id)
			out = joinResults(out, r, alt.Guard)
		}
		return out, true
	}
	fn := reflect.ValueOf(f)
	in := make([]reflect.Value, len(s.args))
	for i, a := range s.args {
		if i >= fn.Type().NumIn() {
			return m.unknownOf(s), true
		}
		if in[i], ok = toGo(a, fn.Type().In(i)); !ok {
			return m.unknownOf(s), true
		}
	}
	var out []reflect.Value
	if fn.Type().IsVariadic() {
		out = fn.CallSlice(in)
	} else {
		out = fn.Call(in)
	}
	res := make(Tuple, len(out))
	for i, r := range out {
		res[i] = fromGo(r, m.trail.birth())
	}
	if len(res) == 1 {
		return res[0], true
	}
	return res, true
}

// unknownOf returns an unknown result for the reason that an argument is.
func (m *Machine) unknownOf(s *site) Value {
	u := derived(s.pos, s.args...)
	v := m.resultFor(s, u.Reason)
	if t, ok := v.(Tuple); ok {
		for _, r := range t {
			if x, ok := r.(*Unknown); ok {
				x.Param, x.Row = u.Param, u.Row
			}
		}
		return v
	}
	return u
}

func repeatString(s *site) Value {
	str, ok1 := AsString(s.args[0])
	n, ok2 := AsInt(s.args[1])
	if ok1 && ok2 && 0 <= n && n*len(str) < 1<<16 {
		return stringConst(strings.Repeat(str, n))
	}
	return derived(s.pos, s.args...)
}

// toGo returns a known value as one of type t.
func toGo(v Value, t reflect.Type) (out reflect.Value, ok bool) {
	out = reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.String:
		s, ok := AsString(v)
		out.SetString(s)
		return out, ok
	case reflect.Bool:
		b, ok := AsBool(v)
		out.SetBool(b)
		return out, ok
	case reflect.Slice:
		list, ok := cells(v)
		for _, c := range list {
			e, known := toGo(orZero(c.v), t.Elem())
			out, ok = reflect.Append(out, e), ok && known
		}
		return out, ok
	}
	i, ok := AsInt(v)
	switch {
	case ok && out.CanInt() && !out.OverflowInt(int64(i)):
		out.SetInt(int64(i))
	case ok && out.CanUint() && i >= 0 && !out.OverflowUint(uint64(i)):
		out.SetUint(uint64(i))
	default:
		return out, false
	}
	return out, true
}

// fromGo returns the value of a result, whose elements come into being at born.
func fromGo(v reflect.Value, born *birth) Value {
	switch x := v.Interface().(type) {
	case string:
		return stringConst(x)
	case bool:
		return boolConst(x)
	case []string:
		out := Slice{}
		for _, e := range x {
			out.Elems = append(out.Elems, &Cell{v: stringConst(e), born: born})
		}
		return out
	case error:
		return newError(born, stringConst(x.Error()))
	}
	switch {
	case v.CanInt():
		return intConst(int(v.Int()))
	case v.CanUint():
		return intConst(int(v.Uint()))
	}
	return Nil{} // an error that is nil
}

// stdBuilder runs the methods of strings.Builder and bytes.Buffer that write and
// return text, and of strings.Replacer.
func (m *Machine) stdBuilder(s *site, id string) (v Value, ok bool) {
	method, ok := strings.CutPrefix(id, "(*strings.Builder).")
	if !ok {
		if method, ok = strings.CutPrefix(id, "(*bytes.Buffer)."); !ok {
			return nil, false
		}
	}
	text := hidden(s.args[0], "text")
	if text == nil {
		return nil, false
	}
	switch method {
	case "String":
		return zeroText(text.v), true
	case "Len":
		return length(zeroText(text.v), s), true
	case "Reset":
		m.trail.set(text, stringConst(""))
		return Tuple{}, true
	case "Grow":
		return Tuple{}, true
	case "WriteString":
		m.write(text, s.args[1], s)
	case "WriteByte", "WriteRune":
		add := Value(derived(s.pos, s.args[1]))
		if r, known := AsInt(s.args[1]); known {
			add = stringConst(string(rune(r)))
		}
		m.write(text, add, s)
	default:
		m.trail.set(text, derived(s.pos))
		return nil, false
	}
	return m.unknownResult(s, reason.ResultOf, ShortFunc(id)), true
}

// write appends to the text of a builder.
func (m *Machine) write(text *Cell, add Value, s *site) {
	m.trail.set(text, binary("+", zeroText(text.v), add, s.pos))
}

func zeroText(v Value) Value {
	if v == nil {
		return stringConst("")
	}
	return v
}
