package toolrunner

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

var table = library.Of("toolrunner")

// Framework returns what agentvet knows of the tool runner.
func Framework() *assembly.Framework {
	return &assembly.Framework{Name: "toolrunner", Table: table, Assemble: assemble}
}

func assemble(a *assembly.Assembly) {
	a.Done = func(g *assembly.Agent) { added(a, g) }
	assembly.Assistants(a)
}

// added adds the tools that a runner gets when it is made. Of those that are only described
// to the model, which the service runs, nothing is known here.
func added(a *assembly.Assembly, g *assembly.Agent) {
	elsewhere(a, g)
	for _, op := range g.Object.Calls("tools", "served") {
		if op.Kind == "tools" {
			n := len(g.Tools)
			g.AddTools(a.ArgOf(op, "list"), false)
			if replaced(g.Agent, n, len(op.Guard) == 0) {
				g.Open(&assembly.Unknown{Reason: reason.Of(reason.Conditional), Pos: a.At(op.Pos, op.Stack)}, graph.UnknownTools)
			}
			continue
		}
		g.Open(&assembly.Unknown{Reason: reason.Of(reason.SaysTools, "AddToolParams"), Pos: a.At(op.Pos, op.Stack)}, graph.UnknownTools)
	}
}

// elsewhere notes what others than the list of tools may say of a runner.
func elsewhere(a *assembly.Assembly, g *assembly.Agent) {
	o := g.Object
	if servers := a.Arg(o, "servers"); !servers.IsZero() {
		g.Open(assembly.Because(reason.SaysTools, "the MCP server"), graph.UnknownTools)
	}
	options, more := a.Arg(o, "requests").List()
	if more != nil {
		g.Open(more, graph.UnknownTools)
	}
	for _, opt := range options {
		if w := opt.Object("writes"); w != nil {
			g.Open(&assembly.Unknown{Reason: reason.Of(reason.SaysTools, w.Row.Name), Pos: a.Place(w)}, graph.UnknownTools)
		}
	}
	for _, op := range o.Calls("set") {
		u := &assembly.Unknown{Reason: reason.Of(reason.MayOverwrite, "code that sets its Params"), Pos: op.At(a)}
		g.Open(u, graph.UnknownTools, graph.UnknownBound)
		g.Bound = graph.Bound{}
	}
	if o.Row.Text("session") != "" { // a service asks the model, and says what it is told of
		g.Open(assembly.Because(reason.SaysTools, "the session"), graph.UnknownTools)
		g.Open(assembly.Because(reason.ProviderRounds), graph.UnknownBound)
		g.Open(assembly.Because(reason.MayAsk), graph.UnknownBody)
	}
}

// replaced takes away those of the first n tools of an agent whose names the others have:
// they run in their place. Where that is not sure, the first ones stay, and it reports
// whether there are any.
func replaced(g *graph.Agent, n int, sure bool) (doubt bool) {
	first, rest := g.Tools[:n:n], g.Tools[n:]
	has := func(list []*graph.Tool, t *graph.Tool) bool {
		return slices.ContainsFunc(list, func(x *graph.Tool) bool { return x.Name == t.Name && x.Name != "" })
	}
	if sure {
		first = slices.DeleteFunc(slices.Clone(first), func(t *graph.Tool) bool { return has(rest, t) })
	} else {
		kept := slices.DeleteFunc(slices.Clone(rest), func(t *graph.Tool) bool { return has(first, t) })
		rest, doubt = kept, len(kept) < len(rest)
	}
	g.Tools = append(slices.Clone(first), rest...)
	return doubt
}
