package temporalio

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

var table = library.Of("temporalio")

// module is the module path of the SDK.
const module = "go.temporal.io/sdk"

// Framework returns what agentvet knows of Temporal.
func Framework() *assembly.Framework {
	return &assembly.Framework{Name: "temporal", Table: table, Assemble: assemble}
}

// The ends of a workflow; Temporal has no names for them.
const (
	start = "START"
	end   = "END"
)

// workflows are the workflow functions of one package, and what became of them.
type workflows struct {
	*assembly.Assembly
	functions map[string]*function // by function
	open      map[string]bool      // functions that are being read
	bodies    []*assembly.Object   // registrations of activities
	names     []*assembly.Object   // registrations of workflows
}

func assemble(x *assembly.Assembly) {
	a := &workflows{
		Assembly: x, functions: make(map[string]*function), open: make(map[string]bool),
		bodies: x.ObjectsOf("body"), names: x.ObjectsOf("workflow"),
	}
	entries := a.entries()
	for _, id := range entries {
		a.function(id)
	}
	for _, id := range entries {
		f := a.functions[id]
		if !f.agent || a.helps(id, entries) {
			continue
		}
		x.Program.Workflows = append(x.Program.Workflows, f.workflow)
		for _, n := range f.workflow.Nodes {
			if n.Calls == graph.CallsOnce {
				x.Program.Tools = append(x.Program.Tools, n.Tools...)
			}
		}
	}
}

// entries returns the workflow functions of the package, in source order: those that
// are registered or run as such, and those that execute activities and nothing
// calls.
func (a *workflows) entries() []string {
	var ids []string
	add := func(id string) {
		if a.isWorkflow(id) && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	for _, o := range a.ObjectsOf("activity", "child", "nexus", "again") {
		if a.Owned(o) {
			add(o.Root)
			add(o.Func)
		}
	}
	return ids
}

// isWorkflow reports whether a function gets the context of a workflow. Closures are
// parts of others.
func (a *workflows) isWorkflow(id string) bool {
	if id == "" || strings.Contains(id, "$") {
		return false
	}
	ps := a.Declared(id).Params()
	if len(ps) > 0 && !isContext(ps[0].Type) { // the receiver
		ps = ps[1:]
	}
	return len(ps) > 0 && isContext(ps[0].Type)
}

func isContext(typ string) bool {
	return typ == module+"/workflow.Context" || typ == module+"/internal.Context"
}

// helps reports whether a function takes part in a workflow of another function, and
// is none of its own.
func (a *workflows) helps(id string, entries []string) bool {
	if a.registered(id) != nil || a.started(id) {
		return false
	}
	return slices.ContainsFunc(entries, func(other string) bool { return a.functions[id].within(a.functions[other]) })
}

// registered returns the registration of a workflow function, or nil.
func (a *workflows) registered(id string) *assembly.Object {
	for _, o := range a.names {
		if funcOf(a.Arg(o, "fn")) == id {
			return o
		}
	}
	return nil
}

// started reports whether the program starts a function as a workflow of its own.
func (a *workflows) started(id string) bool {
	return slices.ContainsFunc(a.ObjectsOf("child", "again", "start"), func(o *assembly.Object) bool {
		return funcOf(a.Arg(o, "fn")) == id
	})
}

// funcOf returns the identity of a function value, of the method where it is bound.
func funcOf(v assembly.Value) string { return funcid.Source(v.Func()) }

// typeName returns the name that Temporal gives a function: the last part of it.
func typeName(id string) string { return funcid.Name(id) }

// place identifies a call by where it stands and what led there.
func place(pos graph.Pos, stack []graph.Pos) string { return fmt.Sprint(pos, stack) }

// packageOf returns the package path of a function.
func packageOf(id string) string {
	id = strings.TrimLeft(id, "(*")
	slash := strings.LastIndex(id, "/")
	if dot := strings.Index(id[slash+1:], "."); dot >= 0 {
		return id[:slash+1+dot]
	}
	return id
}
