package loops

// This file reads the schemas that programs write: maps and structs in maps and structs,
// or a text.

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
)

// A spot is a place in a context.
type spot struct {
	at place
	c  *context
}

// A reader reads what a program writes of one tool.
type reader struct {
	*finder
	self  *instance // the object that the tool is, nil for none
	steps int       // how many nodes may still be read
	open  bool      // something was not read
}

// A node is what an object in the sense of JSON has at a place: texts, or entries.
type node struct {
	texts   []string
	entries map[string]spot
}

const (
	maxNodes      = 1000
	maxNodeSteps  = 3000
	maxSchemaDeep = 8
)

// arguments returns the arguments that a schema describes; it is not known if the schema, or
// a part that names arguments, was not read.
func (f *finder) arguments(at spot, self *instance, pos graph.Pos) (params []graph.Param, known bool) {
	r := &reader{finder: f, self: self, steps: maxNodes}
	text, err := json.Marshal(r.schema(at, maxSchemaDeep))
	if err != nil || r.open {
		return nil, false
	}
	return interp.SchemaParams(interp.String(string(text)), pos), true
}

// schema returns the words of a schema that tell of arguments, in the form of package json.
func (r *reader) schema(at spot, deep int) any {
	n := r.node(at)
	if r.open = r.open || n == nil || deep == 0; r.open {
		return nil
	}
	if len(n.texts) > 0 {
		return r.parsed(n)
	}
	out := make(map[string]any)
	for word, s := range n.entries {
		switch word {
		case "type", "types":
			if t := r.node(s); t != nil {
				out[word] = t.texts
			}
		case "items":
			out[word] = r.schema(s, deep-1)
		case "properties":
			out[word] = r.properties(s, deep)
		case "required", "enum":
			if t := r.node(s); t != nil && len(t.texts) > 0 {
				out[word] = slices.Sorted(slices.Values(t.texts))
			}
		default:
			if t := r.node(s); slices.Contains(interp.SaidWords, word) && t != nil && len(t.texts) == 1 {
				out[word] = t.texts[0]
			}
		}
	}
	return out
}

func (r *reader) properties(at spot, deep int) any {
	n := r.node(at)
	if r.open = r.open || n == nil || deep == 0; r.open {
		return nil
	}
	if len(n.texts) > 0 {
		return r.parsed(n)
	}
	if r.isSchema(n) { // they are looked up in it
		if s, ok := n.entries["properties"]; ok {
			return r.properties(s, deep-1)
		}
		return map[string]any{}
	}
	out := make(map[string]any)
	for name, s := range n.entries {
		if out[name] = r.schema(s, deep-1); r.open {
			// What an argument is called is known; what it consists of is not.
			r.open, out[name] = false, map[string]any{}
		}
	}
	return out
}

// isSchema reports whether a node is the schema of an object: its type is a text, where that of an argument which is called so would be
// a schema, too.
func (r *reader) isSchema(n *node) bool {
	s, ok := n.entries["type"]
	if !ok {
		return false
	}
	t := r.node(s)
	return t != nil && slices.Contains(t.texts, "object")
}

// parsed returns what a text says in JSON. Of several, one may tell of arguments; the others
// stand for a schema that is missing.
func (r *reader) parsed(n *node) (says any) {
	for _, text := range n.texts {
		var v map[string]any
		if json.Unmarshal([]byte(text), &v) != nil {
			r.open = true
			return nil
		}
		if properties, _ := v["properties"].(map[string]any); len(n.texts) > 1 && len(properties) == 0 {
			continue
		}
		r.open = r.open || says != nil
		says = v
	}
	return says
}

// node returns what is at a spot, nil if that is not known, or if it may be one of several.
func (r *reader) node(at spot) *node {
	if r.steps--; r.steps < 0 {
		return nil
	}
	var visited []spot
	s := &search{net: r.net, self: r.self, steps: maxNodeSteps, flat: true, at: func(p place, c *context) { visited = append(visited, spot{p, c}) }}
	found := s.find(at.at, at.c)
	if s.steps <= 0 || s.lost {
		return nil
	}
	n := &node{}
	var object *instance
	for i := range found {
		switch v := &found[i]; {
		case v.isText:
			n.texts = append(n.texts, v.text)
		case v.object == nil:
		case object != nil && object.object != v.object:
			return nil
		default:
			object = v
		}
	}
	switch {
	case object == nil && len(n.texts) == 0:
		return nil
	case object == nil || len(n.texts) > 0:
		return n
	case object.typ == valueflow.MapType:
		return r.mapped(object, visited)
	}
	return r.fields(object)
}

// fields returns what a struct has, by the names that JSON has for its fields.
func (r *reader) fields(o *instance) *node {
	n := &node{entries: make(map[string]spot)}
	for _, f := range o.object.Fields {
		n.entries[r.jsonName(f.Field)] = spot{o.in.at(f.Value), o.context}
	}
	return n
}

// jsonName returns what JSON calls the field of a name.
func (n *net) jsonName(field string) string {
	if tag, ok := n.tags[field]; ok {
		return tag
	}
	return strings.ToLower(field[strings.LastIndexByte(field, '.')+1:])
}

// mapped returns what a map has: what is put into it where it is made, in what it is handed
// to, and on its way to where it is read. It is nil if a key is not known.
func (r *reader) mapped(o *instance, way []spot) *node {
	n := &node{entries: make(map[string]spot)}
	for _, s := range append(r.aliases(o), r.withoutOuter(way)...) {
		for _, p := range r.putsAt[s.at] {
			keys := r.textsAt(spot{p.in.at(p.Key), s.c}, r.self)
			if len(keys) != 1 {
				return nil
			}
			n.entries[keys[0]] = spot{p.in.at(p.Value), s.c}
		}
	}
	return n
}

// withoutOuter returns the spots of a way but for those of maps out of which something is taken on it.
func (r *reader) withoutOuter(way []spot) []spot {
	outer := make(map[place]bool)
	isOn := func(p place) bool { return slices.ContainsFunc(way, func(s spot) bool { return s.at == p }) }
	for size := -1; size != len(outer); {
		size = len(outer)
		for _, s := range way {
			if slices.ContainsFunc(r.out[s.at], func(e edge) bool { return !e.put && (e.take && isOn(e.other) || outer[e.other]) }) {
				outer[s.at] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(way), func(s spot) bool { return outer[s.at] })
}

// textsAt returns the texts at a spot, each once, none if it was not found out what is there.
func (f *finder) textsAt(at spot, self *instance) []string {
	texts, _ := f.findTexts(at, self)
	return texts
}

// oneText returns the text at a spot; ok says that it is there in every run.
func (f *finder) oneText(at spot, self *instance) (text string, ok bool) {
	texts, lost := f.findTexts(at, self)
	if len(texts) != 1 || lost {
		return "", false
	}
	return texts[0], true
}

func (f *finder) findTexts(at spot, self *instance) (out []string, lost bool) {
	s := &search{net: f.net, self: self, steps: maxNodeSteps}
	found := s.find(at.at, at.c)
	if s.steps <= 0 {
		return nil, true
	}
	for _, t := range found {
		if t.isText && !slices.Contains(out, t.text) {
			out = append(out, t.text)
		}
	}
	return out, s.lost
}

// aliases returns the spots where a map is, forward from where it is made: in variables of the
// function, and in parameters of what it calls.
func (r *reader) aliases(o *instance) (out []spot) {
	const most = 100
	out = []spot{{o.in.at(o.object.At), o.context}}
	for i := 0; i < len(out) && len(out) < most; i++ {
		for _, e := range r.out[out[i].at] {
			next := spot{e.other, out[i].c}
			switch {
			case e.loose || e.put || e.kind == returns || r.isFree(e.other):
				continue
			case e.kind == enters:
				next.c = next.c.enter(e.site)
			}
			if !slices.ContainsFunc(out, func(s spot) bool { return s.at == next.at && s.c.key() == next.c.key() }) {
				out = append(out, next)
			}
		}
	}
	return out
}

// schemaTypes returns the types of which something that gets to a spot is a schema.
func (f *finder) schemaTypes(at spot, self *instance) (out []string) {
	s := &search{net: f.net, self: self, steps: maxNodeSteps, loose: true}
	s.at = func(p place, _ *context) {
		for _, t := range f.schemas[p] {
			if !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	s.find(at.at, at.c)
	if s.steps <= 0 {
		return nil
	}
	return out
}
