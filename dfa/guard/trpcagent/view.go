package trpcagent

// This file shows a verifier the agents that a program has built, before they run.

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	view "github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/graph/sketch"
	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/graph"
	"trpc.group/trpc-go/trpc-agent-go/tool"
)

// View shows an agent, and all that it runs, calls and hands over to. What the framework does not export is read by
// reflection; where another version has something else, it is not known. A team with a coordinator is this: the members are
// behind its tools.
func View(ctx context.Context, root agent.Agent) sketch.View {
	return func(one func(string) bool) *view.Program {
		if root == nil {
			return nil
		}
		w := &walker{ctx: ctx, one: one, seen: make(map[agent.Agent]*sketch.Agent)}
		return sketch.Program(w.agent(root), view.Engine{DeadEnd: view.DeadEndExits})
	}
}

// A walker walks agents, each once.
type walker struct {
	ctx  context.Context
	one  func(string) bool
	seen map[agent.Agent]*sketch.Agent
}

// module is the path of the framework.
const module = "trpc.group/trpc-go/trpc-agent-go/"

// kinds are those of agents, by the packages and names of their types.
var kinds = map[string]view.AgentKind{
	"agent/llmagent.LLMAgent": view.AgentLLM, "agent/graphagent.GraphAgent": view.AgentWorkflow, "agent/chainagent.ChainAgent": view.AgentSequential,
	"agent/parallelagent.ParallelAgent": view.AgentParallel, "agent/cycleagent.CycleAgent": view.AgentLoop, teamType: view.AgentTeam,
}

// teamType is the type of a team.
const teamType = "team.Team"

// typeOf returns the package and the name of the type to which v points, if it is one of the framework.
func typeOf(v any) string {
	t := reflect.TypeOf(v)
	if t == nil || t.Kind() != reflect.Pointer {
		return ""
	}
	if rest, ok := strings.CutPrefix(t.Elem().PkgPath(), strings.TrimSuffix(module, "/")); ok {
		return strings.TrimPrefix(rest, "/") + "." + t.Elem().Name()
	}
	return ""
}

func (w *walker) agent(a agent.Agent) *sketch.Agent {
	if out := w.seen[a]; out != nil {
		return out
	}
	if boss, ok := field[agent.Agent](a, "coordinator"); ok && boss != nil && typeOf(a) == teamType {
		return w.coordinator(a, boss)
	}
	out := &sketch.Agent{Agent: &view.Agent{Name: a.Info().Name, Framework: "trpc-agent-go", Kind: kinds[typeOf(a)]}, Skips: mayAnswer(a)}
	w.seen[a] = out
	opaque := func(why reason.Reason) *sketch.Agent {
		out.Unknowns = append(out.Unknowns, view.Unknown{What: view.UnknownBody, Node: view.None, Reason: why})
		for _, sub := range a.SubAgents() {
			out.Within = append(out.Within, w.agent(sub))
		}
		return out
	}
	switch out.Kind {
	case view.AgentLLM:
		w.model(out, a)
	case view.AgentSequential, view.AgentParallel:
		out.Subs = w.all(a.SubAgents())
	case view.AgentLoop:
		w.loop(out, a)
	case view.AgentWorkflow:
		g, ok := field[*graph.Graph](a, "graph")
		if !ok || g == nil {
			return opaque(reason.Of(reason.NotShown, "its graph"))
		}
		for _, sub := range a.SubAgents() {
			out.Within = append(out.Within, w.agent(sub))
		}
		out.Flow = func(node drawn) *view.Workflow { return w.graph(a, g, node) }
	case view.AgentTeam:
		entry, ok := field[string](a, "entryName")
		if !ok || entry == "" {
			return opaque(reason.Of(reason.NotShown, "how its coordinator calls its members"))
		}
		out.Kind = view.AgentSwarm
		w.swarm(out, a)
	default:
		if out.Kind = view.AgentCustom; typeOf(a) != "" || len(a.SubAgents()) > 0 {
			return opaque(reason.Of(reason.OwnOrder))
		}
	}
	return out
}

// coordinator shows a team that somebody coordinates, whose name is that of the team. What members a coordinator calls
// that is no agent of the framework, nobody knows.
func (w *walker) coordinator(a, boss agent.Agent) *sketch.Agent {
	out := w.agent(boss)
	w.seen[a] = out
	if out.Kind != view.AgentLLM {
		out.Within = append(out.Within, w.all(a.SubAgents())...)
	}
	return out
}

func (w *walker) all(list []agent.Agent) (out []*sketch.Agent) {
	for _, a := range list {
		out = append(out, w.agent(a))
	}
	return out
}

// loop shows an agent that runs others again and again.
func (w *walker) loop(out *sketch.Agent, a agent.Agent) {
	out.Subs, out.Bound = w.all(a.SubAgents()), view.Bound{State: view.BoundUnlimited}
	most, ok := field[*int](a, "maxIterations")
	switch {
	case !ok:
		out.Bound.State = view.BoundPresent
	case most != nil:
		out.Bound = view.Known(max(*most, 0))
	}
	for _, sub := range out.Subs {
		sub.Leaves = true // by an error, or as a function of the program says
	}
	if out.Bound.State == view.BoundUnlimited {
		out.Unknowns = append(out.Unknowns, view.Unknown{What: view.UnknownBound, Node: view.None, Reason: reason.Of(reason.LoopUnshown)})
	}
}

// swarm shows the members of a team, each of which may hand over to all others. The next message may go to any of them.
func (w *walker) swarm(out *sketch.Agent, a agent.Agent) {
	members := w.all(a.SubAgents()) // the framework has made those of each the others
	out.Within = members
	out.Flow = func(node drawn) *view.Workflow {
		s := sketch.New(out.Name, out.Framework, graph.Start, graph.End, view.Pos{})
		s.Workflow().Mode = view.ModeAny
		place := func(m *sketch.Agent) string {
			return s.Once(m, func() (view.Node, []view.Unknown) {
				if m.Kind == view.AgentLLM {
					return sketch.ModelNode(m.Agent), m.Unknowns
				}
				return node(m)
			})
		}
		for _, m := range members {
			name := place(m)
			s.Arrow(graph.Start, sketch.Arrow{To: name, Label: m.Name})
			s.Arrow(name, sketch.Arrow{To: graph.End})
			for _, to := range m.Hands {
				s.Arrow(name, sketch.Arrow{To: place(to), Label: to.Name})
			}
			for _, to := range m.Called {
				inner := s.Once(struct{ *sketch.Agent }{to}, func() (view.Node, []view.Unknown) { return node(to) })
				s.Arrow(name, sketch.Arrow{To: inner, Label: to.Name})
				s.Arrow(inner, sketch.Arrow{To: name})
			}
		}
		return s.Finish()
	}
}

// model shows an agent that has a model.
func (w *walker) model(out *sketch.Agent, a agent.Agent) {
	out.Bound = view.Bound{State: view.BoundUnlimited}
	for _, t := range a.Tools() {
		shown, inner := w.tool(t)
		if out.Tools = append(out.Tools, shown); inner != nil {
			out.Called = append(out.Called, inner)
		}
	}
	ends := true
	if option := reflect.ValueOf(a).Elem().FieldByName("option"); option.IsValid() && option.Kind() == reflect.Struct {
		f := option.FieldByName("EndInvocationAfterTransfer")
		ends = f.IsValid() && f.Kind() == reflect.Bool && f.Bool()
	}
	for _, sub := range a.SubAgents() {
		if out.Hands = append(out.Hands, w.agent(sub)); !ends { // then it may come back as well
			out.Called = append(out.Called, w.agent(sub))
		}
	}
}

// tool shows a tool, and the agent behind it.
func (w *walker) tool(t tool.Tool) (*view.Tool, *sketch.Agent) {
	if t == nil || t.Declaration() == nil {
		return view.Shown("trpc-agent-go", "", ""), nil
	}
	d := t.Declaration()
	out := view.Shown("trpc-agent-go", d.Name, d.Description)
	for { // the tools of a set are wrapped, to have the name of the set as well
		inner, ok := field[tool.Tool](t, "original")
		if !ok || inner == nil {
			break
		}
		t = inner
	}
	switch of := typeOf(t); {
	case d.Name == "transfer_to_agent" && of == "tool/transfer.Tool":
		out.Description = view.AddedByFramework
	case of == "tool/agent.Tool":
		a, ok := field[agent.Agent](t, "agent")
		if !ok || a == nil {
			out.Name, out.Unknown = "", reason.Of(reason.NotShown, "the agent behind the tool")
			return out, nil
		}
		out.Agent = a.Info().Name
		return out, w.agent(a)
	}
	return out, nil
}

// mayAnswer reports whether a callback may answer in the place of an agent, or whether that is not seen.
func mayAnswer(a agent.Agent) bool {
	callbacks, ok := field[*agent.Callbacks](a, "agentCallbacks")
	switch {
	case ok:
		return callbacks != nil && len(callbacks.BeforeAgent) > 0
	case typeOf(a) == teamType:
		return false // it has none
	}
	return true
}

// field returns a field of the struct to which v points, exported or not, if it has the type.
func field[T any](v any, name string) (value T, ok bool) {
	p := reflect.ValueOf(v)
	if typeOf(v) == "" || p.IsNil() || p.Elem().Kind() != reflect.Struct {
		return value, false
	}
	f := p.Elem().FieldByName(name)
	if !f.IsValid() || f.Type() != reflect.TypeFor[T]() {
		return value, false
	}
	return *(*T)(unsafe.Pointer(f.UnsafeAddr())), true
}

// drawn returns the step of an agent.
type drawn = func(*sketch.Agent) (view.Node, []view.Unknown)

// graph shows the graph that an agent runs.
func (w *walker) graph(a agent.Agent, g *graph.Graph, draw drawn) *view.Workflow {
	b := view.NewBuilder(a.Info().Name, "trpc-agent-go", view.Pos{})
	flow := b.Workflow()
	flow.Mode, flow.Engine.DeadEnd = view.ModeUnspecified, view.DeadEndExits
	if e, ok := field[*graph.Executor](a, "executor"); ok && e != nil {
		if engine, ok := field[graph.ExecutionEngine](e, "executionEngine"); ok && engine == graph.ExecutionEngineBSP {
			flow.Mode = view.ModeAny
		}
	}
	b.Node(view.Node{Name: graph.Start, Kind: view.KindEntry})
	b.Node(view.Node{Name: graph.End, Kind: view.KindExit})
	nodes := slices.SortedFunc(slices.Values(g.Nodes()), func(a, b *graph.Node) int { return strings.Compare(a.ID, b.ID) })
	for _, n := range nodes {
		node, open := w.node(a, n, draw)
		if _, branches := g.ConditionalEdge(n.ID); branches && node.Kind == view.KindPassthrough {
			node.Kind = view.KindRouter
		}
		node.Join = waits(n)
		if before, ok := field[*graph.NodeCallbacks](n, "callbacks"); !ok || before != nil && len(before.BeforeNode) > 0 {
			open = append(open, view.Unknown{What: view.UnknownBody, Reason: reason.Of(reason.MayAnswer)})
		}
		id := b.Node(node)
		for _, u := range open {
			u.Node = id
			b.Unknown(u)
		}
		for i, when := range []string{"interruptBefore", "interruptAfter"} {
			if stops, ok := field[bool](n, when); ok && stops {
				b.Interrupt(view.Interrupt{Name: n.ID, After: i > 0})
			}
		}
	}
	b.Edge(graph.Start, g.EntryPoint(), view.Edge{Kind: view.EdgeDirect})
	for _, n := range nodes {
		w.leave(b, g, n)
	}
	barriers(b, nodes)
	return b.Build()
}

// waits reports whether a node waits for several others to have run, and nothing else leads to it.
func waits(n *graph.Node) bool {
	list := joins(n)
	return len(list) == 1 && len(triggers(n)) == 1
}

// joins returns the channels by which a node waits for others, triggers all of its channels.
func joins(n *graph.Node) []string {
	return slices.DeleteFunc(triggers(n), func(channel string) bool { return !strings.HasPrefix(channel, graph.ChannelJoinPrefix) })
}

func triggers(n *graph.Node) []string {
	list, ok := field[[]string](n, "triggers")
	if !ok {
		panic("this version of the framework does not show what a node waits for")
	}
	return slices.Compact(slices.Sorted(slices.Values(list)))
}

// writes reports whether a node writes to a channel.
func writes(n *graph.Node, channel string) bool {
	writers := reflect.ValueOf(n).Elem().FieldByName("writers") // it panics if there are none
	for i := range writers.Len() {
		if writers.Index(i).FieldByName("Channel").String() == channel {
			return true
		}
	}
	return false
}

// barriers draws a step that waits, before each node to which others lead as well.
func barriers(b *view.Builder, nodes []*graph.Node) {
	for _, to := range nodes {
		if waits(to) {
			continue
		}
		for i, channel := range joins(to) {
			name := fmt.Sprintf("join:%s#%d", to.ID, i+1)
			b.Node(view.Node{Name: name, Kind: view.KindPassthrough, Join: true, Generated: true})
			b.Edge(name, to.ID, view.Edge{Kind: view.EdgeDirect})
			for _, from := range nodes {
				if writes(from, channel) {
					b.Edge(from.ID, name, view.Edge{Kind: view.EdgeParallel})
				}
			}
		}
	}
}

// byJoin reports whether all that leads from one node to another is a step that waits.
func byJoin(from, to *graph.Node) bool {
	return !waits(to) && slices.ContainsFunc(joins(to), func(channel string) bool { return writes(from, channel) }) &&
		!writes(from, "branch:to:"+to.ID)
}

// leave draws the ways from a node: its edges, those of its condition, and those that its function names.
func (w *walker) leave(b *view.Builder, g *graph.Graph, n *graph.Node) {
	ends, _ := field[map[string]string](n, "ends")
	var branch view.BranchID = view.None
	choose := func(to, label string) {
		if branch == view.None {
			branch = b.Branch(view.Branch{From: view.None, Multi: !w.one(n.ID)})
		}
		b.BranchEdge(branch, n.ID, to, view.Edge{Kind: view.EdgeConditional, Label: label})
	}
	edges := slices.DeleteFunc(slices.Clone(g.Edges(n.ID)), func(e *graph.Edge) bool {
		to, ok := g.Node(e.To)
		return ok && byJoin(n, to)
	})
	for _, e := range edges {
		switch {
		case len(ends) > 0:
			choose(e.To, e.To) // what the function says comes in their place
		case len(edges) > 1:
			b.Edge(n.ID, e.To, view.Edge{Kind: view.EdgeParallel})
		default:
			b.Edge(n.ID, e.To, view.Edge{Kind: view.EdgeDirect})
		}
	}
	for _, label := range slices.Sorted(maps.Keys(ends)) {
		choose(ends[label], label)
	}
	c, ok := g.ConditionalEdge(n.ID)
	if !ok {
		return
	}
	for _, label := range slices.Sorted(maps.Keys(c.PathMap)) {
		choose(c.PathMap[label], label)
	}
	if len(c.PathMap) == 0 {
		b.Unknown(view.Unknown{What: view.UnknownTargets, Node: b.Lookup(n.ID), Reason: reason.Of(reason.NextUnsaid)})
	}
}

// node shows a node of a graph.
func (w *walker) node(a agent.Agent, n *graph.Node, draw drawn) (view.Node, []view.Unknown) {
	out := view.Node{Name: n.ID, Label: n.Name, Kind: view.KindPassthrough}
	switch n.Type {
	case graph.NodeTypeAgent:
		if sub := a.FindSubAgent(n.ID); sub != nil {
			node, open := draw(w.agent(sub))
			node.Name = n.ID
			return node, open
		}
		return out, []view.Unknown{{What: view.UnknownBody, Reason: reason.Of(reason.NoSubAgent, a.Info().Name, n.ID)}}
	case graph.NodeTypeLLM:
		out.Kind, out.Calls = view.KindLLM, view.CallsNone // another step runs what it asks for
		return out, nil
	case graph.NodeTypeTool:
		out.Kind, out.Calls = view.KindTool, view.CallsAny
		return w.toolsNode(out, n)
	}
	return out, []view.Unknown{ // it may also say where the run goes on
		{What: view.UnknownBody, Reason: reason.Of(reason.OwnFunction)}, {What: view.UnknownTargets, Reason: reason.Of(reason.OwnFunction)},
	}
}

// toolsNode shows the tools of a node that runs what a model chose.
func (w *walker) toolsNode(out view.Node, n *graph.Node) (view.Node, []view.Unknown) {
	tools, ok := field[map[string]tool.Tool](n, "baseTools")
	sets, ok2 := field[[]tool.ToolSet](n, "toolSets")
	if !ok || !ok2 {
		return out, []view.Unknown{{What: view.UnknownTools, Reason: reason.Of(reason.NotShown, "the tools of the node")}}
	}
	var list []tool.Tool
	for _, name := range slices.Sorted(maps.Keys(tools)) {
		list = append(list, tools[name])
	}
	for _, set := range sets {
		list = append(list, set.Tools(w.ctx)...)
	}
	var open []view.Unknown
	for _, t := range list {
		shown, inner := w.tool(t)
		if slices.ContainsFunc(out.Tools, func(o *view.Tool) bool { return o.Name == shown.Name && o.Description == shown.Description }) {
			continue // a set may have been asked before
		}
		if out.Tools = append(out.Tools, shown); inner != nil {
			open = append(open, view.Unknown{What: view.UnknownTools, Reason: reason.Of(reason.RunsAsTool, inner.Name)})
		}
	}
	return out, open
}
