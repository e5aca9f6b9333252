package agentflow

import (
	"testing"

	"github.com/agentvet/agentvet/graph"
)

// TestWorkflows follows data along the steps of a workflow.
func TestWorkflows(t *testing.T) {
	reads := graph.Node{Name: "read", Kind: graph.KindTool, Tools: []*graph.Tool{fetch()}, Calls: graph.CallsOnce, Pos: at(11)}
	thinks := graph.Node{Name: "think", Kind: graph.KindLLM, Pos: at(12)}
	sends := graph.Node{Name: "send", Kind: graph.KindTool, Tools: []*graph.Tool{send()}, Calls: graph.CallsAny, Pos: at(13)}
	human := graph.Node{Name: "ask", Kind: graph.KindHuman, Pos: at(14)}
	found := []string{"fetch -> send.body"}
	for name, c := range map[string]struct {
		w    *graph.Workflow
		want []string
	}{
		"along an edge":             {line(reads, sends), found},
		"through a model":           {line(reads, thinks, sends), found},
		"against the edges":         {line(sends, thinks, reads), nil},
		"round a loop":              {edge(line(sends, thinks, reads), "read", "send"), found},
		"a human in between":        {line(reads, thinks, human, sends), nil},
		"a human on one way only":   {edge(line(reads, thinks, human, sends), "think", "send"), found},
		"a human before the source": {line(human, reads, thinks, sends), found},
		"a step that redacts":       {line(reads, step("redact"), thinks, sends), nil},
		"a step of another name":    {line(reads, step("shorten"), thinks, sends), found},
		"a redacting step beside":   {edge(line(reads, step("redact"), thinks, sends), "read", "think"), found},
		"a redacting step before":   {line(step("redact"), reads, thinks, sends), found},
		"two ways that do not meet": {fork(reads, sends), nil},
		"a model that calls both": {
			line(graph.Node{Name: "agent", Kind: graph.KindLLM, Tools: []*graph.Tool{fetch(), send()}, Calls: graph.CallsAny, Pos: at(12)}),
			found,
		},
		"an interrupt before":     {stop(line(reads, thinks, sends), "send", false), nil},
		"an interrupt after":      {stop(line(reads, thinks, sends), "read", true), nil},
		"an interrupt too early":  {stop(line(reads, thinks, sends), "read", false), found},
		"an interrupt on nothing": {stop(line(reads, thinks, sends), "sendd", false), found},
		"a workflow as a step":    {line(sub("reading", line(reads, thinks)), sends), found},
		"a workflow as the sink":  {line(reads, sub("sending", line(thinks, sends))), found},
		"a workflow that asks":    {line(reads, sub("asking", line(thinks, human)), sends), nil},
		"control without data":    {empty(line(reads, sends)), nil},
	} {
		t.Run(name, func(t *testing.T) {
			check(t, &graph.Program{Workflows: []*graph.Workflow{c.w}}, c.want)
		})
	}
}

// TestPeers holds the cases that verifiers of plans are known to get wrong to the
// right answer, as workflows and agents.
func TestPeers(t *testing.T) {
	found := []string{"fetch -> send.body"}
	reads := graph.Node{Name: "read", Kind: graph.KindTool, Tools: []*graph.Tool{fetch()}, Calls: graph.CallsOnce, Pos: at(11)}
	sends := graph.Node{Name: "send", Kind: graph.KindTool, Tools: []*graph.Tool{send()}, Calls: graph.CallsOnce, Pos: at(13)}
	attach := send()
	attach.Params = append(attach.Params, graph.Param{Path: "attachments[]", Field: "Attachments", Sink: &graph.Sink{Forbid: []string{"fetch"}}, Pos: at(4)})
	unlabelled := fetch()
	unlabelled.Sources = nil
	for name, c := range map[string]struct {
		p    *graph.Program
		want []string
	}{
		// A loop whose body overwrites a tainted value need not run.
		"the loop that cleans may not run": {one(edge(line(reads, step("redact"), sends), "read", "send")), found},
		// What a source reads in the second round goes into the sink of the third.
		"around an unbounded loop": {one(edge(edge(line(sends, step("a"), step("b"), reads), "read", "send"), "send", "read")), found},
		// Both arms of a condition overwrite the value: nothing is left of it.
		"both arms are clean": {one(arms(reads, step("redact"), step("mask"), sends)), nil},
		"one arm is not":      {one(arms(reads, step("redact"), step("copy"), sends)), found},
		// A source without labels is one by its name.
		"a source without labels": {&graph.Program{Agents: []*graph.Agent{llm("a", unlabelled, send())}}, found},
		// What comes out of a sanitizer stays clean in later tools.
		"clean through later tools": {one(line(reads, step("redact"), tool("translate", 21), tool("shorten", 22), sends)),
			[]string{"shorten -> send.body", "translate -> send.body"}},
		// A sanitizer takes nothing from what another way brings.
		"raw data beside the sanitized": {one(edge(line(reads, step("redact"), step("join"), sends), "read", "join")), found},
		// Other arguments of a sink than the one that is usually meant.
		"attachments": {&graph.Program{Agents: []*graph.Agent{llm("a", fetch(), attach)}},
			[]string{"fetch -> send.attachments[]", "fetch -> send.body"}},
		// By way of a tool that passes on what it is given, in a text.
		"through a tool that passes on": {one(line(reads, tool("quote", 21), sends)), []string{"fetch -> send.body", "quote -> send.body"}},
		// A step that runs in parallel and whose output goes elsewhere.
		"parallel steps do not feed each other": {one(fork(reads, sends)), nil},
	} {
		t.Run(name, func(t *testing.T) { check(t, c.p, c.want) })
	}
}

func one(w *graph.Workflow) *graph.Program { return &graph.Program{Workflows: []*graph.Workflow{w}} }

func step(name string) graph.Node {
	return graph.Node{Name: name, Kind: graph.KindPassthrough, Pos: at(15)}
}

func tool(name string, n int) graph.Node {
	return graph.Node{Name: name, Kind: graph.KindTool, Tools: []*graph.Tool{{Name: name, Pos: at(n)}}, Calls: graph.CallsOnce, Pos: at(n)}
}

// line returns a workflow of steps one after the other.
func line(nodes ...graph.Node) *graph.Workflow {
	b := graph.NewBuilder("w", "test", at(30))
	b.Node(graph.Node{Name: "start", Kind: graph.KindEntry, Pos: at(30)})
	last := "start"
	for _, n := range nodes {
		b.Node(n)
		b.Edge(last, n.Name, graph.Edge{Kind: graph.EdgeDirect, Pos: n.Pos})
		last = n.Name
	}
	b.Node(graph.Node{Name: "end", Kind: graph.KindExit, Pos: at(31)})
	b.Edge(last, "end", graph.Edge{Kind: graph.EdgeDirect, Pos: at(31)})
	return b.Build()
}

// fork returns a workflow of steps side by side.
func fork(nodes ...graph.Node) *graph.Workflow {
	w := line(nodes...)
	for i := range w.Edges {
		if e := &w.Edges[i]; e.From != w.Entry && w.Nodes[e.To].Kind != graph.KindExit {
			e.From = w.Entry
		}
	}
	return w
}

// arms returns a workflow in which two steps are alternatives between a first and a
// last.
func arms(first, a, b, last graph.Node) *graph.Workflow {
	w := line(first, a, b, last)
	for i := range w.Edges {
		if e := &w.Edges[i]; w.Nodes[e.To].Name == b.Name {
			e.From = lookup(w, first.Name)
		}
	}
	return edge(w, a.Name, last.Name)
}

func lookup(w *graph.Workflow, name string) graph.NodeID {
	for i := range w.Nodes {
		if w.Nodes[i].Name == name {
			return graph.NodeID(i)
		}
	}
	return graph.None
}

// edge adds an edge to a workflow.
func edge(w *graph.Workflow, from, to string) *graph.Workflow {
	w.Edges = append(w.Edges, graph.Edge{From: lookup(w, from), To: lookup(w, to), Kind: graph.EdgeDirect, Branch: graph.None, Pos: at(32)})
	return w
}

// empty makes the edges of a workflow pass control only.
func empty(w *graph.Workflow) *graph.Workflow {
	for i := range w.Edges {
		w.Edges[i].Empty = true
	}
	return w
}

// stop adds an interrupt to a workflow.
func stop(w *graph.Workflow, name string, after bool) *graph.Workflow {
	w.Interrupts = append(w.Interrupts, graph.Interrupt{Name: name, Node: lookup(w, name), After: after, Pos: at(33)})
	return w
}

func sub(name string, w *graph.Workflow) graph.Node {
	return graph.Node{Name: name, Kind: graph.KindSubgraph, Sub: w, Pos: at(34)}
}
