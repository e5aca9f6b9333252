package trpcagent

import (
	"maps"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
)

var table = library.Of("trpcagent")

// Framework returns the table and the assembly of tRPC-Agent-Go.
func Framework() *assembly.Framework {
	return &assembly.Framework{Name: framework, Table: table, Assemble: assemble}
}

const framework = "trpcagent"

// The ends of a workflow, by the framework's own names.
const (
	start = "__start__"
	end   = "__end__"
)

// root is the module path of the framework.
const root = "trpc.group/trpc-go/trpc-agent-go"

// A registry holds what became of the objects of one package: agents, tools and graphs,
// each once.
type registry struct {
	*assembly.Assembly
	cast    *assembly.Cast
	passing *assembly.Unknown // why an agent may be passed by: a plugin answers for it
	own     map[string]*agent // agents of the program's types, by type and name
	made    map[*assembly.Object]*graph.Tool
	graphs  map[*assembly.Object]bool // that an agent or a node runs
}

func assemble(x *assembly.Assembly) {
	a := &registry{
		Assembly: x, own: make(map[string]*agent), made: make(map[*assembly.Object]*graph.Tool),
		graphs: make(map[*assembly.Object]bool),
	}
	a.cast = a.newCast()
	agents := a.cast.Actors()
	for _, g := range agents {
		a.parts(g)
	}
	a.runners(agents)
	for _, g := range agents {
		if g.Kind == graph.AgentTeam {
			a.wireTeam(g)
		}
	}
	a.cast.Workflows(agents)
	a.loose()
	for _, key := range slices.Sorted(maps.Keys(a.own)) {
		a.Program.Agents = append(a.Program.Agents, a.own[key].Agent)
	}
	a.cast.Agents(agents)
	a.listTools()
}

// loose adds the workflow of each graph that no agent runs.
func (a *registry) loose() {
	all := a.ObjectsOf("graph")
	for _, o := range all {
		if a.graphs[o] || slices.ContainsFunc(all, func(p *assembly.Object) bool { return p.Specializes(o) && a.graphs[p] }) {
			a.Close(o, nil) // it is judged with what runs it
			continue
		}
		compiled := len(o.Calls("compile")) > 0
		if !compiled && !(len(o.Calls()) > 0 && a.Used(o)) {
			continue // nothing came of it
		}
		w := a.graphOf(o, nil, assembly.LocalName(o.Func), o.At(a.Assembly))
		if compiled {
			a.Close(o, w.Unknowns)
		} else {
			w.Unknowns = append(w.Unknowns, a.Unfinished(o)...)
		}
		if a.Owned(o) {
			a.Program.Workflows = append(a.Program.Workflows, w)
		}
	}
}

// listTools adds the tools of the package.
func (a *registry) listTools() {
	for _, o := range a.Objects {
		if !strings.HasPrefix(o.Kind, "tool:") {
			continue
		}
		t := a.toolObject(o)
		a.Close(o, a.toolUnknowns(o))
		if a.Owned(o) && (t.Name != "" || o.Kind != "tool:agent") {
			a.AddTool(t)
		}
	}
}

// toolUnknowns returns what a caller may know of a tool.
func (a *registry) toolUnknowns(o *assembly.Object) []graph.Unknown {
	opts := a.optionsOf(a.Arg(o, "options"))
	list := []*assembly.Unknown{opts.more, opts.value("name").Unknown(), a.Arg(o, "handler").Unknown(), a.Arg(o, "agent").Unknown()}
	var out []graph.Unknown
	for _, u := range list {
		if u != nil {
			out = append(out, u.Open(graph.UnknownTools, u.Pos))
		}
	}
	return out
}
