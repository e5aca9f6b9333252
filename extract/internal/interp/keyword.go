package interp

// This file reads what stands under a keyword of a JSON schema, which programs write as
// maps, as structs and as texts.

import (
	"encoding/json"
	"go/constant"
	"strings"
)

// Keyword returns what a JSON schema says by a keyword, nil if it says nothing.
func Keyword(schema Value, word string) (out Value) {
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
		return keyword1(schemaText(x.text()), word)
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

// jsonValue returns what encoding/json decodes into an any: objects, lists, texts, numbers and truth
// values, nil for the rest.
func jsonValue(v any) Value {
	switch x := v.(type) {
	case string:
		return stringConst(x)
	case bool:
		return boolConst(x)
	case float64:
		return Const{V: constant.MakeFloat64(x)}
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
