package read

// This file says which types may hold arguments, and which JSON they take.

import (
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/arguments"
	"github.com/agentvet/agentvet/internal/annotation"
)

// kindOf returns what a value of type t may hold, "" for nothing.
func kindOf(t types.Type) arguments.Kind {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		if kind := kindOf(p.Elem()); kind == arguments.Request || kind == arguments.Struct {
			return kind
		}
		return ""
	}
	if isRawMessage(t) {
		return arguments.Map
	}
	switch u := t.Underlying().(type) {
	case *types.Map:
		if isString(u.Key()) && (isAny(u.Elem()) || isRawMessage(u.Elem())) {
			return arguments.Map
		}
	case *types.Basic:
		if u.Kind() == types.String {
			return arguments.Text
		}
	case *types.Slice:
		if isByte(u.Elem()) {
			return arguments.Text
		}
	case *types.Interface:
		if isAny(t) {
			return arguments.Text
		}
	case *types.Struct:
		if isRequest(u, 2) {
			return arguments.Request
		}
		for i := range u.NumFields() {
			if _, tagged := reflect.StructTag(u.Tag(i)).Lookup("json"); tagged {
				return arguments.Struct
			}
		}
	}
	return ""
}

func hasField(s *types.Struct, name string) bool {
	for f := range s.Fields() {
		if f.Name() == name {
			return true
		}
	}
	return false
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.String
}

func isByte(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Uint8
}

func isAny(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.NumMethods() == 0 && !i.IsComparable() && i.NumEmbeddeds() == 0
}

func isRawMessage(t types.Type) bool { return isNamed(t, "encoding/json", "RawMessage") }

func isNamed(t types.Type, pkg, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == pkg
}

// isRequest reports whether a struct has arguments as requests of the Model Context Protocol have them, in
// Arguments or in Params.Arguments, decoded already or not; or as the calls of a model have them, in Function.Arguments, or in Input
// beside a name.
func isRequest(s *types.Struct, depth int) bool {
	for f := range s.Fields() {
		t := f.Type()
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		switch inner, isStruct := t.Underlying().(*types.Struct); {
		case f.Name() == "Arguments" && (isStruct || kindOf(t) == arguments.Map || kindOf(t) == arguments.Text):
			return true
		case isEnvelope(f.Name()) && isStruct && depth > 1 && isRequest(inner, depth-1):
			return true
		case f.Name() == "Input" && isRawMessage(t) && hasField(s, "Name"):
			return true
		case f.Name() == "Params" && isRawMessage(t) && hasField(s, "Method"):
			return true // a message of JSON-RPC
		}
	}
	return false
}

// isEnvelope reports whether a request has its arguments in a struct in the field of that name.
func isEnvelope(field string) bool { return field == "Params" || field == "Function" }

// structOf returns the struct that a type is, or points to, nil for none.
func structOf(t types.Type) *types.Struct {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, _ := t.Underlying().(*types.Struct)
	return s
}

// fieldTakes returns the types of JSON that a field takes, nil for any.
func fieldTakes(s *types.Struct, index int) []string {
	_, options, _ := strings.Cut(reflect.StructTag(s.Tag(index)).Get("json"), ",")
	if slices.Contains(strings.Split(options, ","), "string") {
		return nil // a number in quotes
	}
	return decoded(s.Field(index).Type())
}

// asserted returns the type of JSON of which a value is that is decoded into an interface and holds a
// value of type t: "" if no such value ever holds one.
func asserted(t types.Type) string {
	switch u := types.Unalias(t).(type) {
	case *types.Basic:
		switch u.Kind() {
		case types.String:
			return arguments.String
		case types.Float64:
			return arguments.Number
		case types.Bool:
			return arguments.Boolean
		}
	case *types.Slice:
		if isAny(u.Elem()) {
			return arguments.Array
		}
	case *types.Map:
		if isString(u.Key()) && isAny(u.Elem()) {
			return arguments.Object
		}
	}
	return ""
}

// decoded returns the types of JSON that encoding/json decodes into a value of type t, nil for any and where it is not known.
func decoded(t types.Type) []string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if annotation.MarshalsItself(t) || isNamed(t, "encoding/json", "Number") {
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsString != 0:
			return []string{arguments.String}
		case info&types.IsBoolean != 0:
			return []string{arguments.Boolean}
		case info&(types.IsInteger|types.IsFloat) != 0:
			return []string{arguments.Number}
		}
	case *types.Slice:
		if isByte(u.Elem()) {
			return nil // a text in base64, or raw JSON
		}
		return []string{arguments.Array}
	case *types.Array:
		return []string{arguments.Array}
	case *types.Map, *types.Struct:
		return []string{arguments.Object}
	}
	return nil
}
