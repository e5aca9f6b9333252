package extract

// This file knows the functions of the language and of the standard library
// that builder code computes names and lists with.

import (
	"fmt"
	"go/constant"
	"path"
	"slices"
	"strconv"
	"strings"
)

// builtin runs a builtin function.
func (m *Machine) builtin(s *site) (Value, bool) {
	a := s.args
	switch s.in.Sym {
	case "append":
		return appendValues(a[0], a[1], s), true
	case "len", "cap":
		return length(a[0], s), true
	case "copy":
		m.copySlice(a[0], a[1])
		return &Unknown{Reason: "it is the result of copy", Pos: s.pos}, true
	case "delete":
		if mp, ok := Unwrap(a[0]).(*Map); ok && mp.More == nil {
			mp.More = &Unknown{Reason: "entries are deleted", Pos: s.pos}
		}
		return Tuple{}, true
	case "panic":
		return nil, false
	case "min", "max":
		return derived(s.pos, a...), true
	case "recover":
		return Nil{}, true
	case "ssa:wrapnilchk": // what a method wrapper does before it dereferences
		return a[0], true
	}
	return derived(s.pos, a...), true
}

func appendValues(dst, src Value, s *site) Value {
	if o, ok := dst.(*OneOf); ok {
		return overAlts(o, func(v Value) Value { return appendValues(v, src, s) })
	}
	out := Slice{}
	switch x := dst.(type) {
	case Slice:
		out = Slice{Elems: slices.Clone(x.Elems), More: x.More}
	case Nil, Zero:
	default:
		u := derived(s.pos, dst)
		out.More = u
	}
	elems, more := Elems(src)
	for _, e := range elems {
		out.Elems = append(out.Elems, &Cell{v: copyValue(guarded(e.V, e.Guard))})
	}
	if more != nil {
		out.More = more
	}
	return out
}

func length(v Value, s *site) Value {
	switch x := Deref(v).(type) {
	case Slice:
		if x.More == nil {
			return intConst(len(x.Elems))
		}
		return derived(s.pos, x.More)
	case *Array:
		return intConst(len(x.Elems))
	case *Map:
		if x.More == nil {
			return intConst(len(x.Entries))
		}
		return derived(s.pos, x.More)
	case Nil, Zero:
		return intConst(0)
	case Const:
		if str, ok := AsString(x); ok {
			return intConst(len(str))
		}
	case *OneOf:
		return overAlts(x, func(v Value) Value { return length(v, s) })
	}
	return derived(s.pos, v)
}

func (m *Machine) copySlice(dst, src Value) {
	d, ok := Unwrap(dst).(Slice)
	if !ok {
		return
	}
	elems, _ := Elems(src)
	for i := range min(len(d.Elems), len(elems)) {
		m.trail.set(d.Elems[i], guarded(elems[i].V, elems[i].Guard))
	}
}

// stopsProgram reports whether a function never returns.
func stopsProgram(id string) bool {
	switch id {
	case "os.Exit", "runtime.Goexit", "log.Fatal", "log.Fatalf", "log.Fatalln", "log.Panic", "log.Panicf", "log.Panicln",
		"(*log.Logger).Fatal", "(*log.Logger).Fatalf", "(*log.Logger).Fatalln", "(*log.Logger).Panic",
		"(*testing.common).Fatal", "(*testing.common).Fatalf", "(*testing.common).FailNow",
		"(*testing.common).Skip", "(*testing.common).Skipf", "(*testing.common).SkipNow":
		return true
	}
	return false
}

// mayFill reports whether a function without a body may write to what it is
// given by pointer. The standard library does so only where it says so.
func mayFill(id string) bool {
	if !isStandard(id) {
		return true
	}
	name := id[strings.LastIndex(id, ".")+1:]
	for _, w := range []string{"Unmarshal", "Decode", "Scan", "Sscan", "Fscan", "Read", "Var", "As", "Bind", "Swap", "Store"} {
		if strings.HasPrefix(name, w) || strings.HasSuffix(name, "Var") {
			return true
		}
	}
	return false
}

// standard runs a function of the standard library on known arguments; ok is
// false if it is none of those below. The function is one switch.
func (m *Machine) standard(s *site, id string) (v Value, ok bool) {
	switch id {
	case "errors.New", "fmt.Errorf":
		return anError(), true
	case "errors.Join":
		if elems, _ := Elems(s.args[0]); slices.ContainsFunc(elems, func(e Alt) bool { return isError(e.V) }) {
			return anError(), true
		}
		return Nil{}, true
	case "fmt.Sprintf":
		return m.sprintf(s), true
	case "fmt.Sprint":
		return m.sprint(s), true
	case "strings.Join":
		return m.joinStrings(s), true
	case "(*sync.Once).Do", "(*sync.WaitGroup).Go":
		if f, isFunc := Unwrap(s.args[1]).(FuncValue); isFunc {
			m.callBack(s, f)
		}
		return Tuple{}, true
	case "slices.Clone", "slices.Clip":
		return s.args[0], true
	case "slices.Concat":
		return concat(s), true
	case "strings.Repeat":
		str, ok1 := AsString(s.args[0])
		n, ok2 := AsInt(s.args[1])
		if ok1 && ok2 && 0 <= n && n*len(str) < 1<<16 {
			return stringConst(strings.Repeat(str, n)), true
		}
	}
	f, known := stringFuncs[id]
	if !known {
		return nil, false
	}
	strs := make([]string, len(s.args))
	for i, a := range s.args {
		str, isString := AsString(a)
		if n, isInt := AsInt(a); !isString && isInt {
			str, isString = strconv.Itoa(n), true
		}
		if !isString {
			if o, isOneOf := Unwrap(a).(*OneOf); isOneOf && len(s.args) == 1 {
				return overAlts(o, func(v Value) Value {
					t := *s
					t.args = []Value{v}
					r, _ := m.standard(&t, id)
					return orZero(r)
				}), true
			}
			return derived(s.pos, s.args...), true
		}
		strs[i] = str
	}
	return f(strs), true
}

func anError() Value {
	return Iface{Type: "*errors.errorString", V: &Struct{Type: "errors.errorString", Fields: map[string]*Cell{}}}
}

// stringFuncs are the functions of constant strings.
var stringFuncs = map[string]func(a []string) Value{
	"strings.ToLower":    func(a []string) Value { return stringConst(strings.ToLower(a[0])) },
	"strings.ToUpper":    func(a []string) Value { return stringConst(strings.ToUpper(a[0])) },
	"strings.TrimSpace":  func(a []string) Value { return stringConst(strings.TrimSpace(a[0])) },
	"strings.TrimPrefix": func(a []string) Value { return stringConst(strings.TrimPrefix(a[0], a[1])) },
	"strings.TrimSuffix": func(a []string) Value { return stringConst(strings.TrimSuffix(a[0], a[1])) },
	"strings.Trim":       func(a []string) Value { return stringConst(strings.Trim(a[0], a[1])) },
	"strings.ReplaceAll": func(a []string) Value { return stringConst(strings.ReplaceAll(a[0], a[1], a[2])) },
	"strings.HasPrefix":  func(a []string) Value { return boolConst(strings.HasPrefix(a[0], a[1])) },
	"strings.HasSuffix":  func(a []string) Value { return boolConst(strings.HasSuffix(a[0], a[1])) },
	"strings.Contains":   func(a []string) Value { return boolConst(strings.Contains(a[0], a[1])) },
	"strings.EqualFold":  func(a []string) Value { return boolConst(strings.EqualFold(a[0], a[1])) },
	"strconv.Itoa":       func(a []string) Value { return stringConst(a[0]) },
	"path.Base":          func(a []string) Value { return stringConst(path.Base(a[0])) },
}

// printable returns a constant as fmt prints it.
func printable(v Value) (any, bool) {
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
	}
	return nil, false
}

func (m *Machine) printables(v Value) ([]any, bool) {
	elems, more := Elems(v)
	if more != nil {
		return nil, false
	}
	out := make([]any, len(elems))
	for i, e := range elems {
		p, ok := printable(e.V)
		if !ok || len(e.Guard) > 0 {
			return nil, false
		}
		out[i] = p
	}
	return out, true
}

func (m *Machine) sprintf(s *site) Value {
	format, ok := AsString(s.args[0])
	args, known := m.printables(s.args[1])
	if !ok || !known {
		elems, _ := Elems(s.args[1])
		return derived(s.pos, append([]Value{s.args[0]}, values(elems)...)...)
	}
	return stringConst(fmt.Sprintf(format, args...))
}

func (m *Machine) sprint(s *site) Value {
	if args, known := m.printables(s.args[0]); known {
		return stringConst(fmt.Sprint(args...))
	}
	elems, _ := Elems(s.args[0])
	return derived(s.pos, values(elems)...)
}

func values(alts []Alt) []Value {
	out := make([]Value, len(alts))
	for i, a := range alts {
		out[i] = a.V
	}
	return out
}

func (m *Machine) joinStrings(s *site) Value {
	sep, ok := AsString(s.args[1])
	args, known := m.printables(s.args[0])
	if !ok || !known {
		return derived(s.pos, s.args...)
	}
	strs := make([]string, len(args))
	for i, a := range args {
		strs[i] = fmt.Sprint(a)
	}
	return stringConst(strings.Join(strs, sep))
}

func concat(s *site) Value {
	out := Slice{}
	lists, more := Elems(s.args[0])
	out.More = more
	for _, l := range lists {
		elems, more := Elems(l.V)
		for _, e := range elems {
			out.Elems = append(out.Elems, &Cell{v: guarded(e.V, append(slices.Clone(l.Guard), e.Guard...))})
		}
		if more != nil {
			out.More = more
		}
	}
	return out
}
