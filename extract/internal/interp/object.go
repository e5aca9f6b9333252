package interp

// This file defines what the interpreter records of framework calls.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// An Object is a value that a framework call made: a graph builder, an agent, a
// tool, an option. Its arguments are as they were at the call; its operations
// are the calls that the program made on it, in order.
type Object struct {
	Row     *library.Call
	Kind    string
	Args    map[string]Value
	Ops     []*Op
	Parent  *Object     // the object whose operation made it, with Op
	Op      *Op         //
	Pos     graph.Pos   // the call that made it
	Stack   []graph.Pos // the calls that led there, outermost first
	Func    string      // the function that contains the call
	Root    string      // the function with which the evaluation began
	Guard   Guard       // conditions under which it is made
	Loop    bool        // made in a loop whose iterations are not known
	Targs   []string    // type arguments of the call
	Uses    []Use       // where it goes besides rows
	Reached bool        // a function of the package under analysis holds it

	kept []Use // where it goes that changes nothing but may give it back
}

// A Use is a way an object leaves the sight of the interpreter.
type Use struct {
	Callee string // the function that it is passed to; "" if returned or stored
	Pos    graph.Pos
}

// use notes that a function gets hold of the object.
func (o *Object) use(callee string, pos graph.Pos) {
	u := Use{Callee: callee, Pos: pos}
	if callee != channelUse {
		o.Uses = append(o.Uses, u)
	}
	if callee == channelUse || library.IsStandard(funcid.Package(callee)) {
		o.kept = append(o.kept, u)
	}
}

// An Op is one framework call on an object.
type Op struct {
	Row   *library.Call
	Kind  string
	Args  map[string]Value
	Pos   graph.Pos
	Stack []graph.Pos
	Guard Guard   // conditions under which it is made where the object is
	Loop  bool    // made in a loop whose iterations are not known
	Made  *Object // what the call returned, if that is an object of its own
}

// Arg returns an argument by its name in the table, Zero if the call has none.
func (o *Object) Arg(name string) Value { return orZero(o.Args[name]) }

// Arg returns an argument by its name in the table, Zero if the call has none.
func (op *Op) Arg(name string) Value { return orZero(op.Args[name]) }

// A View chooses the position that a reader of a package looks at for a call and the
// calls that led there.
type View interface {
	At(pos graph.Pos, stack []graph.Pos) graph.Pos
}

// At returns the position of the object in a view.
func (o *Object) At(w View) graph.Pos { return w.At(o.Pos, o.Stack) }

// At returns the position of the operation in a view.
func (op *Op) At(w View) graph.Pos { return w.At(op.Pos, op.Stack) }

// Calls returns the operations of the given kinds, in program order. A call that
// two ways through the program share counts once, under the conditions of either, and so
// do calls that do the same on two ways that exclude each other.
func (o *Object) Calls(kinds ...string) []*Op {
	var out []*Op
	for _, op := range o.Ops {
		if len(kinds) > 0 && !slices.Contains(kinds, op.Kind) {
			continue
		}
		i := slices.IndexFunc(out, op.sameCall)
		if i < 0 {
			i = op.elsewhere(out)
		}
		if i >= 0 {
			merged := *out[i]
			merged.Guard = either(merged.Guard, op.Guard)
			merged.Loop = merged.Loop || op.Loop
			out[i] = &merged
			continue
		}
		out = append(out, op)
	}
	return out
}

// elsewhere returns the index of an earlier call that does what op does, on a way that
// excludes that of op, as do the ways of all calls between the two; -1 if there is none.
func (op *Op) elsewhere(earlier []*Op) int {
	if op.Made != nil || len(op.Guard) == 0 {
		return -1
	}
	for i, q := range slices.Backward(earlier) {
		switch {
		case !q.Guard.Excludes(op.Guard):
			return -1
		case q.Made == nil && op.sameEffect(q):
			return i
		}
	}
	return -1
}

// sameCall reports whether two operations are one call with one outcome.
func (op *Op) sameCall(q *Op) bool {
	return op.Pos == q.Pos && slices.Equal(op.Stack, q.Stack) && op.sameEffect(q)
}

// sameEffect reports whether two operations are of one function with one list of arguments.
func (op *Op) sameEffect(q *Op) bool {
	if op.Row != q.Row || len(op.Args) != len(q.Args) {
		return false
	}
	for name, v := range op.Args {
		if !same(v, q.Args[name]) {
			return false
		}
	}
	return true
}

// Specializes reports whether p is o as one of its callers in the package makes it;
// o is what the same function makes for any caller.
func (p *Object) Specializes(o *Object) bool {
	n := len(p.Stack) - len(o.Stack)
	return n > 0 && p.Pos == o.Pos && slices.Equal(p.Stack[n:], o.Stack)
}

// NewStruct returns a pointer to a struct of the named type that no code of the program
// made. What a function that gets it changes is taken back with the rest.
func (m *Machine) NewStruct(typ string, fields map[string]Value) Value {
	return newStruct(m.trail.birth(), typ, fields)
}

// newStruct returns a pointer to a struct that comes into being at born.
func newStruct(born *birth, typ string, fields map[string]Value) Value {
	s := &Struct{Type: typ, Fields: make(map[string]*Cell, len(fields)), born: born}
	for name, v := range fields {
		s.Fields[name] = &Cell{v: v, born: born}
	}
	return Ptr{&Cell{v: s, born: born}}
}

// NewObject returns an object that no call of the program made, for functions
// that are observed with an argument of the framework.
func NewObject(kind string, args map[string]Value) *Object {
	return &Object{Row: &library.Call{}, Kind: kind, Args: args}
}
