package plan

// This file makes plans of JSON.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
)

// Decode reads a plan; file is its name in positions. Errors are a graph.ErrorList with file:line:col,
// of up to ten mistakes. It takes time linear in the text, of which there may be MaxBytes.
func Decode(file string, data []byte) (*Plan, error) {
	d := &decoder{source: newSource(file, data)}
	p := new(Plan)
	if n := d.parse(); n != nil {
		p = d.plan(n)
	}
	if len(d.errs) > 0 {
		slices.SortStableFunc(d.errs, func(a, b *graph.Error) int { return a.Pos.Compare(b.Pos) })
		return nil, d.errs
	}
	return p, nil
}

type decoder struct {
	*source
	steps int
	own   bool            // the plan has the keys that only this package knows
	items map[string]bool // names of items of loops
}

// A want is what an object may have: what reads the value of each key.
type want map[string]func(n *node)

// object reads an object with certain keys, of which some must be there.
func (d *decoder) object(n *node, what string, keys want, required ...string) bool {
	if n.kind != '{' {
		d.fail(n.off, graph.CodeType, "want %s, which is an object, not %s", what, nodeNames[n.kind])
		return false
	}
	for i := range n.fields {
		f := &n.fields[i]
		read := keys[f.key]
		switch {
		case read == nil:
			d.fail(f.off, graph.CodeKey, "%s has no key %q", what, f.key)
		case f.value.kind == 'n' && f.key != "resultBinding":
			d.fail(f.value.off, graph.CodeType, "%s is null: leave it out, or give it a value", f.key)
		default:
			read(f.value)
		}
	}
	for _, key := range required {
		if !n.has(key) {
			d.fail(n.off, graph.CodeMissing, "%s has no %s", what, key)
		}
	}
	return true
}

func (n *node) has(key string) bool {
	return slices.ContainsFunc(n.fields, func(f entry) bool { return f.key == key })
}

func (d *decoder) plan(n *node) *Plan {
	p := &Plan{Pos: d.pos(n.off)}
	keys := want{
		"goal":    func(n *node) { p.Goal = d.name(n, "the goal") },
		"steps":   func(n *node) { p.Steps = d.list(n, "steps") },
		"version": d.version,
	}
	if d.own = n.kind == '{' && n.has("version"); d.own {
		keys["inputs"] = func(n *node) { p.Inputs = d.inputs(n) }
	}
	d.object(n, "a plan", keys, "goal", "steps")
	d.shadows(p)
	return p
}

// list reads a list of steps; path is its own.
func (d *decoder) list(n *node, path string) (steps []*Step) {
	if n.kind != '[' {
		d.fail(n.off, graph.CodeType, "want a list of steps, not %s", nodeNames[n.kind])
		return nil
	}
	for i, e := range n.elems {
		if d.steps++; d.steps > MaxSteps {
			if d.steps == MaxSteps+1 {
				d.fail(e.off, CodeLimit, "a plan of more than %d steps, those of all rounds of its loops counted", MaxSteps)
			}
			return steps
		}
		steps = append(steps, d.step(e, index(path, i)))
	}
	return steps
}

func (d *decoder) step(n *node, path string) *Step {
	s := &Step{Path: path, Pos: d.pos(n.off)}
	label := func(n *node) { s.Label = d.name(n, "a label") }
	if d.own && n.kind == '{' {
		switch {
		case n.has("forEach") || n.has("while"):
			return d.loop(n, s, label)
		case n.has("parallel"):
			d.object(n, "a step with parts", want{"label": label, "parallel": func(n *node) { s.Parts = d.parts(n, path+".parallel") }}, "label")
			return s
		}
	}
	if n.kind == '{' && n.has("condition") {
		s.If = new(If)
		d.object(n, "a step with a condition", want{
			"label":     label,
			"condition": func(n *node) { s.If.Cond = d.condition(n) },
			"then":      func(n *node) { s.If.Then = d.list(n, path+".then") },
			"otherwise": func(n *node) { s.If.Else = d.list(n, path+".otherwise") },
		}, "label", "then")
		return s
	}
	s.Call = &Call{Pos: s.Pos, Where: s.Pos}
	d.object(n, "a step", want{
		"label":         label,
		"toolName":      func(n *node) { s.Call.Tool, s.Call.Pos = d.name(n, "the name of a tool"), d.pos(n.off) },
		"arguments":     func(n *node) { s.Call.Args, s.Call.Where = d.arguments(n), d.pos(n.off) },
		"resultBinding": func(n *node) { s.Call.Bind = d.binding(n) },
	}, "label", "toolName")
	return s
}

// name reads a string that is not blank.
func (d *decoder) name(n *node, what string) string {
	switch {
	case n.kind != '"':
		d.fail(n.off, graph.CodeType, "want %s, which is a string, not %s", what, nodeNames[n.kind])
	case strings.TrimSpace(n.text) == "":
		d.fail(n.off, graph.CodeType, "%s is blank", what)
	}
	return n.text
}

// binding reads the name of a result; null stands for none.
func (d *decoder) binding(n *node) string {
	if n.kind == 'n' {
		return ""
	}
	name := d.name(n, "the name of a result")
	if n.kind == '"' && strings.TrimSpace(name) != "" && !isName(name) {
		d.fail(n.off, graph.CodeType, "%q is no name for a result: want letters, digits, _, - and ., after a letter or _", name)
	}
	return name
}

func (d *decoder) arguments(n *node) []Field {
	if n.kind != '{' {
		d.fail(n.off, graph.CodeType, "want arguments, which are an object, not %s", nodeNames[n.kind])
	}
	return d.value(n).Fields
}

// value reads what an argument is.
func (d *decoder) value(n *node) Value {
	v := Value{Pos: d.pos(n.off)}
	switch n.kind {
	case '{':
		v.Kind = Object
		for _, f := range n.fields {
			v.Fields = append(v.Fields, Field{f.key, d.pos(f.off), d.value(f.value)})
		}
	case '[':
		v.Kind = List
		for _, e := range n.elems {
			v.Elems = append(v.Elems, d.value(e))
		}
	case '"':
		v.Kind, v.Text = d.text(n)
	case '0':
		v.Kind, v.Text = Number, n.text
	case 't':
		v.Kind, v.Text = Bool, n.text
	default:
		d.fail(n.off, graph.CodeType, "a null among arguments: leave it out, or give it a value")
	}
	return v
}

// text reads a string in an argument: a reference or a text.
func (d *decoder) text(n *node) (ValueKind, string) {
	rest, ok := strings.CutPrefix(n.text, "@")
	switch {
	case !ok || rest == "":
		return Text, n.text
	case rest[0] == '@':
		return Text, rest
	case !isName(rest):
		d.fail(n.off, CodeReference, "%q is no reference: a text that begins with @ is written with @@", n.text)
	}
	return Ref, rest
}

// isName reports whether a text is the name of a result.
func isName(text string) bool {
	for i := range len(text) {
		switch c := text[i]; {
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_':
		case i > 0 && ('0' <= c && c <= '9' || c == '-' || c == '.'):
		default:
			return false
		}
	}
	return text != ""
}
