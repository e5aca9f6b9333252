package workflow

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/extract"

	"github.com/agentvet/agentvet/extract/adk"
	"github.com/agentvet/agentvet/extract/agentframework"
	"github.com/agentvet/agentvet/extract/blades"
	"github.com/agentvet/agentvet/extract/cliagents"
	"github.com/agentvet/agentvet/extract/eino"
	"github.com/agentvet/agentvet/extract/fantasy"
	"github.com/agentvet/agentvet/extract/genkit"
	"github.com/agentvet/agentvet/extract/ingenimax"
	"github.com/agentvet/agentvet/extract/langchaingo"
	"github.com/agentvet/agentvet/extract/langgraphgo"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/extract/mcp"
	"github.com/agentvet/agentvet/extract/openaiagents"
	"github.com/agentvet/agentvet/extract/plain"
	"github.com/agentvet/agentvet/extract/pocketflow"
	"github.com/agentvet/agentvet/extract/swarmgo"
	"github.com/agentvet/agentvet/extract/temporalio"
	"github.com/agentvet/agentvet/extract/toolrunner"
	"github.com/agentvet/agentvet/extract/trpcagent"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/defect"
	"github.com/agentvet/agentvet/internal/lazyssa"
	"github.com/agentvet/agentvet/internal/recipe"
)

// Analyzer recovers workflows. Its result is a *graph.Program.
var Analyzer = New(Frameworks())

// New returns an analyzer that knows the given frameworks, and no others. Facts do not say
// which: a driver has one such analyzer.
func New(frameworks []*extract.Framework) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "workflow",
		Doc:        "recover the workflows, agents and tools that a package builds\n\nThe result is used by the other analyzers of agentvet; this one reports nothing.",
		URL:        "https://pkg.go.dev/github.com/agentvet/agentvet/analyzers/workflow",
		Run:        func(pass *analysis.Pass) (any, error) { return run(pass, frameworks) },
		Requires:   []*analysis.Analyzer{lazyssa.Analyzer, Annotations},
		ResultType: reflect.TypeFor[*graph.Program](),
		FactTypes:  []analysis.Fact{new(exports)},
	}
}

// Frameworks returns the frameworks that extraction knows.
func Frameworks() []*extract.Framework {
	return []*extract.Framework{
		eino.Framework(), adk.Framework(), langgraphgo.Framework(), mcp.Framework(),
		genkit.Framework(), openaiagents.Framework(), langchaingo.Framework(), toolrunner.Framework(),
		trpcagent.Framework(), pocketflow.Framework(), fantasy.Framework(), blades.Framework(),
		ingenimax.Framework(), temporalio.Framework(), cliagents.Copilot(), cliagents.Claude(),
		agentframework.Framework(), swarmgo.Framework(),
		plain.Framework(),
	}
}

// exports is the fact that carries the recipes of a package to its importers.
type exports struct {
	Data []byte
	// Library: the package builds nothing, and neither do its imports. Importers
	// read Data when they ask for something in it, or, if Starts, before they
	// initialise their own package.
	Library, Starts bool
	// Sets: functions of a Library set variables of other packages.
	Sets bool
	// Own: the package belongs to the module under analysis.
	Own bool
}

func (*exports) AFact() {}

// String says how much there is, not what: tests look at results.
func (e *exports) String() string { return fmt.Sprintf("exports(%d bytes)", len(e.Data)) }

func run(pass *analysis.Pass, frameworks []*extract.Framework) (any, error) {
	empty := &graph.Program{}
	if len(pass.Files) == 0 || library.IsStandard(pass.Pkg.Path()) { // which builds no agents
		return empty, nil
	}
	in := &extract.Input{
		Fset: pass.Fset, Files: pass.Files, Pkg: pass.Pkg,
		SSA:         lazyssa.Of(pass).Pkg,
		Annotations: pass.ResultOf[Annotations].(*Annotated).Set,
		Frameworks:  frameworks,
		Own:         pass.Module != nil && pass.Module.Version == "",
	}
	setImports(in, pass)
	res, err := protect(in)
	if err != nil {
		return &graph.Program{Unknowns: []graph.Unknown{{
			Node: graph.None, Reason: reason.Of(reason.Failure, err.Error()), Pos: graph.Pos{File: pass.Fset.Position(pass.Files[0].Package).Filename},
		}}}, nil
	}
	if res.Export != nil {
		if data, err := res.Export.Encode(); err == nil {
			pass.ExportPackageFact(&exports{
				Data: data, Library: res.Library, Starts: len(res.Export.Starts) > 0, Sets: res.Export.SetsOthers(pass.Pkg.Path()), Own: in.Own,
			})
		}
	}
	if in.Own {
		started := cliagents.Started(pass.Fset, pass.TypesInfo, pass.Pkg, slices.DeleteFunc(slices.Clone(pass.Files), func(f *ast.File) bool {
			return strings.HasSuffix(pass.Fset.File(f.FileStart).Name(), "_test.go")
		}))
		res.Program.Agents = append(res.Program.Agents, started...)
		res.Program.Workflows = append(res.Program.Workflows, cliagents.Workflows(started)...)
	}
	return res.Program, nil
}

// protect runs extraction. A panic is a defect of agentvet, yet a pass that
// fails takes down the analysis of everything that imports the package: it
// becomes an unknown instead, which no verdict overlooks.
func protect(in *extract.Input) (res *extract.Result, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.New(defect.Text(r))
		}
	}()
	return extract.Run(in), nil
}

// setImports gives in what the imports export. Facts come in no fixed order; what
// the order of imports leaves open is sorted by path.
func setImports(in *extract.Input, pass *analysis.Pass) {
	facts := make(map[string]*exports)
	var paths []string
	for _, f := range pass.AllPackageFacts() {
		if e, ok := f.Fact.(*exports); ok && f.Package != pass.Pkg {
			facts[f.Package.Path()] = e
			paths = append(paths, f.Package.Path())
		}
	}
	slices.Sort(paths)
	for _, path := range inOrder(pass.Pkg, paths) {
		e := facts[path]
		if !e.Library {
			if p, err := recipe.Decode(e.Data); err == nil {
				in.Imports = append(in.Imports, p)
			}
			continue
		}
		if e.Starts {
			in.Starting = append(in.Starting, path)
		}
		if e.Sets {
			in.Setting = append(in.Setting, path)
		}
	}
	in.Foreign = func(path string) bool {
		if e := facts[path]; e != nil {
			return !e.Own
		}
		return path != pass.Pkg.Path() && !inModule(pass.Module, path) // one that is imported indirectly has no fact
	}
	in.Library = func(path string) *recipe.Package {
		e := facts[path]
		if e == nil || !e.Library {
			return nil
		}
		p, err := recipe.Decode(e.Data)
		if err != nil {
			return nil
		}
		return p
	}
}

// inModule reports whether a package belongs to a module, by its path.
func inModule(m *analysis.Module, path string) bool {
	return m != nil && m.Path != "" && (path == m.Path || strings.HasPrefix(path, m.Path+"/"))
}

// inOrder returns paths in the order in which Go initialises the packages: each
// after those that it imports.
func inOrder(pkg *types.Package, paths []string) []string {
	out := make([]string, 0, len(paths))
	seen := make(map[string]bool)
	var visit func(p *types.Package)
	visit = func(p *types.Package) {
		if seen[p.Path()] {
			return
		}
		seen[p.Path()] = true
		imports := slices.SortedFunc(slices.Values(p.Imports()), func(a, b *types.Package) int { return strings.Compare(a.Path(), b.Path()) })
		for _, imp := range imports {
			visit(imp)
		}
		if _, found := slices.BinarySearch(paths, p.Path()); found {
			out = append(out, p.Path())
		}
	}
	visit(pkg)
	for _, path := range paths {
		if !seen[path] {
			out = append(out, path)
		}
	}
	return out
}
