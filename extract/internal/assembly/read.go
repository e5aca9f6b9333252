package assembly

// This file reads what is made of values: the arguments of objects and steps, options,
// fields whose names do not matter, and functions.

import (
	"strings"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/recipe"
)

// More of what the interpreter recorded, see value.go.
type (
	Course = interp.Course
	LoopAt = interp.LoopAt
	Cond   = interp.Cond
	Path   = interp.Way
	Param  = recipe.Param
)

// CourseEnd stands for the end of a function among the steps that follow on one.
const CourseEnd = interp.CourseEnd

// OwnConsent is what MayHave is asked of code that mentions an argument with the name of a confirmation.
const OwnConsent = interp.OwnConsent

// SaysConsent reports whether a name is that of an argument which says that somebody agreed.
func SaysConsent(name string) bool { return interp.SaysConsent(name) }

// Decider is what MayHave is asked of code that mentions the name of a decider: see DeciderGate.
const Decider = interp.Decider

// NewUnknown returns what a framework gives to a function that is observed with it: a value
// of which nothing is known, but for its fields that are set.
func (a *Assembly) NewUnknown(why reason.Code, args ...string) Value {
	return a.Read(Because(why, args...))
}

// NewText returns a text that a framework gives to a function that is observed with it.
func (a *Assembly) NewText(s string) Value { return a.Read(interp.String(s)) }

// NewObject returns an object that no call of the program made, for functions that are
// observed with it.
func (a *Assembly) NewObject(kind string, args map[string]Value) Value {
	raw := make(map[string]interp.Value)
	for name, arg := range args {
		raw[name] = arg.v
	}
	return a.Read(interp.NewObject(kind, raw))
}

// NewStruct returns a pointer to a struct of the named type, for functions that are observed
// with it.
func (a *Assembly) NewStruct(typ string, fields map[string]Value) Value {
	raw := make(map[string]interp.Value)
	for name, field := range fields {
		raw[name] = field.v
	}
	return a.Read(a.Machine.NewStruct(typ, raw))
}

// NewList returns a list of values, and of others if more says why.
func (a *Assembly) NewList(list []Value, more *Unknown) Value {
	s := interp.Slice{More: more}
	for _, x := range list {
		s.Elems = append(s.Elems, interp.List(x.v).(interp.Slice).Elems...)
	}
	return a.Read(s)
}

// Set gives a field of a value that is not known, of a struct of the named type, a value,
// and returns it.
func (x Value) Set(typ, field string, val Value) Value {
	if u, ok := x.v.(*Unknown); ok {
		u.SetField(typ, field, val.v)
	}
	return x
}

// NewNext returns the function that a row of kind next describes: it only says that it runs.
func (a *Assembly) NewNext(row string) Value { return a.Read(interp.FuncValue{ID: row, Row: row}) }

// StepArg returns an argument of a step; one that it does not have is not given.
func (a *Assembly) StepArg(s *CourseStep, name string) Value { return a.Read(s.Args[name]) }

// ShortFunc returns the identity of a function as a message shows it.
func ShortFunc(id string) string { return interp.ShortFunc(id) }

// Given reports whether there is an argument at all.
func (x Value) Given() bool { return x.v != nil }

// Arg returns an argument of the call that made the object that x is.
func (x Value) Arg(name string) Value {
	if o := x.Object(); o != nil {
		return x.with(o.Arg(name))
	}
	return x.with(nil)
}

// Always reports whether x is there on all ways.
func (x Value) Always() bool { return len(x.Guard) == 0 }

// Instead returns u in the place of x, which is not known after all.
func (x Value) Instead(u *Unknown) Value { return x.with(u) }

// Bare returns x as it is where it is there at all, without the conditions for that.
func (x Value) Bare() Value {
	x.Guard, x.Sole = nil, true
	return x
}

// Is reports whether x and y are one: the same object, or pointers to one variable.
func (x Value) Is(y Value) bool {
	if o := x.Object(); o != nil {
		return o == y.Object()
	}
	return interp.SameVariable(x.v, y.v)
}

// Options calls each with every object in a list of options, and open with why there may be
// others.
func (x Value) Options(each func(o Value), open func(*Unknown)) {
	list, more := x.List()
	for _, o := range list {
		if o.Object() != nil {
			each(o)
		} else if !o.IsZero() { // one of the program's own may set anything
			open(o.Why(reason.OwnOption))
		}
	}
	if more != nil {
		open(more)
	}
}

// Objects returns the objects of the kinds that x may be, or of any kind if none is given.
func (x Value) Objects(kinds ...string) []*Object {
	var out []*Object
	for _, one := range x.Each() {
		if o := one.Object(kinds...); o != nil {
			out = append(out, o)
		}
	}
	return out
}

// Fields returns the fields of a struct that are set, sorted by name.
func (x Value) Fields() []Value {
	s, ok := interp.Deref(x.v).(*interp.Struct)
	if !ok {
		return nil
	}
	var out []Value
	for _, name := range s.FieldNames() {
		out = append(out, x.with(interp.Field(s, name)))
	}
	return out
}

// Behind returns what x points to, x itself if it is no pointer.
func (x Value) Behind() Value { return x.with(interp.Deref(x.v)) }

// Dynamic returns the type of what an interface holds, without its pointer; "" for others.
func (x Value) Dynamic() string { return strings.TrimPrefix(x.Held(), "*") }

// Way returns the calls that led to the literal of a framework's type that x is.
func (x Value) Way() Path {
	if s, ok := interp.Deref(x.v).(*interp.Struct); ok {
		return s.Way()
	}
	return nil
}

// Func returns the function that x is, "" if x is none that is known.
func (x Value) Func() string {
	f, _ := interp.Unwrap(x.v).(interp.FuncValue)
	return f.ID
}

// ObserveWith is Observe with the first arguments as given; one that is not given is not
// known.
func (x Value) ObserveWith(args ...Value) *Behaviour {
	return x.a.Machine.Observe(x.v, raw(args)...)
}

// Params returns the parameters of the function that x is.
func (x Value) Params() []Param { return x.a.Machine.Params(x.v) }

// Chosen describes the tool whose name a step compares with what a model chose, for the
// code that it has: below are the calls that led to the function of the step.
func (a *Assembly) Chosen(s *CourseStep, below []graph.Pos) *graph.Tool {
	pos := a.At(s.Pos, append(below[:len(below):len(below)], s.Stack...))
	t := &graph.Tool{Framework: a.Name, Name: a.Choice(s), Handler: a.StepArg(s, interp.HandlerArg).Func(), Pos: pos}
	t.Args, _ = a.StepArg(s, interp.ArgsArg).Text()
	return t
}

// Choice returns the name of a tool that a step is about, "" if it is about none.
func (a *Assembly) Choice(s *CourseStep) string {
	name, _ := a.StepArg(s, interp.ChoiceArg).Text()
	return name
}

// ChoosesAny reports whether a step only asks whether a tool has a name.
func (a *Assembly) ChoosesAny(s *CourseStep) bool {
	name, known := a.StepArg(s, interp.ChoiceArg).Text()
	return known && name == ""
}
