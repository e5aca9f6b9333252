package loops

// This file tells of tools what models are told of them, and what arguments their code takes.

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// told is what is known of a tool beside what it runs.
type told struct {
	offered     bool
	description string
	args        string // the type of its arguments
	params      []graph.Param
	hints       graph.Hints
	declared    []string // the capabilities that tags on the type of its arguments name
	// described and specified say that there is no more to its description and its arguments.
	described, specified bool
	silent               bool // no model is told of arguments
	closed               bool // params are those of a schema, and all
}

// describe completes a tool with what the program says of it.
func (f *finder) describe(g *graph.Tool, t *tool) {
	if t.name == "" {
		return
	}
	says := f.tell(t)
	f.taken(&says, t)
	g.Description, g.Args, g.Params, g.Closed, g.Hints = says.description, says.args, says.params, says.closed, says.hints
	g.Declare(says.declared...)
	var missing []string
	if !says.described {
		missing = append(missing, "description")
	}
	if !says.specified {
		missing = append(missing, "arguments")
	}
	if len(missing) > 0 && !g.Unknown.Given() {
		g.Unknown = reason.Of(reason.PartUnread, strings.Join(missing, " and "))
	}
}

// tell returns what a model is told of a tool. Several clients may be told of it, each in its
// own way; they have to agree.
func (f *finder) tell(t *tool) (out told) {
	defer func() { out.specified = out.specified || out.silent }()
	for _, o := range f.offersOf(t) {
		says := f.read(o, t.pos)
		switch {
		case !out.offered:
			out = says
		case !out.described:
			out.description, out.described = says.description, says.described
		case says.described && says.description != out.description:
			out.description, out.described = "", false
			return out
		}
		if says.hints != out.hints {
			out.hints = graph.Hints{} // clients differ
		}
		if !out.specified && says.specified {
			out.params, out.args, out.specified, out.closed, out.declared = says.params, says.args, true, says.closed, says.declared
		}
		out.silent = out.silent && says.silent
	}
	return out
}

// offersOf returns the offers of a tool: those that tell of the object that the tool is, or
// else all that have its name.
func (f *finder) offersOf(t *tool) (out []*offer) {
	if self := cmp.Or(t.record, t.self); self != nil {
		for _, o := range f.tellers {
			if said := f.textsAt(spot{o.called, nil}, self); len(said) == 1 && said[0] == t.name {
				next := *o
				next.name, next.self = t.name, self
				out = append(out, &next)
			}
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, o := range f.offered {
		if o.name == t.name {
			out = append(out, o)
		}
	}
	return out
}

// read returns what an offer says.
func (f *finder) read(o *offer, pos graph.Pos) told {
	out := told{offered: true, described: o.description == noPlace, silent: o.schema == noPlace}
	if o.description != noPlace {
		out.description, out.described = f.oneText(spot{o.description, o.c}, o.self)
	}
	if o.hints != noPlace {
		out.hints = f.hints(spot{o.hints, o.c}, o.self)
	}
	if o.schema == noPlace {
		return out
	}
	schema := spot{o.schema, o.c}
	if out.params, out.specified = f.arguments(schema, o.self, pos); out.specified {
		out.closed = len(out.params) > 0
		return out
	}
	if types := f.schemaTypes(schema, o.self); len(types) == 1 {
		out.args, out.params, out.specified, out.declared = named(types[0]), f.argsOf[types[0]], true, f.declared[types[0]]
	}
	return out
}

// taken adds what the code of a tool reads its arguments into. If nothing else says what they
// are, that is a struct, or the keys that it reads of a map.
func (f *finder) taken(says *told, t *tool) {
	types, keys := f.decoded(t)
	for _, typ := range types {
		says.declared = append(says.declared, f.declared[typ]...)
	}
	switch {
	case len(types) == 1 && (!says.specified || covers(f.argsOf[types[0]], says.params)):
		fields := f.argsOf[types[0]]
		says.closed = says.closed && covers(says.params, fields)
		says.args, says.params, says.specified = named(types[0]), graph.WithSaid(fields, says.params), true
	case !says.specified && len(types) == 0: // there may be more, in what the map is handed to
		for _, key := range keys {
			says.params = append(says.params, graph.Param{Path: key, Pos: t.pos})
		}
	}
}

// named returns the name of a type, "" if it has none.
func named(typ string) string {
	if strings.HasPrefix(typ, "struct{") {
		return ""
	}
	return typ
}

// hints returns the hints that an offer gives.
func (f *finder) hints(at spot, self *instance) (h graph.Hints) {
	r := &reader{finder: f, self: self, steps: maxNodes}
	n := r.node(at)
	if n == nil {
		return h
	}
	for key, s := range n.entries {
		text, ok := f.oneText(s, self)
		if !ok {
			continue
		}
		switch hint := graph.HintOf(text == "true"); key {
		case "readOnlyHint":
			h.ReadOnly = hint
		case "destructiveHint":
			h.Destructive = hint
		case "idempotentHint":
			h.Idempotent = hint
		case "openWorldHint":
			h.OpenWorld = hint
		}
	}
	return h
}

// covers reports whether a type has all that a schema names, and there is something.
func covers(typ, schema []graph.Param) bool {
	return len(schema) > 0 && !slices.ContainsFunc(schema, func(p graph.Param) bool {
		return !slices.ContainsFunc(typ, func(q graph.Param) bool { return q.Path == p.Path })
	})
}

// decoded returns the types of structs that the code of a tool reads its arguments into, and the
// keys that it reads of them if they are a map, sorted.
func (f *finder) decoded(t *tool) (types, keys []string) {
	look := func(fn *function, in func(block int32) bool) {
		for _, d := range fn.Decodes {
			if d.Type != "" && d.Type != valueflow.MapType && in(d.Block) && f.args.seen[fn.at(d.From)] {
				types = append(types, d.Type)
			}
		}
		for _, l := range fn.Lookups {
			if key := f.text(fn, l.Key); key != "" && !l.Range && in(l.Block) && f.args.seen[fn.at(l.Map)] {
				keys = append(keys, key)
			}
		}
	}
	if t.inline {
		look(t.in, func(block int32) bool { return slices.Contains(t.blocks, block) })
	}
	for _, id := range []string{t.handler, t.parses} {
		if fn := f.byID[id]; fn != nil {
			look(fn, func(int32) bool { return true })
		}
	}
	return sortedOnce(types), sortedOnce(keys)
}

func sortedOnce(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}
