package assembly

// This file looks behind the functions and literals of a program: what a handler wraps, which
// code made a definition, what functions return together.

import (
	"strconv"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// IsPointer reports whether x is a pointer to a variable.
func (x Value) IsPointer() bool {
	_, is := interp.Unwrap(x.v).(interp.Ptr)
	return is
}

// Constant returns a constant as fmt prints it; ok is false if x is none.
func (x Value) Constant() (text string, ok bool) {
	c, ok := interp.Unwrap(x.v).(interp.Const)
	if !ok {
		return "", false
	}
	if s, isText := interp.AsString(c); isText {
		return s, true
	}
	if b, isBool := interp.AsBool(c); isBool {
		return strconv.FormatBool(b), true
	}
	n, isInt := interp.AsInt(c)
	return strconv.Itoa(n), isInt
}

// Identity returns what two values have in common that are one variable of the program.
func (x Value) Identity() any { return interp.Unwrap(x.v) }

// Speaks reports whether the code of x, a function, has a text in it.
func (x Value) Speaks(text string) bool { return x.a.Machine.Speaks(x.v, text) }

// ObserveStream is ObserveMethod for a method that returns a stream, which its caller reads to
// the end.
func (x Value) ObserveStream(name string) *Behaviour { return x.a.Machine.ObserveStream(x.v, name) }

// Only returns what x is if it is one value beside nil, x itself otherwise.
func (x Value) Only() Value {
	if list := x.Each(); len(list) == 1 {
		return list[0]
	}
	return x
}

// Pointed returns what x may be, or what it may point to, each without pointers.
func (x Value) Pointed() []Value {
	var out []Value
	for _, one := range x.Each() {
		for _, inner := range one.Behind().Each() {
			out = append(out, inner.Behind())
		}
	}
	return out
}

// As returns x as an interface holds it, as a value of the named type.
func (x Value) As(typ string) Value { return x.with(interp.Iface{Type: typ, V: x.v}) }

// Trail returns the calls that led to the literal of a framework's type that x is, outermost
// first, and its own position.
func (x Value) Trail() []graph.Pos {
	if s, ok := interp.Deref(x.v).(*interp.Struct); ok {
		return s.Made
	}
	return nil
}

// Makers returns the functions whose bodies led to the literal that x is, outermost first.
func (x Value) Makers() []string {
	if s, ok := interp.Deref(x.v).(*interp.Struct); ok {
		return s.In
	}
	return nil
}

// Alike reports whether two functions are one, with captured variables that are alike: calls
// of them do the same.
func (x Value) Alike(y Value) bool {
	f, ok := interp.Unwrap(x.v).(interp.FuncValue)
	g, both := interp.Unwrap(y.v).(interp.FuncValue)
	return ok && both && x.a.Machine.Alike(f, g)
}

// isSame reports whether two functions are alike, or two pointers are to one variable.
func (x Value) isSame(y Value) bool {
	p, ok := interp.Unwrap(x.v).(interp.Ptr)
	q, both := interp.Unwrap(y.v).(interp.Ptr)
	return ok && both && p == q || x.Alike(y)
}

// MayHave reports whether a call of x may have an effect of one of some kinds at all.
func (x Value) MayHave(kinds ...string) bool { return x.a.Machine.MayHave(x.v, kinds...) }

// Around reports whether the code that makes o, from the function with which the evaluation
// began, may have an effect of a kind.
func (a *Assembly) Around(o *Object, kind string) bool {
	return a.Machine.MayHave(interp.FuncValue{ID: o.Root}, kind)
}

// MayDispatch returns the methods of the types that x may call through interfaces.
func (x Value) MayDispatch(types []string) []Value {
	f, ok := interp.Unwrap(x.v).(interp.FuncValue)
	if !ok {
		return nil
	}
	return x.a.functions(x.a.Machine.MayDispatch(f, types))
}

// Dispatched returns the methods with bodies that an observed function calls through
// interfaces.
func (a *Assembly) Dispatched(b *Behaviour) []Value { return a.functions(b.Dispatched) }

func (a *Assembly) functions(fs []interp.FuncValue) []Value {
	out := make([]Value, len(fs))
	for i, f := range fs {
		out[i] = a.Read(f)
	}
	return out
}

// ObserveInner says what x, a function that returns functions, does with the arguments as
// given, and what these do with theirs.
func (x Value) ObserveInner(args, inner []Value) *Behaviour {
	return x.a.Machine.ObserveInner(x.v, raw(args), raw(inner))
}

// ObserveDoing is ObserveInner for ConsentGate.
func (x Value) ObserveDoing(args, inner []Value) *Behaviour {
	return x.a.Machine.ObserveDoing(x.v, raw(args), raw(inner))
}

// A decided is what a function, or a method of a value, does where deciders count as humans.
type decided struct {
	handler Value
	method  string
	b       *Behaviour
}

// observeDeciding is ObserveDoing, or ObserveMethodDoing for a method of a name, where deciders count
// as humans. Of a function it is asked twice, for its gate and for what it holds, and observed once.
func (x Value) observeDeciding(method string) *Behaviour {
	last := &x.a.decided
	if last.b != nil && last.method == method && x.isSame(last.handler) {
		return last.b
	}
	*last = decided{handler: x, method: method}
	if method != "" {
		last.b = x.a.Machine.ObserveMethodDeciding(x.v, method)
	} else {
		last.b = x.a.Machine.ObserveDeciding(x.v)
	}
	return last.b
}

// ObserveMethodDoing is ObserveMethod for ConsentGate.
func (x Value) ObserveMethodDoing(name string, args ...Value) *Behaviour {
	return x.a.Machine.ObserveMethodDoing(x.v, name, raw(args)...)
}

func raw(list []Value) []interp.Value {
	out := make([]interp.Value, len(list))
	for i, x := range list {
		out[i] = x.v
	}
	return out
}

// Together returns the results of each function with which the evaluation began.
func (a *Assembly) Together() [][]Value {
	var out [][]Value
	for _, vals := range a.Machine.Returned() {
		list := make([]Value, len(vals))
		for i, v := range vals {
			list[i] = a.Read(v)
		}
		out = append(out, list)
	}
	return out
}

// Handed returns what the functions of the package return, alone or in lists, of types of the program's own that have a method.
func (a *Assembly) Handed(method string) (out []Value) {
	for _, vals := range a.Together() {
		for _, v := range vals {
			list, _ := v.List()
			for _, x := range append(v.Each(), list...) {
				if (x.IsPointer() || x.IsStruct()) && x.Object() == nil && x.HasMethod(method) {
					out = append(out, x)
				}
			}
		}
	}
	return out
}

// SchemaParams returns the properties that a JSON schema describes, at the position of its
// tool.
func (x Value) SchemaParams(pos graph.Pos) []graph.Param { return interp.SchemaParams(x.v, pos) }

// ClosedSchema reports whether SchemaParams has all arguments: see interp.ClosedSchema.
func (x Value) ClosedSchema() bool { return interp.ClosedSchema(x.v) }

// Described returns the JSON schema of an object whose properties x, a map, describes in structs of a library.
func (x Value) Described(words interp.ParamWords) Value { return x.a.Read(words.Object(x.v)) }

// FieldOf returns the name of the field that x is of a variable of the framework whose row
// has the kind, "" if x is none.
func (x Value) FieldOf(kind string) string {
	if p, ok := x.v.(interp.Part); ok && p.Object.Kind == kind {
		return p.Field
	}
	return ""
}

// Rewrites returns why code that a framework runs around the questions to a model may change
// what the model is offered: it mentions a field with a row of kind "offers", or has no body
// that agentvet can see. It is nil for code that does not.
func (x Value) Rewrites() *Unknown {
	for _, f := range x.Each() {
		switch fn := f.a.Functions().Func(f.Func()); {
		case f.IsZero() || f.IsNil():
		case !f.IsFunc():
			return f.Why(reason.NoneSeen, "function")
		case fn == nil:
			return &Unknown{Reason: reason.Of(reason.BodyOf, interp.ShortFunc(f.Func()))}
		case f.MayHave("offers"):
			return &Unknown{Reason: reason.Of(reason.SaysTools, "middleware"), Pos: fn.Pos()}
		}
	}
	return nil
}
