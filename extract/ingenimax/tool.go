package ingenimax

// This file reads tools: those that the program writes, and those that come with
// the SDK.

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// methods are those of the interface Tool. Models and plans call Execute.
var methods = assembly.ToolMethods{Name: "Name", Description: "Description", Run: "Execute"}

// tool returns the tool that v is, nil for nil.
func (a *assembler) tool(v interp.Value) *graph.Tool {
	switch x := interp.Unwrap(v).(type) {
	case *interp.Object:
		return a.toolOf(a.counterpart(x))
	case *interp.Unknown:
		return &graph.Tool{Unknown: x.Reason, Framework: a.Name, Pos: x.Pos}
	case interp.Nil, interp.Zero:
		return nil
	}
	return a.OwnTool(v, methods)
}

// toolOf returns the tool that a constructor makes, one for each call.
func (a *assembler) toolOf(o *interp.Object) *graph.Tool {
	if t := a.tools[o]; t != nil {
		return t
	}
	t := &graph.Tool{Framework: a.Name, Pos: a.places[o]}
	a.tools[o] = t
	switch o.Kind {
	case "tool":
		assembly.NameTool(t, o.Arg("name"))
		t.Description, _ = interp.AsString(o.Arg("description"))
	case "tool:agent":
		a.nameAgentTool(t, o.Arg("agent"))
	default:
		t.Unknown = "the agent behind it says what it is called"
	}
	return t
}

// nameAgentTool names the tool that an agent is.
func (a *assembler) nameAgentTool(t *graph.Tool, v interp.Value) {
	o, ok := interp.Unwrap(v).(*interp.Object)
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
func (a *assembler) addTools(g *agent, list interp.Value) {
	list = a.unpack(list)
	tools, more := assembly.ToolsIn(list, a.tool)
	g.graph.Tools = append(g.graph.Tools, tools...)
	if more != nil {
		g.open(more, graph.UnknownTools)
	}
	elems, _ := interp.Elems(list)
	for _, e := range elems {
		for _, alt := range interp.Alternatives(e.V) {
			if o, ok := interp.Unwrap(alt.V).(*interp.Object); ok && o.Kind == "tool:agent" {
				a.call(g, o.Arg("agent"))
			}
		}
	}
}

// unpack returns the tools in a registry as a list, and other values as they are.
func (a *assembler) unpack(v interp.Value) interp.Value {
	o, ok := interp.Unwrap(v).(*interp.Object)
	if !ok || o.Kind != "toolbox" {
		return v
	}
	var tools []interp.Value
	for _, op := range a.counterpart(o).Calls("put") {
		tools = append(tools, op.Arg("tool"))
	}
	list := interp.List(tools...)
	if s, ok := list.(interp.Slice); ok {
		s.More = outside(a, o)
		list = s
	}
	return list
}

// addGraph adds the tools of a knowledge graph. The last needs a model, which has to
// be given before.
func (a *assembler) addGraph(g *agent, o *interp.Object) {
	names := []string{"graphrag_search", "graphrag_add_entity", "graphrag_add_relationship", "graphrag_get_context"}
	if g.model {
		names = append(names, "graphrag_extract")
	}
	for _, name := range names {
		g.graph.Tools = append(g.graph.Tools, &graph.Tool{Name: name, Framework: a.Name, Pos: a.places[o]})
	}
}

// addServers adds what MCP servers offer: only they know.
func (a *assembler) addServers(g *agent, o *interp.Object) {
	if elems, more := interp.Elems(o.Arg("servers")); len(elems) == 0 && more == nil {
		return
	}
	g.graph.Tools = append(g.graph.Tools, &graph.Tool{
		Framework: "mcp", Unknown: "the MCP server says which tools it has", Pos: a.places[o],
	})
}

// addLazy adds the tools of configured MCP servers: those of a list, if one is given,
// else those of the server that it allows.
func (a *assembler) addLazy(g *agent, configs interp.Value) {
	elems, more := interp.Elems(configs)
	if more != nil {
		g.open(more, graph.UnknownTools)
	}
	for _, e := range elems {
		for _, alt := range interp.Alternatives(e.V) {
			a.addConfig(g, alt.V)
		}
	}
}

func (a *assembler) addConfig(g *agent, config interp.Value) {
	add := func(name interp.Value) {
		t := &graph.Tool{Framework: "mcp", Pos: g.graph.Pos}
		assembly.NameTool(t, name)
		g.graph.Tools = append(g.graph.Tools, t)
	}
	tools, moreTools := interp.Elems(interp.Field(config, "Tools"))
	allowed, moreAllowed := interp.Elems(interp.Field(config, "AllowedTools"))
	switch {
	case len(tools) > 0:
		for _, t := range tools {
			add(interp.Field(t.V, "Name"))
		}
	case len(allowed) > 0:
		for _, t := range allowed {
			add(t.V)
		}
	default:
		add(&interp.Unknown{Reason: "the MCP server says which tools it has"})
	}
	for _, more := range []*interp.Unknown{moreTools, moreAllowed} {
		if more != nil {
			g.open(more, graph.UnknownTools)
		}
	}
}
