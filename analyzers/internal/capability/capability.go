// Package capability is the analyzer that reads what functions may do to the world, for the
// stage that sees the module: see package taint/capability.
package capability

import (
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/lazyssa"
	"github.com/agentvet/agentvet/taint/capability"
)

// Analyzer reads packages. Its result is a *capability.Kept, nil for the package of a
// dependency: what its functions need is a fact.
var Analyzer = &analysis.Analyzer{
	Name:       "capabilities",
	Doc:        "read what functions may do to files, networks, databases and other programs\n\nDrivers that see a whole module say of its tools what they may do; this analyzer reports nothing.",
	URL:        "https://pkg.go.dev/github.com/agentvet/agentvet/analyzers/internal/capability",
	Run:        run,
	Requires:   []*analysis.Analyzer{lazyssa.Analyzer},
	ResultType: reflect.TypeFor[*capability.Kept](),
	FactTypes:  []analysis.Fact{new(needs), new(methods)},
}

// needs is what the functions of a package need, but for methods of exported types. Drivers show facts
// of packages for direct imports only.
type needs struct {
	Data []byte
	// Unread are the packages of the module, and those that could not be read, among the package
	// and all that it imports: facts say nothing of their functions.
	Unread []string
}

func (*needs) AFact() {}

func (n *needs) String() string { return fmt.Sprintf("needs(%d bytes)", len(n.Data)) }

// methods is what the methods of an exported type need. Drivers show facts of types also where their
// package is not imported: a method of another package's result is called there.
type methods struct{ Data []byte }

func (*methods) AFact() {}

func (m *methods) String() string { return fmt.Sprintf("methods(%d bytes)", len(m.Data)) }

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
	built := lazyssa.Of(pass)
	funcs := capability.Read(&capability.Input{
		Fset: pass.Fset, Pkg: built.Pkg, Table: library.All(), Own: own, Funcs: functions(pass, built),
		NonGo: slices.ContainsFunc(pass.OtherFiles, func(file string) bool {
			return strings.HasSuffix(strings.ToLower(file), ".s") && !strings.HasSuffix(file, capability.UnreadAssembly)
		}),
	})
	known := newImported(pass)
	if own {
		known.unread[pass.Pkg.Path()] = true
		pass.ExportPackageFact(&needs{Unread: known.unreadList()})
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

// export makes what the functions of a dependency need facts. Without them, the package is one that
// nobody has read.
func export(pass *analysis.Pass, funcs []*capability.Func, known *imported) {
	sums := capability.Exported(capability.Solve(&capability.Program{Funcs: funcs, Table: library.All(), Import: func(id string) (*capability.Summary, bool) {
		if funcid.Package(id) == pass.Pkg.Path() {
			return nil, true
		}
		return known.of(id)
	}}))
	byType := make(map[types.Object]map[string]*capability.Summary)
	for id, sum := range sums {
		typ := exportedType(pass.Pkg, id)
		if typ == nil {
			continue
		}
		if byType[typ] == nil {
			byType[typ] = make(map[string]*capability.Summary)
		}
		byType[typ][id] = sum
		delete(sums, id)
	}
	data, err := capability.Encode(sums)
	if err != nil {
		return
	}
	for typ, of := range byType {
		data, err := capability.Encode(of)
		if err != nil {
			return
		}
		pass.ExportObjectFact(typ, &methods{data})
	}
	pass.ExportPackageFact(&needs{data, known.unreadList()})
}

// exportedType returns the exported type of a package of which a function is a method, nil for others.
func exportedType(pkg *types.Package, id string) types.Object {
	name, ok := receiver(id)
	if !ok || funcid.Package(id) != pkg.Path() {
		return nil
	}
	obj, _ := pkg.Scope().Lookup(name).(*types.TypeName)
	if obj == nil || !obj.Exported() || obj.IsAlias() {
		return nil
	}
	return obj
}

// receiver returns the name of the type of which a function is a method.
func receiver(id string) (string, bool) {
	key := strings.TrimPrefix(funcid.Key(id), funcid.Package(id)+".")
	name, _, ok := strings.Cut(key, ".")
	return name, ok && strings.HasPrefix(id, "(")
}

// imported is what facts say of other packages.
type imported struct {
	direct map[string][]byte                         // by package, what needs says
	types  map[string][]byte                         // by package and type, what methods says
	unread map[string]bool                           // packages
	read   map[string]map[string]*capability.Summary // of either
}

func newImported(pass *analysis.Pass) *imported {
	im := &imported{make(map[string][]byte), make(map[string][]byte), make(map[string]bool), make(map[string]map[string]*capability.Summary)}
	for _, f := range pass.AllPackageFacts() {
		if n, ok := f.Fact.(*needs); ok && f.Package != pass.Pkg {
			im.direct[f.Package.Path()] = n.Data
			for _, path := range n.Unread {
				im.unread[path] = true
			}
		}
	}
	for _, f := range pass.AllObjectFacts() {
		if m, ok := f.Fact.(*methods); ok && f.Object.Pkg() != pass.Pkg {
			im.types[f.Object.Pkg().Path()+"."+f.Object.Name()] = m.Data
		}
	}
	for _, p := range pass.Pkg.Imports() {
		if _, ok := im.direct[p.Path()]; !ok && !library.IsStandard(p.Path()) {
			im.unread[p.Path()] = true
		}
	}
	return im
}

// unreadList returns the packages of which facts say nothing, sorted.
func (im *imported) unreadList() []string { return slices.Sorted(maps.Keys(im.unread)) }

// of returns what is said of a function of a dependency, nil if that needs nothing, and whether it was
// read: not one of the module, nor one that only its package's fact tells and that is not imported.
func (im *imported) of(id string) (*capability.Summary, bool) {
	path := funcid.Package(id)
	if im.unread[path] {
		return nil, false
	}
	typ, isMethod := receiver(id)
	if isMethod && token.IsExported(typ) {
		sums, ok := im.decoded(path+"."+typ, im.types)
		return sums[id], ok
	}
	if _, ok := im.direct[path]; !ok {
		return nil, false
	}
	sums, ok := im.decoded(path, im.direct)
	return sums[id], ok
}

// decoded returns what data says under a key; false if it cannot be read.
func (im *imported) decoded(key string, data map[string][]byte) (map[string]*capability.Summary, bool) {
	if sums, ok := im.read[key]; ok {
		return sums, sums != nil
	}
	sums := make(map[string]*capability.Summary)
	if d, ok := data[key]; ok {
		var err error
		if sums, err = capability.Decode(d); err != nil {
			sums = nil
		}
	}
	im.read[key] = sums
	return sums, sums != nil
}
