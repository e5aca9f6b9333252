package library

// This file reads rows of what builds agents.

import (
	"slices"
	"strconv"
	"strings"
)

// A Call says what one function of a framework means to the interpreter, or a type, a
// field or a variable.
//
// A row is VERB FUNC KIND NAME=ARG …, where ARG counts arguments as the user writes them,
// from 0 and without the receiver; `recv` is the receiver. Fields of an argument follow it:
// `name=0.AgentConfig.Name`; of an argument that is an Object, its arguments.
// What a call does not take but the framework fixes is quoted: `name="exit_loop"`.
// An effect happens only where its argument `when` is an Object; the variables
// that its argument `fills` points to then hold what it yields. One of kind human
// whose argument `stops` is "error" stops the run by its error only. An answer whose
// argument `given` is "first" says with its first result whether there is one, too.
// The answers to a question that an argument `refuses` lists are no agreement: "decline,cancel".
// One of kind awaits describes a struct type: a function asks, and waits for the answer,
// that returns one whose `field=0.Field` is set.
// An object that is a function and has an argument `sets` sets that field of what it
// is called with to itself.
// An object whose argument `fields` is "set" records assignments to its fields as
// operations of that kind, with arguments field and value.
// A `read` row whose object may lack argument KIND says of which others the struct
// is made that the call returns: `Name="name"`.
type Call struct {
	Head
	Kind string
	Args []Arg // by name
	On   int   // VerbOp: the argument that gets the operation; Recv for the receiver
	// Result is what the call returns beside a nil error: "new" or "recv",
	// an argument name for that argument, or "unknown".
	Result string
}

// An Arg names one argument of a call.
type Arg struct {
	Name  string
	Index int
	Path  []string // fields of the argument
	Text  string   // the value itself, if no argument holds it
}

// Recv is the index of the receiver.
const Recv = -1

// Index returns the number of an argument by its name in the row, and whether it has one.
func (r *Call) Index(name string) (int, bool) {
	if i := slices.IndexFunc(r.Args, func(a Arg) bool { return a.Name == name }); i >= 0 {
		return r.Args[i].Index, true
	}
	return 0, false
}

// Arg returns the number of an argument by its name in the row, 0 if it has none.
func (r *Call) Arg(name string) int {
	i, _ := r.Index(name)
	return i
}

// Text returns the value that the row gives an argument, "" if a call does.
func (r *Call) Text(name string) string {
	if i := slices.IndexFunc(r.Args, func(a Arg) bool { return a.Name == name }); i >= 0 {
		return r.Args[i].Text
	}
	return ""
}

// IsInterrupt reports whether a row describes a call that asks a human, and stops the
// run by its error only.
func (r *Call) IsInterrupt() bool { return r.Kind == "human" && r.Text("stops") == "error" }

// readCall reads the rest of a row of a call.
func readCall(p *reader, h Head) Row {
	r := &Call{Head: h, Kind: p.next().text, On: Recv}
	for len(p.rest) > 0 {
		p.argument(r, p.next())
	}
	return r
}

// argument reads NAME=ARG.
func (p *reader) argument(r *Call, w word) {
	name, val, ok := strings.Cut(w.text, "=")
	if !ok {
		p.fail(w.errorf("want NAME=ARG, got %q", w.text))
		return
	}
	if name == "result" {
		r.Result = val
		return
	}
	if text, err := strconv.Unquote(val); err == nil {
		r.Args = append(r.Args, Arg{Name: name, Text: text})
		return
	}
	val, path, _ := strings.Cut(val, ".")
	i, err := strconv.Atoi(val)
	switch {
	case val == "recv":
		i = Recv
	case err != nil || i < 0:
		p.fail(w.errorf("want an argument number, got %q", w.text))
	}
	if name == "on" {
		r.On = i
		return
	}
	a := Arg{Name: name, Index: i}
	if path != "" {
		a.Path = strings.Split(path, ".")
	}
	r.Args = append(r.Args, a)
}
