package openaiagents

// This file reads agents: their names, tools, and whom they hand over to.

import (
	"regexp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
)

// agent is what the assembly knows of one agent.
type agent struct {
	obj      *interp.Object // nil for one that is not known
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
	guard graph.Guard
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
func (a *assembler) declare(o *interp.Object) {
	v := o.Arg("value")
	pos := a.places[o]
	g := &agent{obj: o, graph: &graph.Agent{Kind: graph.AgentLLM, Framework: a.Name, Pos: pos}}
	name, ok := interp.AsString(interp.Settled(interp.Field(v, "Name")))
	if !ok || name == "" {
		name = opaqueName(pos)
		u := interp.UnknownIn(interp.Field(v, "Name"))
		if u == nil {
			u = &interp.Unknown{Reason: "its name is empty or one of several"}
		}
		g.graph.Unknowns = append(g.graph.Unknowns, u.Open(graph.UnknownSources, pos))
	}
	g.name, g.graph.Name = name, name
	key := interp.LiteralKey(v)
	if a.agents[key] == nil {
		a.agents[key] = g
	}
	a.order = append(a.order, g)
}

// read reads what an agent consists of, as the package leaves it.
func (a *assembler) read(g *agent) {
	v := g.obj.Arg("value")
	a.readTools(g, interp.Field(v, "Tools"))
	if elems, more := interp.Elems(interp.Field(v, "MCPServers")); len(elems) > 0 || more != nil {
		g.graph.Tools = append(g.graph.Tools, &graph.Tool{
			Framework: "mcp", Unknown: "the MCP server says which tools it has", Pos: g.graph.Pos,
		})
	}
	for _, field := range []string{"AgentHandoffs", "Handoffs"} {
		elems, more := interp.Elems(interp.Field(v, field))
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
	if o, ok := interp.Unwrap(interp.Settled(interp.Field(v, "ToolUseBehavior"))).(*interp.Object); ok {
		names, _ := interp.Elems(o.Arg("names"))
		for _, n := range names {
			if s, ok := interp.AsString(n.V); ok && len(n.Guard) == 0 {
				g.final = append(g.final, s)
			}
		}
	}
	if !interp.IsZero(interp.Field(v, "OutputType")) {
		g.graph.Returns = "output type"
	}
}

// readTools gives an agent its tools, and notes the agents among them.
func (a *assembler) readTools(g *agent, list interp.Value) {
	tools, more := assembly.ToolsIn(list, a.tool)
	g.graph.Tools = tools
	if more != nil {
		g.graph.Unknowns = append(g.graph.Unknowns, more.Open(graph.UnknownTools, g.graph.Pos))
	}
	elems, _ := interp.Elems(list)
	for _, e := range elems {
		for _, alt := range interp.Alternatives(e.V) {
			if o, ok := interp.Unwrap(alt.V).(*interp.Object); ok && o.Kind == "tool:agent" {
				g.called = append(g.called, a.links(o.Arg("agent"), e.Guard, a.places[o])...)
			}
		}
	}
}

// links returns the agents that v may be, or that it hands over to.
func (a *assembler) links(v interp.Value, guard interp.Guard, pos graph.Pos) []*link {
	var out []*link
	for _, alt := range interp.Alternatives(v) {
		under := slices.Concat(guard, alt.Guard)
		switch x := interp.Deref(alt.V).(type) {
		case *interp.Object: // HandoffFromAgent
			name, _ := interp.AsString(x.Arg("name"))
			for _, l := range a.links(x.Arg("agent"), under, a.places[x]) {
				if name != "" {
					l.tool.Name = name
				}
				out = append(out, l)
			}
		case *interp.Struct:
			if f := interp.Field(x, "OnInvokeHandoff"); strings.HasSuffix(x.Type, ".Handoff") {
				out = append(out, a.invoked(x, f, under, pos)...)
				continue
			}
			out = append(out, a.link(a.agentOf(alt.V, pos), under, pos))
		case *interp.Unknown:
			out = append(out, a.link(a.opaque(x, pos), under, pos))
		case interp.Nil, interp.Zero:
		default:
			out = append(out, a.link(a.opaque(&interp.Unknown{Reason: "it is no agent that agentvet can see"}, pos), under, pos))
		}
	}
	return out
}

// invoked returns the agents that the function of a Handoff literal returns.
func (a *assembler) invoked(x *interp.Struct, f interp.Value, guard interp.Guard, pos graph.Pos) []*link {
	b := a.Observe(f)
	var out []*link
	if len(b.Results) > 0 {
		for _, alt := range b.Results[0] {
			out = append(out, a.links(alt.V, guard, pos)...)
		}
	}
	if !b.Known {
		out = append(out, a.link(a.opaque(&interp.Unknown{Reason: b.Reason, Pos: b.Pos}, pos), guard, pos))
	}
	name, _ := interp.AsString(interp.Field(x, "ToolName"))
	for _, l := range out {
		if name != "" {
			l.tool.Name = name
		}
	}
	return out
}

func (a *assembler) link(to *agent, guard interp.Guard, pos graph.Pos) *link {
	t := &graph.Tool{Name: functionStyle("transfer_to_" + to.name), Framework: a.Name, Description: "added by the framework", Pos: pos}
	a.linked[to] = true
	if to.obj == nil {
		t.Name, t.Unknown = "", "the agent is not known"
	}
	return &link{to: to, tool: t, guard: guard.Data(), pos: pos}
}

// agentOf returns the agent that a value is.
func (a *assembler) agentOf(v interp.Value, pos graph.Pos) *agent {
	if g := a.agents[interp.LiteralKey(v)]; g != nil {
		return g
	}
	return a.opaque(&interp.Unknown{Reason: "it is no agent that agentvet can see"}, pos)
}

// opaque returns an agent of which only the reason is known why nothing is.
func (a *assembler) opaque(u *interp.Unknown, pos graph.Pos) *agent {
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
func (a *assembler) tool(v interp.Value) *graph.Tool {
	switch x := interp.Unwrap(v).(type) {
	case *interp.Object:
		return a.toolOf(x)
	case *interp.Unknown:
		return &graph.Tool{Unknown: x.Reason, Framework: a.Name, Pos: x.Pos}
	case interp.Nil:
		return nil
	}
	typ := strings.TrimPrefix(interp.DynamicType(v), "*")
	if row := table.Call(typ); row != nil && row.Verb == library.VerbType {
		return &graph.Tool{Name: row.Text("name"), Framework: a.Name, Pos: madeAt(v)}
	}
	t := &graph.Tool{Framework: a.Name, Pos: madeAt(v)}
	if strings.HasSuffix(typ, ".HostedMCPTool") {
		t.Framework, t.Unknown = "mcp", "the hosted MCP server says which tools it has"
		return t
	}
	assembly.NameTool(t, interp.Field(v, "Name"))
	t.Description, _ = interp.AsString(interp.Field(v, "Description"))
	b := a.Observe(interp.Field(v, "OnInvokeTool"))
	t.Handler, t.Gate = b.Func, assembly.BodyGate(b, b.AsksHuman)
	return t
}

// madeAt returns where a literal of the SDK stands.
func madeAt(v interp.Value) graph.Pos {
	if s, ok := interp.Deref(v).(*interp.Struct); ok && len(s.Made) > 0 {
		return s.Made[len(s.Made)-1]
	}
	return graph.Pos{}
}

// toolOf returns the tool that a constructor makes, one for each call.
func (a *assembler) toolOf(o *interp.Object) *graph.Tool {
	if t := a.tools[o]; t != nil {
		return t
	}
	t := &graph.Tool{Framework: a.Name, Pos: a.places[o]}
	a.tools[o] = t
	t.Description, _ = interp.AsString(o.Arg("description"))
	if o.Kind == "tool:agent" {
		if ls := a.links(o.Arg("agent"), nil, t.Pos); len(ls) == 1 && ls[0].to.obj != nil {
			t.Agent, t.Name = ls[0].to.name, functionStyle(ls[0].to.name)
		}
		if t.Name != "" && interp.IsZero(o.Arg("name")) {
			return t
		}
		t.Name = ""
	}
	assembly.NameTool(t, o.Arg("name"))
	if o.Kind == "tool" {
		b := a.Observe(o.Arg("handler"))
		t.Handler, t.Args, t.Gate = b.Func, a.ArgsType(o, o.Arg("handler")), assembly.BodyGate(b, b.AsksHuman)
	}
	return t
}
