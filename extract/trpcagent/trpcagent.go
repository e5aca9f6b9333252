package trpcagent

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
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

// assembler turns the objects of one package into workflows, agents and tools.
type assembler struct {
	*assembly.Assembly
	places map[*interp.Object]graph.Pos
	agents map[*interp.Object]*agent
	own    map[string]*agent // agents of the program's types, by type and name
	tools  map[*interp.Object]*graph.Tool
	open   map[*agent]bool         // whose workflow is being built
	graphs map[*interp.Object]bool // that an agent or a node runs
}

func assemble(x *assembly.Assembly) {
	a := &assembler{
		Assembly: x, places: x.Places(), agents: make(map[*interp.Object]*agent),
		own: make(map[string]*agent), tools: make(map[*interp.Object]*graph.Tool),
		open: make(map[*agent]bool), graphs: make(map[*interp.Object]bool),
	}
	var agents []*agent
	for _, o := range x.Objects {
		if strings.HasPrefix(o.Kind, "agent:") {
			agents = append(agents, a.agent(o))
		}
	}
	for _, g := range agents {
		a.parts(g)
	}
	for _, g := range agents {
		if g.kind == "team" {
			a.wireTeam(g)
		}
	}
	a.workflows(agents)
	a.program(agents)
}

// workflows adds the workflow of each agent that is part of no other, and each
// graph that no agent runs.
func (a *assembler) workflows(agents []*agent) {
	built := make(map[*agent]*graph.Workflow)
	for _, g := range agents {
		built[g] = a.workflow(g)
	}
	for _, g := range agents { // building a workflow finds out what is part of another
		w := built[g]
		a.Close(g.obj, append(openIn(w), g.graph.Unknowns...))
		if !g.part && a.Owned(g.obj) {
			a.Program.Workflows = append(a.Program.Workflows, w)
		}
	}
	all := a.ObjectsOf("graph")
	for _, o := range all {
		if a.graphs[o] || slices.ContainsFunc(all, func(p *interp.Object) bool { return p.Specializes(o) && a.graphs[p] }) {
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

// program adds the agents and tools of the package, each once, although two ways
// through the program may have made it twice.
func (a *assembler) program(agents []*agent) {
	seen := make(map[string]bool)
	add := func(key string) bool {
		fresh := !seen[key]
		seen[key] = true
		return fresh
	}
	for _, key := range slices.Sorted(maps.Keys(a.own)) {
		a.Program.Agents = append(a.Program.Agents, a.own[key].graph)
	}
	for _, g := range agents {
		p := &graph.Program{Agents: []*graph.Agent{g.graph}}
		if (a.Owned(g.obj) || g.graph.Unused) && add(p.Text()) {
			a.Program.Agents = append(a.Program.Agents, g.graph)
		}
	}
	for _, o := range a.Objects {
		if !strings.HasPrefix(o.Kind, "tool:") {
			continue
		}
		t := a.toolObject(o)
		a.Close(o, a.toolUnknowns(o))
		if t.Name == "" && o.Kind == "tool:agent" {
			continue
		}
		p := &graph.Program{Tools: []*graph.Tool{t}}
		if a.Owned(o) && add(p.Text()+t.Handler+t.Args) {
			a.Program.Tools = append(a.Program.Tools, t)
		}
	}
}

// toolUnknowns returns what a caller may know of a tool.
func (a *assembler) toolUnknowns(o *interp.Object) []graph.Unknown {
	opts := optionsOf(o.Arg("options"))
	list := []*interp.Unknown{opts.more, asUnknown(opts.value("name")), asUnknown(o.Arg("handler")), asUnknown(o.Arg("agent"))}
	var out []graph.Unknown
	for _, u := range list {
		if u != nil {
			out = append(out, unknown(graph.UnknownTools, graph.None, u, u.Pos))
		}
	}
	return out
}

// openIn returns what is not known in a workflow and its bodies.
func openIn(w *graph.Workflow) []graph.Unknown {
	var open []graph.Unknown
	for _, body := range w.All() {
		open = append(open, body.Unknowns...)
	}
	return open
}

// asUnknown returns the first unknown among the alternatives of v, or nil.
func asUnknown(v interp.Value) *interp.Unknown {
	for _, a := range interp.Alternatives(v) {
		if u, ok := interp.Unwrap(a.V).(*interp.Unknown); ok {
			return u
		}
	}
	return nil
}

// unknown converts an unknown value of the program.
func unknown(what graph.UnknownKind, node graph.NodeID, u *interp.Unknown, pos graph.Pos) graph.Unknown {
	out := graph.Unknown{What: what, Node: node, Reason: "it is not known", Pos: pos}
	if u != nil {
		out.Reason, out.Param = cmp.Or(u.Reason, out.Reason), u.Param
		if u.Pos.IsValid() {
			out.Pos = u.Pos
		}
	}
	return out
}

// opaqueName names a node or an agent whose name is not known.
func opaqueName(pos graph.Pos) string { return fmt.Sprintf("?%d:%d", pos.Line, pos.Col) }
