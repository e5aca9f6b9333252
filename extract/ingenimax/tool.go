package ingenimax

// This file reads tools: those that the program writes, and those that come with
// the SDK.

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// tool returns the tool that v is, nil for nil.
func (a *crew) tool(v assembly.Value) *graph.Tool {
	if o := v.Object(); o != nil {
		return a.ToolOf(a.Original(o))
	}
	if v.IsZero() {
		return nil
	}
	return a.Tool(v)
}

// nameAgentTool names the tool that an agent is.
func (a *crew) nameAgentTool(t *graph.Tool, v assembly.Value) {
	in := a.agentOf(v)
	switch {
	case in == nil:
		t.Unknown = reason.Of(reason.Agent)
	case in.graph.Name == assembly.OpaqueName(in.graph.Pos):
		t.Unknown = reason.Of(reason.NameOf, "the agent")
	default:
		t.Name, t.Agent = in.graph.Name+"_agent", in.graph.Name
	}
}

// addTools adds a list of tools to an agent.
func (a *crew) addTools(g *agent, list assembly.Value) {
	list = a.unpack(list)
	tools, more := list.Tools(a.tool)
	g.graph.Tools = append(g.graph.Tools, tools...)
	if more != nil {
		g.open(more, graph.UnknownTools)
	}
	elems, _ := list.List()
	for _, e := range elems {
		if e.Object("tool:agent") != nil {
			a.call(g, e.Arg("agent"))
		}
	}
}

// unpack returns the tools in a registry as a list, and other values as they are.
func (a *crew) unpack(v assembly.Value) assembly.Value {
	o := v.Object("toolbox")
	if o == nil {
		return v
	}
	var tools []assembly.Value
	for _, op := range a.Original(o).Calls("put") {
		tools = append(tools, a.ArgOf(op, "tool"))
	}
	return a.NewList(tools, a.Escape(o, "it"))
}

// addGraph adds the tools of a knowledge graph. The last needs a model, which has to
// be given before.
func (a *crew) addGraph(g *agent, pos graph.Pos) {
	names := []string{"graphrag_search", "graphrag_add_entity", "graphrag_add_relationship", "graphrag_get_context"}
	if g.model {
		names = append(names, "graphrag_extract")
	}
	for _, name := range names {
		g.graph.Tools = append(g.graph.Tools, &graph.Tool{Name: name, Framework: a.Name, Pos: pos})
	}
}

// addServers adds what MCP servers offer: only they know.
func (a *crew) addServers(g *agent, o *assembly.Object) {
	if list, more := a.Arg(o, "servers").List(); len(list) > 0 || more != nil {
		g.graph.Tools = append(g.graph.Tools, &graph.Tool{Framework: "mcp", Unknown: reason.Of(reason.SaysTools, "the MCP server"), Pos: a.Place(o)})
	}
}

// addLazy adds the tools of configured MCP servers: those of a list, if one is given,
// else those of the server that it allows.
func (a *crew) addLazy(g *agent, configs assembly.Value) {
	list, more := configs.List()
	if more != nil {
		g.open(more, graph.UnknownTools)
	}
	for _, config := range list {
		tools, moreTools := config.Field("Tools").List()
		names, moreNames := config.Field("AllowedTools").List()
		if len(tools) > 0 {
			names = nil
			for _, t := range tools {
				names = append(names, t.Field("Name"))
			}
		}
		if len(names) == 0 {
			names = []assembly.Value{a.NewUnknown(reason.SaysTools, "the MCP server")}
		}
		for _, name := range names {
			t := &graph.Tool{Framework: "mcp", Pos: g.graph.Pos}
			assembly.NameTool(t, name)
			g.graph.Tools = append(g.graph.Tools, t)
		}
		for _, more := range []*assembly.Unknown{moreTools, moreNames} {
			if more != nil {
				g.open(more, graph.UnknownTools)
			}
		}
	}
}
