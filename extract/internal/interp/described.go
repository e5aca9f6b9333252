package interp

// This file reads arguments that a library describes in structs of its own, and not by the keywords of JSON Schema.

// ParamWords are the fields of a struct that describes an argument, by what they say.
type ParamWords struct {
	Type, Description, Enum string
	Items                   string // what describes the elements of a list
	Properties              string // those of an object, by their names
	Required                string // whether it is
}

// Object returns the JSON schema of an object whose properties a map describes.
func (w ParamWords) Object(properties Value) Value { return w.object(properties, maxSchema) }

func (w ParamWords) object(described Value, depth int) Value {
	properties := &Map{}
	var required Slice
	more := Entries(described, func(name, described Value, _ Guard) {
		if depth > 0 {
			properties.insert(&entry{key: name, cell: &Cell{v: w.schema(described, depth-1)}})
		}
		if must, known := AsBool(Field(described, w.Required)); known && must {
			required.Elems = append(required.Elems, &Cell{v: name})
		}
	})
	properties.More = more
	return keywordMap("type", stringConst("object"), "properties", properties, "required", required)
}

// schema returns the JSON schema of one argument.
func (w ParamWords) schema(described Value, depth int) Value {
	out := keywordMap("type", Field(described, w.Type), "description", Field(described, w.Description), "enum", Field(described, w.Enum))
	if sub := Field(described, w.Properties); depth > 0 && sub != nil && !IsZero(sub) {
		out.insert(&entry{key: stringConst("properties"), cell: &Cell{v: Keyword(w.object(sub, depth), "properties")}})
	}
	if items := Field(described, w.Items); depth > 0 && items != nil && !IsZero(items) {
		out.insert(&entry{key: stringConst("items"), cell: &Cell{v: w.schema(items, depth-1)}})
	}
	return out
}

// keywordMap returns the map of keywords and what stands under them, without those that say nothing.
func keywordMap(pairs ...any) *Map {
	m := &Map{}
	for i := 0; i < len(pairs); i += 2 {
		if v, _ := pairs[i+1].(Value); v != nil && !IsZero(v) {
			m.insert(&entry{key: stringConst(pairs[i].(string)), cell: &Cell{v: v}})
		}
	}
	return m
}
