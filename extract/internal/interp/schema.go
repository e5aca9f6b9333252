package interp

// This file reads JSON schemas that programs write by hand.

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
)

// maxSchema is how deep objects and arrays of a schema are followed: one may contain
// itself.
const maxSchema = 8

// SchemaParams returns the properties of the objects that a JSON schema describes,
// sorted by path, with their JSON types and at the position of the tool. The schema is a
// map, a struct with fields that are called as the keywords are, or a text. Properties
// whose names are not known are left out.
//
// Of the keywords it reads type, types, properties and items; the others allow less than
// these say. See JSON Schema draft 2020-12.
func SchemaParams(schema Value, pos graph.Pos) []graph.Param {
	types := make(map[string]string)
	schemaObject(schema, "", maxSchema, types)
	var out []graph.Param
	for path, typ := range types {
		out = append(out, graph.Param{Path: path, Type: typ, Pos: pos})
	}
	slices.SortFunc(out, func(p, q graph.Param) int { return cmp.Compare(p.Path, q.Path) })
	return out
}

// ClosedSchema reports whether SchemaParams returns all properties that are at the top of a schema: it says which there are, all
// their names are known, and nothing in it allows others.
func ClosedSchema(schema Value) bool {
	for _, alt := range Alternatives(schema) {
		if x, ok := Deref(alt.V).(*Map); ok && x.More != nil {
			return false
		}
		if _, unknown := Deref(alt.V).(*Unknown); unknown && Keyword(alt.V, "properties") == nil {
			return false
		}
	}
	for _, word := range []string{"$ref", "ref", "allOf", "anyOf", "oneOf", "if", "patternProperties", "dependentSchemas"} {
		if Keyword(schema, word) != nil {
			return false
		}
	}
	if others := Keyword(schema, "additionalProperties"); others != nil && !IsZero(others) {
		if allowed, known := AsBool(others); !known || allowed {
			return false
		}
	}
	properties := Keyword(schema, "properties")
	if properties == nil {
		return false
	}
	closed := true
	for _, alt := range Alternatives(properties) {
		_, isMap := Deref(alt.V).(*Map)
		closed = closed && isMap
	}
	more := Entries(properties, func(key, _ Value, _ Guard) {
		_, known := AsString(key)
		closed = closed && known
	})
	return closed && more == nil
}

// ObjectSchema returns the schema of an object with the given properties.
func ObjectSchema(properties Value) Value {
	m := &Map{}
	m.insert(&entry{key: stringConst("properties"), cell: &Cell{v: properties}})
	return m
}

// schemaObject adds to types the properties of a schema whose own path is given.
func schemaObject(schema Value, path string, depth int, types map[string]string) {
	if depth == 0 {
		return
	}
	if path != "" {
		path += "."
	}
	Entries(Keyword(schema, "properties"), func(key, property Value, _ Guard) {
		name, ok := AsString(key)
		if !ok {
			return
		}
		name = path + name
		types[name] = cmp.Or(schemaType(property), types[name])
		schemaObject(property, name, depth-1, types)
		schemaItems(property, name, depth-1, types)
	})
}

// schemaItems adds to types the properties of the elements of an array.
func schemaItems(schema Value, path string, depth int, types map[string]string) {
	items := Keyword(schema, "items")
	if depth == 0 || items == nil {
		return
	}
	path += "[]"
	schemaObject(items, path, depth-1, types)
	schemaItems(items, path, depth-1, types)
}

// schemaType returns the JSON type of what a schema describes, as in "string" or
// "string|null", "" if it does not say or is not known.
func schemaType(schema Value) string {
	var all []string
	add := func(v Value) {
		if typ, ok := AsString(v); ok && typ != "" {
			all = append(all, strings.ToLower(typ))
		}
	}
	for _, word := range []string{"type", "types"} {
		for _, alt := range Alternatives(Keyword(schema, word)) {
			add(alt.V)
			elems, _ := Elems(alt.V)
			for _, e := range elems {
				add(e.V)
			}
		}
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), "|")
}
