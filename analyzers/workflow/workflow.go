package workflow

import (
	"fmt"
	"go/build"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"

	"github.com/agentvet/agentvet/extract"

	"github.com/agentvet/agentvet/extract/adk"
	"github.com/agentvet/agentvet/extract/eino"
	"github.com/agentvet/agentvet/extract/langgraphgo"
	"github.com/agentvet/agentvet/extract/mcp"
	"github.com/agentvet/agentvet/extract/plain"
	"github.com/agentvet/agentvet/extract/recipe"
	"github.com/agentvet/agentvet/graph"
)

// Analyzer recovers workflows. Its result is a *graph.Program.
var Analyzer = &analysis.Analyzer{
	Name:       "workflow",
	Doc:        "recover the workflows, agents and tools that a package builds\n\nThe result is used by the other analyzers of agentvet; this one reports nothing.",
	URL:        "https://pkg.go.dev/github.com/agentvet/agentvet/analyzers/workflow",
	Run:        run,
	Requires:   []*analysis.Analyzer{buildssa.Analyzer},
	ResultType: reflect.TypeFor[*graph.Program](),
	FactTypes:  []analysis.Fact{new(exports)},
}

// Frameworks returns the frameworks that extraction knows.
func Frameworks() []*extract.Framework {
	return []*extract.Framework{eino.Framework(), adk.Framework(), langgraphgo.Framework(), mcp.Framework(), plain.Framework()}
}

// exports is the fact that carries the recipes of a package to its importers.
type exports struct{ Data []byte }

func (*exports) AFact() {}

// String says how much there is, not what: tests look at results.
func (e *exports) String() string { return fmt.Sprintf("exports(%d bytes)", len(e.Data)) }

func run(pass *analysis.Pass) (any, error) {
	empty := &graph.Program{}
	if isStandard(pass) {
		return empty, nil
	}
	in := &extract.Input{
		Fset: pass.Fset, Files: pass.Files, Pkg: pass.Pkg,
		SSA:        pass.ResultOf[buildssa.Analyzer].(*buildssa.SSA).Pkg,
		Imports:    imports(pass),
		Frameworks: Frameworks(),
	}
	res, err := protect(in)
	if err != nil {
		return &graph.Program{Unknowns: []graph.Unknown{{
			Node: graph.None, Reason: err.Error(), Pos: graph.Pos{File: pass.Fset.Position(pass.Files[0].Package).Filename},
		}}}, nil
	}
	if res.Export != nil {
		if data, err := res.Export.Encode(); err == nil {
			pass.ExportPackageFact(&exports{data})
		}
	}
	return res.Program, nil
}

// protect runs extraction. A panic is a defect of agentvet, yet a pass that
// fails takes down the analysis of everything that imports the package: it
// becomes an unknown instead, which no verdict overlooks.
func protect(in *extract.Input) (res *extract.Result, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("agentvet failed on this package: %v", r)
		}
	}()
	return extract.Run(in), nil
}

// imports returns the recipes of the direct imports. Facts come in no fixed
// order, so they are sorted by package path.
func imports(pass *analysis.Pass) []*recipe.Package {
	facts := pass.AllPackageFacts()
	slices.SortFunc(facts, func(a, b analysis.PackageFact) int { return strings.Compare(a.Package.Path(), b.Package.Path()) })
	var out []*recipe.Package
	for _, f := range facts {
		e, ok := f.Fact.(*exports)
		if !ok || f.Package == pass.Pkg {
			continue
		}
		if p, err := recipe.Decode(e.Data); err == nil {
			out = append(out, p)
		}
	}
	return out
}

// isStandard reports whether the package is part of the Go distribution, which
// builds no agents.
func isStandard(pass *analysis.Pass) bool {
	if len(pass.Files) == 0 {
		return true
	}
	file := pass.Fset.Position(pass.Files[0].Package).Filename
	src := filepath.Join(build.Default.GOROOT, "src") + string(filepath.Separator)
	return build.Default.GOROOT != "" && strings.HasPrefix(file, src)
}
