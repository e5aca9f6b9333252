package assembly

// This file reads agents, as the rows of a framework describe them: a model that uses
// tools until it has an answer.
//
//	new  NewAgent           agent  name=0 options=1 bound="10"
//	new  WithTools          opt    tools=0
//	new  WithMaxIterations  opt    bound=0
//	run  Agent.Run          run    flow=recv
//
// An agent has settings: arguments of its constructor, of options in a list `options`, or
// both. A later one counts:
//
//	tools    a list of tools; those of several options add up, unless the option says
//	         replaces="tools"
//	bound    how often the model is asked; "unlimited" or a number in quotes is what holds
//	         where nobody says anything, and zero="unlimited" what 0 stands for
//	returns  in quotes: the agent answers with a structure
//
// Options with other arguments are for the framework's own code; those without any change
// nothing that agentvet looks at. Where the bound is unlimited, and nobody in sight runs
// the agent, `counts` says by a word of reasons who may still limit it.

import (
	"fmt"
	"strconv"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// An Agent is one that the program makes.
type Agent struct {
	*graph.Agent
	Object *Object
	Called []*Agent // those that are its tools
	Part   bool     // it is a tool or a step of something else

	a *Assembly
}

// Agent returns the agent that a constructor makes, one for each call.
func (a *Assembly) Agent(o *Object) *Agent {
	if g := a.agents[o]; g != nil {
		return g
	}
	g := &Agent{a: a, Object: o, Agent: &graph.Agent{Kind: graph.AgentLLM, Framework: a.Name, Pos: a.Place(o), Origin: a.Origin(o), Maker: o.Func}}
	a.agents[o] = g
	g.name()
	if text := o.Row.Text("bound"); text != "" {
		g.Bound = fixedBound(text)
	}
	g.set(o, a.Read(o))
	if a.Done != nil {
		a.Done(g)
	}
	if g.Unset = g.Bound.State == graph.BoundUnlimited; g.Unset && len(o.Calls("run")) == 0 && o.Row.Text("counts") != "" {
		u := &Unknown{Reason: reasons[o.Row.Text("counts")], Param: a.Leaves(o)}
		g.Open(u, graph.UnknownBound)
	}
	return g
}

// reasons are those that rows name.
var reasons = map[string]reason.Reason{
	"asker":   reason.Of(reason.CallerCounts),
	"runner":  reason.Of(reason.RunnerLimits),
	"service": reason.Of(reason.Service),
	"remote":  reason.Of(reason.RemoteName),
	"server":  reason.Of(reason.SaysTools, "the MCP server"),
	"hosted":  reason.Of(reason.SaysTools, "the hosted MCP server"),
}

// Open notes that parts of the agent are not known.
func (g *Agent) Open(u *Unknown, kinds ...graph.UnknownKind) {
	for _, what := range kinds {
		g.Unknowns = append(g.Unknowns, u.Open(what, g.Pos))
	}
}

// name names the agent, by the function that makes it if it has no name of its own.
func (g *Agent) name() {
	if _, named := g.Object.Row.Index("name"); !named {
		g.Agent.Name = FuncName(g.Object.Func)
		return
	}
	name := g.a.Arg(g.Object, "name")
	s, ok := name.Text()
	if g.Agent.Name = s; ok && s != "" {
		return
	}
	g.Agent.Name = OpaqueName(g.Pos)
	if u := name.Unknown(); u != nil {
		g.Open(u, graph.UnknownSources)
	}
}

// set reads the settings that o, a constructor or an option in the place of v, has.
func (g *Agent) set(o *Object, v Value) {
	explained := true
	for i := range o.Row.Args {
		arg := o.Row.Args[i]
		x := g.a.Arg(o, arg.Name)
		switch arg.Name {
		case "name", "counts", "replaces", "zero":
		case "tools":
			g.AddTools(x, v.Sole && o.Row.Text("replaces") == "tools")
		case "bound":
			switch {
			case arg.Text != "": // it holds where nobody says anything
			case o == g.Object:
				g.bound(x)
			default:
				g.limit(o, x, v.Sole)
			}
		case "returns":
			g.Returns = arg.Text
		case "options":
			g.options(x)
		default:
			explained = false
		}
	}
	if !explained && g.a.Odd != nil {
		g.a.Odd(g, v)
	}
}

// options reads a list of options.
func (g *Agent) options(list Value) {
	opts, more := list.List()
	for _, opt := range opts {
		if o := opt.Object(); o != nil {
			g.set(o, opt)
		} else if !opt.IsZero() { // an option of the program's own may set anything
			g.Open(opt.Why(reason.OwnOption), graph.UnknownTools, graph.UnknownBound)
		}
	}
	if more != nil {
		g.Open(more, graph.UnknownTools, graph.UnknownBound)
	}
}

// AddTools gives the agent the tools of a list, in the place of those it has if replace
// says so.
func (g *Agent) AddTools(list Value, replace bool) {
	if replace {
		g.Agent.Tools, g.Called, g.SubAgents = nil, nil, nil
	}
	tools, more := g.a.Tools(list)
	g.Agent.Tools = append(g.Agent.Tools, tools...)
	if more != nil {
		g.Open(more, graph.UnknownTools)
	}
	elems, _ := list.List()
	for _, e := range elems {
		if o := e.Object("tool:agent"); o != nil {
			g.call(o)
		}
	}
}

// call notes that a tool of the agent is an agent.
func (g *Agent) call(tool *Object) {
	o := g.a.Arg(tool, "agent").Object("agent")
	if o == nil {
		u := Because(reason.RunsUnseen, "an agent")
		u.Pos = g.a.Place(tool)
		g.Open(u, graph.UnknownTools)
		return
	}
	inner := g.a.Agent(o)
	inner.Part = true
	g.Called = append(g.Called, inner)
	g.SubAgents = append(g.SubAgents, inner.Agent)
}

// bound reads what the constructor says of the number of questions.
func (g *Agent) bound(v Value) {
	if n, ok := v.Int(); ok {
		g.Bound = countBound(g.Object, n)
		return
	}
	g.Open(v.Why(reason.OneOf, "limit"), graph.UnknownBound)
}

// limit reads an option for the number of questions: one that is not always given, or not
// known, is a limit without a number.
func (g *Agent) limit(o *Object, v Value, always bool) {
	g.Bound = graph.Bound{State: graph.BoundPresent}
	if n, ok := v.Int(); ok && always {
		g.Bound = countBound(o, n)
	}
}

// countBound returns the bound that a number stands for.
func countBound(o *Object, n int) graph.Bound {
	if zero := o.Row.Text("zero"); n <= 0 && zero != "" {
		return fixedBound(zero)
	}
	return graph.Known(max(n, 0))
}

// fixedBound returns a bound that a row gives.
func fixedBound(text string) graph.Bound {
	if n, err := strconv.Atoi(text); err == nil {
		return graph.Known(n)
	}
	return graph.Bound{State: graph.BoundUnlimited}
}

// Assistants lists the tools of a package, and makes an agent and a workflow of each object
// of kind agent: the whole assembly of a framework whose agents work alone.
func Assistants(a *Assembly) {
	a.ListTools(a.ObjectsOf("tool"), a.ToolOf)
	for _, o := range a.ObjectsOf("agent") {
		g := a.Agent(o)
		a.Close(o, g.Unknowns)
		if a.Owned(o) {
			a.Program.Agents = append(a.Program.Agents, g.Agent)
			a.Program.Workflows = append(a.Program.Workflows, ModelFlow(g.Agent))
		}
	}
}

// OpaqueName names what has no name that is known.
func OpaqueName(pos graph.Pos) string { return fmt.Sprintf("?%d:%d", pos.Line, pos.Col) }
