package interp

// This file knows reflect.Value as far as it carries a value: programs look at the
// type of a handler before they wrap it.

import (
	"strings"

	"github.com/agentvet/agentvet/graph/reason"
)

// stdReflect runs functions of reflect. What is asked about a value is not known, and
// does nothing to it; to call it is left to those that do not know the function.
func (m *Machine) stdReflect(s *site, id string) (v Value, ok bool) {
	if id == "reflect.ValueOf" {
		return &Struct{Type: "reflect.Value", Fields: map[string]*Cell{"value": {v: Unwrap(s.args[0])}}}, true
	}
	name, isMethod := strings.CutPrefix(id, "(reflect.Value).")
	if !isMethod {
		return nil, false
	}
	held, ok := Unwrap(s.args[0]).(*Struct)
	if !ok || held.Type != "reflect.Value" {
		return nil, false
	}
	switch name {
	case "Type", "Kind", "IsNil", "IsValid", "IsZero", "CanInterface", "NumField", "NumMethod", "Len":
		return m.unknownResult(s, reason.ResultOf, ShortFunc(id)), true
	case "Interface":
		return Field(held, "value"), true
	}
	return nil, false
}
