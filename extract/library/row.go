package library

// This file reads one row of a table of framework knowledge.

import (
	"fmt"
	"strconv"
	"strings"
)

// A Row says what one function of a framework means to the interpreter.
//
// In a table, one row is one line:
//
//	VERB FUNCTION KIND NAME=ARG …
//
// FUNCTION is a name, or Type.Method, of the package that the last `package`
// line named; `root` lines give the module paths that package paths are
// relative to, `opaque` lines those of which nothing runs, `client` lines those that
// fill in what they are given, too. ARG counts arguments as the user writes them, from 0 and without
// the receiver; `recv` is the receiver. Fields of an argument follow it:
// `name=0.AgentConfig.Name`; of an argument that is an Object, its arguments.
// What a call does not take but the framework fixes is quoted: `name="exit_loop"`.
// An effect happens only where its argument `when` is an Object; the variables
// that its argument `fills` points to then hold what it yields. One of kind human
// whose argument `stops` is "error" stops the run by its error only. An answer whose
// argument `given` is "first" says with its first result whether there is one, too.
// An object that is a function and has an argument `sets` sets that field of what it
// is called with to itself.
// An object whose argument `fields` is "set" records assignments to its fields as
// operations of that kind, with arguments field and value.
// A `get` row whose object may lack argument KIND says of which others the struct
// is made that the call returns: `Name="name"`.
type Row struct {
	Verb Verb
	Pkg  string // package path
	Func string
	Kind string
	Args []RowArg // by name
	On   int      // VerbOp: the argument that gets the operation; Recv for the receiver
	// Result is what the call returns beside a nil error: "new" or "recv",
	// an argument name for that argument, or "unknown".
	Result string
	Source string // file:line of the row
}

// A RowArg names one argument of a call.
type RowArg struct {
	Name  string
	Index int
	Path  []string // fields of the argument
	Text  string   // the value itself, if no argument holds it
}

// Recv is the index of the receiver.
const Recv = -1

// Key identifies a row; recipes carry it.
func (r *Row) Key() string { return r.Pkg + "." + r.Func }

// Verb says what a call does.
type Verb uint8

const (
	VerbInvalid  Verb = iota
	VerbNew           // makes an Object of Kind
	VerbOp            // records operation Kind on an Object
	VerbGet           // reads argument Kind of the Object that is its receiver
	VerbPass          // returns argument `value`
	VerbCallback      // calls argument `fn` once, with arguments that are not known; where it takes a `name`, that is an effect first
	VerbEffect        // does Kind: human, llm, tool, run
	VerbAsk           // asks a model: the effect Kind, and an Object, so that functions that do are read; its argument `fn` does not run
	VerbChoice        // a field that holds the name of a tool that a model chose: "Type.Field"
	VerbType          // a type whose values are tools or agents of Kind
	VerbVar           // a package-level variable that holds an Object of Kind
	VerbBody          // means what its body does, which runs like the program's own
	VerbRun           // does Kind on an Object, and records that as an operation on it
	VerbLiteral       // a struct type: each literal of it is an Object of Kind, whose argument `value` is its address
)

var verbs = map[string]Verb{
	"new": VerbNew, "op": VerbOp, "get": VerbGet, "pass": VerbPass,
	"callback": VerbCallback, "effect": VerbEffect, "type": VerbType,
	"var": VerbVar, "body": VerbBody, "run": VerbRun,
	"literal": VerbLiteral, "ask": VerbAsk, "choice": VerbChoice,
}

func parseRow(words []string) (*Row, error) {
	if len(words) < 3 {
		return nil, fmt.Errorf("want VERB FUNCTION KIND, got %q", strings.Join(words, " "))
	}
	r := &Row{Verb: verbs[words[0]], Func: words[1], Kind: words[2], On: Recv}
	if r.Verb == VerbInvalid {
		return nil, fmt.Errorf("unknown verb %q", words[0])
	}
	for _, w := range words[3:] {
		name, val, ok := strings.Cut(w, "=")
		if !ok {
			return nil, fmt.Errorf("want NAME=ARG, got %q", w)
		}
		if name == "result" {
			r.Result = val
			continue
		}
		if text, err := strconv.Unquote(val); err == nil {
			r.Args = append(r.Args, RowArg{Name: name, Text: text})
			continue
		}
		val, path, _ := strings.Cut(val, ".")
		i, err := strconv.Atoi(val)
		if val == "recv" {
			i, err = Recv, nil
		}
		if err != nil {
			return nil, fmt.Errorf("want an argument number, got %q", w)
		}
		if name == "on" {
			r.On = i
			continue
		}
		arg := RowArg{Name: name, Index: i}
		if path != "" {
			arg.Path = strings.Split(path, ".")
		}
		r.Args = append(r.Args, arg)
	}
	return r, nil
}

// Text returns the value that the row gives an argument, "" if a call does.
func (r *Row) Text(name string) string {
	for _, a := range r.Args {
		if a.Name == name {
			return a.Text
		}
	}
	return ""
}

// Arg returns the number of an argument by its name in the table, 0 if it has none.
func (r *Row) Arg(name string) int {
	i, _ := r.Index(name)
	return i
}

// Index returns the number of an argument by its name in the table.
func (r *Row) Index(name string) (int, bool) {
	for _, a := range r.Args {
		if a.Name == name {
			return a.Index, true
		}
	}
	return 0, false
}

// IsInterrupt reports whether a row describes a call that asks a human, and stops the
// run by its error only.
func (r *Row) IsInterrupt() bool { return r.Kind == "human" && r.Text("stops") == "error" }
