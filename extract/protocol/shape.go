package protocol

// This file knows protocols by the JSON names of struct fields.

import (
	"go/types"
	"reflect"
	"slices"
	"strings"
)

// A shape is a part of a protocol as the JSON names of a struct type tell it.
type shape struct {
	protocol string
	side     Side
	part     Part
	// in are names of the fields that hold such a value, or several; none where the
	// names of the struct itself are enough.
	in []string
	// name, args, id and text are paths of JSON names, "" for none. The struct has them all.
	name, args, id string
	text           string
	with           []string // what else it has
	// near are words one of which the package has somewhere else, as a JSON name or as
	// a text: names that many programs use mean a protocol only in its company.
	near []string
}

// anthropic are words of that protocol alone.
var anthropic = []string{"tool_use_id", "tool_use", "partial_json", "input_schema"}

// shapes are the protocols. The first one that a struct fits counts.
var shapes = []shape{
	{protocol: "chat completions", part: Call, in: []string{"tool_calls"}, name: "function.name", args: "function.arguments", id: "id"},
	{protocol: "chat completions", part: Call, in: []string{"tool_calls"}, name: "function.name", args: "function.arguments"}, // Ollama
	{protocol: "chat completions", part: Call, in: []string{"tool_calls"}, name: "name", args: "arguments"},
	{protocol: "chat completions", part: Call, in: []string{"tool_calls"}, name: "name", args: "parameters"}, // Cohere
	{protocol: "chat completions", part: Call, in: []string{"tool_calls"}, name: "name", args: "args"},
	{protocol: "chat completions", part: Call, in: []string{"tool_calls"}, name: "name", args: "input"},
	{protocol: "chat completions", part: Call, in: []string{"function_call"}, name: "name", args: "arguments"},
	{protocol: "chat completions", part: Result, id: "tool_call_id", with: []string{"role"}},
	{protocol: "chat completions", part: Offer, in: []string{"tools"}, name: "function.name", with: []string{"type"}},

	{protocol: "responses", part: Call, name: "name", args: "arguments", id: "call_id"},
	{protocol: "responses", part: Result, id: "call_id", with: []string{"output"}},

	{protocol: "Anthropic messages", part: Call, name: "name", args: "input", id: "id", with: []string{"type"}, near: anthropic},
	{protocol: "Anthropic messages", part: Call, in: []string{"content_block"}, name: "name", id: "id", with: []string{"type"}}, // of a stream
	{protocol: "Anthropic messages", part: Call, in: []string{"delta"}, args: "partial_json"},                                   // behind it
	{protocol: "Anthropic messages", part: Result, id: "tool_use_id"},
	{protocol: "Anthropic messages", part: Offer, name: "name", with: []string{"input_schema"}},

	{protocol: "Gemini", part: Call, in: []string{"functionCall", "function_call"}, name: "name", args: "args"},
	{protocol: "Gemini", part: Result, in: []string{"functionResponse", "function_response"}, name: "name", with: []string{"response"}},
	{protocol: "Gemini", part: Offer, in: []string{"functionDeclarations", "function_declarations"}, name: "name"},

	{protocol: "Converse", part: Call, in: []string{"toolUse"}, name: "name", args: "input", id: "toolUseId"},
	{protocol: "Converse", part: Result, id: "toolUseId", with: []string{"content"}},
	{protocol: "Converse", part: Offer, in: []string{"toolSpec"}, name: "name"},

	{protocol: "MCP", side: Server, part: Call, name: "name", args: "arguments", near: []string{CallMethod}},
	{protocol: "MCP", side: Server, part: Offer, name: "name", with: []string{"description", "inputSchema"}},

	{protocol: "chat completions", part: Answer, text: "choices.message.content"},
	{protocol: "chat completions", part: Answer, text: "choices.delta.content"},
	{protocol: "chat completions", part: Answer, text: "choices.text"},
	{protocol: "chat completions", part: Answer, text: "message.content", near: []string{"messages"}}, // Ollama
	{protocol: "chat completions", part: Answer, text: "response", with: []string{"done"}},
	{protocol: "responses", part: Answer, text: "output.content.text"},
	{protocol: "Anthropic messages", part: Answer, text: "content.text", near: []string{"max_tokens", "stop_reason", "anthropic-version"}},
	{protocol: "Gemini", part: Answer, text: "candidates.content.parts.text"},

	{protocol: "chat completions", part: Message, text: "content", with: []string{"role"}},
	{protocol: "Gemini", part: Message, text: "parts.text", with: []string{"role"}},
	{protocol: "chat completions", part: Message, text: "prompt", with: []string{"model"}},
	{protocol: "responses", part: Message, text: "input", with: []string{"model"}},
}

// A record is a struct type as JSON sees it: its fields by their names.
type record struct {
	of     types.Type
	fields []*types.Var
	names  []string // beside fields
}

func recordOf(t types.Type) *record {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	r := &record{of: t}
	r.addFields(s, 0)
	return r
}

// addFields adds the fields of s, and those of the structs that it embeds, which JSON has
// beside its own. Paths leave out what embeds.
func (r *record) addFields(s *types.Struct, depth int) {
	const most = 4 // structs that embed each other; a type may embed itself
	for i := range s.NumFields() {
		v := s.Field(i)
		name, _, _ := strings.Cut(reflect.StructTag(s.Tag(i)).Get("json"), ",")
		inner, isStruct := element(v.Type()).Underlying().(*types.Struct)
		switch {
		case name == "-":
		case name != "":
			r.fields, r.names = append(r.fields, v), append(r.names, name)
		case v.Embedded() && isStruct && depth < most:
			r.addFields(inner, depth+1)
		}
	}
}

func (r *record) field(name string) *types.Var {
	if i := slices.Index(r.names, name); i >= 0 {
		return r.fields[i]
	}
	return nil
}

// path returns the fields on a path of JSON names, nil if there are none.
func (r *record) path(names string) (path []*types.Var) {
	for name := range strings.SplitSeq(names, ".") {
		v := r.field(name)
		if v == nil {
			return nil
		}
		path = append(path, v)
		if r = recordOf(element(v.Type())); r == nil {
			r = new(record)
		}
	}
	return path
}

// element returns what a pointer, a list, a map or a channel of t has in the end.
func element(t types.Type) types.Type {
	for {
		switch u := types.Unalias(t).(type) {
		case *types.Named:
			switch u.Underlying().(type) {
			case *types.Slice, *types.Array, *types.Map, *types.Pointer:
				t = u.Underlying()
				continue
			}
			return t
		case interface{ Elem() types.Type }: // pointers, slices, arrays, maps, channels
			t = u.Elem()
		default:
			return t
		}
	}
}

// form returns r as a part of the protocol, nil if it does not fit. It is held by a field
// called in, and surrounded by words.
func (s *shape) form(r *record, in string, words map[string]bool) *Form {
	if len(s.in) > 0 != (in != "") || in != "" && !slices.Contains(s.in, in) {
		return nil
	}
	for _, name := range s.with {
		if r.field(name) == nil {
			return nil
		}
	}
	if len(s.near) > 0 && !slices.ContainsFunc(s.near, func(w string) bool { return words[w] }) {
		return nil
	}
	f := &Form{Protocol: s.protocol, Side: s.side, Part: s.part, Type: r.of}
	for _, part := range []struct {
		names string
		path  *[]*types.Var
	}{{s.name, &f.Name}, {s.args, &f.Args}, {s.id, &f.ID}, {s.text, &f.Text}} {
		if part.names == "" {
			continue
		}
		if *part.path = r.path(part.names); *part.path == nil {
			return nil
		}
	}
	return f
}
