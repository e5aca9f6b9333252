package ssaflow

// This file says which methods the standard library, where it has rows, calls of what it is given: those of the
// interfaces that its functions name, and of other values those that it looks for. Rows say
// what becomes of the data; what the methods do with it, they do not.

import (
	"go/types"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
)

// soughtMethods are the methods that the functions of a package look for in values of any
// type, and heldMethods those that values of its own types call of what they were made with.
var (
	soughtMethods = map[string][]string{
		"fmt":           {"Error", "Format", "GoString", "String"},
		"encoding/json": {"MarshalJSON", "MarshalText", "UnmarshalJSON", "UnmarshalText"},
		"encoding/xml":  {"MarshalText", "MarshalXML", "UnmarshalText", "UnmarshalXML"},
		"log":           {"Error", "String"},
		"log/slog":      {"Error", "LogValue", "MarshalJSON", "MarshalText", "String"},
		"text/template": {"*"},
		"html/template": {"*"},
		"database/sql":  {"Scan", "Value"},
	}
	heldMethods = map[string][]string{
		"encoding/json": {"Read", "Write"},
		"encoding/xml":  {"Read", "Write"},
		"bufio":         {"Read", "Write"},
		"flag":          {"Set"},
		"log":           {"Write"},
		"log/slog":      {"Handle"},
		"net/http":      {"RoundTrip"},
	}
	// holdsFuncs are packages whose types call functions that they were given.
	holdsFuncs = []string{"bufio", "html/template", "net/http", "text/template"}
)

// Limits on how far a value is searched for what has methods.
const (
	maxLentSteps = 12
	maxLentLocs  = 200
	maxMethods   = 6 // of an interface
)

// lent is an argument of a function that rows describe.
type lent struct {
	call  *call
	name  string
	arg   int
	iface *types.Interface // that the function knows it by, nil for what looks for methods
	names []string
	given *given // nil until something is called
	done  map[string]bool
}

// lend notes that a function of the standard library which rows describe gets the arguments
// of k.
func (f *frame) lend(k *call, id string, method bool) {
	pkg := funcid.Package(id)
	if !library.IsStandard(pkg) {
		return // what frameworks call of what they are given, agents and tools tell
	}
	add := func(n int, iface *types.Interface, names []string) {
		if iface != nil || len(names) > 0 {
			f.lents = append(f.lents, &lent{call: k, name: funcid.Name(id), arg: n, iface: iface, names: names, done: make(map[string]bool)})
		}
	}
	for n, t := range k.types {
		if t == nil || isError(t) || hasParam(t) {
			continue
		}
		switch u := t.Underlying().(type) {
		case *types.Interface:
			switch {
			case u.NumMethods() == 0:
				add(n, nil, soughtMethods[pkg])
			case u.NumMethods() <= maxMethods && pkg != "context" && pkg != "errors":
				add(n, u, methodNames(u))
			}
		case *types.Slice:
			if e, ok := u.Elem().Underlying().(*types.Interface); ok && e.NumMethods() == 0 {
				add(n, nil, soughtMethods[pkg])
			}
		case *types.Pointer:
			if method && n == 0 {
				add(n, nil, heldMethods[pkg])
				if slices.Contains(holdsFuncs, pkg) {
					f.callbacks(k, f.kid(k.args[n], stepRef), f.givenBut(k, funcid.Name(id), n))
				}
			}
		case *types.Signature:
			f.callbacks(k, f.kid(k.args[n], stepRef), f.givenBut(k, funcid.Name(id), n))
		}
	}
}

// lendHeld is lend for a function that nothing is known of, as far as its receiver holds what
// it was made with.
func (f *frame) lendHeld(k *call, id string) {
	if names := heldMethods[funcid.Package(id)]; len(names) > 0 && len(k.types) > 0 && k.types[0] != nil && isPointer(k.types[0]) {
		f.lents = append(f.lents, &lent{call: k, name: funcid.Name(id), names: names, done: make(map[string]bool)})
	}
}

func methodNames(iface *types.Interface) (names []string) {
	for m := range iface.Methods() {
		names = append(names, m.Name())
	}
	return names
}

// givenBut returns what a library has of the arguments of k but for one of them.
func (f *frame) givenBut(k *call, name string, arg int) *given {
	g := &given{frame: f, call: k, name: name, mix: f.newLoc(), back: f.newLoc()}
	g.open, g.hands = g.mix, g.mix
	g.start(g.mix)
	for n := range k.args {
		if n != arg {
			g.read(n, g.mix, false)
		}
	}
	// What a method returns, the rows of the function say of the value that has it.
	e := f.edgeAt(k, taint.OpReturn, name, g.back, k.args[arg])
	e.toDeep = true
	f.edges = append(f.edges, e)
	return g
}

// callLent calls methods of what libraries have got, and reports whether there were any new
// ones.
func (f *frame) callLent() (more bool) {
	for n := 0; n < len(f.lents); n++ {
		l := f.lents[n]
		if l.iface != nil {
			more = f.callNamed(l) || more
		}
		more = f.callSought(l) || more
	}
	return more
}

// callNamed calls the methods of the interface that an argument is known by, if callers provide
// it or something is known of its type.
func (f *frame) callNamed(l *lent) (more bool) {
	value := l.call.args[l.arg].find()
	if l.done[""] || !value.has(stepRef) {
		return false
	}
	obj := f.kid(value, stepRef)
	for m := range l.iface.Methods() {
		if m.Signature().Params().Len() == 0 || !f.isGiven(obj) && !f.hasKnown(obj, m.Name()) {
			continue
		}
		l.done[""], more = true, true
		if l.given == nil {
			l.given = f.givenBut(l.call, l.name, l.arg)
		}
		f.callAsNamed(l, obj, m)
	}
	return more
}

// callAsNamed calls a method of an interface with what a library has. Of one value, it is
// called once for all calls of the library.
func (f *frame) callAsNamed(l *lent, obj *loc, m *types.Func) {
	key := lentKey{obj.find(), m.Name()}
	old := f.lentCalls[key]
	if old == nil {
		k := l.call
		old = &call{
			at: k.at, pos: k.pos, via: k.via, origin: k.origin, fun: obj, method: m.Name(), iface: m, result: f.newLoc(),
			typ: m.Signature().Results(), loose: true, control: k.control, done: make(map[string]bool),
		}
		if m.Signature().Results().Len() == 1 {
			old.typ = m.Signature().Results().At(0).Type()
		}
		for p := range m.Signature().Params().Variables() {
			old.args, old.types = append(old.args, f.newLoc()), append(old.types, p.Type())
		}
		if f.lentCalls == nil {
			f.lentCalls = make(map[lentKey]*call)
		}
		f.lentCalls[key] = old
		f.calls = append(f.calls, old)
	}
	for _, arg := range old.args {
		in := f.edgeAt(l.call, taint.OpCall, l.name, l.given.hands, arg)
		in.toDeep = true
		f.edges = append(f.edges, in)
		out := f.edgeAt(l.call, taint.OpReturn, l.name, arg, l.given.back) // what it reads, as into a buffer
		out.fromDeep = true
		f.edges = append(f.edges, out)
	}
}

// A lentKey is a method of a value.
type lentKey struct {
	obj    *loc
	method string
}

// hasKnown reports whether an interface value may hold one of a type whose method has a
// summary.
func (f *frame) hasKnown(obj *loc, name string) bool {
	return slices.ContainsFunc(obj.find().kids, func(k kid) bool {
		if k.step[0] != '(' {
			return false
		}
		s, _ := f.methodSummary(strings.Trim(k.step, "()"), name)
		return s != nil
	})
}

// callSought calls the methods that a library looks for in a value and in what it holds.
func (f *frame) callSought(l *lent) (more bool) {
	type visit struct {
		at    *loc
		steps int
	}
	work := []visit{{l.call.args[l.arg].find(), 0}}
	seen := map[*loc]bool{work[0].at: true}
	for n := 0; n < len(work) && n < maxLentLocs; n++ {
		v := work[n]
		for _, k := range slices.Clone(v.at.kids) {
			if k.step[0] == '(' {
				more = f.callKnown(l, v.at, strings.Trim(k.step, "()")) || more
				if l.iface != nil {
					continue // what it does with what it holds, it says itself
				}
			}
			if to := k.loc.find(); !seen[to] && v.steps < maxLentSteps && !isCaptured(k.step) {
				seen[to] = true
				work = append(work, visit{to, v.steps + 1})
			}
		}
	}
	return more
}

// callKnown calls the methods that a library looks for of a value of a type.
func (f *frame) callKnown(l *lent, obj *loc, typ string) (more bool) {
	names := l.names
	if names[0] == "*" {
		names = f.exportedMethods(typ)
	}
	for _, name := range names {
		key := typ + "." + name
		if l.done[key] {
			continue
		}
		l.done[key] = true
		s, _ := f.methodSummary(typ, name)
		if s == nil || !doesMore(s) {
			continue
		}
		if l.given == nil {
			l.given = f.givenBut(l.call, l.name, l.arg)
		}
		more = f.callMethod(offered{given: l.given}, typ, name, f.kid(obj, stepType(typ))) || more
	}
	return more
}

// exportedMethods returns the methods that templates may call of a value of a type.
func (f *frame) exportedMethods(typ string) (names []string) {
	t := f.typesByKey[typ]
	if t == nil {
		return nil
	}
	set := types.NewMethodSet(t)
	for i := range set.Len() {
		if m := set.At(i).Obj(); m.Exported() {
			names = append(names, m.Name())
		}
	}
	return names
}

// doesMore reports whether a function does more than to return what it is made of.
func doesMore(s *taint.Summary) bool {
	if len(s.Sources)+len(s.Sinks)+len(s.Globals)+len(s.Calls) > 0 {
		return true
	}
	results := s.Reach(s.Results...)
	return slices.ContainsFunc(s.Edges, func(e taint.Edge) bool { return !results[e.To] })
}
