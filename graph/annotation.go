package graph

// This file defines what a program says of its tools in annotations: struct
// tags on their arguments and results, and directives.

import (
	"slices"
	"strconv"
	"strings"
)

// A Param is one field of a tool's arguments or of its result, as deep as the
// types go: fields of nested structs are Params of their own.
type Param struct {
	// Path is where it is in the JSON that a model reads and writes: "to",
	// "items[].name", "headers{}" for the values of a map.
	Path  string
	Field string // where it is in Go: "To", "Items.Name"; "" if there is no struct
	Type  string // its Go type, package-qualified; without a struct its JSON type, "" if that is not known
	// Takes is the JSON value that a field of a struct takes: string, boolean, object, a number type of Go
	// as in int8, or of each of these a list, as in []string, or an object of them, as in {}string; ""
	// for any value, and if it is not known.
	Takes    string
	Enum     []string // the only values that it takes, or its parts if it is a list, as its tag says; nil for any
	Optional bool     // its tag says that it may be left out; nothing is known of what a schema names
	// Description is what a model is told that it is, and Schema what else a schema or a tag says of it: a keyword, or one with its
	// value in JSON, as in `required` and `minimum 1`, sorted.
	Description string
	Schema      []string
	Sink        *Sink // what must not reach it, nil if anything may
	Sources     []string
	Bounds      []Limit
	Confine     Confine
	Pos         Pos
}

// WithSaid returns fields with what a schema says of them, which is what models are told.
func WithSaid(fields, schema []Param) []Param {
	out := slices.Clone(fields)
	for i := range out {
		for j := range schema {
			if p := &schema[j]; p.Path == out[i].Path && (p.Description != "" || len(p.Schema) > 0) {
				out[i].Description, out[i].Schema = p.Description, p.Schema
			}
		}
	}
	return out
}

// Annotated reports whether the program says anything of p.
func (p *Param) Annotated() bool {
	return p.Sink != nil || len(p.Sources) > 0 || len(p.Bounds) > 0 || p.Confine != ConfineNone
}

// Values returns the words for the values that p takes: "a", "b".
func (p *Param) Values() string {
	quoted := make([]string, len(p.Enum))
	for i, value := range p.Enum {
		quoted[i] = strconv.Quote(value)
	}
	return strings.Join(quoted, ", ")
}

// A Sink says what must not reach a Param.
type Sink struct {
	Forbid []string // tools, labels, or "*" for everything that is untrusted
	Name   string   // what findings call it, "" for none
	Unless []string // sanitizers that make it harmless
}

// A Limit is one comparison that a number keeps: Op is one of < <= > >= ==, and
// Of a decimal integer or the name of a value.
type Limit struct{ Op, Of string }

// String returns the limit as it is written in a tag.
func (l Limit) String() string { return l.Op + " " + l.Of }

// Confine says what a string must be confined to before it has an effect.
type Confine uint8

const (
	ConfineNone    Confine = iota
	ConfinePath            // a file below a fixed directory
	ConfineHost            // a host out of a fixed set
	ConfineCommand         // a command out of a fixed set
	ConfineSQL             // a value of a parameterized query
)

// IsDestructive reports whether the program says, in a hint or in a directive,
// that the tool destroys something.
func (t *Tool) IsDestructive() bool { return t.Destructive || t.Hints.Destructive == HintTrue }

// Words returns the hints that are given: "read-only", "not destructive", ….
func (h Hints) Words() (list []string) {
	for _, hint := range []struct {
		value Hint
		name  string
	}{{h.ReadOnly, "read-only"}, {h.Destructive, "destructive"}, {h.Idempotent, "idempotent"}, {h.OpenWorld, "open-world"}} {
		switch hint.value {
		case HintTrue:
			list = append(list, hint.name)
		case HintFalse:
			list = append(list, "not "+hint.name)
		}
	}
	return list
}

// AreDefaults reports whether all hints are given, and are what the Model Context Protocol takes
// for granted where they are not: a library may send them on its own. Those that are false may be left out,
// as mcp-go does before v0.27, where hints are no pointers.
func (h Hints) AreDefaults() bool {
	return h.ReadOnly != HintTrue && h.Destructive == HintTrue && h.Idempotent != HintTrue && h.OpenWorld == HintTrue
}

// AddedByFramework is the description of tools that the program does not make: hand-overs and what
// ends a task.
const AddedByFramework = "added by the framework"

// Added reports whether the framework adds t by itself. One that the program has code for is the program's,
// whatever it says of itself.
func (t *Tool) Added() bool { return t.Description == AddedByFramework && t.Handler == "" }

// Gated reports whether a human is asked before each call of t. One that a function
// of the program asks for in some cases only is not enough.
func (t *Tool) Gated() bool {
	switch t.Gate.Kind {
	case GateConfirm, GateWrapper, GateInterrupt, GateCallback:
		return true
	}
	return false
}

// MayHold reports whether a gate may hold calls back: somebody is asked, in some cases at least,
// and the answer counts.
func (k GateKind) MayHold() bool { return k != GateNone && k != GateIgnored }

// Outward reports whether t declares that it needs the network, other than to listen: then what
// it is given may leave the program. What its code does with what it is given is for the rules
// on data to follow: that it talks to a host does not say that it tells it anything.
func (t *Tool) Outward() bool {
	return slices.ContainsFunc(t.Declared, func(c string) bool {
		return c == "net" || strings.HasPrefix(c, "net.") && c != "net.listen"
	})
}

// Tags returns the bare tags of a call of t, sorted: what it says of itself, and the labels of what it
// returns.
func (t *Tool) Tags() []string {
	tags := slices.Concat(t.Events, t.Sources)
	for i := range t.Returns {
		tags = append(tags, t.Returns[i].Sources...)
	}
	for _, h := range []struct {
		tag   string
		holds bool
	}{
		{"destructive", t.IsDestructive()},
		{"read-only", t.Hints.ReadOnly == HintTrue},
		{"idempotent", t.Hints.Idempotent == HintTrue},
		{"open-world", t.Hints.OpenWorld == HintTrue},
		{"outward", t.Outward()},
	} {
		if h.holds {
			tags = append(tags, h.tag)
		}
	}
	slices.Sort(tags)
	return slices.Compact(tags)
}

// Declare adds capabilities to those that the tool declares, each once, in
// order.
func (t *Tool) Declare(capabilities ...string) {
	t.Declared = append(slices.Clone(t.Declared), capabilities...)
	slices.Sort(t.Declared)
	t.Declared = slices.Compact(t.Declared)
}

// Param returns the parameter with the given path, nil if the tool has none.
func (t *Tool) Param(path string) *Param {
	for i := range t.Params {
		if t.Params[i].Path == path {
			return &t.Params[i]
		}
	}
	return nil
}

// Arguments returns what a reader may call the arguments of t: their Go type, or, where
// that is none or a map, the names that a schema or directives tell, as in "{path, text}";
// "" if nothing is known.
func (t *Tool) Arguments() string {
	var names []string
	for i := range t.Params {
		if path := t.Params[i].Path; !strings.ContainsAny(path, ".[{") {
			names = append(names, path)
		}
	}
	if t.Args != "" && !strings.HasPrefix(t.Args, "map[") || len(names) == 0 {
		return t.Args
	}
	return "{" + strings.Join(names, ", ") + "}"
}

// ConfineNames returns the words that a confine tag may hold.
func ConfineNames() []string { return slices.Clone(confineNames[1:]) }
