package openaiagents

// This file reads agents: their tools, and whom they hand over to.

import (
	"regexp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// read reads what an agent consists of, as the package leaves it.
func (a *assembler) read(m *assembly.Peer) {
	setting := func(name string) assembly.Value { return a.team.Setting(m, name) }
	a.team.AddTools(m, setting("Tools"))
	tools, _ := setting("Tools").List()
	for _, t := range tools {
		if o := t.Object("tool:agent"); o != nil {
			m.Calls = append(m.Calls, a.links(a.Arg(o, "agent").Under(t.Guard), a.Place(o))...)
		}
	}
	if servers, more := setting("MCPServers").Elems(); len(servers) > 0 || more != nil {
		m.Tools = append(m.Tools, &graph.Tool{
			Framework: "mcp", Unknown: reason.Of(reason.SaysTools, "the MCP server"), Pos: m.Pos,
		})
	}
	for _, field := range []string{"AgentHandoffs", "Handoffs"} {
		handoffs, more := setting(field).Elems()
		for _, h := range handoffs {
			m.Hands = append(m.Hands, a.links(h, m.Pos)...)
		}
		if more != nil {
			m.Open(more, graph.UnknownTargets)
		}
	}
	for _, l := range m.Hands {
		if !slices.Contains(m.SubAgents, l.To.Agent) {
			m.SubAgents = append(m.SubAgents, l.To.Agent)
		}
	}
	names, _ := setting("ToolUseBehavior").Settled().Arg("names").Elems()
	for _, n := range names {
		if s, ok := n.Text(); ok && len(n.Guard) == 0 {
			a.final[m] = append(a.final[m], s)
		}
	}
	a.hooks(m, setting("Hooks"))
	a.settings(m, setting("ModelSettings"))
	a.given(m, a.Arg(m.Object, "value"), a.instructs(setting("Instructions"))...)
	if !setting("Prompt").IsZero() { // it is kept by the provider, with its tools
		m.Open(assembly.Because(reason.SaysTools, "the provider's prompt"), graph.UnknownTools)
	}
	if m.Untyped = setting("OutputType").IsZero(); !m.Untyped {
		m.Returns = "output type"
	}
}

// links returns the agents that v may be, or that it hands over to.
func (a *assembler) links(v assembly.Value, pos graph.Pos) []assembly.Link {
	var out []assembly.Link
	for _, alt := range v.Each() {
		o, u := alt.Behind().Object(), alt.Unknown()
		switch {
		case o != nil: // HandoffFromAgent
			out = append(out, named(a.links(a.Arg(o, "agent").Under(alt.Guard), a.Place(o)), a.Arg(o, "name"))...)
		case alt.IsStruct() && strings.HasSuffix(alt.Behind().Type(), ".Handoff"):
			out = append(out, a.invoked(alt, pos)...)
		case alt.IsStruct():
			out = append(out, a.link(a.agentOf(alt, pos), alt, pos))
		case u != nil:
			out = append(out, a.link(a.team.Opaque(u, pos), alt, pos))
		case alt.IsZero():
		default:
			out = append(out, a.link(a.agentOf(alt, pos), alt, pos))
		}
	}
	return out
}

// invoked returns the agents that the function of a Handoff literal returns.
func (a *assembler) invoked(handoff assembly.Value, pos graph.Pos) []assembly.Link {
	b := handoff.Field("OnInvokeHandoff").Observe()
	var out []assembly.Link
	for _, to := range a.Result(b, 0) {
		out = append(out, a.links(to.Under(handoff.Guard), pos)...)
	}
	if !b.Known {
		u := &assembly.Unknown{Reason: b.Reason, Pos: b.Pos}
		out = append(out, a.link(a.team.Opaque(u, pos), handoff, pos))
	}
	return named(out, handoff.Field("ToolName"))
}

// named gives the tools of links the name that the program chooses, if it chooses one.
func named(links []assembly.Link, name assembly.Value) []assembly.Link {
	if s := name.TextOr(""); s != "" {
		for _, l := range links {
			l.Tool.Name = s
		}
	}
	return links
}

// link returns the way to an agent that is handed over to under the conditions of v.
func (a *assembler) link(to *assembly.Peer, v assembly.Value, pos graph.Pos) assembly.Link {
	t := &graph.Tool{Name: functionStyle("transfer_to_" + to.Name), Framework: a.Name, Description: graph.AddedByFramework, Pos: pos}
	to.Linked = true
	if to.Object == nil {
		t.Name, t.Unknown = "", reason.Of(reason.Agent)
	}
	return assembly.Link{To: to, Tool: t, Label: to.Name, Guard: v.Guard, Pos: pos}
}

// agentOf returns the agent that a value is.
func (a *assembler) agentOf(v assembly.Value, pos graph.Pos) *assembly.Peer {
	if m := a.team.Of(v); m != nil {
		return m
	}
	return a.team.Opaque(assembly.Because(reason.NoneSeen, "agent"), pos)
}

var odd = regexp.MustCompile(`[^a-zA-Z0-9]`)

// functionStyle makes a name of a tool of the name of an agent, as the SDK does.
func functionStyle(name string) string { return strings.ToLower(odd.ReplaceAllString(name, "_")) }

// agentTool completes the tool that an agent is.
func (a *assembler) agentTool(o *assembly.Object, t *graph.Tool) {
	name := a.Arg(o, "name")
	t.Description, _ = a.Arg(o, "description").Text()
	if ls := a.links(a.Arg(o, "agent"), t.Pos); len(ls) == 1 && ls[0].To.Object != nil {
		t.Agent, t.Name = ls[0].To.Name, functionStyle(ls[0].To.Name)
	}
	if t.Name != "" && name.IsZero() {
		return
	}
	t.Name = ""
	assembly.NameTool(t, name)
}
