// Package capability is the analyzer that reads what functions may do to the world, for the
// stage that sees the module: see package taint/capability.
package capability

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint/capability"
)

// Analyzer reads packages. Its result is a *capability.Kept, nil for the package of a
// dependency: what its functions need is a fact.
var Analyzer = &analysis.Analyzer{
	Name:       "capabilities",
	Doc:        "read what functions may do to files, networks, databases and other programs\n\nDrivers that see a whole module say of its tools what they may do; this analyzer reports nothing.",
	URL:        "https://pkg.go.dev/github.com/agentvet/agentvet/analyzers/internal/capability",
	Run:        run,
	Requires:   []*analysis.Analyzer{buildssa.Analyzer},
	ResultType: reflect.TypeFor[*capability.Kept](),
	FactTypes:  []analysis.Fact{new(needs)},
}

// needs is what the functions of a dependency need. A package without this fact is one of the
// module, or was not read.
type needs struct{ Data []byte }

func (*needs) AFact() {}

func (n *needs) String() string { return fmt.Sprintf("needs(%d bytes)", len(n.Data)) }

func run(pass *analysis.Pass) (any, error) {
	var none *capability.Kept
	if len(pass.Files) == 0 || library.IsStandard(pass.Pkg.Path()) {
		return none, nil // rows speak for the standard library
	}
	return protect(pass), nil
}

// protect reads a package. A panic is a defect of agentvet, yet a pass that fails takes down
// the analysis of everything that imports the package: the package is unread instead.
func protect(pass *analysis.Pass) (kept *capability.Kept) {
	defer func() {
		if r := recover(); r != nil {
			kept = &capability.Kept{Package: pass.Pkg.Path(), Failed: true}
		}
	}()
	own := pass.Module == nil || pass.Module.Version == ""
	built := pass.ResultOf[buildssa.Analyzer].(*buildssa.SSA)
	funcs := capability.Read(&capability.Input{
		Fset: pass.Fset, Pkg: built.Pkg, Table: library.All(), Own: own, Funcs: functions(pass, built),
	})
	known := newImported(pass)
	if own {
		return capability.Keep(pass.Pkg.Path(), funcs, known.of)
	}
	export(pass, funcs, known)
	return nil
}

// functions returns the functions of a package, those of initialisers too, without tests.
func functions(pass *analysis.Pass, built *buildssa.SSA) []*ssa.Function {
	fns := slices.Clone(built.SrcFuncs)
	if init := built.Pkg.Func("init"); init != nil {
		fns = append(fns, literals(init)...)
	}
	return slices.DeleteFunc(fns, func(fn *ssa.Function) bool {
		return strings.HasSuffix(pass.Fset.Position(fn.Pos()).Filename, "_test.go")
	})
}

// literals returns a function and the literals in it.
func literals(fn *ssa.Function) []*ssa.Function {
	out := []*ssa.Function{fn}
	for _, anon := range fn.AnonFuncs {
		out = append(out, literals(anon)...)
	}
	return out
}

// export makes what the functions of a dependency need a fact. Without it, the package is one that
// nobody has read.
func export(pass *analysis.Pass, funcs []*capability.Func, known *imported) {
	sums := capability.Solve(&capability.Program{Funcs: funcs, Table: library.All(), Import: func(id string) (*capability.Summary, bool) {
		path := funcid.Package(id)
		sums, read := known.of(path)
		return sums[id], read || path == pass.Pkg.Path()
	}})
	if data, err := capability.Encode(capability.Exported(sums)); err == nil {
		pass.ExportPackageFact(&needs{data})
	}
}

// imported is what facts say of other packages.
type imported struct {
	data map[string][]byte
	read map[string]map[string]*capability.Summary
}

func newImported(pass *analysis.Pass) *imported {
	im := &imported{make(map[string][]byte), make(map[string]map[string]*capability.Summary)}
	for _, f := range pass.AllPackageFacts() {
		if n, ok := f.Fact.(*needs); ok && f.Package != pass.Pkg {
			im.data[f.Package.Path()] = n.Data
		}
	}
	return im
}

// of returns what the functions of a dependency need, by identity, and whether it was read.
func (im *imported) of(path string) (map[string]*capability.Summary, bool) {
	if sums, ok := im.read[path]; ok {
		return sums, sums != nil
	}
	data, ok := im.data[path]
	if !ok {
		return nil, false
	}
	sums, err := capability.Decode(data)
	if err != nil {
		sums = nil
	}
	im.read[path] = sums
	return sums, sums != nil
}
