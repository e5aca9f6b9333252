package check_test

import (
	"fmt"
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
	"github.com/agentvet/agentvet/graph/verdict"
)

// describe returns a problem as text, for goldens: every field that is set.
func describe(p *check.Problem) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s: %s", p.Pos(), p.Rule)
	add := func(format string, args ...any) { fmt.Fprintf(&out, " "+format, args...) }
	if p.Verdict != verdict.Violated {
		add("%s", p.Verdict)
	}
	if p.Detail != check.DetailNone {
		add("%s", p.Detail)
	}
	if p.Agent != nil {
		add("agent=%s", p.Agent.Name)
	}
	w := p.Workflow
	if p.Node != graph.None {
		add("at %s", w.Nodes[p.Node].Name)
	}
	if len(p.Nodes) > 0 {
		add("nodes=%s", names(w, p.Nodes))
	}
	if p.Edge != graph.None {
		add("edge=%s", edge(w, p.Edge))
	}
	for _, e := range p.Edges {
		add("edges=%s", edge(w, e))
	}
	if p.Branch != graph.None {
		add("branch=%d", p.Branch)
	}
	if p.Other != graph.None {
		add("other=%d", p.Other)
	}
	if p.Value != graph.None {
		add("value=%s", w.Branches[p.Branch].Values[p.Value].Text)
	}
	for _, t := range p.Tools {
		add("tool=%q", t.Name)
	}
	if p.Name != "" {
		add("name=%s", p.Name)
	}
	if len(p.Jumps) > 0 {
		add("jumps=%v", p.Jumps)
	}
	if len(p.Interrupts) > 0 {
		add("interrupts=%v", p.Interrupts)
	}
	if p.Why != check.WhyNone {
		add("why=%s", p.Why)
	}
	if p.Unknown != nil {
		add("(%s)", p.Unknown.Reason)
	}
	if p.Cause != graph.None {
		add("cause=%s", edge(w, p.Cause))
	}
	if p.Err != nil {
		add("%q", p.Err.Error())
	}
	if len(p.Witness) > 0 {
		fmt.Fprintf(&out, "\n\t%s", path(w, p.Witness, p.Cycle))
	}
	if len(p.Second) > 0 {
		fmt.Fprintf(&out, "\n\t%s", path(w, p.Second, graph.None))
	}
	return out.String()
}

func names(w *graph.Workflow, nodes []graph.NodeID) string {
	var list []string
	for _, n := range nodes {
		list = append(list, w.Nodes[n].Name)
	}
	return strings.Join(list, ",")
}

func edge(w *graph.Workflow, e graph.EdgeID) string {
	return w.Nodes[w.Edges[e].From].Name + "->" + w.Nodes[w.Edges[e].To].Name
}

// path prints a witness; ~> is a step over no edge, and a cycle begins at [.
func path(w *graph.Workflow, steps graph.Witness, cycle int) string {
	var out strings.Builder
	for i, s := range steps {
		in := w
		if s.In != nil {
			in = s.In
		}
		switch {
		case i == 0:
		case s.Edge == graph.None:
			out.WriteString(" ~> ")
		default:
			out.WriteString(" -> ")
		}
		if i == cycle {
			out.WriteByte('[')
		}
		if s.In != nil {
			out.WriteString(s.In.Name + "/")
		}
		out.WriteString(in.Nodes[s.Node].Name)
	}
	return out.String()
}
