package genkit

// This file makes nodes of what the function of a flow does.

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// The ends of a workflow; Genkit has no names for them.
const (
	start = "START"
	end   = "END"
)

// step adds the node of a step and returns its name, none for what does not count.
func (a *definitions) step(f *function, b *assembly.Behaviour, st *assembly.CourseStep) []string {
	n := graph.Node{Pos: a.At(st.Pos, st.Stack)}
	switch st.Kind {
	case "generate", "execute", "request":
		a.seen[assembly.Spot(st.Pos, st.Stack)] = true
		return a.model(f, st)
	case "step":
		n.Name, n.Kind = stepName(a.StepArg(st, "name"), n.Pos), graph.KindPassthrough
	case "flow":
		return a.flowStep(f, st, n)
	case "tool":
		return a.toolStep(f, st, n)
	case "human":
		if !b.AsksHuman(st.Effect) {
			return nil
		}
		n = assembly.HumanAt(n.Pos)
	case "llm":
		n = assembly.ModelAt(n.Pos)
	default:
		return nil
	}
	return []string{f.once(st, n)}
}

// once adds the node of a step, or returns that of another step which is the same
// at the same place: another round of a loop.
func (f *function) once(st *assembly.CourseStep, n graph.Node) string {
	key := stepKey(st, n.Name, n.Tools)
	if f.placed[key] == "" {
		f.placed[key] = f.Place(n)
	}
	return f.placed[key]
}

// stepKey tells steps apart that stand at one place.
func stepKey(st *assembly.CourseStep, name string, tools []*graph.Tool) string {
	key := fmt.Sprint(st.Pos, st.Stack, name)
	for _, t := range tools {
		key += fmt.Sprintf(" %s %s %d", t.Name, t.Handler, t.Gate.Kind)
	}
	return key
}

func stepName(v assembly.Value, pos graph.Pos) string {
	return cmp.Or(v.TextOr(""), assembly.OpaqueName(pos))
}

// flowStep adds the flows that a step may run.
func (a *definitions) flowStep(f *function, st *assembly.CourseStep, n graph.Node) []string {
	var names []string
	for _, x := range a.StepArg(st, "flow").Each() {
		n := n
		o := x.Object("flow")
		if o == nil {
			n.Name, n.Kind = assembly.OpaqueName(n.Pos), graph.KindPassthrough
			names = append(names, f.PlaceUnseen(n, x))
			continue
		}
		inner := a.flow(o)
		n.Name, n.Kind = stepName(x.Arg("name"), n.Pos), graph.KindSubgraph
		if inner == nil {
			n.Kind = graph.KindPassthrough
			names = append(names, f.PlaceUnknown(n, assembly.Because(reason.Itself, "flow")))
			continue
		}
		n.Sub = inner.workflow
		names = append(names, f.once(st, n))
	}
	return names
}

// toolStep adds the tools that the program itself runs at a step.
func (a *definitions) toolStep(f *function, st *assembly.CourseStep, n graph.Node) []string {
	var names []string
	for _, x := range a.StepArg(st, "tool").Each() {
		n := n
		n.Kind, n.Calls = graph.KindTool, graph.CallsOnce
		t := a.tool(x)
		if t == nil || t.Name == "" {
			n.Name = assembly.OpaqueName(n.Pos)
			names = append(names, f.PlaceUnseen(n, x))
			continue
		}
		n.Name, n.Tools = t.Name, []*graph.Tool{t}
		names = append(names, f.once(st, n))
	}
	return names
}

// model adds the node of a call of a model, an agent of its own.
func (a *definitions) model(f *function, st *assembly.CourseStep) []string {
	pos := a.At(st.Pos, st.Stack)
	g := &graph.Agent{Name: f.name, Kind: graph.AgentLLM, Framework: a.Name, Pos: pos}
	node := "generate"
	c := &call{definitions: a, agent: g, registry: a.StepArg(st, "g")}
	switch st.Kind {
	case "request":
		c.request(st)
	case "execute":
		if name := c.prompt(a.StepArg(st, "prompt")); name != "" {
			node, g.Name = name, name
		}
		c.override(a.StepArg(st, "options"))
	default:
		c.options(a.StepArg(st, "options"))
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
	return slices.ContainsFunc(f.agents, func(g *graph.Agent) bool { return g.Name == name })
}
