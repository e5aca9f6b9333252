package extract

// This file reads the tables of framework knowledge.

import (
	"bufio"
	"fmt"
	"go/types"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/extract/recipe"
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

// A Table is a set of rows.
type Table struct {
	Rows []*Row
	// Opaque are module paths whose packages are the framework's, with rows or
	// without: their functions never run, but for those with a `body` row.
	Opaque []string
	// Clients are module paths of libraries that a program calls for data: their
	// functions never run either, but they fill in what they are given.
	Clients []string
	byKey   map[string]*Row
}

// Row returns the row with the given key, or nil.
func (t *Table) Row(key string) *Row { return t.byKey[key] }

// ParseTable reads a table. Errors are "file:line: …"; a second row for one
// function is an error.
func ParseTable(file string, r io.Reader) (*Table, error) {
	t := &Table{byKey: make(map[string]*Row)}
	var roots []string
	pkg := ""
	s := bufio.NewScanner(r)
	for n := 1; s.Scan(); n++ {
		text, _, _ := strings.Cut(s.Text(), "#")
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		at := file + ":" + strconv.Itoa(n)
		switch words[0] {
		case "root":
			roots = words[1:]
			continue
		case "opaque":
			t.Opaque = append(t.Opaque, words[1:]...)
			continue
		case "client":
			t.Clients = append(t.Clients, words[1:]...)
			continue
		case "package":
			if len(words) != 2 || len(roots) == 0 {
				return nil, fmt.Errorf("%s: want `package PATH` after a root", at)
			}
			pkg = words[1]
			continue
		}
		for _, root := range roots {
			row, err := parseRow(words)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", at, err)
			}
			row.Pkg, row.Source = root, at
			if pkg != "." {
				row.Pkg += "/" + pkg
			}
			if old := t.byKey[row.Key()]; old != nil {
				return nil, fmt.Errorf("%s: %s has a row already at %s", at, row.Key(), old.Source)
			}
			t.Rows = append(t.Rows, row)
			t.byKey[row.Key()] = row
		}
	}
	return t, s.Err()
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

// Join returns the table of all rows of ts.
func Join(ts ...*Table) *Table {
	out := &Table{byKey: make(map[string]*Row)}
	for _, t := range ts {
		out.Opaque = append(out.Opaque, t.Opaque...)
		out.Clients = append(out.Clients, t.Clients...)
		for _, r := range t.Rows {
			if out.byKey[r.Key()] == nil {
				out.Rows = append(out.Rows, r)
				out.byKey[r.Key()] = r
			}
		}
	}
	return out
}

// Packages returns the package paths that have rows, sorted.
func (t *Table) Packages() []string {
	var paths []string
	for _, r := range t.Rows {
		paths = append(paths, r.Pkg)
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// A Resolved table knows its functions as the type checker does.
type Resolved struct {
	*Table
	byFunc map[*types.Func]*Row
	byID   map[string]string // row key by function identity
	Found  map[string]bool   // package paths of the table that the program imports
	ifaces []ifaceRow        // rows of methods of interfaces, in the order of the table

	isForeign func(path string) bool // see Input.Foreign
}

// Resolve finds the functions of the table among the packages that pkg imports,
// directly or not. Rows whose function does not exist in the version at hand are
// left out: a version may not have it yet.
func (t *Table) Resolve(pkg *types.Package) *Resolved {
	res := &Resolved{Table: t, byFunc: make(map[*types.Func]*Row), byID: make(map[string]string), Found: make(map[string]bool)}
	byPath := make(map[string]*types.Package)
	var visit func(p *types.Package)
	visit = func(p *types.Package) {
		if byPath[p.Path()] != nil {
			return
		}
		byPath[p.Path()] = p
		for _, q := range p.Imports() {
			visit(q)
		}
	}
	visit(pkg)
	for _, r := range t.Rows {
		p := byPath[r.Pkg]
		if p == nil {
			continue
		}
		res.Found[r.Pkg] = true
		if fn := lookup(p, r.Func); fn != nil {
			res.byFunc[fn.Origin()] = r
			res.byID[recipe.ObjectID(fn)] = res.Key(fn)
			res.noteInterface(p, r)
		}
	}
	return res
}

// Key returns the key of the row that describes fn, or "".
func (r *Resolved) Key(fn *types.Func) string {
	if row := r.rowOf(fn); row != nil && row.Verb != VerbBody {
		return row.Key()
	}
	return ""
}

// lookup finds "Func" or "Type.Method" in p.
func lookup(p *types.Package, name string) *types.Func {
	typ, method, isMethod := strings.Cut(name, ".")
	obj := p.Scope().Lookup(typ)
	if obj == nil {
		return nil
	}
	if !isMethod {
		fn, _ := obj.(*types.Func)
		return fn
	}
	m, _, _ := types.LookupFieldOrMethod(types.NewPointer(obj.Type()), false, p, method)
	if m == nil { // methods of an interface have no pointer receiver
		m, _, _ = types.LookupFieldOrMethod(obj.Type(), false, p, method)
	}
	fn, _ := m.(*types.Func)
	return fn
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
