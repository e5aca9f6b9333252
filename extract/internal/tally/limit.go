package tally

// This file finds the numbers that a router compares a field with and that its code does not have.

import (
	"strings"

	"github.com/agentvet/agentvet/internal/recipe"
)

// A Package says which variables stay as they are while a workflow runs, and what they hold, if that
// is one number wherever the workflow is made. A path leads from a struct to a field of it, or of a
// struct that it has.
type Package interface {
	// Fixed is about a field of all structs of a type, which others have by pointers.
	Fixed(typ string, path []string) (value *int, ok bool)
	// Captured is about a variable, or a field of it, that a function has captured.
	Captured(fn string, captured int, path []string) (name string, value *int, ok bool)
}

// A Limit is a number that stays the same during a run.
type Limit struct {
	Name  string // what the program calls it
	Value *int   // nil if it is not one number for all runs
}

// A Term is what is followed of a field of the state: the number or the truth value that it is; what it is
// more than a limit that is not known; or, 0 or 1, whether it is a text, or what Op asks of it.
type Term struct {
	Field string
	Less  string // the name of the limit
	Text  string // of Is and of what texts begin with
	Is    bool   // it is whether the field is Text
	Op    Op
	With  string // the number that Op compares with
	Float bool   // the field may be NaN, of which every comparison is false
	Other string // the field that Op, < or ==, compares with: both are integers
}

// Limits are what a router may compare a field with.
type Limits struct {
	Package Package
	// State is about a field of the state.
	State func(field string) (value *int, ok bool)
}

// limit returns the limit that a register holds.
func (s *state) limit(o recipe.Operand) (l Limit, ok bool) {
	p, known := s.def[o]
	if !known || s.limits.Package == nil {
		return l, false
	}
	switch in := s.at(p); in.Op {
	case recipe.OpField:
		if in.Args[0] == s.param {
			return s.own(in.Sym)
		}
	case recipe.OpLoad:
		if field, is := s.fields[in.Args[0]]; is {
			return s.own(field)
		}
		return s.outside(in.Args[0])
	}
	return l, false
}

// own returns the limit that a field of the state is.
func (s *state) own(field string) (l Limit, ok bool) {
	if len(s.stores(field)) > 0 {
		return l, false
	}
	l.Name = nameOf(s.fn.Params[s.param].Type, field)
	l.Value, ok = s.limits.State(field)
	return l, ok
}

// outside returns the limit at an address that does not lead into the state.
func (s *state) outside(addr recipe.Operand) (l Limit, ok bool) {
	var path []string
	typ, base := "", addr
	for {
		p, known := s.def[base]
		if !known || s.at(p).Op != recipe.OpFieldAddr {
			break
		}
		path = append([]string{s.at(p).Sym}, path...)
		typ, base = s.at(p).Type, s.at(p).Args[0]
	}
	captured := int(base) - len(s.fn.Params)
	switch {
	case base < 0 || base == s.param:
		return l, false
	case captured < 0: // a pointer that the router got
		if typ == "" {
			return l, false
		}
		l.Name = typ + "." + strings.Join(path, ".")
		l.Value, ok = s.limits.Package.Fixed(typ, path)
		return l, ok
	case captured < s.fn.Free:
		l.Name, l.Value, ok = s.limits.Package.Captured(s.fn.ID, captured, path)
		return l, ok
	}
	p, known := s.def[base]
	if !known || s.at(p).Op != recipe.OpLoad || typ == "" { // not a pointer in a variable
		return l, false
	}
	if _, is := s.fields[s.at(p).Args[0]]; is { // in the state
		return l, false
	}
	if _, ok = s.outside(s.at(p).Args[0]); !ok {
		return l, false
	}
	l.Name = typ + "." + strings.Join(path, ".")
	l.Value, ok = s.limits.Package.Fixed(typ, path)
	return l, ok
}

// constantOf returns what a constant makes of a term.
func (s *state) constantOf(o recipe.Operand, t Term) (n int, ok bool) {
	if t.IsTest() {
		if o >= 0 || o == recipe.NoOperand {
			return 0, false
		}
		return t.ofConst(&s.fn.Consts[^o])
	}
	return s.constant(o)
}

// number returns the number that an operand is, if it is known and always the same; if it is the limit
// of a term, none, which is what the term is compared with then.
func (s *state) number(o recipe.Operand, less string) (n int, ok bool) {
	n, ok = s.constant(o)
	if ok && less == "" {
		return n, true
	}
	l, ok := s.limit(o)
	switch {
	case !ok:
	case l.Value == nil:
		return 0, l.Name == less
	case less == "":
		return *l.Value, true
	}
	return 0, false
}
