package shortest

// This file makes events out of the atoms of a rule.

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/syntax"
)

const (
	maxThings   = 64  // of which a run can be asked whether it has had them
	maxVariants = 100 // of the call of one tool: ways in which tests of its arguments come out
	maxJoined   = 500 // events that are several things at once
)

// An event is one that may happen, and which of the things that the rule names it is.
type event struct {
	dfa.Event
	things uint64
}

// A vocabulary is what a rule names.
type vocabulary struct {
	list    []*thing
	partial bool // there is more
}

// A thing is what atoms name: a tool, a step, a human.
type thing struct {
	kind   syntax.AtomKind
	name   string // one that the pattern of the atom matches
	events []dfa.Event
}

// newVocabulary returns what r names, in the order in which it does.
func newVocabulary(r *syntax.Rule) *vocabulary {
	v := new(vocabulary)
	var calls []*syntax.Atom // those of tools, also those of which values are kept
	for _, a := range r.Atoms() {
		for i := range a.Tests {
			if of := a.Tests[i].Of; of != nil {
				v.add(of.Call) // it comes first in a run
				calls = append(calls, of.Call)
			}
		}
		v.add(a)
		calls = append(calls, a)
	}
	for _, t := range v.list {
		if t.kind == syntax.AtomTool {
			t.events = v.calls(t.name, calls)
		} else {
			t.events = []dfa.Event{plain(t)}
		}
	}
	return v
}

// add adds what an atom names.
func (v *vocabulary) add(a *syntax.Atom) {
	name := a.Name
	if !a.Literal {
		name = strings.NewReplacer("*", "x", "?", "x").Replace(name)
	}
	kind := a.Kind
	if kind == syntax.AtomAction {
		kind = syntax.AtomKindOf
	}
	switch {
	case slices.ContainsFunc(v.list, func(t *thing) bool { return t.kind == kind && t.name == name }):
	case len(v.list) == maxThings:
		v.partial = true
	default:
		v.list = append(v.list, &thing{kind: kind, name: name})
	}
}

// plain returns the event that is t and nothing else.
func plain(t *thing) (e dfa.Event) {
	switch t.kind {
	case syntax.AtomNode:
		e.Node = t.name
	case syntax.AtomKindOf:
		e.Kind = t.name
	case syntax.AtomAgent:
		e.Agent = t.name
	case syntax.AtomDecision:
		e.Decision = t.name
	case syntax.AtomHuman:
		e.Human = true
	case syntax.AtomCap:
		e.Caps = []string{t.name}
	default:
		e.Tags = []string{t.name}
	}
	return e
}

// things returns the set of all things.
func (v *vocabulary) things() uint64 { return 1<<len(v.list) - 1 }

// plain returns the events that are one thing each, and one that is none of them.
func (v *vocabulary) plain() (list []event) {
	for i, t := range v.list {
		for _, e := range t.events {
			list = append(list, event{e, 1 << i})
		}
	}
	return append(list, event{})
}

// joined returns the events that are several things at once, where an event can be, and those that are one; those
// of fewer things first.
func (v *vocabulary) joined() []event {
	list := []event{{}}
	for i, t := range v.list {
		if t.kind == syntax.AtomDecision {
			continue // it is no step
		}
		for _, e := range list {
			for _, more := range t.events {
				both, ok := join(e.Event, more)
				if ok && len(list) < maxJoined {
					list = append(list, event{both, e.things | 1<<i})
				}
				v.partial = v.partial || ok && len(list) == maxJoined
			}
		}
	}
	for i, t := range v.list {
		if t.kind == syntax.AtomDecision {
			list = append(list, event{t.events[0], 1 << i})
		}
	}
	slices.SortStableFunc(list, func(a, b event) int { return bits.OnesCount64(a.things) - bits.OnesCount64(b.things) })
	return list
}

// join returns the event that is a and b, and reports whether there is one: it calls one tool, and is one step, of one
// kind, of one agent.
func join(a, b dfa.Event) (dfa.Event, bool) {
	ok := true
	one := func(x, y string) string {
		ok = ok && (x == "" || y == "")
		return x + y
	}
	e := dfa.Event{
		Tool: one(a.Tool, b.Tool), Node: one(a.Node, b.Node), Kind: one(a.Kind, b.Kind), Agent: one(a.Agent, b.Agent),
		Human: a.Human || b.Human, Caps: slices.Concat(a.Caps, b.Caps), Tags: slices.Concat(a.Tags, b.Tags),
		Args: append(slices.Clip(a.Args), b.Args...), Result: append(slices.Clip(a.Result), b.Result...),
		Returned: a.Returned || b.Returned,
	}
	return e, ok
}

// calls returns calls of a tool that differ in the arguments which atoms test, and in the results that they keep.
func (v *vocabulary) calls(tool string, atoms []*syntax.Atom) []dfa.Event {
	args, results := new(choices), new(choices)
	for _, a := range atoms {
		for i := range a.Tests {
			t := &a.Tests[i]
			if t.Of == nil {
				if of(a, tool) {
					args.add(t.Path, near(t.Value)...)
				}
				continue
			}
			if of(a, tool) {
				args.add(t.Path, someValues...)
			}
			if of(t.Of.Call, tool) && t.Of.Result {
				results.add(t.Of.Path, someValues...)
			} else if of(t.Of.Call, tool) {
				args.add(t.Of.Path, someValues...)
			}
		}
	}
	list := []dfa.Event{{Tool: tool, Returned: len(results.paths) > 0}}
	for i, path := range args.paths {
		list = v.vary(list, args.values[i], func(e *dfa.Event, x syntax.Value) {
			e.Args = append(slices.Clip(e.Args), dfa.Arg{Path: path, Value: x})
		})
	}
	for i, path := range results.paths {
		list = v.vary(list, results.values[i], func(e *dfa.Event, x syntax.Value) {
			e.Result = append(slices.Clip(e.Result), dfa.Arg{Path: path, Value: x})
		})
	}
	return list
}

// of reports whether an atom is about calls of a tool.
func of(a *syntax.Atom, tool string) bool { return a.Kind == syntax.AtomTool && a.MatchName(tool) }

// vary returns each event with each value put into it.
func (v *vocabulary) vary(list []dfa.Event, values []syntax.Value, put func(*dfa.Event, syntax.Value)) (out []dfa.Event) {
	for _, x := range values {
		for _, e := range list {
			if len(out) == maxVariants {
				v.partial = true
				return out
			}
			put(&e, x)
			out = append(out, e)
		}
	}
	return out
}

// choices are the values that arguments may have.
type choices struct {
	paths  []string
	values [][]syntax.Value // of each path
}

// add adds values of the argument that a test names by path: one of the elements of a list or an object.
func (c *choices) add(path string, values ...syntax.Value) {
	path = strings.ReplaceAll(path, "{}", ".x")
	i := slices.IndexFunc(c.paths, func(p string) bool { return strings.EqualFold(p, path) })
	if i < 0 {
		i = len(c.paths)
		c.paths, c.values = append(c.paths, path), append(c.values, nil)
	}
	for _, x := range values {
		if !slices.Contains(c.values[i], x) {
			c.values[i] = append(c.values[i], x)
		}
	}
}

// someValues are two that differ, for arguments that are compared with each other.
var someValues = []syntax.Value{syntax.String("A"), syntax.String("B")}

// near returns values on both sides of one with which an argument is compared, and itself.
func near(x syntax.Value) []syntax.Value {
	switch x.Kind {
	case syntax.ValueNumber:
		return []syntax.Value{x, syntax.Number(x.Number + 1), syntax.Number(x.Number - 1)}
	case syntax.ValueBool:
		return []syntax.Value{x, syntax.Bool(!x.Bool)}
	case syntax.ValueString:
		return []syntax.Value{x, syntax.String(x.Text + "x"), syntax.String("")}
	}
	return []syntax.Value{x}
}
