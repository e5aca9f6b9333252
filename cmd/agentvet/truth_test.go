//go:build truth

package main

// This file compares what agentvet reads from the source of the programs of
// testdata/eino, testdata/adk and testdata/adkv1 with what the frameworks
// themselves say of them at run time: the golden files in their truth
// directories, whose README files define them. Both sides become a flow, and
// flows are compared node by node and edge by edge.

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/graph"
)

// A flow is a workflow as both sides can describe it. Entry and exit are no
// steps of it.
type flow struct {
	name       string
	dir        string // of the call that compiles it (truth) or makes it (static)
	mode       string // "" if the framework has none
	limit      int    // of steps
	steps      map[string]*step
	ways       map[way]bool
	data       map[way]bool // inputs without control; truth only
	interrupts []string
	bodyOnly   bool // truth knows the steps of this body, but not its edges
}

type step struct {
	kinds []string // what it may be; none: anything
	tools []string // sorted
	typed bool     // tools are known
	join  bool
	agent string
	sub   *flow
	open  bool // truth cannot see into it
	made  bool // static only: invented by extraction
}

// A way is an edge. Its label is that of a route, where the framework has
// routes.
type way struct {
	from, to string
	branch   bool
	label    string
}

func (w way) String() string {
	if w.branch {
		return strings.TrimSuffix(fmt.Sprintf("%s -> %s by branch %s", w.from, w.to, w.label), " ")
	}
	return w.from + " -> " + w.to
}

// A person is an agent as both sides can describe it.
type person struct {
	name, kind string
	subs       []string // in order
	tools      []string // sorted
	gated      []string // those of them that need a confirmation
	toolsets   bool     // truth only: tools that exist at run time come on top
	bound      string   // "", unlimited, or a number
	transfers  []string // sorted; truth only
	root       bool     // truth only
	pos        string   // static only
	general    bool     // static only: it depends on what a caller passes
}

// A side is all that is known of one program.
type side struct {
	flows  []*flow
	people []*person
}

// goldenFile is the union of both formats of golden files.
type goldenFile struct {
	Workflows []*goldenFlow `json:"workflows"`
	Agents    []goldenAgent `json:"agents"`
}

type goldenFlow struct {
	Name, File, Package, Mode string
	StepLimit                 int `json:"step_limit"`
	Nodes                     []struct {
		ID, Kind, Component, Type, Agent string
		Tools                            []string
		Sub                              *goldenFlow
	}
	Edges []struct {
		From, To string
		Branch   bool
		Routes   []string
		Default  bool
	}
	Data       []struct{ From, To string }
	Interrupts []struct {
		Name         string
		After, Known bool
	}
}

type goldenAgent struct {
	Name, Type, Exit string
	Root             bool
	SubAgents        []string          `json:"sub_agents"`
	Tools            []json.RawMessage // a name, or an object
	Toolsets         []json.RawMessage
	MaxIterations    *int     `json:"max_iterations"`
	TransferTo       []string `json:"transfer_to"`
	MayTransferTo    []string `json:"may_transfer_to"`
}

// truth reads the golden file of a program.
func (m *module) truth(t testing.TB, p prog) *side {
	t.Helper()
	name := strings.ReplaceAll(p.name, "/", m.golden) + ".json"
	data, err := os.ReadFile(filepath.Join(m.dir(), "truth", "golden", name))
	if err != nil {
		t.Fatal(err)
	}
	var g goldenFile
	if err := json.Unmarshal(data, &g); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	s := new(side)
	for _, w := range g.Workflows {
		s.flows = append(s.flows, m.truthFlow(w))
	}
	called := make(map[string]bool)
	for i := range g.Agents {
		a := m.truthPerson(&g.Agents[i])
		s.people = append(s.people, a)
		for _, sub := range a.subs {
			called[sub] = true
		}
	}
	for _, a := range s.people {
		a.root = a.root || m.name != "eino" && !called[a.name]
	}
	return s
}

func (m *module) truthFlow(g *goldenFlow) *flow {
	f := &flow{name: g.Name, dir: g.File, mode: g.Mode, limit: g.StepLimit, steps: make(map[string]*step), ways: make(map[way]bool), data: make(map[way]bool)}
	for _, n := range g.Nodes {
		if n.Type == "start" {
			continue
		}
		s := &step{tools: slices.Sorted(slices.Values(n.Tools)), agent: n.Agent}
		if n.Kind != "" {
			s.kinds = []string{strings.ToLower(n.Kind)}
			s.typed = strings.HasSuffix(n.Component, "ToolsNode")
		}
		switch n.Type { // of the ADK; its functions, like Eino's, may be anything
		case "tool":
			s.kinds, s.typed = []string{"tool"}, true
		case "agent":
			s.kinds, s.typed = []string{"llm", "subgraph"}, true
		case "join":
			s.join = true
		case "workflow", "parallel":
			s.kinds = []string{"subgraph"}
		}
		s.open = len(s.kinds) == 0 // a function: only an analyzer sees what it runs
		if n.Sub != nil {
			s.sub = m.truthFlow(n.Sub)
			s.sub.bodyOnly = n.Type == "parallel"
		}
		f.steps[n.ID] = s
	}
	for _, e := range g.Edges {
		for _, label := range e.Routes {
			f.ways[way{e.From, e.To, true, label}] = true
		}
		if e.Default {
			f.ways[way{e.From, e.To, true, "default"}] = true
		} else if len(e.Routes) == 0 {
			f.ways[way{e.From, e.To, e.Branch, ""}] = true
		}
	}
	for _, d := range g.Data {
		f.data[way{d.From, d.To, false, ""}] = true
	}
	for _, x := range g.Interrupts {
		f.interrupts = append(f.interrupts, interrupt(x.Name, x.After, x.Known))
	}
	slices.Sort(f.interrupts)
	return f
}

func interrupt(name string, after, known bool) string {
	return fmt.Sprintf("%s after=%v known=%v", name, after, known)
}

// agentKinds are the kinds of agents by the types of both formats.
var agentKinds = map[string]string{
	"chat_model": "llm", "planner": "llm", "replanner": "llm", "LLMAgent": "llm",
	"SequentialAgent": "sequential", "ParallelAgent": "parallel", "LoopAgent": "loop",
	"WorkflowAgent": "workflow", "CustomAgent": "custom",
}

func (m *module) truthPerson(g *goldenAgent) *person {
	a := &person{name: g.Name, kind: g.Type, subs: g.SubAgents, toolsets: len(g.Toolsets) > 0, root: g.Root}
	if kind, ok := agentKinds[g.Type]; ok {
		a.kind = kind
	}
	for _, raw := range g.Tools {
		var tool struct {
			Name              string
			Confirm, Provider bool
		}
		if json.Unmarshal(raw, &tool.Name) != nil {
			_ = json.Unmarshal(raw, &tool) // it is an object then
		}
		if tool.Confirm || tool.Provider {
			a.gated = append(a.gated, tool.Name)
		}
		a.tools = append(a.tools, tool.Name)
	}
	if g.Exit != "" {
		a.tools = append(a.tools, g.Exit)
	}
	slices.Sort(a.tools)
	switch {
	case m.name == "eino" && g.Type == "chat_model" && *g.MaxIterations == 0:
		a.bound = "20" // the default of the type
	case a.kind == "loop" && *g.MaxIterations == 0:
		a.bound = "unlimited"
	case g.MaxIterations != nil && *g.MaxIterations > 0:
		a.bound = fmt.Sprint(*g.MaxIterations)
	}
	if a.kind == "llm" {
		a.transfers = slices.Sorted(slices.Values(append(slices.Clone(g.TransferTo), g.MayTransferTo...)))
	}
	return a
}

// A staticFile is what agentvet graph -format json prints.
type staticFile struct {
	Workflows []*graph.Workflow
	Agents    []staticAgent
	Tools     []struct {
		Name string
		Gate *struct{ Kind string }
	}
}

type staticAgent struct {
	Name, Kind, Position string
	ToolIDs              []int `json:"tool_ids"`
	SubAgents            []int `json:"sub_agents"`
	Bound                any
	Unknowns             []struct{ Param bool }
}

// A staticSide is what agentvet says of one program.
type staticSide struct {
	side
	tops  []*graph.Workflow
	views map[*graph.Workflow]*flow // of tops and of every body in them
}

func (m *module) static(t testing.TB, p prog) *staticSide {
	t.Helper()
	out, _ := m.agentvet(t, append([]string{"graph", "-format", "json"}, p.patterns()...)...)
	var file staticFile
	if err := json.Unmarshal(out, &file); err != nil {
		t.Fatalf("%s: %v", p.name, err)
	}
	s := &staticSide{tops: file.Workflows, views: make(map[*graph.Workflow]*flow)}
	for _, top := range file.Workflows {
		for _, w := range top.All() {
			s.flows = append(s.flows, m.staticFlow(s, w))
		}
	}
	for _, a := range file.Agents {
		s.people = append(s.people, m.staticPerson(&file, a))
	}
	return s
}

// staticFlow returns the view of w, each workflow once.
func (m *module) staticFlow(s *staticSide, w *graph.Workflow) *flow {
	if f, ok := s.views[w]; ok {
		return f
	}
	f := &flow{name: w.Name, dir: path.Dir(w.Pos.File), mode: w.Mode.String(), limit: w.Engine.StepLimit, steps: make(map[string]*step), ways: make(map[way]bool)}
	s.views[w] = f
	for _, n := range w.Nodes {
		if n.Kind == graph.KindEntry || n.Kind == graph.KindExit {
			continue
		}
		st := &step{kinds: []string{n.Kind.String()}, join: n.Join, agent: n.Agent, made: n.Generated}
		for _, tool := range n.Tools {
			if tool.Name != "transfer_to_agent" { // the framework adds it
				st.tools = append(st.tools, tool.Name)
			}
		}
		slices.Sort(st.tools)
		if n.Sub != nil {
			st.sub = m.staticFlow(s, n.Sub)
		}
		f.steps[n.Name] = st
	}
	for _, e := range w.Edges {
		if m.name != "eino" && w.Nodes[e.To].Kind == graph.KindExit {
			continue // a graph of the ADK ends where nothing follows
		}
		x := way{w.Nodes[e.From].Name, w.Nodes[e.To].Name, e.Branch != graph.None, ""}
		if m.name != "eino" && x.branch {
			x.label = e.Label
		}
		f.ways[x] = true
	}
	for _, x := range w.Interrupts {
		f.interrupts = append(f.interrupts, interrupt(x.Name, x.After, x.Node != graph.None))
	}
	slices.Sort(f.interrupts)
	return f
}

func (m *module) staticPerson(file *staticFile, g staticAgent) *person {
	a := &person{name: g.Name, kind: g.Kind, pos: g.Position}
	for _, u := range g.Unknowns {
		a.general = a.general || u.Param
	}
	for _, sub := range g.SubAgents {
		a.subs = append(a.subs, file.Agents[sub].Name)
	}
	for _, id := range g.ToolIDs {
		tool := file.Tools[id]
		if tool.Gate != nil {
			a.gated = append(a.gated, tool.Name)
		}
		a.tools = append(a.tools, tool.Name)
	}
	slices.Sort(a.tools)
	if g.Bound != nil {
		a.bound = fmt.Sprint(g.Bound)
	}
	if m.name != "eino" && g.Kind == "llm" {
		a.bound = "" // the ADK has no limit for an agent, and none to compare
	}
	return a
}

// A tally counts what two sides have in common.
type tally struct{ exact, total, nodes, nodesExtra, nodesMissing, edges, edgesExtra, edgesMissing int }

func (c tally) plus(d tally) tally {
	return tally{c.exact + d.exact, c.total + d.total, c.nodes + d.nodes, c.nodesExtra + d.nodesExtra,
		c.nodesMissing + d.nodesMissing, c.edges + d.edges, c.edgesExtra + d.edgesExtra, c.edgesMissing + d.edgesMissing}
}

func (c tally) String() string {
	ratio := func(n, more int) string { return fmt.Sprintf("%d/%d", n, n+more) }
	return fmt.Sprintf("%d of %d exact; nodes: precision %s, recall %s; edges: precision %s, recall %s", c.exact, c.total,
		ratio(c.nodes, c.nodesExtra), ratio(c.nodes, c.nodesMissing), ratio(c.edges, c.edgesExtra), ratio(c.edges, c.edgesMissing))
}

// A comparison collects the differences of one program.
type comparison struct {
	t      *testing.T
	m      *module
	p      prog
	except *table
	truth  *side
	agent  map[string]*person // of truth, by name
	flows  tally
	people tally
}

// compareFlows returns the differences between truth and static, and counts.
func (c *comparison) compareFlows(at string, truth, static *flow) (diffs []string, n tally) {
	diff := func(format string, args ...any) {
		if text := at + ": " + fmt.Sprintf(format, args...); !c.except.allows(c.m, c.p, text) {
			diffs = append(diffs, text)
		}
	}
	if truth.name != "" && truth.name != static.name {
		diff("name is %s, static %s", truth.name, static.name)
	}
	if truth.mode != "" && truth.mode != static.mode {
		diff("mode is %s, static %s", truth.mode, static.mode)
	}
	if truth.mode != "" && truth.limit != static.limit {
		diff("step limit is %d, static %d", truth.limit, static.limit)
	}
	if !slices.Equal(truth.interrupts, static.interrupts) {
		diff("interrupts are %v, static %v", truth.interrupts, static.interrupts)
	}
	for _, id := range sortedKeys(truth.steps) {
		a, b := truth.steps[id], static.steps[id]
		if b == nil {
			n.nodesMissing++
			diff("missing node %s", id)
			continue
		}
		n.nodes++
		more, m := c.compareSteps(at+"/"+id, a, b)
		diffs, n = append(diffs, more...), n.plus(m)
	}
	for _, id := range sortedKeys(static.steps) {
		if truth.steps[id] == nil && !(truth.bodyOnly && static.steps[id].made) {
			n.nodesExtra++
			diff("extra node %s", id)
		}
	}
	if truth.bodyOnly {
		return diffs, n
	}
	for _, x := range sortedWays(truth.ways) {
		if !static.ways[x] {
			n.edgesMissing++
			diff("missing edge %s", x)
			continue
		}
		n.edges++
	}
	for _, x := range sortedWays(static.ways) {
		// A data input of a node that no control edge leads to starts it.
		if truth.ways[x] || truth.data[x] && !truth.controlled(x.to) {
			continue
		}
		n.edgesExtra++
		diff("extra edge %s", x)
	}
	return diffs, n
}

func (f *flow) controlled(id string) bool {
	for x := range f.ways {
		if x.to == id {
			return true
		}
	}
	return false
}

func (c *comparison) compareSteps(at string, truth, static *step) (diffs []string, n tally) {
	diff := func(format string, args ...any) {
		if text := at + ": " + fmt.Sprintf(format, args...); !c.except.allows(c.m, c.p, text) {
			diffs = append(diffs, text)
		}
	}
	if len(truth.kinds) > 0 && !slices.Contains(truth.kinds, static.kinds[0]) && !(truth.kinds[0] == "passthrough" && static.kinds[0] == "router") {
		diff("kind is %s, static %s", strings.Join(truth.kinds, " or "), static.kinds[0])
	}
	if truth.join != static.join {
		diff("join is %v, static %v", truth.join, static.join)
	}
	if truth.agent != "" && truth.agent != static.agent {
		diff("agent is %s, static %s", truth.agent, static.agent)
	}
	// The tools of an agent are compared with the agent; where a team stands
	// behind the node, they are on the agent's own node inside it.
	if truth.typed && truth.agent == "" && !slices.Equal(truth.tools, static.tools) {
		diff("tools are %v, static %v", truth.tools, static.tools)
	}
	switch {
	case truth.sub != nil && static.sub == nil:
		diff("its body is missing")
	case truth.sub != nil:
		return c.withBody(at, truth, static, diffs)
	case static.sub != nil && !truth.open && truth.agent == "":
		diff("it has a body")
	}
	return diffs, n
}

func (c *comparison) withBody(at string, truth, static *step, diffs []string) ([]string, tally) {
	more, n := c.compareFlows(at, truth.sub, static.sub)
	return append(diffs, more...), n
}

// match finds the static counterpart of a truth flow: of those of its name, or
// of all if none has it, the one with the fewest differences.
func (c *comparison) match(truth *flow, static *staticSide) *flow {
	list := static.flows
	named := slices.DeleteFunc(slices.Clone(list), func(f *flow) bool { return f.name != truth.name })
	if truth.name != "" && len(named) > 0 {
		list = named
	}
	var best *flow
	fewest := 0
	quiet := &comparison{t: c.t, m: c.m, p: c.p, except: &table{used: make(map[string]bool)}}
	for _, f := range list {
		diffs, _ := quiet.compareFlows("", truth, f)
		if f.dir != truth.dir {
			diffs = append(diffs, "another directory")
		}
		if best == nil || len(diffs) < fewest {
			best, fewest = f, len(diffs)
		}
	}
	return best
}

func (c *comparison) run(truth *side, static *staticSide) {
	c.truth = truth
	used := make(map[*flow]bool)
	for i, f := range truth.flows {
		at := f.name
		if at == "" {
			at = fmt.Sprintf("workflow %d", i)
		}
		c.flows.total++
		s := c.match(f, static)
		if s == nil {
			c.t.Errorf("%s: %s: no static workflow", c.p.name, at)
			continue
		}
		used[s] = true
		diffs, n := c.compareFlows(at, f, s)
		c.flows = c.flows.plus(n)
		if len(diffs) == 0 {
			c.flows.exact++
		}
		for _, d := range diffs {
			c.t.Errorf("%s: %s", c.p.name, d)
		}
	}
	c.agent = make(map[string]*person)
	for _, a := range truth.people {
		c.agent[a.name] = a
		c.comparePerson(a, static)
	}
	c.converse(used, truth, static)
}

// converse reports the static workflows and agents that nothing in truth
// stands for.
func (c *comparison) converse(used map[*flow]bool, truth *side, static *staticSide) {
	extra := func(what, name, pos string) {
		text := fmt.Sprintf("extra %s %s in %s", what, name, path.Dir(pos))
		if !c.except.allows(c.m, c.p, text) {
			c.t.Errorf("%s: %s (%s)", c.p.name, text, pos)
		}
	}
	idle := make(map[string]bool) // agents that are built and, as declared, never wired in
	for _, r := range c.m.expected(c.t, c.p) {
		idle[r.subject] = idle[r.subject] || r.rule == "structure/unreachable"
	}
	general := make(map[string]bool) // positions of agents that helpers make for any caller
	for _, a := range static.people {
		if a.general {
			general[a.pos] = true
		} else if c.agent[a.name] == nil && !idle[a.name] {
			extra("agent", a.name, a.pos)
		}
	}
	for _, w := range static.tops {
		f := static.views[w]
		switch {
		case used[f], idle[w.Name], general[w.Pos.String()], c.agent[w.Name] != nil:
			continue // the view of an agent is compared with the agent
		case slices.ContainsFunc(w.Unknowns, func(u graph.Unknown) bool { return u.Param }):
			continue // what a helper builds for any caller, beside what it builds for this one
		case slices.ContainsFunc(truth.flows, func(g *flow) bool { return c.equal(g, f) }):
			continue // one more view of the same
		}
		extra("workflow", w.Name, w.Pos.String())
	}
}

// equal reports whether a truth flow, or a body in it, is what f shows.
func (c *comparison) equal(truth, f *flow) bool {
	quiet := &comparison{t: c.t, m: c.m, p: c.p, except: &table{used: make(map[string]bool)}}
	if diffs, _ := quiet.compareFlows("", truth, f); len(diffs) == 0 {
		return true
	}
	for _, s := range truth.steps {
		if s.sub != nil && c.equal(s.sub, f) {
			return true
		}
	}
	return false
}

// comparePerson holds an agent of the truth and its best static counterpart
// against each other.
func (c *comparison) comparePerson(truth *person, static *staticSide) {
	c.people.total++
	var best []string
	found := false
	for _, a := range static.people {
		if a.name != truth.name {
			continue
		}
		diffs := c.personDiffs(truth, a)
		if !found || len(diffs) < len(best) {
			found, best = true, diffs
		}
	}
	if !found {
		best = []string{"no static agent"}
	}
	best = append(best, c.transferDiffs(truth, static)...)
	best = slices.DeleteFunc(best, func(d string) bool {
		return c.except.allows(c.m, c.p, "agent "+truth.name+": "+d)
	})
	if len(best) == 0 {
		c.people.exact++
	}
	for _, d := range best {
		c.t.Errorf("%s: agent %s: %s", c.p.name, truth.name, d)
	}
}

func (c *comparison) personDiffs(truth, static *person) (diffs []string) {
	diff := func(format string, args ...any) { diffs = append(diffs, fmt.Sprintf(format, args...)) }
	if truth.kind != static.kind {
		diff("kind is %s, static %s", truth.kind, static.kind)
	}
	subs := slices.DeleteFunc(slices.Clone(static.subs), func(name string) bool {
		return truth.kind == "workflow" && !slices.Contains(truth.subs, name) && c.inNode(truth.name, name)
	})
	if !slices.Equal(truth.subs, subs) {
		diff("sub-agents are %v, static %v", truth.subs, subs)
	}
	tools := static.tools
	if truth.toolsets { // the tools of a set exist at run time only
		tools = slices.DeleteFunc(slices.Clone(tools), func(name string) bool { return !slices.Contains(truth.tools, name) })
		if len(tools) == len(static.tools) {
			diff("nothing stands for its toolsets in static %v", static.tools)
		}
	}
	if !slices.Equal(truth.tools, tools) {
		diff("tools are %v, static %v", truth.tools, tools)
	}
	for _, name := range truth.gated { // the other way round, handlers may ask, which no framework sees
		if !slices.Contains(static.gated, name) {
			diff("tool %s needs a confirmation", name)
		}
	}
	if truth.bound != static.bound {
		diff("bound is %q, static %q", truth.bound, static.bound)
	}
	return diffs
}

// inNode reports whether a node of a workflow runs an agent: agentvet says that
// the agent of the workflow delegates to it, the framework that it has no
// sub-agents.
func (c *comparison) inNode(workflow, agent string) bool {
	for _, f := range c.truth.flows {
		for _, s := range f.steps {
			if f.name == workflow && s.agent == agent {
				return true
			}
		}
	}
	return false
}

// transferDiffs compares the transfers of an agent with those that leave its
// nodes in the views of the program's root agents and workflows.
func (c *comparison) transferDiffs(truth *person, static *staticSide) []string {
	if truth.kind != "llm" {
		return nil
	}
	var diffs []string
	for _, top := range static.tops {
		if root := c.agent[top.Name]; root != nil && !root.root {
			continue
		}
		for _, w := range top.All() {
			for id, n := range w.Nodes {
				if n.Agent != truth.name || n.Kind != graph.KindLLM {
					continue
				}
				got := transfers(w, graph.NodeID(id))
				if d := fmt.Sprintf("transfers are %v, static %v", truth.transfers, got); !slices.Equal(got, truth.transfers) && !slices.Contains(diffs, d) {
					diffs = append(diffs, d)
				}
			}
		}
	}
	return diffs
}

// transfers returns the agents that the agent of a node can hand over to. Edges
// in the body of a sequence or a loop are no transfers, and neither is the call
// of an agent that is a tool, nor its return.
func transfers(w *graph.Workflow, n graph.NodeID) []string {
	var out []string
	calls := func(from, to graph.NodeID) bool {
		agent := w.Nodes[to].Agent
		return slices.ContainsFunc(w.Nodes[from].Tools, func(t *graph.Tool) bool { return t.Name == agent || t.Agent == agent })
	}
	add := func(name string) {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for _, e := range w.Edges {
		if e.From == n && w.Nodes[e.To].Agent != "" && w.Name == teamName(w) && !calls(n, e.To) && !calls(e.To, n) {
			add(w.Nodes[e.To].Agent)
		}
	}
	for _, j := range w.Jumps {
		if j.From == n {
			add(j.Target)
		}
	}
	slices.Sort(out)
	return out
}

// teamName returns the name of the agent that runs first in w if w is the view
// of a team: then it has the name of its agent.
func teamName(w *graph.Workflow) string {
	for _, e := range w.Edges {
		if e.From == w.Entry {
			return w.Nodes[e.To].Agent
		}
	}
	return ""
}

// TestTruth compares every program with its golden file.
func TestTruth(t *testing.T) {
	except := readTable(t, "truth.txt")
	for _, m := range modules {
		t.Run(m.name, func(t *testing.T) {
			m.load(t)
			var flows, people tally
			for _, p := range m.list {
				if p.name == "rejected" {
					continue // the framework refuses them: there is no golden file
				}
				c := &comparison{t: t, m: m, p: p, except: except}
				c.run(m.truth(t, p), m.static(t, p))
				flows, people = flows.plus(c.flows), people.plus(c.people)
			}
			t.Logf("%s workflows: %s", m.name, flows)
			t.Logf("%s agents: %d of %d exact", m.name, people.exact, people.total)
		})
	}
	except.stale(t)
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func sortedWays(m map[way]bool) []way {
	return slices.SortedFunc(maps.Keys(m), func(a, b way) int { return strings.Compare(a.String(), b.String()) })
}
