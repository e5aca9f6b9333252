package module

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/internal/directive"
	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/extract/arguments"
	"github.com/agentvet/agentvet/extract/loops"
	"github.com/agentvet/agentvet/extract/settings"
	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/annotation"
	"github.com/agentvet/agentvet/taint/capability"
	"github.com/agentvet/agentvet/taint/ssaflow"
)

// A Package is what the suite says of one package.
type Package struct {
	// Path is the import path. That of tests which are a package of their own ends
	// in _test.
	Path string
	// Dir is the directory of its files, as in positions.
	Dir string
	// Module is the path of its module, "" if the driver does not tell.
	Module string
	// TestFiles counts them. It tells the variant of a package that has its tests
	// from the one that others import.
	TestFiles int
	Findings  []report.Finding // suppressed ones and unknowns included
	Program   *graph.Program
	Policies  []*policy.Rule // stated in it and in the packages that it imports
	Data      *verify.Uses   // what becomes of annotations; nil if nothing follows data
	Seen      []report.Seen  // places that may belong to an agent, read or not
	// Values is what the package does with values, nil if the driver does not tell.
	Values *valueflow.Graph
	// Functions is what its functions do to data, nil if nothing follows data.
	Functions *ssaflow.Kept
	// Capabilities is what its functions do to the world, nil if the driver does not tell.
	Capabilities *capability.Kept
	// Arguments is what its functions take of the arguments of tools, nil if the driver does not tell.
	Arguments *arguments.Kept
	// Settings is which settings limit something, and what becomes of them, nil if the driver does not tell.
	Settings *settings.Kept
	// Grants are the directives of the package that grant something to its agents.
	Grants []verify.PackageGrant
	// Notes are its directives on functions, types and pieces of code.
	Notes []annotation.Note
	// Texts is what the package tells models.
	Texts []Text
	// Ignores are the directives of the package that silence findings.
	Ignores []directive.Directive
	// Trusted are those of it and of the packages that it imports that take findings away because they are believed.
	Trusted []report.Trust
}

// A Module is what packages say together.
type Module struct {
	Packages []*Package // sorted by path
	Program  *graph.Program

	done   completions
	loops  []loops.Agent // agents without a framework, which no package shows alone
	rounds []loops.Agent // the same, with those that a package shows
	shown  []loops.Agent // which a package shows
	// halves are where a package has seen a part of one of them.
	halves map[graph.Pos]bool
	// sight is all packages that there are: those that nobody named, too.
	sight []*Package
	// reported: what the others find is reported, too, as it is of the packages that a command imports under go vet.
	reported bool
	// unfound says why there may be more of them, open where there may be some.
	unfound  []graph.Unknown
	open     []loops.Unread
	inferred map[*graph.Tool]bool         // of which it is known what their code needs, as far as it goes
	steps    map[string][]graph.Need      // what functions need that steps run, by identity
	hooks    map[string][]graph.Need      // what functions need that run beside agents, by identity
	makers   map[string][]graph.Need      // what functions need that make agents, beside these and what they run
	beside   map[string][]graph.Need      // what functions with loops of agents need beside their tools, by identity
	calls    loops.Calls                  // see ownCallees; nil until somebody asks
	foreign  loops.Calls                  // likewise, of functions of libraries: see callees
	carries  bool                         // calls of models are only moved: see loops.Find
	byFile   map[string][]*valueflow.Func // see around; nil until somebody asks
}

// Join puts together what packages say. Imported are packages of the same modules that
// nobody named and that these import: values go through them, too. The program shares
// workflows, agents and tools with the packages, which stay as they are but for what is
// inferred of tools.
func Join(packages []*Package, imported ...*Package) *Module {
	m := &Module{Packages: slices.Clone(packages), done: completed(packages)}
	slices.SortStableFunc(m.Packages, byPath)
	m.Program = join(m.Packages, m.done)
	m.addLoops(imported)
	m.infer()
	return m
}

func byPath(a, b *Package) int { return cmp.Compare(a.Path, b.Path) }

// Scope counts what the module has. Tests that are a package of their own count with
// the package that they test.
func (m *Module) Scope() report.Scope {
	packages := make(map[string]bool)
	for _, p := range m.Packages {
		packages[strings.TrimSuffix(p.Path, "_test")] = true
	}
	return report.Scope{
		Workflows: len(m.Program.Workflows),
		Agents:    len(m.Program.Agents),
		Tools:     len(m.Program.Tools),
		Packages:  len(packages),
	}
}

// Tools returns the tools of the program as agents and steps hold them, with the
// gates in front of them there, also those that packages outside the module make;
// and those that nothing holds as they are made.
func (m *Module) Tools() []*graph.Tool {
	return uniqueTools(m.Program.HeldTools())
}

// Trusted returns the directives that take findings away because they are believed, of m and of what it imports, sorted.
func (m *Module) Trusted() (list []report.Trust) {
	for _, p := range m.Packages {
		list = append(list, p.Trusted...)
	}
	slices.SortFunc(list, report.CompareTrust)
	return slices.Compact(list)
}

// workflows returns the workflows of all packages, each with the package that builds
// it.
func (m *Module) workflows() []verify.Owned {
	var list []verify.Owned
	for _, p := range m.Packages {
		for _, w := range p.Program.Workflows {
			if !m.done.workflow(w) {
				list = append(list, verify.Owned{Workflow: w, Package: p.Path})
			}
		}
	}
	return unique(list,
		func(o verify.Owned) (graph.Pos, string) { return o.Workflow.Pos, o.Workflow.Name },
		func(o verify.Owned) *graph.Program {
			return &graph.Program{Workflows: []*graph.Workflow{o.Workflow}}
		})
}
