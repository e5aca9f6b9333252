package genkit

// This file makes nodes of what the function of a flow does.

import (
	"fmt"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// The ends of a workflow; Genkit has no names for them.
const (
	start = "START"
	end   = "END"
)

// step adds the node of a step and returns its name, none for what does not count.
func (a *assembler) step(f *function, b *interp.Behaviour, st *interp.FlowStep) []string {
	n := graph.Node{Pos: a.At(st.Pos, st.Stack)}
	switch st.Kind {
	case "generate", "execute", "request":
		a.seen[place(st.Pos, st.Stack)] = true
		return a.model(f, st)
	case "step":
		n.Name, n.Kind = stepName(st.Args["name"], n.Pos), graph.KindPassthrough
	case "flow":
		return a.flowStep(f, st, n)
	case "tool":
		return a.toolStep(f, st, n)
	case "human":
		if !b.AsksHuman(st.Effect) {
			return nil
		}
		n.Name, n.Kind = fmt.Sprintf("human:%d", n.Pos.Line), graph.KindHuman
	case "llm":
		n.Name, n.Kind = fmt.Sprintf("model:%d", n.Pos.Line), graph.KindLLM
	default:
		return nil
	}
	return []string{f.once(st, n)}
}

// once adds the node of a step, or returns that of another step which is the same
// at the same place: another round of a loop.
func (f *function) once(st *interp.FlowStep, n graph.Node) string {
	key := stepKey(st, n.Name, n.Tools)
	if f.placed[key] == "" {
		f.placed[key] = f.Place(n)
	}
	return f.placed[key]
}

// stepKey tells steps apart that stand at one place.
func stepKey(st *interp.FlowStep, name string, tools []*graph.Tool) string {
	key := fmt.Sprint(st.Pos, st.Stack, name)
	for _, t := range tools {
		key += fmt.Sprintf(" %s %s %d", t.Name, t.Handler, t.Gate.Kind)
	}
	return key
}

func stepName(v interp.Value, pos graph.Pos) string {
	if s, ok := interp.AsString(v); ok && s != "" {
		return s
	}
	return opaqueName(pos)
}

// opaqueName names what has no name that is known.
func opaqueName(pos graph.Pos) string { return fmt.Sprintf("?%d:%d", pos.Line, pos.Col) }

// flowStep adds the flows that a step may run.
func (a *assembler) flowStep(f *function, st *interp.FlowStep, n graph.Node) []string {
	var names []string
	for _, alt := range interp.Alternatives(st.Args["flow"]) {
		n := n
		o, ok := interp.Unwrap(alt.V).(*interp.Object)
		if !ok || o.Kind != "flow" {
			n.Name, n.Kind = opaqueName(n.Pos), graph.KindPassthrough
			names = append(names, a.unknownStep(f, n, interp.UnknownIn(alt.V)))
			continue
		}
		inner := a.flow(o)
		n.Name, n.Kind = stepName(o.Arg("name"), n.Pos), graph.KindSubgraph
		if inner == nil { // it runs itself
			n.Kind = graph.KindPassthrough
			names = append(names, a.unknownStep(f, n, &interp.Unknown{Reason: "the flow runs itself", Pos: n.Pos}))
			continue
		}
		n.Sub = inner.workflow
		names = append(names, f.once(st, n))
	}
	return names
}

// unknownStep adds a node of which only the reason is known why nothing is.
func (a *assembler) unknownStep(f *function, n graph.Node, u *interp.Unknown) string {
	if u == nil {
		u = &interp.Unknown{Reason: "it is nothing that agentvet can see"}
	}
	name := f.Place(n)
	open := u.Open(graph.UnknownBody, n.Pos)
	open.Node = f.Lookup(name)
	f.Unknown(open)
	return name
}

// toolStep adds the tools that the program itself runs at a step.
func (a *assembler) toolStep(f *function, st *interp.FlowStep, n graph.Node) []string {
	var names []string
	for _, alt := range interp.Alternatives(st.Args["tool"]) {
		n := n
		n.Kind, n.Calls = graph.KindTool, graph.CallsOnce
		t := a.tool(alt.V)
		if t == nil || t.Name == "" {
			n.Name = opaqueName(n.Pos)
			names = append(names, a.unknownStep(f, n, interp.UnknownIn(alt.V)))
			continue
		}
		n.Name, n.Tools = t.Name, []*graph.Tool{t}
		names = append(names, f.once(st, n))
	}
	return names
}

// model adds the node of a call of a model, an agent of its own.
func (a *assembler) model(f *function, st *interp.FlowStep) []string {
	pos := a.At(st.Pos, st.Stack)
	g := &graph.Agent{Name: f.name, Kind: graph.AgentLLM, Framework: a.Name, Pos: pos}
	node := "generate"
	c := &call{assembler: a, agent: g, registry: st.Args["g"]}
	switch st.Kind {
	case "request":
		c.request(st)
	case "execute":
		if name := c.prompt(st.Args["prompt"]); name != "" {
			node, g.Name = name, name
		}
		c.override(st.Args["options"])
	default:
		c.options(st.Args["options"])
	}
	c.finish()
	key := stepKey(st, node+fmt.Sprint(g.Bound, c.missing), g.Tools)
	if name := f.placed[key]; name != "" {
		return []string{name}
	}
	for i, base := 2, g.Name; f.hasAgent(g.Name); i++ {
		g.Name = fmt.Sprintf("%s#%d", base, i)
	}
	f.agents = append(f.agents, g)
	n := assembly.ModelNode(g)
	n.Name, n.Missing = node, c.missing
	if c.returns {
		n.Calls = graph.CallsNone
	}
	f.placed[key] = f.PlaceModel(g, n)
	return []string{f.placed[key]}
}

func (f *function) hasAgent(name string) bool {
	for _, g := range f.agents {
		if g.Name == name {
			return true
		}
	}
	return false
}
