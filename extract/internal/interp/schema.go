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
// The type is what the keywords type, types, properties and items say. What others say, which is less than these allow, is
// kept as text: see keywords. See JSON Schema draft 2020-12.
func SchemaParams(schema Value, pos graph.Pos) []graph.Param {
	said := make(map[string]*graph.Param)
	schemaObject(schema, "", maxSchema, said)
	var out []graph.Param
	for path, p := range said {
		p.Path, p.Pos = path, pos
		out = append(out, *p)
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

// schemaObject adds to said the properties of a schema whose own path is given.
func schemaObject(schema Value, path string, depth int, said map[string]*graph.Param) {
	if depth == 0 {
		return
	}
	if path != "" {
		path += "."
	}
	required := texts(Keyword(schema, "required"))
	Entries(Keyword(schema, "properties"), func(key, property Value, _ Guard) {
		name, ok := AsString(key)
		if !ok {
			return
		}
		isRequired := slices.Contains(required, name)
		name = path + name
		p := said[name]
		if p == nil {
			p = new(graph.Param)
			said[name] = p
		}
		p.Type = cmp.Or(schemaType(property), p.Type)
		p.Description = cmp.Or(onlyText(Keyword(property, "description")), p.Description)
		p.Schema = append(p.Schema, keywords(property)...)
		if isRequired {
			p.Schema = append(p.Schema, "required")
		}
		slices.Sort(p.Schema)
		p.Schema = slices.Compact(p.Schema)
		schemaObject(property, name, depth-1, said)
		schemaItems(property, name, depth-1, said)
	})
}

// schemaItems adds to said the properties of the elements of an array.
func schemaItems(schema Value, path string, depth int, said map[string]*graph.Param) {
	items := Keyword(schema, "items")
	if depth == 0 || items == nil {
		return
	}
	path += "[]"
	schemaObject(items, path, depth-1, said)
	schemaItems(items, path, depth-1, said)
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
