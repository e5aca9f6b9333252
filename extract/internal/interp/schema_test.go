package interp

import (
	"strings"
	"testing"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// TestSchemaParams: the same schema in each form, and what is no schema.
func TestSchemaParams(t *testing.T) {
	const text = `{"type": "object", "required": ["path"], "properties": {
		"path": {"type": "string", "description": "where"},
		"range": {"type": "object", "properties": {"from": {"type": ["integer", "null"]}}},
		"rows": {"type": "array", "items": {"type": "array", "items": {"properties": {"id": {}}}}}}}`
	const want = "path string, range object, range.from integer|null, rows array, rows[][].id "
	object := func(fields map[string]Value) Value {
		s := &Struct{Fields: make(map[string]*Cell)}
		for name, v := range fields {
			s.Fields[name] = &Cell{v: v}
		}
		return Ptr{&Cell{v: s}}
	}
	entries := func(m map[string]Value) *Map {
		out := &Map{}
		for _, k := range sortedKeys(m) {
			out.insert(&entry{key: stringConst(k), cell: &Cell{v: m[k]}})
		}
		return out
	}
	structs := object(map[string]Value{"Type": String("object"), "Description": String(""), "Properties": entries(map[string]Value{
		"path":  object(map[string]Value{"Type": String("STRING")}),
		"range": object(map[string]Value{"Type": String("object"), "Properties": entries(map[string]Value{"from": object(map[string]Value{"Types": List(String("null"), String("integer"))})})}),
		"rows":  object(map[string]Value{"Type": String("array"), "Items": object(map[string]Value{"Items": object(map[string]Value{"Properties": entries(map[string]Value{"id": object(nil)})})})}),
	})})
	// endless is a schema that contains itself.
	endless := &Map{}
	endless.insert(&entry{key: String("properties"), cell: &Cell{v: entries(map[string]Value{"next": endless})}})

	for _, x := range []struct {
		name   string
		schema Value
		want   string
	}{
		{"text", String(text), want},
		{"bytes", &Unknown{Reason: reason.Words("a conversion"), Origin: Bytes{text}}, want},
		{"map", schemaText(text), want},
		{"structs", structs, want},
		{"one of two", &OneOf{Alts: []Alt{{V: String(text), Guard: Guard{{Text: "a", id: 1}}}, {V: structs, Guard: Guard{{Text: "a", Neg: true, id: 1}}}}}, want},
		{"itself", endless, strings.TrimSuffix("next , next.next , next.next.next , next.next.next.next , "+
			"next.next.next.next.next , next.next.next.next.next.next , next.next.next.next.next.next.next , next.next.next.next.next.next.next.next , ", ", ")},
		{"nothing", nil, ""},
		{"no schema", String("{"), ""},
		{"a list", String("[1]"), ""},
		{"unknown", &Unknown{Reason: reason.Words("a parameter")}, ""},
		{"properties are a text", String(`{"properties": "none"}`), ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			pos := graph.Pos{File: "a.go", Line: 3, Col: 1}
			var got []string
			for _, p := range SchemaParams(x.schema, pos) {
				got = append(got, p.Path+" "+p.Type)
				if p.Pos != pos || p.Field != "" {
					t.Errorf("%s: position %v, field %q", p.Path, p.Pos, p.Field)
				}
			}
			if s := strings.Join(got, ", "); s != x.want {
				t.Errorf("got  %q\nwant %q", s, x.want)
			}
		})
	}
}
