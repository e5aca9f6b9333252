package adk

// This file shows the graphs of workflow agents.

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/graph/sketch"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/workflowagent"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/workflow"
)

// The ends of graphs.
const (
	start = "START"
	end   = "END"
)

// drawn returns the step of an agent.
type drawn = func(*sketch.Agent) (graph.Node, []graph.Unknown)

// flow shows the graph that an agent runs.
func (w *walker) flow(out *sketch.Agent, conf workflowagent.Config) {
	out.Within = w.agentsIn(nodesOf(conf.Edges))
	out.Flow = func(node drawn) *graph.Workflow { return w.graph(out.Name, conf.Edges, node) }
}

// agentsIn returns the agents that nodes run, and the nodes inside them.
func (w *walker) agentsIn(nodes []workflow.Node) (list []*sketch.Agent) {
	for _, n := range nodes {
		list = append(list, w.agentsIn(inside(n))...)
		if a := agentOf(n); a != nil {
			list = append(list, w.agent(a, nil)) // in a graph it has no parent to hand back to
		}
	}
	return list
}

// nodesOf returns the nodes that edges join, each once.
func nodesOf(edges []workflow.Edge) (list []workflow.Node) {
	for _, e := range edges {
		for _, n := range []workflow.Node{e.From, e.To} {
			if n != nil && !slices.Contains(list, n) {
				list = append(list, n)
			}
		}
	}
	return list
}

// inside returns the nodes inside another one.
func inside(n workflow.Node) []workflow.Node {
	switch n := n.(type) {
	case *workflow.ParallelWorker:
		if v, ok := field(reflect.ValueOf(n), "wrapped"); ok {
			if inner, ok := v.Interface().(workflow.Node); ok && inner != nil {
				return []workflow.Node{inner}
			}
		}
	case *workflow.WorkflowNode:
		return nodesOf(nested(n))
	}
	return nil
}

func agentOf(n workflow.Node) agent.Agent {
	node, ok := n.(*workflow.AgentNode)
	if !ok {
		return nil
	}
	v, ok := field(reflect.ValueOf(node), "agent")
	if !ok {
		return nil
	}
	a, _ := v.Interface().(agent.Agent)
	return a
}

// nested returns the edges of the graph inside a node, sorted by the names of what they join.
func nested(n *workflow.WorkflowNode) (edges []workflow.Edge) {
	v := reflect.ValueOf(n)
	for _, name := range []string{"subWorkflow", "graph"} {
		f, ok := field(v, name)
		if !ok {
			return nil
		}
		v = f
	}
	f, ok := field(v, "successors")
	if !ok {
		return nil
	}
	next, ok := f.Interface().(map[workflow.Node][]workflow.Edge)
	if !ok {
		return nil
	}
	for _, list := range next {
		edges = append(edges, list...)
	}
	slices.SortStableFunc(edges, func(a, b workflow.Edge) int {
		return cmp.Or(cmp.Compare(a.From.Name(), b.From.Name()), cmp.Compare(a.To.Name(), b.To.Name()), slices.Compare(labels(a.Route), labels(b.Route)))
	})
	return edges
}

// graph draws edges, and an end to which all nodes without one lead.
func (w *walker) graph(name string, edges []workflow.Edge, draw drawn) *graph.Workflow {
	b := graph.NewBuilder(name, "adk", graph.Pos{})
	flow := b.Workflow()
	flow.Mode, flow.Engine = graph.ModeAny, graph.Engine{DeadEnd: graph.DeadEndExits, UniqueTools: true, EachToken: true, OneRun: true}
	names := map[workflow.Node]string{workflow.Start: start}
	b.Node(graph.Node{Name: start, Kind: graph.KindEntry})
	taken := map[string]bool{start: true, end: true}
	nodes := slices.DeleteFunc(nodesOf(edges), func(n workflow.Node) bool { return n == workflow.Start })
	for _, n := range nodes {
		node, open := w.node(n, draw)
		if n.Config().ParallelWorker {
			node, open = worker(n.Name(), node, open), nil
		}
		node.Name = n.Name()
		for i := 2; taken[node.Name]; i++ {
			node.Name = fmt.Sprintf("%s#%d", n.Name(), i)
		}
		names[n], taken[node.Name] = node.Name, true
		if node.Kind == graph.KindPassthrough && slices.ContainsFunc(edges, func(e workflow.Edge) bool { return e.From == n && e.Route != nil }) {
			node.Kind = graph.KindRouter
		}
		id := b.Node(node)
		for _, u := range open {
			u.Node = id
			b.Unknown(u)
		}
	}
	b.Node(graph.Node{Name: end, Kind: graph.KindExit})
	for _, n := range append([]workflow.Node{workflow.Start}, nodes...) {
		w.leave(b, names, n, edges)
	}
	return b.Build()
}

// leave draws the ways from a node.
func (w *walker) leave(b *graph.Builder, names map[workflow.Node]string, n workflow.Node, edges []workflow.Edge) {
	from, direct, always := names[n], 0, false
	branch := graph.BranchID(graph.None)
	for _, e := range edges {
		if e.From == n && e.Route == nil {
			direct++
		}
	}
	for _, e := range edges {
		switch {
		case e.From != n:
		case e.Route == nil:
			kind := graph.EdgeDirect
			if direct > 1 {
				kind = graph.EdgeParallel
			}
			b.Edge(from, names[e.To], graph.Edge{Kind: kind})
		default:
			if branch == graph.None {
				branch = b.Branch(graph.Branch{From: graph.None, Multi: !w.one(from)})
			}
			always = always || e.Route == workflow.Default
			for _, label := range labels(e.Route) {
				b.BranchEdge(branch, from, names[e.To], graph.Edge{Kind: graph.EdgeConditional, Label: label})
			}
		}
	}
	switch {
	case branch == graph.None && direct == 0:
		b.Edge(from, end, graph.Edge{Kind: graph.EdgeDirect})
	case branch != graph.None && !always: // a word for which there is no edge ends the run
		b.BranchEdge(branch, from, end, graph.Edge{Kind: graph.EdgeConditional, Label: "another word"})
	}
}

// labels returns the texts that take an edge.
func labels(r workflow.Route) (texts []string) {
	switch v := reflect.ValueOf(r); {
	case r == nil:
		return nil
	case r == workflow.Default:
		return []string{"default"}
	case v.Kind() == reflect.Slice && strings.Contains(v.Type().String(), "workflow.MultiRoute["):
		for i := range v.Len() {
			texts = append(texts, fmt.Sprint(v.Index(i).Interface()))
		}
		return texts
	}
	return []string{fmt.Sprint(r)}
}

// node draws what a node does.
func (w *walker) node(n workflow.Node, draw drawn) (graph.Node, []graph.Unknown) {
	out := graph.Node{Name: n.Name(), Kind: graph.KindPassthrough}
	open := func(what graph.UnknownKind, why reason.Reason) (graph.Node, []graph.Unknown) {
		return out, []graph.Unknown{{What: what, Reason: why}}
	}
	hidden := reason.Of(reason.NotShown, "what the node does")
	switch n := n.(type) {
	case *workflow.JoinNode:
		out.Join = true
		return out, nil
	case *workflow.AgentNode:
		if a := agentOf(n); a != nil {
			return draw(w.agent(a, nil))
		}
		return open(graph.UnknownBody, hidden)
	case *workflow.ToolNode:
		out.Kind, out.Calls = graph.KindTool, graph.CallsOnce
		v, ok := field(reflect.ValueOf(n), "tool")
		if !ok {
			return open(graph.UnknownTools, hidden)
		}
		t, _ := v.Interface().(tool.Tool)
		shown, inner := w.tool(t)
		if shown.Gate.Kind.MayHold() {
			shown.Gate.Unanswered = graph.UnansweredStep
		}
		if out.Tools = []*graph.Tool{shown}; inner != nil {
			return open(graph.UnknownTools, reason.Of(reason.RunsAsTool, inner.Name))
		}
		return out, nil
	case *workflow.WorkflowNode:
		edges := nested(n)
		if len(edges) == 0 {
			return open(graph.UnknownBody, hidden)
		}
		out.Kind, out.Sub = graph.KindSubgraph, w.graph(n.Name(), edges, draw)
		return out, nil
	case *workflow.ParallelWorker:
		inner := inside(n)
		if len(inner) == 0 {
			return open(graph.UnknownBody, hidden)
		}
		node, open := w.node(inner[0], draw)
		node.Name = inner[0].Name()
		return worker(n.Name(), node, open), nil
	}
	return open(graph.UnknownBody, reason.Of(reason.OwnFunction))
}

// worker draws a node that runs another one for each item of its input.
func worker(name string, inner graph.Node, open []graph.Unknown) graph.Node {
	s := sketch.New(name, "adk", start, end, graph.Pos{})
	item := s.PlaceOpen(inner, open)
	s.Repeat([]sketch.Member{{Node: item}}, graph.Bound{State: graph.BoundPresent}, nil, "")
	s.Arrow(start, sketch.Arrow{To: end, Label: "empty"})
	return graph.Node{Name: name, Kind: graph.KindSubgraph, Sub: s.Finish()}
}
