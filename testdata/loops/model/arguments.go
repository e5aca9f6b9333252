package model

// This file makes arguments that fit a schema.

import "strings"

// deepest is how far schemas are followed: one that holds itself has no end.
const deepest = 8

// texts says what a text is, by a word of the property's name. The first match counts.
var texts = []struct{ word, value string }{
	{"url", "http://127.0.0.1:1/"}, {"uri", "http://127.0.0.1:1/"},
	{"command", "echo hello"}, {"cmd", "echo hello"}, {"script", "echo hello"},
	{"directory", "."}, {"dir", "."}, {"path", "notes.txt"}, {"file", "notes.txt"},
	{"pattern", "hello"}, {"regex", "hello"}, {"query", "hello"},
	{"expression", "1+2"}, {"city", "Paris"}, {"location", "Paris"}, {"symbol", "main"},
	{"old", "hello"}, {"new", "goodbye"}, {"search", "hello"}, {"replace", "goodbye"},
}

// example returns a value that fits a schema, which is a part of root, for the
// property of that name. Of an object it gives what is required, or everything if
// the schema requires nothing.
func example(name string, schema, root map[string]any, depth int) any {
	if depth > deepest || schema == nil {
		return nil
	}
	if part := lookup(root, schema["$ref"]); part != nil {
		return example(name, part, root, depth+1)
	}
	for _, fixed := range []string{"const", "default"} {
		if v, ok := schema[fixed]; ok && v != nil {
			return v
		}
	}
	if list, _ := schema["enum"].([]any); len(list) > 0 {
		return list[0]
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf"} {
		if list, _ := schema[key].([]any); len(list) > 0 {
			if part, ok := list[0].(map[string]any); ok {
				return example(name, part, root, depth+1)
			}
		}
	}
	return ofType(name, schema, root, depth)
}

func ofType(name string, schema, root map[string]any, depth int) any {
	switch typeOf(schema) {
	case "object":
		return object(schema, root, depth)
	case "array":
		items, _ := schema["items"].(map[string]any)
		if item := example(name, items, root, depth+1); item != nil {
			return []any{item}
		}
		return []any{}
	case "integer", "number":
		if least, ok := schema["minimum"].(float64); ok {
			return least
		}
		return 1
	case "boolean":
		return false
	}
	return text(name)
}

// typeOf returns the type that a schema names, in lower case: Gemini's are in
// upper case. One with properties is an object.
func typeOf(schema map[string]any) string {
	switch t := schema["type"].(type) {
	case string:
		return strings.ToLower(t)
	case []any:
		for _, one := range t {
			if s, ok := one.(string); ok && s != "null" {
				return strings.ToLower(s)
			}
		}
	}
	if schema["properties"] != nil {
		return "object"
	}
	return ""
}

func object(schema, root map[string]any, depth int) map[string]any {
	properties, _ := schema["properties"].(map[string]any)
	required, _ := schema["required"].([]any)
	values := make(map[string]any)
	for _, name := range required {
		if s, ok := name.(string); ok {
			part, _ := properties[s].(map[string]any)
			if part == nil {
				part = map[string]any{"type": "string"}
			}
			values[s] = example(s, part, root, depth+1)
		}
	}
	if len(required) > 0 {
		return values
	}
	for name, part := range properties {
		if part, ok := part.(map[string]any); ok {
			values[name] = example(name, part, root, depth+1)
		}
	}
	return values
}

func text(name string) string {
	name = strings.ToLower(name)
	for _, t := range texts {
		if strings.Contains(name, t.word) {
			return t.value
		}
	}
	return "hello"
}

// lookup returns the part of root that a reference such as "#/$defs/Point" names.
func lookup(root map[string]any, ref any) map[string]any {
	path, ok := ref.(string)
	if !ok {
		return nil
	}
	at := root
	for _, step := range strings.Split(strings.TrimPrefix(path, "#/"), "/") {
		at, _ = at[step].(map[string]any)
	}
	return at
}
