package adk_test

// This file compares what extraction finds with what the framework itself says.
// The programs and the framework's answers, written by its own reflection, are in
// testdata/adk (version 2) and testdata/adkv1. The programs are loaded against the
// stub packages of testdata/src, which takes seconds. Against the real framework,
// which must be in the module cache:
//
//	AGENTVET_REAL=1 go test ./extract/adk -run Truth

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/extracttest"
)

// What the framework says, see testdata/adk/truth.
type (
	dump struct {
		Workflows []*dumpWorkflow
		Agents    []*dumpAgent
	}
	dumpAgent struct {
		Name, Type    string
		SubAgents     []string `json:"sub_agents"`
		Tools         []dumpTool
		Toolsets      []dumpToolset
		MaxIterations *int     `json:"max_iterations"`
		TransferTo    []string `json:"transfer_to"`
	}
	dumpTool struct {
		Name              string
		Confirm, Provider bool
		Agent             string
	}
	dumpToolset struct {
		Name              string
		Confirm, Filtered bool
	}
	dumpWorkflow struct {
		Name  string
		Nodes []*dumpNode
		Edges []dumpEdge
	}
	dumpNode struct {
		ID, Type, Agent string
		Tools           []string
		Sub             *dumpWorkflow
	}
	dumpEdge struct {
		From, To string
		Routes   []string
		Default  bool
	}
)

func TestTruth(t *testing.T) {
	for _, m := range []struct{ dir, path, stubs string }{
		{"adk", "example.com/adkagents", "google.golang.org/adk/v2"},
		{"adkv1", "example.com/adkv1agents", "google.golang.org/adk"},
	} {
		t.Run(m.dir, func(t *testing.T) {
			dir := filepath.Join("..", "..", "testdata", m.dir)
			goldens, err := filepath.Glob(filepath.Join(dir, "truth", "golden", "*.json"))
			if err != nil || len(goldens) == 0 {
				t.Fatalf("no golden files in %s: %v", dir, err)
			}
			var patterns []string
			for _, g := range goldens {
				patterns = append(patterns, "./"+programOf(g))
			}
			src := dir
			if os.Getenv("AGENTVET_REAL") == "" {
				src = againstStubs(t, dir, m.path, m.stubs, patterns)
			}
			found := extracttest.Extract(t, src, patterns...)
			for _, g := range goldens {
				t.Run(programOf(g), func(t *testing.T) {
					compareTruth(t, g, found[m.path+"/"+programOf(g)])
				})
			}
		})
	}
}

// programOf returns the package of a golden file: kyc_bad.json is of kyc/bad.
func programOf(golden string) string {
	return strings.ReplaceAll(strings.TrimSuffix(filepath.Base(golden), ".json"), "_", "/")
}

func compareTruth(t *testing.T, golden string, p *graph.Program) {
	data, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	want := &dump{}
	if err := json.Unmarshal(data, want); err != nil {
		t.Fatalf("%s: %v", golden, err)
	}
	c := &comparison{t: t, p: p, agents: make(map[string]*graph.Agent), graphs: make(map[string]*graph.Workflow)}
	for _, a := range p.Agents {
		c.collect(a)
	}
	for _, w := range p.Workflows {
		for _, sub := range w.All() {
			if old := c.graphs[sub.Name]; old == nil {
				c.graphs[sub.Name] = sub
			}
		}
	}
	for _, a := range want.Agents {
		c.agent(a)
	}
	for _, w := range want.Workflows {
		c.workflow(w, c.graphs[w.Name])
	}
	c.nothingElse(want)
	for _, w := range p.Workflows {
		if err := graph.Check(w); err != nil {
			t.Errorf("workflow %s is not well formed: %v", w.Name, err)
		}
	}
	if t.Failed() {
		t.Logf("found:\n%s", extracttest.Text(p))
	}
}

// comparison lists the differences of one program.
type comparison struct {
	t      *testing.T
	p      *graph.Program
	agents map[string]*graph.Agent
	graphs map[string]*graph.Workflow
}

func (c *comparison) collect(a *graph.Agent) {
	if c.agents[a.Name] == nil {
		c.agents[a.Name] = a
		for _, sub := range a.SubAgents {
			c.collect(sub)
		}
	}
}

func (c *comparison) equal(what string, got, want any) {
	c.t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		c.t.Errorf("%s (-framework +agentvet):\n%s", what, d)
	}
}

// nothingElse reports agents that the framework does not have. Agents that are
// found to be built for nothing are not part of what it runs.
func (c *comparison) nothingElse(want *dump) {
	for name, a := range c.agents {
		if !a.Unused && !slices.ContainsFunc(want.Agents, func(w *dumpAgent) bool { return w.Name == name }) {
			c.t.Errorf("agent %s: the framework has none", name)
		}
	}
}

var agentKinds = map[string]string{
	"LLMAgent": "llm", "LoopAgent": "loop", "SequentialAgent": "sequential", "ParallelAgent": "parallel",
	"CustomAgent": "custom", "WorkflowAgent": "workflow",
}

func (c *comparison) agent(want *dumpAgent) {
	got := c.agents[want.Name]
	if got == nil {
		c.t.Errorf("agent %s: not found", want.Name)
		return
	}
	what := "agent " + want.Name + ": "
	c.equal(what+"kind", got.Kind.String(), agentKinds[want.Type])
	var subs []string
	for _, s := range got.SubAgents {
		subs = append(subs, s.Name)
	}
	if got.Kind == graph.AgentWorkflow { // the framework does not count the agents of the nodes
		subs = slices.DeleteFunc(subs, func(s string) bool { return !slices.Contains(want.SubAgents, s) })
		slices.Sort(subs)
		slices.Sort(want.SubAgents)
	}
	c.equal(what+"sub-agents", orEmpty(subs), orEmpty(want.SubAgents))
	c.equal(what+"tools", c.tools(got), c.wantTools(want))
	if want.MaxIterations != nil {
		bound := graph.Known(*want.MaxIterations)
		if *want.MaxIterations == 0 {
			bound = graph.Bound{State: graph.BoundUnlimited}
		}
		c.equal(what+"bound", got.Bound, bound)
	}
	c.equal(what+"transfers", c.transfers(want.Name), orEmpty(want.TransferTo))
	if len(got.Unknowns) > 0 {
		c.t.Errorf("%sunknown because %s", what, got.Unknowns[0].Reason)
	}
}

func orEmpty(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

// tools writes tools as "name", "name confirm", "name provider".
func (c *comparison) tools(a *graph.Agent) []string {
	out := []string{}
	for _, t := range a.Tools {
		if t.Name == "transfer_to_agent" || t.Name == "set_model_response" {
			continue // the framework adds them to each request
		}
		s := t.Name
		switch {
		case t.Framework == "mcp":
			s = "mcp"
		case t.Agent != "":
			s += " agent=" + t.Agent
		}
		switch {
		case t.Framework == "mcp":
		case t.Gate.Kind == graph.GateConfirm:
			s += " confirm"
		case t.Gate.Kind == graph.GateConditional:
			s += " sometimes"
		}
		if n := len(out); t.Framework == "mcp" && n > 0 && out[n-1] == s {
			continue // one set, several names
		}
		out = append(out, s)
	}
	return out
}

func (c *comparison) wantTools(a *dumpAgent) []string {
	out := []string{}
	for _, t := range a.Tools {
		s := t.Name
		if t.Agent != "" {
			s += " agent=" + t.Agent
		}
		switch got := c.gateOf(a.Name, t.Name); {
		case t.Provider || got == graph.GateConditional && !t.Confirm: // decided in the tool's body
			s += " sometimes"
		case t.Confirm:
			s += " confirm"
		}
		out = append(out, s)
	}
	for _, t := range a.Toolsets {
		out = append(out, "mcp")
		if t.Confirm && !slices.ContainsFunc(c.agents[a.Name].Tools, func(t *graph.Tool) bool { return t.Gate.Kind == graph.GateConfirm }) {
			c.t.Errorf("agent %s: toolset %s: no confirmation found", a.Name, t.Name)
		}
	}
	return out
}

// gateOf returns the gate found for a tool; what a body or a callback does is not
// visible to the framework's reflection.
func (c *comparison) gateOf(agent, tool string) graph.GateKind {
	for _, t := range c.agents[agent].Tools {
		if t.Name == tool {
			return t.Gate.Kind
		}
	}
	return graph.GateNone
}

// transfers returns the agents to which the node of an agent hands over.
func (c *comparison) transfers(agent string) []string {
	out := []string{}
	for _, root := range c.p.Workflows {
		for _, w := range root.All() {
			for i := range w.Nodes {
				n := &w.Nodes[i]
				if n.Agent != agent || n.Kind != graph.KindLLM {
					continue
				}
				for _, e := range w.Edges {
					to := &w.Nodes[e.To]
					called := slices.ContainsFunc(n.Tools, func(t *graph.Tool) bool { return t.Agent == to.Agent })
					if int(e.From) == i && e.Branch != graph.None && e.Label != "" && e.Label == to.Agent && !called {
						out = append(out, to.Agent)
					}
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

var nodeKinds = map[string][]graph.Kind{
	"start":    {graph.KindEntry},
	"function": {graph.KindPassthrough, graph.KindRouter, graph.KindHuman, graph.KindLLM},
	"emitting": {graph.KindPassthrough, graph.KindRouter, graph.KindHuman, graph.KindLLM, graph.KindSubgraph},
	"dynamic":  {graph.KindSubgraph, graph.KindHuman},
	"agent":    {graph.KindLLM, graph.KindSubgraph, graph.KindPassthrough},
	"tool":     {graph.KindTool},
	"join":     {graph.KindPassthrough},
	"parallel": {graph.KindSubgraph},
	"workflow": {graph.KindSubgraph},
}

func (c *comparison) workflow(want *dumpWorkflow, got *graph.Workflow) {
	if got == nil {
		c.t.Errorf("workflow %s: not found", want.Name)
		return
	}
	what := "workflow " + want.Name + ": "
	if len(got.Unknowns) > 0 {
		c.t.Errorf("%sunknown because %s", what, got.Unknowns[0].Reason)
	}
	var wantIDs, gotIDs, wantEdges []string
	for _, n := range want.Nodes {
		wantIDs = append(wantIDs, n.ID)
		c.node(what, n, got)
	}
	for i := range got.Nodes {
		if n := &got.Nodes[i]; n.Kind != graph.KindExit && !n.Generated {
			gotIDs = append(gotIDs, n.Name)
		}
	}
	slices.Sort(gotIDs)
	slices.Sort(wantIDs)
	c.equal(what+"nodes", gotIDs, wantIDs)
	for _, e := range want.Edges {
		labels := slices.Sorted(slices.Values(e.Routes))
		if e.Default {
			labels = []string{"default"}
		}
		wantEdges = append(wantEdges, fmt.Sprintf("%s -> %s %s", e.From, e.To, strings.Join(labels, ",")))
	}
	slices.Sort(wantEdges)
	c.equal(what+"edges", edges(got, wantEdges), wantEdges)
}

// edges writes the edges between nodes, those of several labels as one. Those
// that only another configuration has count only if they are wanted.
func edges(w *graph.Workflow, want []string) []string {
	labels := make(map[[2]graph.NodeID][]string)
	optional := make(map[[2]graph.NodeID]bool)
	for _, e := range w.Edges {
		if w.Nodes[e.To].Kind != graph.KindExit {
			key := [2]graph.NodeID{e.From, e.To}
			labels[key] = append(labels[key], e.Label)
			optional[key] = len(e.Guard) > 0
		}
	}
	var out []string
	for key, ls := range labels {
		slices.Sort(ls)
		s := fmt.Sprintf("%s -> %s %s", w.Nodes[key[0]].Name, w.Nodes[key[1]].Name, strings.Join(ls, ","))
		if !optional[key] || slices.Contains(want, s) {
			out = append(out, s)
		}
	}
	slices.Sort(out)
	return out
}

func (c *comparison) node(what string, want *dumpNode, w *graph.Workflow) {
	i := slices.IndexFunc(w.Nodes, func(n graph.Node) bool { return n.Name == want.ID })
	if i < 0 {
		return // the list of names differs
	}
	got := &w.Nodes[i]
	what += "node " + want.ID + ": "
	if !slices.Contains(nodeKinds[want.Type], got.Kind) {
		c.t.Errorf("%sa %s node is %s", what, want.Type, got.Kind)
	}
	c.equal(what+"join", got.Join, want.Type == "join")
	c.equal(what+"agent", got.Agent, want.Agent)
	if got.Kind == graph.KindTool || got.Kind == graph.KindLLM {
		names := []string{}
		for _, t := range got.Tools {
			if t.Name != "transfer_to_agent" && t.Name != "set_model_response" {
				names = append(names, t.Name)
			}
		}
		c.equal(what+"tools", names, orEmpty(want.Tools))
	}
	switch {
	case want.Sub == nil:
	case want.Type == "workflow":
		c.workflow(want.Sub, got.Sub)
	case got.Sub == nil:
		c.t.Errorf("%sno body", what)
	default:
		for _, n := range want.Sub.Nodes {
			c.node(what, n, got.Sub)
		}
	}
}
