package interp

// This file knows reflect.Value as far as it carries a value: programs look at the
// type of a handler before they wrap it.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph/reason"
)

// stdReflect runs functions of reflect. What is asked about a value is not known, and
// does nothing to it; to call it is left to those that do not know the function.
func (m *Machine) stdReflect(s *site, id string) (v Value, ok bool) {
	if id == "reflect.ValueOf" {
		return &Struct{Type: reflectValue, Fields: map[string]*Cell{"value": {v: Unwrap(s.args[0])}}}, true
	}
	name, isMethod := strings.CutPrefix(id, "(reflect.Value).")
	if !isMethod {
		return nil, false
	}
	held, ok := Unwrap(s.args[0]).(*Struct)
	if !ok || held.Type != reflectValue {
		return nil, false
	}
	switch {
	case slices.Contains(onlyTells, name):
		return m.unknownResult(s, reason.ResultOf, ShortFunc(id)), true
	case name == "Interface":
		return Field(held, "value"), true
	}
	return nil, false
}

// onlyTells are the methods of a reflect.Value by which nobody gets at what it has.
var onlyTells = []string{"Type", "Kind", "IsNil", "IsValid", "IsZero", "CanAddr", "CanInterface", "CanSet", "NumField", "NumMethod", "Len", "String", "Int", "Bool"}

// reflectValue is the type of what reflection has of a value.
const reflectValue = "reflect.Value"

// escapeReflected notes that what reflection has of a value gets to a function that agentvet cannot see, a method of it
// among them: decoders that are read come to write by them. What is said of it is the call that leads out of the program.
func (m *Machine) escapeReflected(s *site, v Value, callee string) {
	if name, isMethod := strings.CutPrefix(callee, "(reflect.Value)."); isMethod && slices.Contains(onlyTells, name) {
		return
	}
	pos := s.pos
	for _, fr := range m.stack {
		if !m.prog.IsOwn(fr.fn.ID) {
			callee, pos = fr.fn.ID, fr.call
			break
		}
	}
	switch x := Unwrap(v).(type) {
	case Ptr:
		(&escaping{m: m, callee: callee, pos: pos, open: s.open}).havoc(x.Cell)
	case *Map:
		m.mayHaveMore(x, &Unknown{Reason: reason.Of(reason.MayFill, ShortFunc(callee)), Pos: pos, Param: s.open})
	default:
		m.escape(s, v, callee, false)
	}
}
