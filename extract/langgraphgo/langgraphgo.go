package langgraphgo

import (
	"bytes"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract"
	"github.com/agentvet/agentvet/graph"
)

//go:embed rows.txt
var rows []byte

// Framework returns the table and the assembly of langgraphgo.
func Framework() *extract.Framework {
	table, err := extract.ParseTable("langgraphgo/rows.txt", bytes.NewReader(rows))
	if err != nil {
		panic("langgraphgo: internal error: " + err.Error())
	}
	return &extract.Framework{Name: "langgraphgo", Table: table, Assemble: assemble}
}

// The ends of a workflow. END is the framework's own name for an exit; an entry
// is a node that SetEntryPoint names, so START is ours.
const (
	start = "START"
	end   = "END"
)

// root is the module path of the fork that has conditions, commands and
// interrupts.
const root = "github.com/smallnest/langgraphgo"

// assembler turns the objects of one package into workflows and tools.
type assembler struct {
	*extract.Assembly
	built  map[*extract.Object]*graph.Workflow
	nested map[*graph.Workflow]bool // workflows that are nodes of others
	tools  map[string]*graph.Tool   // by type and place of the value
}

func assemble(x *extract.Assembly) {
	a := &assembler{
		Assembly: x, built: make(map[*extract.Object]*graph.Workflow),
		nested: make(map[*graph.Workflow]bool), tools: make(map[string]*graph.Tool),
	}
	all := x.ObjectsOf("graph", "supervisor")
	for _, o := range all {
		if a.finished(o) {
			a.workflow(o)
		}
	}
	for _, o := range all {
		w := a.built[o]
		if w == nil {
			continue
		}
		var open []graph.Unknown
		for _, body := range w.All() {
			open = append(open, body.Unknowns...)
		}
		if o.Kind == "supervisor" || len(a.compiled(o)) > 0 {
			a.Close(o, open) // else whoever gets the builder may go on building
		}
		if a.Owned(o) && !a.nested[w] {
			x.Program.Workflows = append(x.Program.Workflows, w)
		}
	}
	for _, o := range x.ObjectsOf("executor") {
		a.executorTools(o)
		a.Close(o, nil)
	}
}

// finished reports whether a builder became a workflow: one that is neither
// compiled nor handed to anybody is not run either.
func (a *assembler) finished(o *extract.Object) bool {
	return o.Kind == "supervisor" || len(a.compiled(o)) > 0 || len(o.Calls()) > 0 && a.Used(o)
}

// compiled returns the calls that compile a graph.
func (a *assembler) compiled(o *extract.Object) []*extract.Op {
	return o.Calls("compile", "compile:first")
}

// workflow returns the workflow that o builds.
func (a *assembler) workflow(o *extract.Object) *graph.Workflow {
	if w := a.built[o]; w != nil {
		return w
	}
	b := &builder{
		assembler: a, obj: o, names: make(map[string]*step),
		Builder: graph.NewBuilder(shortName(o.Func), a.Name, o.At(a.Assembly)),
	}
	a.built[o] = b.Workflow() // a graph that contains itself ends here
	if o.Kind == "supervisor" {
		b.supervisor()
	} else {
		b.graph()
	}
	w := b.Build()
	b.finish(w)
	return w
}

// runs returns the workflows that a compiled graph may be, and why there may be
// others.
func (a *assembler) runs(v extract.Value) (list []*graph.Workflow, more *extract.Unknown) {
	for _, alt := range extract.Alternatives(v) {
		o, ok := extract.Unwrap(alt.V).(*extract.Object)
		if ok && o.Parent != nil {
			o = o.Parent
		}
		if !ok || o.Kind != "graph" && o.Kind != "supervisor" {
			if more = asUnknown(alt.V); more == nil {
				more = &extract.Unknown{Reason: "it is no graph that agentvet can follow"}
			}
			continue
		}
		if w := a.workflow(o); !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	for _, w := range list {
		a.nested[w] = true
	}
	return list, more
}

// shortName returns the name of a function without its package path.
func shortName(id string) string {
	id = strings.NewReplacer("(", "", ")", "", "*", "").Replace(id)
	if i := strings.LastIndex(id, "/"); i >= 0 {
		id = id[i+1:]
	}
	if _, name, ok := strings.Cut(id, "."); ok {
		return name
	}
	return id
}

// asUnknown returns the first unknown among the alternatives of v, or nil.
func asUnknown(v extract.Value) *extract.Unknown {
	for _, a := range extract.Alternatives(v) {
		if u, ok := extract.Unwrap(a.V).(*extract.Unknown); ok {
			return u
		}
	}
	return nil
}

// unknown converts an unknown value of the program.
func unknown(what graph.UnknownKind, node graph.NodeID, u *extract.Unknown, pos graph.Pos) graph.Unknown {
	out := graph.Unknown{What: what, Node: node, Reason: "it is not known", Pos: pos}
	if u != nil {
		out.Reason, out.Param = u.Reason, u.Param
		if u.Pos.IsValid() {
			out.Pos = u.Pos
		}
	}
	return out
}

// opaqueName names a node whose name is not known.
func opaqueName(pos graph.Pos) string { return fmt.Sprintf("?%d:%d", pos.Line, pos.Col) }
