package atmosphere

// This file reads policies.

import (
	"slices"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v4"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/policyfile"
	"github.com/agentvet/agentvet/internal/spell"
)

// A Policy is a policy of Atmosphere.
type Policy struct {
	Name     string
	Allowed  []string
	Branches bool // plans may have conditions
	Flows    []Flow
	Automata []Automaton
	Granted  []string
	HasNeeds bool // capabilities are checked
	Needs    []Need
	Bounds   []Bound
}

// A Flow says that data of a tool must not reach an argument of another one.
type Flow struct {
	Name, Source, Tool, Argument string
	Pos                          graph.Pos
}

// A Need is the capabilities that a tool needs.
type Need struct {
	Tool         string
	Capabilities []string
	Pos          graph.Pos
}

// A Bound is a limit of a number: an argument, an operator, and a number or a name.
type Bound struct {
	Tool, Argument string
	Limit          graph.Limit
	Pos            graph.Pos
}

// An Automaton watches calls. States that are errors must not be reached.
type Automaton struct {
	Name    string
	Initial string
	States  []string
	Errors  []string
	Moves   []Move
	Pos     graph.Pos
}

// A Move is a transition. Atom is the call that takes it, as a rule has it.
type Move struct {
	From, To, Atom string
	tool           string
}

// Decode reads a policy. The error is a list of mistakes with their places.
func Decode(name string, src []byte) (*Policy, error) {
	on, err := policyfile.NewDecoder(name, src)
	if err != nil {
		return nil, err
	}
	d := &decoder{Decoder: on, p: new(Policy)}
	if root := d.Parse(); root != nil {
		d.policy(root)
	}
	if err := d.Err(); err != nil {
		return nil, err
	}
	return d.p, nil
}

type decoder struct {
	*policyfile.Decoder
	p *Policy
}

func (d *decoder) policy(n *yaml.Node) {
	p := d.p
	ok := d.Mapping(n, "the policy",
		d.text("name", &p.Name),
		d.names("allowedTools", &p.Allowed),
		policyfile.Key("controlFlow", func(n *yaml.Node) {
			p.Branches = d.OneOf(n, "controlFlow", []string{"LINEAR_ONLY", "BRANCHING"}) == "BRANCHING"
		}),
		d.list("taintRules", func(n *yaml.Node) {
			f := Flow{Pos: d.Pos(n)}
			d.entry(n, "taintRules", d.text("name", &f.Name), d.text("sourceTool", &f.Source), d.text("sinkTool", &f.Tool), d.text("sinkParam", &f.Argument))
			p.Flows = append(p.Flows, f)
		}),
		d.list("automata", d.automaton),
		d.names("grantedCapabilities", &p.Granted),
		policyfile.Key("toolCapabilityRequirements", func(n *yaml.Node) {
			p.HasNeeds = true
			d.Pairs(n, "toolCapabilityRequirements", func(key, value *yaml.Node) {
				need := Need{Tool: key.Value, Pos: d.Pos(key)}
				if !d.line(key, "toolCapabilityRequirements", key.Value) {
					return
				}
				d.strings(value, "toolCapabilityRequirements", &need.Capabilities)
				p.Needs = append(p.Needs, need)
			})
		}),
		d.list("numericInvariants", d.bound),
	)
	if ok && p.Name == "" {
		d.Fail(n, "the policy has no name")
	}
}

// text is a key with a text.
func (d *decoder) text(key string, into *string) policyfile.Field {
	return policyfile.Key(key, func(n *yaml.Node) { d.string(n, key, into) })
}

// string reads a text of one line: it goes into comments, too.
func (d *decoder) string(n *yaml.Node, what string, into *string) {
	s := ""
	if d.String(n, what, &s); d.line(n, what, s) {
		*into = s
	}
}

// line reports whether a text is one line.
func (d *decoder) line(n *yaml.Node, what, text string) bool {
	if strings.ContainsFunc(text, unicode.IsControl) {
		d.Fail(n, "%s: the text %q has a control character", what, text)
		return false
	}
	return true
}

// names is a key with a list of texts, which may be empty.
func (d *decoder) names(key string, into *[]string) policyfile.Field {
	return policyfile.Key(key, func(n *yaml.Node) { d.strings(n, key, into) })
}

func (d *decoder) strings(n *yaml.Node, what string, into *[]string) {
	d.each(n, what, func(n *yaml.Node) {
		s := ""
		if d.string(n, what, &s); s != "" && !slices.Contains(*into, s) {
			*into = append(*into, s)
		}
	})
}

// list is a key with a list, which may be empty.
func (d *decoder) list(key string, read func(*yaml.Node)) policyfile.Field {
	return policyfile.Key(key, func(n *yaml.Node) { d.each(n, key, read) })
}

func (d *decoder) each(n *yaml.Node, what string, read func(*yaml.Node)) {
	if l := d.Enter(n); l != nil && l.Kind == yaml.SequenceNode && len(l.Content) == 0 {
		return
	}
	d.List(n, what, read)
}

// entry reads an entry of which all keys must be there.
func (d *decoder) entry(n *yaml.Node, what string, fields ...policyfile.Field) bool {
	m := d.Enter(n)
	if m == nil || !d.Mapping(n, what, fields...) {
		return false
	}
	if got := len(m.Content) / 2; got < len(fields) {
		d.Fail(n, "%s: the entry has %d of the %d keys that it needs", what, got, len(fields))
		return false
	}
	return true
}

// operators are those of numericInvariants, as tags write them.
var operators = map[string]string{"LE": "<=", "LT": "<", "GE": ">=", "GT": ">", "EQ": "=="}

func (d *decoder) bound(n *yaml.Node) {
	b := Bound{Pos: d.Pos(n)}
	d.entry(n, "numericInvariants", d.text("toolName", &b.Tool), d.text("argName", &b.Argument),
		policyfile.Key("op", func(n *yaml.Node) { b.Limit.Op = operators[d.OneOf(n, "op", []string{"LE", "LT", "GE", "GT", "EQ"})] }),
		policyfile.Key("bound", func(n *yaml.Node) { b.Limit.Of = d.limit(n) }))
	d.p.Bounds = append(d.p.Bounds, b)
}

// limit reads a whole number, or the name of a result.
func (d *decoder) limit(n *yaml.Node) (of string) {
	v := d.Enter(n)
	switch {
	case v == nil:
	case v.Kind == yaml.MappingNode:
		d.Mapping(n, "bound", d.text("bindingName", &of))
	case v.Kind == yaml.ScalarNode && v.ShortTag() == "!!int":
		return v.Value
	default:
		d.Fail(n, `bound: want a whole number, or {"bindingName": NAME}, not %s`, policyfile.Describe(v))
	}
	return of
}

func (d *decoder) automaton(n *yaml.Node) {
	a := Automaton{Pos: d.Pos(n)}
	type named struct {
		at   *yaml.Node
		name string
	}
	var said []named
	state := func(key string, into *string) policyfile.Field {
		return policyfile.Key(key, func(n *yaml.Node) {
			d.string(n, key, into)
			said = append(said, named{n, *into})
		})
	}
	ok := d.entry(n, "automata", d.text("name", &a.Name), state("initialState", &a.Initial),
		d.list("states", func(n *yaml.Node) { d.state(n, &a) }),
		d.list("transitions", func(n *yaml.Node) {
			var m Move
			cond := ""
			d.Mapping(n, "transitions", state("fromState", &m.From), state("toState", &m.To), d.text("toolName", &m.tool),
				policyfile.Key("condition", func(n *yaml.Node) { cond = d.condition(n) }))
			if m.From == "" || m.To == "" || m.tool == "" {
				d.Fail(n, "transitions: want fromState, toState and toolName")
			}
			m.Atom = atom(m.tool, cond)
			a.Moves = append(a.Moves, m)
		}))
	if !ok {
		return
	}
	for _, s := range said {
		if s.name != "" && !slices.Contains(a.States, s.name) {
			d.Fail(s.at, "the automaton %q has no state %q%s", a.Name, s.name, spell.DidYouMean(s.name, a.States))
		}
	}
	d.p.Automata = append(d.p.Automata, a)
}

func (d *decoder) state(n *yaml.Node, a *Automaton) {
	name := ""
	var bad *bool
	d.Mapping(n, "states", d.text("name", &name), policyfile.Key("error", func(n *yaml.Node) { d.Bool(n, "error", &bad) }))
	switch {
	case name == "":
		d.Fail(n, "states: a state has no name")
		return
	case slices.Contains(a.States, name):
		d.Fail(n, "states: %q is there twice", name)
	}
	a.States = append(a.States, name)
	if bad != nil && *bad {
		a.Errors = append(a.Errors, name)
	}
}
