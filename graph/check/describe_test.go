package check_test

import (
	"fmt"
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
	"github.com/agentvet/agentvet/graph/verdict"
)

// A flat is a problem of any kind, for goldens and for readings of predicates: the
// fields of all kinds side by side. A field that a kind does not have is None, nil or
// zero.
type flat struct {
	check.Problem
	*check.Base
	Detail   string
	Nodes    []graph.NodeID
	Edge     graph.EdgeID
	Edges    []graph.EdgeID
	Branch   graph.BranchID
	Other    graph.BranchID
	Value    int
	Tools    []*graph.Tool
	Agent    *graph.Agent
	Name     string
	Numbers  []int // of jumps or interrupts
	Numbered string
	Err      error
	Second   graph.Witness
}

func (f flat) pos() graph.Pos { return check.PosOf(f.Problem) }

func flats(list []check.Problem) []flat {
	out := make([]flat, len(list))
	for i, p := range list {
		out[i] = flatten(p)
	}
	return out
}

// flatten is one switch over the kinds of problems.
func flatten(problem check.Problem) flat {
	f := flat{
		Problem: problem, Base: problem.Common(),
		Edge: graph.None, Branch: graph.None, Other: graph.None, Value: graph.None,
	}
	switch p := problem.(type) {
	case *check.Malformed:
		f.Err = p.Err
	case *check.Unconfirmable:
		f.Detail, f.Tools, f.Agent = "asked-in-vain-"+p.Why.String(), []*graph.Tool{p.Tool}, p.Agent
	case *check.LostAnswer:
	case *check.NotAwaited:
		f.Nodes = []graph.NodeID{p.Next}
		if p.Tool != nil {
			f.Tools = []*graph.Tool{p.Tool}
		}
		if p.Human != nil {
			f.Name = p.Human.Name
		}
	case *check.OverlappingRuns:
		f.Nodes, f.Edges, f.Second = []graph.NodeID{p.Fork}, p.First[:], p.Other
	case *check.CallCycle:
		f.Agent = p.Agent
		for _, c := range p.Calls {
			f.Name += " -> " + c.To.Name
		}
	case *check.HandoverCycle:
	case *check.Unconfirmed:
		f.Agent, f.Tools = p.Agent, []*graph.Tool{p.Tool}
	case *check.UntypedReturn:
		f.Agent, f.Name = p.Agent, p.Sub.Name
	case *check.WiderScope:
		f.Agent, f.Name, f.Tools = p.Agent, p.Sub.Name, p.Excess
	case *check.UnsetLimit:
		f.Detail = "rounds-unset"
	case *check.EndlessChoice:
		f.Detail, f.Branch = "rounds-chosen", p.Branch
	case *check.UnlimitedAgent:
		f.Detail, f.Agent = "rounds-unset", p.Agent
		if p.Own {
			f.Detail = "rounds-own"
		}
	case *check.DeadEnd:
		f.Nodes = []graph.NodeID{p.Node}
	case *check.NoExit:
		f.Detail = "exit-none"
	case *check.AllExitsMissed:
		f.Detail, f.Nodes, f.Second = "exit-missed", p.Exits, p.Lost
	case *check.ExitMissed:
		f.Detail = "exit-one"
	case *check.NoHuman:
		f.Detail = "gate-missing"
	case *check.Ungated:
		f.Detail, f.Tools = "gate-first", p.Tools
	case *check.UngatedAgain:
		f.Detail, f.Tools = "gate-again", p.Tools
	case *check.Livelock:
		f.Nodes = p.Steps
	case *check.EndlessBody:
		f.Detail, f.Nodes = "loop-body", p.Exits
	case *check.ReplacedBranch:
		f.Branch, f.Other = p.Branch, p.By
	case *check.RouterShape:
		f.Edge, f.Edges = p.Edges[0], p.Edges
	case *check.RouterTarget:
		f.Edges, f.Branch = p.Edges, p.Branch
	case *check.RouterValue:
		f.Branch, f.Value = p.Branch, p.Value
	case *check.CutOffByExit:
		f.Detail, f.Edge, f.Edges = "shadowed-by-exit", p.Exit, p.Edges
	case *check.CutOffByBranch:
		f.Detail, f.Branch, f.Edges = "shadowed-by-branch", p.Branch, p.Edges
	case *check.UnbalancedJoin:
		f.Detail = []string{"join-twice", "join-cut-off", "join-stale"}[p.Effect]
		f.Nodes, f.Edges, f.Second = []graph.NodeID{p.Fork}, p.First[:], p.Other
	case *check.StarvedJoin:
		f.Detail, f.Branch = "join-starved", p.Branch
		f.Nodes, f.Edges, f.Second = []graph.NodeID{p.Fork, p.Missing}, p.First[:], p.Other
	case *check.UndeclaredNode:
		f.Name, f.Numbers, f.Numbered = p.Name, p.Jumps, "jumps"
	case *check.NoTool:
		f.Detail = "tool-none"
	case *check.SameName:
		f.Detail, f.Name, f.Tools = "tool-twice", p.Name, p.Tools
	case *check.ReplacedTool:
		f.Detail, f.Name, f.Tools, f.Agent = "tool-replaced", p.By.Name, []*graph.Tool{p.Tool, p.By}, p.Server
	case *check.UnhandledTools:
		f.Detail, f.Tools, f.Agent = "tool-unhandled", p.Tools, p.Agent
	case *check.UntoldTools:
		f.Detail, f.Tools, f.Agent = "tool-untold", p.Tools, p.Agent
	case *check.NotBound:
		f.Detail, f.Nodes, f.Tools = "tool-not-bound", p.Dispatchers, p.Tools
	case *check.NotFinal:
		f.Detail, f.Name, f.Tools = "tool-not-final", p.Name, p.Tools
	case *check.NotDefined:
		f.Detail, f.Name, f.Tools = "tool-missing", p.Name, p.Tools
	case *check.UnknownInterrupt:
		f.Name, f.Numbers, f.Numbered = p.Name, p.Interrupts, "interrupts"
	case *check.Unreachable:
		f.Nodes = p.Steps
	case *check.UnusedAgent:
		f.Agent = p.Agent
	default:
		panic(fmt.Sprintf("no reading of %T", p))
	}
	return f
}

// describe returns a problem as text, for goldens: every field that is set.
func describe(p flat) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s: %s", p.pos(), p.Rule())
	add := func(format string, args ...any) { fmt.Fprintf(&out, " "+format, args...) }
	if v := p.Verdict(); v != verdict.Violated {
		add("%s", v)
	}
	if p.Detail != "" {
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
	if len(p.Numbers) > 0 {
		add("%s=%v", p.Numbered, p.Numbers)
	}
	if d := p.Doubt; d.Why != check.WhyNone {
		add("why=%s", d.Why)
		if d.Unknown != nil {
			add("(%s)", d.Unknown.Reason)
		}
		if d.Edge != graph.None {
			add("cause=%s", edge(w, d.Edge))
		}
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
