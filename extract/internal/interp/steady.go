package interp

// This file says when two reads of memory read one value, which proofs rely on. A program
// reads cfg.Fast twice, and between the two something may have changed it: an assignment
// through another pointer, a function that agentvet cannot see, another goroutine. So each
// read notes how much had happened by then. What was read at two such moments is not known
// to be one value, and gets no number.
//
// Of goroutines, it is assumed that the program has no data races: what one of them writes,
// another sees after it has waited for it. Of functions of the standard library that do not
// wait and call nothing back, and of a framework's that only build, it is assumed that they
// change nothing but what they are given; and of methods by which values print and encode
// themselves, that they change nothing.

import (
	"strings"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/recipe"
)

// A memory says when variables may have changed that agentvet does not follow.
type memory struct {
	anything int            // how often anything may have
	fields   map[string]int // how often a field or key of that name may have
	written  int            // how often any field or key may have

	reads  map[readKey]*reading
	kept   map[any]bool // structs that variables hold to which there are pointers
	copies map[any]int  // structs of which there are several variables, and what had happened by then
	shared map[any]bool // values that code gets which agentvet cannot see
}

// readKey is a value and the moment, see Machine.moment, at which it was read.
type readKey struct {
	v      any // see weakly
	moment int
}

// A reading is what is known of the reads of a value.
type reading struct {
	at      int  // what had happened by the first
	several bool // something may have happened between two of them
}

// somethingHappens notes that variables may change in ways that agentvet does not see.
func (m *Machine) somethingHappens() { m.memory.anything++ }

// fieldChanges notes that a field or key is written. Another pointer may lead to the same.
func (m *Machine) fieldChanges(state string) {
	name := fieldName(state)
	if name == "*" {
		m.somethingHappens()
		return
	}
	if m.memory.fields == nil {
		m.memory.fields = make(map[string]int)
	}
	m.memory.fields[name]++
	m.memory.written++
}

// fieldName returns the name of a field without its type, which a conversion may change, and
// "[]" for all keys.
func fieldName(state string) string {
	if strings.HasPrefix(state, "[") {
		return "[]"
	}
	return state[strings.LastIndexByte(state, '.')+1:]
}

// reads notes that v is read from a variable: of the state, if it is part of a value that
// is not known. Others are followed, unless there are pointers to them.
func (m *Machine) reads(v Value, state string) {
	if !hasIdentity(v) {
		return
	}
	at := m.memory.now()
	if state != "" && state != "*" {
		at = m.memory.anything + m.memory.fields[fieldName(state)]
	}
	key := readKey{weakly(v), m.moment}
	r := m.memory.reads[key]
	if r == nil {
		if m.memory.reads == nil {
			m.memory.reads = make(map[readKey]*reading)
		}
		r = &reading{at: at}
		m.memory.reads[key] = r
	}
	r.several = r.several || r.at != at || m.written[state]
}

// readsCell is reads for a variable.
func (m *Machine) readsCell(c *Cell) {
	if c.state != "" || c.kept {
		m.reads(c.v, c.state)
	}
}

// steady reports whether v is one value wherever it was read. Within what may happen several
// times, each time may read another one.
func (m *Machine) steady(v Value) bool {
	r := m.memory.reads[readKey{weakly(v), m.moment}]
	return r == nil || !r.several && m.many == 0
}

// keep notes that there are pointers to what v points to: it may change whenever something
// happens.
func (m *Machine) keep(v Value) {
	switch x := v.(type) {
	case Iface:
		m.keep(x.V)
	case Ptr:
		m.keepCell(x.Cell)
	case FuncValue:
		for _, b := range x.Bindings {
			m.keep(b)
		}
	case Slice:
		m.keepCells(x.Elems)
	case *OneOf:
		for _, a := range x.Alts {
			m.keep(a.V)
		}
	}
}

func (m *Machine) keepCell(c *Cell) {
	if c == nil || c.kept {
		return
	}
	c.kept = true
	m.readsCell(c)
	switch x := c.v.(type) {
	case *Struct:
		for _, name := range sortedKeys(x.Fields) {
			m.keepCell(x.Fields[name])
		}
	case *Array:
		m.keepCells(x.Elems)
	case *Unknown:
		m.keepStruct(x)
	default:
		m.keep(x)
	}
}

// keepStruct notes that there are pointers to the variable that holds v.
func (m *Machine) keepStruct(v Value) {
	if u, ok := v.(*Unknown); ok {
		if m.memory.kept == nil {
			m.memory.kept = make(map[any]bool)
		}
		m.memory.kept[weakly(u)] = true
		m.copies(u)
	}
}

// copies notes that there may be several variables that hold u, or what it points to. What is
// read from them is one value as long as nothing happens to any of them.
func (m *Machine) copies(u *Unknown) {
	if m.memory.copies == nil {
		m.memory.copies = make(map[any]int)
	}
	if _, known := m.memory.copies[weakly(u)]; !known {
		m.memory.copies[weakly(u)] = m.memory.now()
	}
}

// alike reports whether all variables that hold u have the same fields still.
func (m *Machine) alike(u *Unknown) bool {
	then, several := m.memory.copies[weakly(u)]
	return !several || then == m.memory.now()
}

// now says what has happened so far.
func (m *memory) now() int { return m.anything + m.written }

func (m *Machine) keepCells(cells []*Cell) {
	for _, c := range cells {
		m.keepCell(c)
	}
}

// share notes that code which agentvet cannot see gets a value: it may change what is
// read from it at any time.
func (m *Machine) share(v Value) {
	if u, ok := Unwrap(v).(*Unknown); ok {
		if m.memory.shared == nil {
			m.memory.shared = make(map[any]bool)
		}
		m.memory.shared[weakly(u)] = true
	}
}

// callMayChange notes that a function of which the body is not known, or not read to its
// end, is called: it may change whatever a pointer leads to that somebody keeps.
func (m *Machine) callMayChange(callee string, framework bool) {
	pkg := funcid.Package(callee)
	if !framework && !(library.IsStandard(pkg) && staysWithin(pkg, funcid.Name(callee))) {
		m.somethingHappens()
	}
}

// staysWithin reports whether a function of the standard library changes nothing but what it
// is given, calls nothing back and does not wait for others.
func staysWithin(pkg, name string) bool {
	switch pkg {
	case "flag", "runtime", "reflect", "unsafe", "plugin", "testing", "iter", "expvar":
		return false
	}
	first, _, _ := strings.Cut(pkg, "/")
	switch first {
	case "sync", "net", "database", "text", "html":
		return pkg == "net/url"
	}
	for _, word := range []string{"Func", "Sleep", "Wait", "Run", "Walk", "Notify", "Do", "Serve", "Setenv", "Unsetenv", "Clearenv"} {
		if strings.Contains(name, word) {
			return false
		}
	}
	return true
}

// isWhole reports whether what is read is perhaps a value with parts, of which the program
// then has two.
func isWhole(s recipe.Shape) bool {
	return s == recipe.ShapeStruct || s == recipe.ShapeArray || s == recipe.ShapeOther
}
