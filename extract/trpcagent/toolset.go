package trpcagent

// This file reads toolsets. The framework puts the name of a set before the names
// of its tools.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// set adds the tools of a toolset.
func (l *toolList) set(v interp.Value) {
	for _, alt := range interp.Alternatives(v) {
		tools, name := l.setTools(alt.V)
		for _, t := range tools {
			l.add(named(t, name))
		}
	}
}

// named returns a tool as the model sees it: with the name of its set.
func named(t *graph.Tool, set interp.Value) *graph.Tool {
	c := *t
	prefix, ok := interp.AsString(set)
	switch {
	case !ok:
		c.Name, c.Unknown = "", "the name of its toolset is not known"
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
func (l *toolList) setTools(v interp.Value) ([]*graph.Tool, interp.Value) {
	o, ok := interp.Unwrap(v).(*interp.Object)
	if !ok {
		return l.ownSet(v)
	}
	pos, opts := l.places[o], optionsOf(o.Arg("options"))
	name := opts.value("name")
	if set := o.Row.Text("set"); set != "" && len(opts.active("name")) == 0 {
		name = interp.String(set)
	}
	l.doubt(opts.more)
	switch o.Kind {
	case "toolset:mcp":
		open := []*graph.Tool{{Framework: "mcp", Unknown: "the MCP server says which tools it has", Pos: pos}}
		return l.filtered(open, opts.value("filter"), pos), name
	case "toolset:filter":
		tools, name := l.setTools(o.Arg("set"))
		return l.filtered(tools, o.Arg("filter"), pos), name
	case "toolset:fixed":
		return l.fixed(o, opts), name
	}
	l.doubt(&interp.Unknown{Reason: "it is a toolset of an unknown kind", Pos: pos})
	return nil, name
}

// fixed returns the tools of a set of the framework, without those that its
// options turn off.
func (l *toolList) fixed(o *interp.Object, opts options) []*graph.Tool {
	off := make(map[string]bool)
	for _, x := range opts.all("enabled") {
		if on, ok := interp.AsBool(x.obj.Arg("value")); ok && len(x.guard) == 0 {
			off[x.obj.Row.Text("tool")] = !on
		}
	}
	var out []*graph.Tool
	for name := range strings.SplitSeq(o.Row.Text("names"), ",") {
		if !off[name] {
			out = append(out, &graph.Tool{Name: name, Framework: framework, Pos: l.places[o]})
		}
	}
	return out
}

// ownSet returns the tools of a toolset that is a type of the program's own.
func (l *toolList) ownSet(v interp.Value) ([]*graph.Tool, interp.Value) {
	u := asUnknown(v)
	res := l.CallMethod(v, "Tools")
	if u != nil || len(res) == 0 {
		if u == nil {
			u = &interp.Unknown{Reason: "the toolset computes its tools"}
		}
		return []*graph.Tool{{Framework: framework, Unknown: u.Reason, Pos: u.Pos}}, interp.Zero{}
	}
	var name interp.Value = &interp.Unknown{Reason: "its Name method computes the name"}
	if names := l.CallMethod(v, "Name"); len(names) > 0 {
		name = names[0]
	}
	elems, more := interp.Elems(res[0])
	l.doubt(more)
	var out []*graph.Tool
	for _, e := range elems {
		for _, alt := range interp.Alternatives(e.V) {
			t, why := l.toolOf(alt.V)
			if l.doubt(why); t != nil {
				out = append(out, t)
			}
		}
	}
	return out, name
}

// filtered returns the tools that a filter admits. A list of names says which tools
// an open set may have at most; a filter of the program's own may admit any.
func (l *toolList) filtered(tools []*graph.Tool, filter interp.Value, pos graph.Pos) []*graph.Tool {
	o, ok := interp.Unwrap(filter).(*interp.Object)
	if !ok || !strings.HasPrefix(o.Kind, "filter:") {
		return tools
	}
	var names []string
	elems, more := interp.Elems(o.Arg("names"))
	for _, e := range elems {
		s, known := interp.AsString(e.V)
		if !known || len(e.Guard) > 0 {
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
				c.Name, c.Unknown, c.Pos = name, "", pos
				out = append(out, &c)
			}
		}
	}
	return out
}
