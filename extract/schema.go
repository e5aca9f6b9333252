package extract

// This file reads JSON schemas that programs write by hand.

import (
	"cmp"
	"encoding/json"
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

// schemaObject adds to types the properties of a schema whose own path is given.
func schemaObject(schema Value, path string, depth int, types map[string]string) {
	if depth == 0 {
		return
	}
	if path != "" {
		path += "."
	}
	Entries(keyword(schema, "properties"), func(key, property Value, _ Guard) {
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
	items := keyword(schema, "items")
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
			all = merge(all, []string{strings.ToLower(typ)})
		}
	}
	for _, word := range []string{"type", "types"} {
		for _, alt := range Alternatives(keyword(schema, word)) {
			add(alt.V)
			elems, _ := Elems(alt.V)
			for _, e := range elems {
				add(e.V)
			}
		}
	}
	return strings.Join(all, "|")
}

// keyword returns what a schema says by a keyword, nil if it says nothing.
func keyword(schema Value, word string) (out Value) {
	for _, alt := range Alternatives(schema) {
		if v := keyword1(Deref(alt.V), word); v != nil {
			out = joinGuarded(out, v, alt.Guard)
		}
	}
	return out
}

func keyword1(schema Value, word string) Value {
	switch x := schema.(type) {
	case *Struct:
		for _, name := range x.FieldNames() {
			if v := x.Fields[name].v; strings.EqualFold(name, word) && !IsZero(v) {
				return v
			}
		}
	case *Map:
		if h, ok := x.lookup(stringConst(word)).now(); ok {
			return h.val
		}
	case Const:
		text, _ := AsString(x)
		return keyword1(schemaText(text), word)
	case *Unknown:
		return keyword1(schemaText(x.text), word)
	}
	return nil
}

// schemaText returns the schema that a text is, nil if it is none.
func schemaText(text string) Value {
	var v map[string]any
	if text == "" || json.Unmarshal([]byte(text), &v) != nil {
		return nil
	}
	return jsonValue(v)
}

// jsonValue returns what encoding/json decodes into an any: objects, lists and texts,
// nil for the rest.
func jsonValue(v any) Value {
	switch x := v.(type) {
	case string:
		return stringConst(x)
	case []any:
		var list []Value
		for _, e := range x {
			list = append(list, jsonValue(e))
		}
		return List(list...)
	case map[string]any:
		m := &Map{}
		for _, k := range sortedKeys(x) {
			m.insert(&entry{key: stringConst(k), cell: &Cell{v: jsonValue(x[k])}})
		}
		return m
	}
	return Nil{}
}
