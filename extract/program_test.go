package extract

// This file runs extraction on the programs of testdata/programs, which build
// with an artificial framework, and compares what the interpreter recorded.

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/golden"
	"github.com/agentvet/agentvet/internal/recipe"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
	"golang.org/x/tools/txtar"
)

// TestPrograms: each archive of testdata/programs is a module, example.com/app,
// whose directories are packages, and the file want: what the framework's
// objects are when all packages are extracted, in the order of their imports.
// The comment above says what the program shows.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "programs", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := strings.TrimSpace(extractArchive(t, ar)) + "\n"
			golden.CompareMember(t, file, ar, "want", got)
		})
	}
}

func lines(s string) []string { return strings.Split(s, "\n") }

// modulePath is the module that archives are.
const modulePath = "example.com/app"

// extractArchive extracts from each package of an archive and returns what its
// objects are.
func extractArchive(t testing.TB, ar *txtar.Archive) string {
	t.Helper()
	w := newWorld(t, ar)
	var b strings.Builder
	for _, p := range w.order() {
		for _, r := range w.extract(p) {
			fmt.Fprintf(&b, "%s\n", r)
		}
	}
	return b.String()
}

// A world holds the packages of one archive, and those of the framework.
type world struct {
	seen    func(*interp.Object) // called with each object, if set
	t       testing.TB
	fset    *token.FileSet
	files   map[string][]*ast.File // by import path
	pkgs    map[string]*types.Package
	exports map[string]export // facts, by import path
}

// An export is a fact as it travels.
type export struct {
	data            []byte
	library, starts bool
	sets            bool
}

func (e export) decode(t testing.TB) *recipe.Package {
	p, err := recipe.Decode(e.data)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// standard imports packages of the standard library, each once for all tests.
var standard = sync.OnceValue(func() types.Importer {
	return importer.ForCompiler(token.NewFileSet(), "gc", nil)
})

func newWorld(t testing.TB, ar *txtar.Archive) *world {
	t.Helper()
	w := &world{
		t: t, fset: token.NewFileSet(), files: make(map[string][]*ast.File),
		pkgs: make(map[string]*types.Package), exports: make(map[string]export),
	}
	fw, err := os.ReadFile(filepath.Join("testdata", "fw", "fw.go"))
	if err != nil {
		t.Fatal(err)
	}
	w.parse("example.com/fw", "fw/fw.go", fw)
	for _, f := range ar.Files {
		if strings.HasSuffix(f.Name, ".go") {
			dir, at := path.Dir(f.Name), modulePath
			if rest, ok := strings.CutPrefix(dir, "module:"); ok { // a module of its own
				at = rest
			} else if dir != "." {
				at += "/" + dir
			}
			w.parse(at, f.Name, f.Data)
		}
	}
	return w
}

func (w *world) parse(at, name string, src []byte) {
	w.t.Helper()
	f, err := parser.ParseFile(w.fset, name, src, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		w.t.Fatal(err)
	}
	w.files[at] = append(w.files[at], f)
}

// Import implements types.Importer.
func (w *world) Import(at string) (*types.Package, error) {
	if w.files[at] == nil {
		return standard().Import(at)
	}
	if p := w.pkgs[at]; p != nil {
		return p, nil
	}
	p, err := (&types.Config{Importer: w}).Check(at, w.fset, w.files[at], nil)
	w.pkgs[at] = p
	return p, err
}

// order returns the packages of the archive, importers after what they import,
// otherwise in the order of their names.
func (w *world) order() []string {
	var out []string
	var visit func(at string)
	visit = func(at string) {
		if slices.Contains(out, at) || w.files[at] == nil {
			return
		}
		for _, imp := range w.imports(at) {
			visit(imp)
		}
		out = append(out, at)
	}
	for _, at := range slices.Sorted(maps.Keys(w.files)) {
		visit(at)
	}
	return out
}

// imports returns what the files of a package import.
func (w *world) imports(at string) []string {
	var out []string
	for _, f := range w.files[at] {
		for _, imp := range f.Imports {
			out = append(out, strings.Trim(imp.Path.Value, `"`))
		}
	}
	return out
}

// extract extracts from a package. Facts pass through their codec.
func (w *world) extract(at string) []string {
	w.t.Helper()
	pkg, _, err := ssautil.BuildPackage(&types.Config{Importer: w}, w.fset, types.NewPackage(at, ""), w.files[at], ssa.BuilderMode(0))
	if err != nil {
		w.t.Fatal(err)
	}
	in := &Input{Fset: w.fset, Files: w.files[at], Pkg: pkg.Pkg, SSA: pkg, Own: within([]string{modulePath}, at)}
	in.Foreign = func(path string) bool { return !within([]string{modulePath}, path) }
	imports := w.imports(at)
	for _, imp := range w.order() {
		if !slices.Contains(imports, imp) {
			continue // go vet hands facts to importers only
		}
		if e, ok := w.exports[imp]; ok && !e.library {
			in.Imports = append(in.Imports, e.decode(w.t))
		} else if ok && e.starts {
			in.Starting = append(in.Starting, imp)
		}
		if e := w.exports[imp]; e.library && e.sets {
			in.Setting = append(in.Setting, imp)
		}
	}
	in.Library = func(path string) *recipe.Package {
		if e, ok := w.exports[path]; ok && e.library && slices.Contains(imports, path) {
			return e.decode(w.t)
		}
		return nil
	}
	var out []string
	in.Frameworks = []*assembly.Framework{{Name: "fw", Table: library.NewTable("fw.txt", fwRows), Assemble: func(a *assembly.Assembly) {
		if a.IsReversed() {
			return // it is compared with what is here already
		}
		out = nil // of an earlier round: see Steadily
		for _, o := range a.Objects {
			if w.seen != nil {
				w.seen(o)
			}
			if a.Owned(o) && !(o.Kind == "tool" && a.Used(o)) {
				out = append(out, describe(a, o))
			}
			a.Close(o, unknowns(o))
		}
	}}}
	res := Run(in)
	for _, pos := range res.Program.Completed {
		out = append(out, fmt.Sprintf("completes %s:%d", filepath.Base(pos.File), pos.Line))
	}
	for _, u := range res.Program.Unknowns {
		out = append(out, fmt.Sprintf("unknown %s: %s", u.Pos, u.Reason))
	}
	if res.Export != nil {
		data, err := res.Export.Encode()
		if err != nil {
			w.t.Fatal(err)
		}
		w.exports[at] = export{data, res.Library, len(res.Export.Starts) > 0, res.Export.SetsOthers(at)}
	}
	return out
}

// unknowns returns what is open about an object, as a framework would say it.
func unknowns(o *interp.Object) []graph.Unknown {
	var out []graph.Unknown
	note := func(args map[string]interp.Value) {
		for _, v := range args {
			for _, alt := range interp.Alternatives(v) {
				if u, ok := interp.Unwrap(alt.V).(*interp.Unknown); ok {
					out = append(out, graph.Unknown{Reason: u.Reason, Param: u.Param})
				}
			}
		}
	}
	note(o.Args)
	for _, op := range o.Ops {
		note(op.Args)
	}
	return out
}

// fwRows are the rows of testdata/fw.
const fwRows = `
root example.com/fw
package .
new NewGraph graph name=0
op Graph.Node node name=0 fn=1
op Graph.Edge edge from=0 to=1
op Graph.Then then name=0 result=recv
op Graph.Run run
op Agent.Run run
new NewTool tool name=0 fn=1
effect Ask human
effect Form.Confirm human
new NewAgent agent name=0.Name model=0.Model tools=0.Tools max=0.MaxSteps debug=0.Debug
`

// describe prints an object: a line for it, and one for each operation.
func describe(a *assembly.Assembly, o *interp.Object) string {
	s := fmt.Sprintf("%s %s:%d%s", o.Kind, filepath.Base(o.At(a).File), o.At(a).Line, args(o.Args)) + when(o.Guard, o.Loop)
	for _, op := range o.Calls() {
		s += "\n\t" + op.Kind + args(op.Args) + when(op.Guard, op.Loop)
	}
	for _, u := range o.Uses {
		s += "\n\tuse " + u.Callee
	}
	if f, ok := interp.Unwrap(o.Arg("fn")).(interp.FuncValue); ok {
		s += cmp.Or(asks(a.MayHave(f, "human"), a.Observe(f).Has("human"), ""), asks(a.MayHave(f, interp.Decider), a.ObserveDeciding(f).Has("human"), " a decider"))
	}
	return s
}

// asks says whether a function may ask a human, or who else it is, and whether it was seen to.
func asks(may, seen bool, whom string) string {
	switch {
	case may && seen:
		return "\n\tasks" + whom
	case may:
		return "\n\tmay ask" + whom
	case seen:
		return "\n\tWRONG: it asks" + whom + ", and cannot"
	}
	return ""
}

func args(m map[string]interp.Value) string {
	s := ""
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if _, unset := m[name].(interp.Zero); !unset {
			s += " " + name + "=" + brief(m[name])
		}
	}
	return s
}

func when(g interp.Guard, loop bool) string {
	s := ""
	if len(g) > 0 {
		s = " if " + g.String()
	}
	if loop {
		s += " (any number)"
	}
	return s
}

// brief prints a value as a reader of expected results wants it.
func brief(v interp.Value) string {
	switch x := interp.Unwrap(v).(type) {
	case interp.Const:
		return x.V.ExactString()
	case interp.Nil, interp.Zero:
		return "nil"
	case interp.FuncValue:
		return path.Base(x.ID)
	case *interp.Object:
		return x.Kind + "(" + brief(x.Arg("name")) + ")"
	case *interp.Unknown:
		return "?(" + x.Reason.String() + ")"
	case interp.Ptr:
		return "&" + brief(interp.Deref(x))
	case interp.Slice, *interp.Array:
		var parts []string
		elems, more := interp.Elems(v)
		for _, e := range elems {
			parts = append(parts, brief(e.V)+when(e.Guard, false))
		}
		if more != nil {
			parts = append(parts, "…("+more.Reason.String()+")")
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case *interp.OneOf:
		var parts []string
		for _, alt := range x.Alts {
			parts = append(parts, brief(alt.V)+when(alt.Guard, false))
		}
		return "{" + strings.Join(parts, " | ") + "}"
	}
	return fmt.Sprintf("%T", cmp.Or(interp.Unwrap(v), v))
}

// TestFlood wants an end, and a word about it, where a loop adds to a builder for
// ever.
func TestFlood(t *testing.T) {
	ar := txtar.Parse([]byte(`-- main.go --
package main

import (
	"fmt"

	"example.com/fw"
)

func main() {
	g := fw.NewGraph("flood")
	for i := 0; ; i++ {
		g.Node(fmt.Sprint(i), nil)
	}
}
`))
	got := extractArchive(t, ar)
	if n := strings.Count(got, "\n"); n > 4010 {
		t.Errorf("%d lines", n)
	}
	if !strings.Contains(got, "unknown") {
		t.Errorf("nothing says that there is more: %s", got[max(0, len(got)-300):])
	}
}
