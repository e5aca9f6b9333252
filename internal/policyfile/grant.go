package policyfile

// This file reads the section grant: what agents and workflows may have.

import (
	"go.yaml.in/yaml/v4"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/annotation"
)

// A Grant is an entry of the section grant: what some agents, or all that takes part in some
// workflows, may have. Entries that are about the same agent add up.
type Grant struct {
	Agents, Workflows []Pattern
	Capabilities      *Granted // nil if the entry does not speak of capabilities
	Allowed           *Granted // patterns of tools; nil if it does not speak of tools
	Pos               graph.Pos
}

// Granted is a list of names, or of patterns. It is empty where the file says that nothing is
// granted.
type Granted struct {
	List []Pattern
	Pos  graph.Pos
}

// A Pattern is a glob and where it is written. In lists of capabilities it stands for itself.
type Pattern struct {
	Glob
	Pos graph.Pos
}

// nothing stands for an empty list, which has to be explicit; everything needs no list.
const nothing, everything = "none", "*"

// grant reads one entry of the section grant.
func (d *Decoder) grant(f *File, n *yaml.Node) {
	g := &Grant{Pos: d.Pos(n)}
	ok := d.Mapping(n, "grant",
		Key("agents", func(n *yaml.Node) { d.patterns(n, "grant: agents", &g.Agents) }),
		Key("workflows", func(n *yaml.Node) { d.patterns(n, "grant: workflows", &g.Workflows) }),
		Key("capabilities", func(n *yaml.Node) { g.Capabilities = d.granted(n, "grant: capabilities", d.capability) }),
		Key("allowed", func(n *yaml.Node) { g.Allowed = d.granted(n, "grant: allowed", d.pattern) }),
	)
	switch {
	case !ok:
		return
	case g.Agents != nil && g.Workflows != nil:
		d.Fail(n, "grant: the entry is for agents and for workflows: write an entry for each")
	case g.Agents == nil && g.Workflows == nil:
		d.Fail(n, `grant: the entry does not say to whom: write agents or workflows, ["*"] for all`)
	case g.Capabilities == nil && g.Allowed == nil:
		d.Fail(n, "grant: the entry grants nothing: write capabilities, or the tools that are allowed")
	}
	f.Grants = append(f.Grants, g)
}

// granted reads a list of what is granted, or the word for none or for all.
func (d *Decoder) granted(n *yaml.Node, what string, item func(*yaml.Node, string) *Pattern) *Granted {
	g := &Granted{Pos: d.Pos(n)}
	v := d.Enter(n)
	if v == nil || v.Kind == yaml.ScalarNode && v.Value == nothing {
		return g
	}
	if v.Kind == yaml.ScalarNode && v.Value == everything {
		if p := item(n, what); p != nil {
			g.List = append(g.List, *p)
		}
		return g
	}
	d.List(n, what, func(n *yaml.Node) {
		if p := item(n, what); p != nil {
			g.List = append(g.List, *p)
		}
	})
	return g
}

// patterns reads a list of globs with their places.
func (d *Decoder) patterns(n *yaml.Node, what string, into *[]Pattern) {
	*into = []Pattern{}
	d.List(n, what, func(n *yaml.Node) {
		if p := d.pattern(n, what); p != nil {
			*into = append(*into, *p)
		}
	})
}

func (d *Decoder) pattern(n *yaml.Node, what string) *Pattern {
	if g := d.Glob(n, what); g != nil {
		return &Pattern{*g, d.Pos(n)}
	}
	return nil
}

// capability reads the name of a capability.
func (d *Decoder) capability(n *yaml.Node, what string) *Pattern {
	s := d.Text(n, what)
	if s == nil {
		return nil
	}
	if err := annotation.CheckCapability(s.Value); err != nil {
		d.Fail(n, "%s: %v", what, err)
		return nil
	}
	return &Pattern{Glob{Text: s.Value}, d.Pos(n)}
}
