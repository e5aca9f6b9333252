package mcp

import (
	"go/ast"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/funcid"
)

var table = library.Of("mcp")

// framework is what tools and servers of this package say of themselves.
const framework = "mcp"

// Framework returns the table and the assembly of the libraries for MCP servers.
func Framework() *assembly.Framework {
	return &assembly.Framework{Name: framework, Table: table, Assemble: assemble}
}

// catalog is what one package offers: tools, on servers or for others to register.
type catalog struct {
	*assembly.Assembly
	offers     []*offer                              // in program order
	askers     map[*assembly.Object][]assembly.Value // middleware of a server that may ask a human
	companions map[graph.Pos]assembly.Value          // functions beside a definition, by its literal; nil until they are needed
	runs       map[string][]*run                     // what handlers do, by function
	silent     []assembly.Value                      // handlers that ask nobody
	captors    map[string]map[string]bool            // see helps; nil until it is needed
}

func assemble(x *assembly.Assembly) {
	a := &catalog{Assembly: x}
	for _, o := range x.Objects {
		a.offers = append(a.offers, a.offersOf(o)...)
	}
	a.place()
	for _, f := range a.offers {
		a.describe(f)
	}
	for _, o := range x.ObjectsOf("server") {
		a.server(o)
	}
	a.aside()
	a.listTools()
	a.listDefinitions()
}

// listTools adds the tools that the package registers. A tool of which only a caller
// knows the name is his, unless the server is made here.
func (a *catalog) listTools() {
	isCallers := func(f *offer) bool { return f.param() && len(f.servers) == 0 }
	said := make(map[graph.Pos]bool)
	for _, f := range a.offers {
		a.Close(f.by, f.unknowns())
		if a.Owned(f.by) && !isCallers(f) {
			a.AddTool(f.tool)
			said[f.by.Pos] = true
		}
	}
	for _, f := range a.offers { // of a caller that nobody else can be, and that was not seen
		if isCallers(f) && a.Owned(f.by) && !said[f.by.Pos] && (a.Command || !ast.IsExported(funcid.Name(f.by.Root))) {
			said[f.by.Pos] = true
			a.Program.Unknowns = append(a.Program.Unknowns, graph.Unknown{
				What: graph.UnknownTools, Node: graph.None, Reason: reason.Of(reason.UnseenCall), Pos: f.by.Pos,
			})
		}
	}
}

// listDefinitions adds the tools that the package defines for others to register:
// those of which it registers none itself.
func (a *catalog) listDefinitions() {
	registered := make(map[graph.Pos]bool)
	open := !a.Command
	for _, f := range a.offers {
		registered[f.literal()] = true
		open = open || f.unknown != nil && !f.unknown.Param
	}
	if !open {
		return // nothing else is offered
	}
	var list []*offer
	for _, o := range a.ObjectsOf("definition") {
		if !a.Owned(o) {
			continue
		}
		for _, f := range definitions(a.Arg(o, "value"), assembly.Value{}) {
			f.by, f.handler = o, a.companion(f.def)
			a.Close(o, f.unknowns())
			if f.tool != nil && f.tool.Name != "" && !registered[f.literal()] {
				list = append(list, f)
			}
		}
	}
	names := namesAt(list)
	for _, f := range list {
		way := f.way()
		own := max(slices.IndexFunc(way, func(p graph.Pos) bool { return len(names[p]) == 1 }), 0)
		f.tool.Pos = a.At(way[own], f.path())
		a.describe(f)
		a.AddTool(f.tool)
	}
}

// namesAt returns the names of the tools whose definitions each position leads to: a
// helper that makes many does not tell where one of them is made.
func namesAt(list []*offer) map[graph.Pos]map[string]bool {
	names := make(map[graph.Pos]map[string]bool)
	for _, f := range list {
		for _, p := range f.way() {
			if names[p] == nil {
				names[p] = make(map[string]bool)
			}
			names[p][f.tool.Name] = true
		}
	}
	return names
}

// unknown says that tools are not known.
func unknown(u *assembly.Unknown) graph.Unknown { return u.Open(graph.UnknownTools, graph.Pos{}) }

// sdk returns the library that a row belongs to, as the wire= of its literals
// names it, "" for none.
func sdk(r *library.Call) string {
	for _, l := range []struct{ module, name string }{
		{"github.com/modelcontextprotocol/go-sdk", goSDK}, {"github.com/mark3labs/mcp-go", mcpGo},
		{"github.com/metoro-io/mcp-golang", metoro}, {"github.com/strowk/foxy-contexts", foxy},
	} {
		if r.Package == l.module || strings.HasPrefix(r.Package, l.module+"/") {
			return l.name
		}
	}
	return ""
}

// The libraries.
const (
	goSDK  = "go-sdk"
	mcpGo  = "mcp-go"
	metoro = "metoro"
	foxy   = "foxy"
)
