package loops

// This file finds MCP servers that use no library: clients of the program call its tools.

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// servers returns the servers of a program, one for each function that runs tools. One that
// names no tool hands calls on to somebody else, and is none. The net may be whole.
func servers(n *net, whole bool) (out []Agent) {
	f := newFinder(n, true)
	tools := slices.DeleteFunc(f.tools(), func(t *tool) bool {
		return t.inline && t.why != namePrefix && !hasOffer(f.offered, t.name) && len(f.offered) > 0 // compared for another reason
	})
	c := newChart(f, tools)
	by := make(map[*function][]*tool)
	var in []*function
	for _, t := range tools {
		if by[t.in] == nil {
			in = append(in, t.in)
		}
		by[t.in] = append(by[t.in], t)
	}
	in = slices.DeleteFunc(in, func(fn *function) bool {
		return !slices.ContainsFunc(by[fn], func(t *tool) bool { return t.name != "" })
	})
	slices.SortFunc(in, func(a, b *function) int { return cmp.Or(a.Pos.Compare(b.Pos), strings.Compare(a.ID, b.ID)) })
	calls := f.dynamicCalls(tools)
	for _, fn := range in {
		g, runs := c.server(by[fn])
		d := c.newDispatch(by[fn], tools, map[*function]bool{fn: true})
		more := d.more(f.offered)
		if g.Unknowns = append(g.Unknowns, more...); whole && len(in) == 1 && len(more) == 0 && d.isWhole() {
			g.Unhandled = d.unhandled(f.offered)
		}
		out = append(out, Agent{Agent: g, Package: fn.pkg, Func: fn.ID, Runs: runs, Calls: calls})
	}
	return out
}

// server returns the server whose tools one function runs.
func (c *chart) server(tools []*tool) (g *graph.Agent, runs []Run) {
	fn := tools[0].in
	g = &graph.Agent{Name: assembly.FuncName(fn.ID), Kind: graph.AgentServer, Framework: Framework, Pos: fn.Pos}
	cy := &cycle{in: fn, tools: tools}
	for _, t := range tools {
		if slices.ContainsFunc(g.Tools, func(o *graph.Tool) bool { return o.Name == t.name && o.Handler == t.runs() }) {
			continue
		}
		tool := t.graph()
		tool.Captured = c.captures(t)
		c.describe(tool, t)
		var why *graph.Unknown
		if tool.Gate, why = c.serverGate(cy, t); why != nil && !slices.Contains(g.Unknowns, *why) {
			g.Unknowns = append(g.Unknowns, *why)
		}
		g.Tools, runs = append(g.Tools, tool), append(runs, c.run(t))
	}
	if c.open {
		g.Unknowns = append(g.Unknowns, graph.Unknown{What: graph.UnknownTools, Node: graph.None, Reason: reason.Of(reason.TooDeep), Pos: g.Pos})
	}
	return g, runs
}
