package openaiagents

// This file reads agents: their names, tools, and whom they hand over to.

import (
	"regexp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract"
	"github.com/agentvet/agentvet/graph"
)

// agent is what the assembly knows of one agent.
type agent struct {
	obj      *extract.Object // nil for one that is not known
	name     string
	graph    *graph.Agent
	handoffs []*link
	called   []*link  // agents that are its tools
	final    []string // names of tools whose result is its answer
	run      bool     // a run begins with it
	seen     bool     // a run can come to it
}

// link is an agent that another can hand over to or call.
type link struct {
	to    *agent
	tool  *graph.Tool // what the model calls for it
	guard string
	pos   graph.Pos
}

// members returns an agent and all that the conversation can be handed over to.
func (g *agent) members() []*agent {
	out := []*agent{g}
	for i := 0; i < len(out); i++ {
		for _, l := range out[i].handoffs {
			if !slices.Contains(out, l.to) {
				out = append(out, l.to)
			}
		}
	}
	return out
}

// cover marks an agent and all that it can reach.
func (g *agent) cover(covered map[*agent]bool) {
	if covered[g] {
		return
	}
	covered[g] = true
	for _, l := range append(g.handoffs[:len(g.handoffs):len(g.handoffs)], g.called...) {
		l.to.cover(covered)
	}
}

// declare adds the agent of a literal.
func (a *assembler) declare(o *extract.Object) {
	v := o.Arg("value")
	pos := a.places[o]
	g := &agent{obj: o, graph: &graph.Agent{Kind: graph.AgentLLM, Framework: a.Name, Pos: pos}}
	name, ok := extract.AsString(extract.Settled(extract.Field(v, "Name")))
	if !ok || name == "" {
		name = opaqueName(pos)
		u := extract.UnknownIn(extract.Field(v, "Name"))
		if u == nil {
			u = &extract.Unknown{Reason: "its name is empty or one of several"}
		}
		g.graph.Unknowns = append(g.graph.Unknowns, u.Open(graph.UnknownSources, pos))
	}
	g.name, g.graph.Name = name, name
	key := extract.LiteralKey(v)
	if a.agents[key] == nil {
		a.agents[key] = g
	}
	a.order = append(a.order, g)
}

// read reads what an agent consists of, as the package leaves it.
func (a *assembler) read(g *agent) {
	v := g.obj.Arg("value")
	a.readTools(g, extract.Field(v, "Tools"))
	if elems, more := extract.Elems(extract.Field(v, "MCPServers")); len(elems) > 0 || more != nil {
		g.graph.Tools = append(g.graph.Tools, &graph.Tool{
			Framework: "mcp", Unknown: "the MCP server says which tools it has", Pos: g.graph.Pos,
		})
	}
	for _, field := range []string{"AgentHandoffs", "Handoffs"} {
		elems, more := extract.Elems(extract.Field(v, field))
		for _, e := range elems {
			g.handoffs = append(g.handoffs, a.links(e.V, e.Guard, g.graph.Pos)...)
		}
		if more != nil {
			g.graph.Unknowns = append(g.graph.Unknowns, more.Open(graph.UnknownTargets, g.graph.Pos))
		}
	}
	for _, l := range g.handoffs {
		if !slices.Contains(g.graph.SubAgents, l.to.graph) {
			g.graph.SubAgents = append(g.graph.SubAgents, l.to.graph)
		}
	}
	if o, ok := extract.Unwrap(extract.Settled(extract.Field(v, "ToolUseBehavior"))).(*extract.Object); ok {
		names, _ := extract.Elems(o.Arg("names"))
		for _, n := range names {
			if s, ok := extract.AsString(n.V); ok && len(n.Guard) == 0 {
				g.final = append(g.final, s)
			}
		}
	}
	if !extract.IsZero(extract.Field(v, "OutputType")) {
		g.graph.Returns = "output type"
	}
}

// readTools gives an agent its tools, and notes the agents among them.
func (a *assembler) readTools(g *agent, list extract.Value) {
	tools, more := extract.ToolsIn(list, a.tool)
	g.graph.Tools = tools
	if more != nil {
		g.graph.Unknowns = append(g.graph.Unknowns, more.Open(graph.UnknownTools, g.graph.Pos))
	}
	elems, _ := extract.Elems(list)
	for _, e := range elems {
		for _, alt := range extract.Alternatives(e.V) {
			if o, ok := extract.Unwrap(alt.V).(*extract.Object); ok && o.Kind == "tool:agent" {
				g.called = append(g.called, a.links(o.Arg("agent"), e.Guard, a.places[o])...)
			}
		}
	}
}

// links returns the agents that v may be, or that it hands over to.
func (a *assembler) links(v extract.Value, guard extract.Guard, pos graph.Pos) []*link {
	var out []*link
	for _, alt := range extract.Alternatives(v) {
		under := slices.Concat(guard, alt.Guard)
		switch x := extract.Deref(alt.V).(type) {
		case *extract.Object: // HandoffFromAgent
			name, _ := extract.AsString(x.Arg("name"))
			for _, l := range a.links(x.Arg("agent"), under, a.places[x]) {
				if name != "" {
					l.tool.Name = name
				}
				out = append(out, l)
			}
		case *extract.Struct:
			if f := extract.Field(x, "OnInvokeHandoff"); strings.HasSuffix(x.Type, ".Handoff") {
				out = append(out, a.invoked(x, f, under, pos)...)
				continue
			}
			out = append(out, a.link(a.agentOf(alt.V, pos), under, pos))
		case *extract.Unknown:
			out = append(out, a.link(a.opaque(x, pos), under, pos))
		case extract.Nil, extract.Zero:
		default:
			out = append(out, a.link(a.opaque(&extract.Unknown{Reason: "it is no agent that agentvet can see"}, pos), under, pos))
		}
	}
	return out
}

// invoked returns the agents that the function of a Handoff literal returns.
func (a *assembler) invoked(x *extract.Struct, f extract.Value, guard extract.Guard, pos graph.Pos) []*link {
	b := a.Observe(f)
	var out []*link
	if len(b.Results) > 0 {
		for _, alt := range b.Results[0] {
			out = append(out, a.links(alt.V, guard, pos)...)
		}
	}
	if !b.Known {
		out = append(out, a.link(a.opaque(&extract.Unknown{Reason: b.Reason, Pos: b.Pos}, pos), guard, pos))
	}
	name, _ := extract.AsString(extract.Field(x, "ToolName"))
	for _, l := range out {
		if name != "" {
			l.tool.Name = name
		}
	}
	return out
}

func (a *assembler) link(to *agent, guard extract.Guard, pos graph.Pos) *link {
	t := &graph.Tool{Name: functionStyle("transfer_to_" + to.name), Framework: a.Name, Description: "added by the framework", Pos: pos}
	a.linked[to] = true
	if to.obj == nil {
		t.Name, t.Unknown = "", "the agent is not known"
	}
	return &link{to: to, tool: t, guard: guard.String(), pos: pos}
}

// agentOf returns the agent that a value is.
func (a *assembler) agentOf(v extract.Value, pos graph.Pos) *agent {
	if g := a.agents[extract.LiteralKey(v)]; g != nil {
		return g
	}
	return a.opaque(&extract.Unknown{Reason: "it is no agent that agentvet can see"}, pos)
}

// opaque returns an agent of which only the reason is known why nothing is.
func (a *assembler) opaque(u *extract.Unknown, pos graph.Pos) *agent {
	open := u.Open(graph.UnknownAnything, pos)
	name := opaqueName(open.Pos)
	return &agent{name: name, graph: &graph.Agent{
		Name: name, Kind: graph.AgentUnknown, Framework: a.Name, Pos: open.Pos, Unknowns: []graph.Unknown{open},
	}}
}

var odd = regexp.MustCompile(`[^a-zA-Z0-9]`)

// functionStyle makes a name of a tool of the name of an agent, as the SDK does.
func functionStyle(name string) string { return strings.ToLower(odd.ReplaceAllString(name, "_")) }

// tool returns the tool that v is, nil for nil.
func (a *assembler) tool(v extract.Value) *graph.Tool {
	switch x := extract.Unwrap(v).(type) {
	case *extract.Object:
		return a.toolOf(x)
	case *extract.Unknown:
		return &graph.Tool{Unknown: x.Reason, Framework: a.Name, Pos: x.Pos}
	case extract.Nil:
		return nil
	}
	typ := strings.TrimPrefix(extract.DynamicType(v), "*")
	if row := table.Row(typ); row != nil && row.Verb == extract.VerbType {
		return &graph.Tool{Name: row.Text("name"), Framework: a.Name, Pos: madeAt(v)}
	}
	t := &graph.Tool{Framework: a.Name, Pos: madeAt(v)}
	if strings.HasSuffix(typ, ".HostedMCPTool") {
		t.Framework, t.Unknown = "mcp", "the hosted MCP server says which tools it has"
		return t
	}
	extract.NameTool(t, extract.Field(v, "Name"))
	t.Description, _ = extract.AsString(extract.Field(v, "Description"))
	b := a.Observe(extract.Field(v, "OnInvokeTool"))
	t.Handler, t.Gate = b.Func, extract.BodyGate(b, b.AsksHuman)
	return t
}

// madeAt returns where a literal of the SDK stands.
func madeAt(v extract.Value) graph.Pos {
	if s, ok := extract.Deref(v).(*extract.Struct); ok && len(s.Made) > 0 {
		return s.Made[len(s.Made)-1]
	}
	return graph.Pos{}
}

// toolOf returns the tool that a constructor makes, one for each call.
func (a *assembler) toolOf(o *extract.Object) *graph.Tool {
	if t := a.tools[o]; t != nil {
		return t
	}
	t := &graph.Tool{Framework: a.Name, Pos: a.places[o]}
	a.tools[o] = t
	t.Description, _ = extract.AsString(o.Arg("description"))
	if o.Kind == "tool:agent" {
		if ls := a.links(o.Arg("agent"), nil, t.Pos); len(ls) == 1 && ls[0].to.obj != nil {
			t.Agent, t.Name = ls[0].to.name, functionStyle(ls[0].to.name)
		}
		if t.Name != "" && extract.IsZero(o.Arg("name")) {
			return t
		}
		t.Name = ""
	}
	extract.NameTool(t, o.Arg("name"))
	if o.Kind == "tool" {
		b := a.Observe(o.Arg("handler"))
		t.Handler, t.Args, t.Gate = b.Func, a.ArgsType(o, o.Arg("handler")), extract.BodyGate(b, b.AsksHuman)
	}
	return t
}
