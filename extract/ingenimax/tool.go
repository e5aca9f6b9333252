package ingenimax

// This file reads tools: those that the program writes, and those that come with
// the SDK.

import (
	"github.com/agentvet/agentvet/extract"
	"github.com/agentvet/agentvet/graph"
)

// methods are those of the interface Tool. Models and plans call Execute.
var methods = extract.ToolMethods{Name: "Name", Description: "Description", Run: "Execute"}

// tool returns the tool that v is, nil for nil.
func (a *assembler) tool(v extract.Value) *graph.Tool {
	switch x := extract.Unwrap(v).(type) {
	case *extract.Object:
		return a.toolOf(a.counterpart(x))
	case *extract.Unknown:
		return &graph.Tool{Unknown: x.Reason, Framework: a.Name, Pos: x.Pos}
	case extract.Nil, extract.Zero:
		return nil
	}
	return a.OwnTool(v, methods)
}

// toolOf returns the tool that a constructor makes, one for each call.
func (a *assembler) toolOf(o *extract.Object) *graph.Tool {
	if t := a.tools[o]; t != nil {
		return t
	}
	t := &graph.Tool{Framework: a.Name, Pos: a.places[o]}
	a.tools[o] = t
	switch o.Kind {
	case "tool":
		extract.NameTool(t, o.Arg("name"))
		t.Description, _ = extract.AsString(o.Arg("description"))
	case "tool:agent":
		a.nameAgentTool(t, o.Arg("agent"))
	default:
		t.Unknown = "the agent behind it says what it is called"
	}
	return t
}

// nameAgentTool names the tool that an agent is.
func (a *assembler) nameAgentTool(t *graph.Tool, v extract.Value) {
	o, ok := extract.Unwrap(v).(*extract.Object)
	if !ok || o.Kind != "agent" && o.Kind != "agent:file" {
		t.Unknown = "the agent is not known"
		return
	}
	g := a.agent(o).graph
	if g.Name == opaqueName(g.Pos) {
		t.Unknown = "the name of the agent is not known"
		return
	}
	t.Name, t.Agent = g.Name+"_agent", g.Name
}

// addTools adds a list of tools to an agent.
func (a *assembler) addTools(g *agent, list extract.Value) {
	list = a.unpack(list)
	tools, more := extract.ToolsIn(list, a.tool)
	g.graph.Tools = append(g.graph.Tools, tools...)
	if more != nil {
		g.open(more, graph.UnknownTools)
	}
	elems, _ := extract.Elems(list)
	for _, e := range elems {
		for _, alt := range extract.Alternatives(e.V) {
			if o, ok := extract.Unwrap(alt.V).(*extract.Object); ok && o.Kind == "tool:agent" {
				a.call(g, o.Arg("agent"))
			}
		}
	}
}

// unpack returns the tools in a registry as a list, and other values as they are.
func (a *assembler) unpack(v extract.Value) extract.Value {
	o, ok := extract.Unwrap(v).(*extract.Object)
	if !ok || o.Kind != "toolbox" {
		return v
	}
	var tools []extract.Value
	for _, op := range a.counterpart(o).Calls("put") {
		tools = append(tools, op.Arg("tool"))
	}
	list := extract.List(tools...)
	if s, ok := list.(extract.Slice); ok {
		s.More = outside(a, o)
		list = s
	}
	return list
}

// addGraph adds the tools of a knowledge graph. The last needs a model, which has to
// be given before.
func (a *assembler) addGraph(g *agent, o *extract.Object) {
	names := []string{"graphrag_search", "graphrag_add_entity", "graphrag_add_relationship", "graphrag_get_context"}
	if g.model {
		names = append(names, "graphrag_extract")
	}
	for _, name := range names {
		g.graph.Tools = append(g.graph.Tools, &graph.Tool{Name: name, Framework: a.Name, Pos: a.places[o]})
	}
}

// addServers adds what MCP servers offer: only they know.
func (a *assembler) addServers(g *agent, o *extract.Object) {
	if elems, more := extract.Elems(o.Arg("servers")); len(elems) == 0 && more == nil {
		return
	}
	g.graph.Tools = append(g.graph.Tools, &graph.Tool{
		Framework: "mcp", Unknown: "the MCP server says which tools it has", Pos: a.places[o],
	})
}

// addLazy adds the tools of configured MCP servers: those of a list, if one is given,
// else those of the server that it allows.
func (a *assembler) addLazy(g *agent, configs extract.Value) {
	elems, more := extract.Elems(configs)
	if more != nil {
		g.open(more, graph.UnknownTools)
	}
	for _, e := range elems {
		for _, alt := range extract.Alternatives(e.V) {
			a.addConfig(g, alt.V)
		}
	}
}

func (a *assembler) addConfig(g *agent, config extract.Value) {
	add := func(name extract.Value) {
		t := &graph.Tool{Framework: "mcp", Pos: g.graph.Pos}
		extract.NameTool(t, name)
		g.graph.Tools = append(g.graph.Tools, t)
	}
	tools, moreTools := extract.Elems(extract.Field(config, "Tools"))
	allowed, moreAllowed := extract.Elems(extract.Field(config, "AllowedTools"))
	switch {
	case len(tools) > 0:
		for _, t := range tools {
			add(extract.Field(t.V, "Name"))
		}
	case len(allowed) > 0:
		for _, t := range allowed {
			add(t.V)
		}
	default:
		add(&extract.Unknown{Reason: "the MCP server says which tools it has"})
	}
	for _, more := range []*extract.Unknown{moreTools, moreAllowed} {
		if more != nil {
			g.open(more, graph.UnknownTools)
		}
	}
}
