package read

// This file finds what code reads of the calls of all tools, as what decides whether somebody is asked does.

import (
	"go/types"
	"regexp"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/arguments"
	"github.com/agentvet/agentvet/internal/annotation"
	"github.com/agentvet/agentvet/internal/funcid"
)

// holdsArguments matches the names of fields in which a call of a model has its arguments.
var holdsArguments = regexp.MustCompile(`(?i)^(raw)?(arguments|args|input)(json|raw)?$`)

// ofCalls returns the names of arguments, sorted, that a function looks up in calls that it has in a field of something else:
//
//	var own struct{ Risk string `json:"risk"` }
//	_ = json.Unmarshal(call.Arguments, &own)
func ofCalls(t *tracer) []string {
	for _, b := range t.fn.Blocks {
		for _, instr := range b.Instrs {
			v, typ := fieldOf(instr)
			if v == nil {
				continue
			}
			switch kindOf(typ) {
			case arguments.Map, arguments.Text:
				t.follow(v, arguments.Map)
			}
		}
	}
	var names []string
	for _, u := range t.out.Uses {
		names = append(names, u.Name)
	}
	for place := range t.seen {
		names = append(names, fieldsOf(place.value)...)
	}
	names = slices.DeleteFunc(names, func(name string) bool { return slices.Contains(envelope, name) })
	slices.Sort(names)
	return slices.Compact(names)
}

// fieldOf returns the field of that name that an instruction reads, or its address, and the type of the field; nil for none.
func fieldOf(instr ssa.Instruction) (v ssa.Value, typ types.Type) {
	var of types.Type
	var index int
	switch i := instr.(type) {
	case *ssa.Field:
		v, of, index = i, i.X.Type(), i.Field
	case *ssa.FieldAddr:
		v, of, index = i, i.X.Type(), i.Field
	default:
		return nil, nil
	}
	s := structOf(of)
	if s == nil || !holdsArguments.MatchString(s.Field(index).Name()) {
		return nil, nil
	}
	return v, s.Field(index).Type()
}

// fieldsOf returns the names of the fields of the structs that JSON which a value is becomes: what is done with such a struct as a
// whole is not followed.
func fieldsOf(v ssa.Value) (names []string) {
	if v.Referrers() == nil {
		return nil
	}
	for _, ref := range *v.Referrers() {
		c, ok := ref.(*ssa.Call)
		if !ok || c.Call.StaticCallee() == nil || funcid.Key(funcid.Of(c.Call.StaticCallee())) != "encoding/json.Unmarshal" || c.Call.Args[0] != v {
			continue
		}
		to := c.Call.Args[1]
		if i, ok := to.(*ssa.MakeInterface); ok {
			to = i.X
		}
		if s := structOf(to.Type()); s != nil {
			for i := range s.NumFields() {
				if name, promoted, ok := annotation.JSONName(s, i); ok && !promoted {
					names = append(names, name)
				}
			}
		}
	}
	return names
}
