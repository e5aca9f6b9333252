package trpcagent

// This file reads toolsets. The framework puts the name of a set before the names
// of its tools.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// set adds the tools of a toolset.
func (l *toolList) set(v assembly.Value) {
	for _, x := range v.Each() {
		tools, name := l.setTools(x)
		for _, t := range tools {
			l.add(named(t, name))
		}
	}
}

// named returns a tool as the model sees it: with the name of its set.
func named(t *graph.Tool, set assembly.Value) *graph.Tool {
	c := *t
	prefix, ok := set.Text()
	switch {
	case !ok:
		c.Name, c.Unknown = "", reason.Of(reason.NameOf, "its toolset")
	case c.Name != "":
		c.Name = prefixed(prefix, c.Name)
	}
	return &c
}

// prefixed returns the name of a tool in a set.
func prefixed(set, tool string) string {
	if set == "" {
		return tool
	}
	return set + "_" + tool
}

// setTools returns the tools of a toolset by their own names, and the name of the
// set. Those that only a server knows are one tool without a name.
func (l *toolList) setTools(v assembly.Value) ([]*graph.Tool, assembly.Value) {
	o := v.Object()
	if o == nil {
		return l.ownSet(v)
	}
	pos, opts := l.Place(o), l.optionsOf(l.Arg(o, "options"))
	name := opts.value("name")
	if set := o.Row.Text("set"); set != "" && !opts.has("name") {
		name = l.NewText(set)
	}
	l.doubt(opts.more)
	switch o.Kind {
	case "toolset:mcp":
		open := []*graph.Tool{{Framework: "mcp", Unknown: reason.Of(reason.SaysTools, "the MCP server"), Pos: pos}}
		return l.filtered(open, opts.value("filter"), pos), name
	case "toolset:filter":
		tools, name := l.setTools(l.Arg(o, "set"))
		return l.filtered(tools, l.Arg(o, "filter"), pos), name
	case "toolset:fixed":
		return l.fixed(o, opts), name
	}
	l.doubt(&assembly.Unknown{Reason: reason.Of(reason.ToolsetKind), Pos: pos})
	return nil, name
}

// fixed returns the tools of a set of the framework, without those that its
// options turn off.
func (l *toolList) fixed(o *assembly.Object, opts options) []*graph.Tool {
	off := make(map[string]bool)
	for _, x := range opts.all("enabled") {
		if on, ok := x.Arg("value").Bool(); ok && x.Always() {
			off[x.Object().Row.Text("tool")] = !on
		}
	}
	var out []*graph.Tool
	for name := range strings.SplitSeq(o.Row.Text("names"), ",") {
		if !off[name] {
			out = append(out, &graph.Tool{Name: name, Framework: framework, Pos: l.Place(o)})
		}
	}
	return out
}

// ownSet returns the tools of a toolset that is a type of the program's own.
func (l *toolList) ownSet(v assembly.Value) ([]*graph.Tool, assembly.Value) {
	list, ok := v.Returned("Tools")
	if u := v.Unknown(); u != nil || !ok {
		u = v.Why(reason.ToolsetComputes)
		return []*graph.Tool{{Framework: framework, Unknown: u.Reason, Pos: u.Pos}}, l.Unset()
	}
	name, ok := v.Returned("Name")
	if !ok {
		name = l.NewUnknown(reason.NameByMethod, "Name")
	}
	elems, more := list.List()
	l.doubt(more)
	var out []*graph.Tool
	for _, x := range elems {
		t, why := l.toolOf(x)
		if l.doubt(why); t != nil {
			out = append(out, t)
		}
	}
	return out, name
}

// filtered returns the tools that a filter admits. A list of names says which tools
// an open set may have at most; a filter of the program's own may admit any.
func (l *toolList) filtered(tools []*graph.Tool, filter assembly.Value, pos graph.Pos) []*graph.Tool {
	o := filter.Object()
	if o == nil || !strings.HasPrefix(o.Kind, "filter:") {
		return tools
	}
	var names []string
	elems, more := l.Arg(o, "names").Elems()
	for _, x := range elems {
		s, known := x.Text()
		if !known || !x.Always() {
			return tools
		}
		names = append(names, s)
	}
	if more != nil {
		return tools
	}
	var out []*graph.Tool
	for _, t := range tools {
		switch {
		case t.Name != "" && slices.Contains(names, t.Name) == (o.Kind == "filter:include"):
			out = append(out, t)
		case t.Name == "" && o.Kind == "filter:exclude":
			out = append(out, t)
		case t.Name == "":
			for _, name := range names {
				c := *t
				c.Name, c.Unknown, c.Pos = name, reason.Reason{}, pos
				out = append(out, &c)
			}
		}
	}
	return out
}
