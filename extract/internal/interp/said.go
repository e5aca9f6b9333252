package interp

// This file keeps what JSON schemas say of values beside their types, as text.

import (
	"encoding/json"
	"go/constant"
	"slices"
	"strconv"
	"strings"
)

// SaidWords are the keywords of which a model is told, or which it has to keep, beside those that say of what type something is.
var SaidWords = []string{
	"description", "title", "default", "enum", "const", "format", "pattern", "examples",
	"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
	"minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties", "additionalProperties",
	"deprecated", "readOnly", "writeOnly", "contentEncoding", "contentMediaType",
}

// keywords returns what a schema says by the keywords of SaidWords but for its description, each with its value in JSON. What the elements of an
// array have to keep begins with "items". A value that is not known is "?".
func keywords(schema Value) (out []string) {
	for _, word := range SaidWords[1:] {
		if text := jsonText(Keyword(schema, word), maxSchema); text != "" {
			out = append(out, word+" "+text)
		}
	}
	if items := Keyword(schema, "items"); items != nil {
		if text := onlyText(Keyword(items, "description")); text != "" {
			out = append(out, "items description "+quoted(text))
		}
		for _, word := range []string{"default", "enum", "format", "pattern", "minimum", "maximum", "minLength", "maxLength"} {
			if text := jsonText(Keyword(items, word), maxSchema); text != "" {
				out = append(out, "items "+word+" "+text)
			}
		}
	}
	return out
}

// jsonText returns a value as JSON, "?" for one that is not known, or of which there may be several, and "" for none.
func jsonText(v Value, depth int) string {
	if v == nil || depth == 0 {
		return ""
	}
	alts := Alternatives(v)
	if len(alts) != 1 {
		return "?"
	}
	switch x := Deref(alts[0].V).(type) {
	case Nil:
		return ""
	case Zero:
		if _, isPtr := Unwrap(alts[0].V).(Ptr); isPtr {
			return "0"
		}
		return ""
	case Const:
		return constJSON(x)
	case Slice:
		if x.More != nil {
			return "?"
		}
		return listText(alts[0].V, depth)
	case *Array:
		return listText(alts[0].V, depth)
	case *Map:
		return objectText(x, depth)
	}
	return "?"
}

func constJSON(c Const) string {
	switch c.V.Kind() {
	case constant.String:
		return quoted(constant.StringVal(c.V))
	case constant.Float:
		f, _ := constant.Float64Val(c.V)
		text, err := json.Marshal(f)
		if err != nil {
			return "?"
		}
		return string(text)
	}
	return c.V.ExactString()
}

func listText(v Value, depth int) string {
	elems, _ := Elems(v)
	parts := make([]string, len(elems))
	for i, e := range elems {
		if parts[i] = jsonText(e.V, depth-1); parts[i] == "" {
			parts[i] = "null"
		}
	}
	return "[" + strings.Join(parts, ",") + "]"
}

func objectText(m *Map, depth int) string {
	var parts []string
	if more := Entries(m, func(key, val Value, _ Guard) {
		name, known := AsString(key)
		if !known {
			name = "?"
		}
		text := jsonText(val, depth-1)
		if text == "" {
			text = "null"
		}
		parts = append(parts, quoted(name)+":"+text)
	}); more != nil {
		parts = append(parts, "?")
	}
	slices.Sort(parts)
	return "{" + strings.Join(parts, ",") + "}"
}

// quoted returns a text as JSON.
func quoted(text string) string {
	var out strings.Builder
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		return strconv.Quote(text)
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// onlyText returns the text that a value is, "" if it is none, or one of several.
func onlyText(v Value) string {
	alts := Alternatives(v)
	if v == nil || len(alts) != 1 {
		return ""
	}
	text, _ := AsString(Deref(alts[0].V))
	return text
}

// texts returns the texts of a list that are known.
func texts(list Value) (out []string) {
	elems, _ := Elems(list)
	for _, e := range elems {
		if text, ok := AsString(e.V); ok {
			out = append(out, text)
		}
	}
	return out
}
