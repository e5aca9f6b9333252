package capability_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/authority"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/golden"
	"github.com/agentvet/agentvet/taint/capability"
)

// read returns the functions of a program of one file in testdata.
func read(t *testing.T, name string, own bool) []*capability.Func {
	t.Helper()
	fset := token.NewFileSet()
	path := filepath.Join("testdata", name, name+".go")
	file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	pkg, info, err := ssautil.BuildPackage(&types.Config{Importer: importer.Default()}, fset, types.NewPackage("example.com/"+name, name), []*ast.File{file}, 0)
	if err != nil {
		t.Fatal(err)
	}
	var fns []*ssa.Function
	var add func(*ssa.Function)
	add = func(fn *ssa.Function) {
		fns = append(fns, fn)
		for _, anon := range fn.AnonFuncs {
			add(anon)
		}
	}
	add(pkg.Func("init"))
	for _, obj := range info.Defs {
		if fn, ok := obj.(*types.Func); ok {
			if body := pkg.Prog.FuncValue(fn); body != nil {
				add(body)
			}
		}
	}
	slices.SortFunc(fns, func(a, b *ssa.Function) int { return strings.Compare(funcid.Of(a), funcid.Of(b)) })
	return capability.Read(&capability.Input{Fset: fset, Pkg: pkg, Table: library.All(), Funcs: fns, Own: own, NonGo: true})
}

// text prints what is said of functions.
func text(sums map[string]*capability.Summary) string {
	var b strings.Builder
	short := func(s string) string {
		return strings.ReplaceAll(strings.ReplaceAll(s, "example.com/calls.", ""), "\x00", ", ")
	}
	path := func(loose bool, hops []capability.Hop) {
		if loose {
			b.WriteString(" maybe")
		}
		for _, h := range hops {
			fmt.Fprintf(&b, " > %d: %s", h.Pos.Line, short(h.Func))
		}
		b.WriteByte('\n')
	}
	for _, id := range slices.Sorted(maps.Keys(sums)) {
		s := sums[id]
		fmt.Fprintln(&b, short(id))
		for _, u := range s.Uses {
			fmt.Fprintf(&b, "    %s", u.Name)
			path(u.Loose, u.Path)
		}
		for _, o := range s.Opens {
			fmt.Fprintf(&b, "    rows of %s for parameter %d", o.Key, o.Param)
			path(o.Loose, o.Path)
		}
		for _, r := range s.Runs {
			fmt.Fprintf(&b, "    runs parameter %d\n", r.Param)
		}
	}
	return b.String()
}

// TestCalls: what is said of the functions of a library, which nobody else completes.
func TestCalls(t *testing.T) {
	sums := capability.Solve(&capability.Program{Funcs: read(t, "calls", false), Table: library.All(), Import: func(id string) (*capability.Summary, bool) {
		return nil, funcid.Package(id) == "example.com/calls"
	}})
	golden.Compare(t, filepath.Join("testdata", "calls", "want.txt"), text(sums))
}

// TestRemovals: who chooses the file that is taken away or written.
func TestRemovals(t *testing.T) {
	kept := capability.Keep("example.com/removals", read(t, "removals", true), func(string) (*capability.Summary, bool) { return nil, true })
	tested := make(map[string]int)
	var ids []string
	for _, f := range kept.Funcs {
		ids = append(ids, f.ID)
	}
	uses := capability.Join([]*capability.Kept{kept}).Of(ids, library.All(), func(graph.Pos) []string { return nil })
	for _, id := range ids {
		name := funcid.Name(id)
		if i := strings.LastIndexByte(id, '$'); i >= 0 {
			name = funcid.Name(id[:i]) + "$"
		}
		got := "own"
		for _, u := range uses[id] {
			switch {
			case !authority.Changes(u.Name), strings.HasPrefix(name, "own") && u.Name == "fs.write": // it writes, and takes away what it wrote
			case u.Fixed:
				got = "fixed"
			case u.Name == authority.Record:
				got = "record"
			case u.Name == authority.Undo:
				got = "undone"
			case strings.HasPrefix(name, "undone") && u.Name == "fs.write": // it has written what it takes away
			default:
				got = "any"
			}
		}
		for _, want := range []string{"fixed", "chosen", "record", "undone", "any", "own"} {
			if strings.HasPrefix(name, want) && !strings.HasSuffix(name, "$") || name == "fixedLiteral$" && want == "fixed" {
				tested[want]++
				if got != want && (want != "chosen" || got != "record" && got != "any") {
					t.Errorf("%s: %s", id, got)
				}
			}
		}
	}
	if tested["fixed"] < 5 || tested["chosen"] < 10 || tested["record"] < 2 || tested["any"] < 3 || tested["own"] < 2 || tested["undone"] < 3 {
		t.Errorf("found %v", tested)
	}
}

// TestHanded: what the standard library calls back, of functions in maps and of what functions of the package return.
func TestHanded(t *testing.T) {
	kept := capability.Keep("example.com/handed", read(t, "handed", true), func(string) (*capability.Summary, bool) { return nil, true })
	var ids []string
	for _, f := range kept.Funcs {
		ids = append(ids, f.ID)
	}
	uses := capability.Join([]*capability.Kept{kept}).Of(ids, library.All(), func(graph.Pos) []string { return nil })
	wants := map[string]string{"reads": "fs.read", "deletes": "fs.delete", "unknown": authority.Unknown, "nothing": ""}
	tested := make(map[string]int)
	for _, name := range []string{"readsByLiteral", "deletesByVariable", "readsByAssignment", "unknownOfCallers", "nothingInData", "deletesByReturned", "readsByReturned"} {
		verb, _, _ := strings.Cut(name, "By")
		verb, _, _ = strings.Cut(verb, "Of")
		verb, _, _ = strings.Cut(verb, "In")
		var got []string
		for _, u := range uses["example.com/handed."+name] {
			got = append(got, u.Name)
		}
		tested[verb]++
		if want := wants[verb]; strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if len(tested) != len(wants) {
		t.Errorf("tested %v", tested)
	}
}

// TestListed: what tables of constants tell of statements and methods, by the first word of a function's name.
func TestListed(t *testing.T) {
	kept := capability.Keep("example.com/listed", read(t, "listed", true), func(string) (*capability.Summary, bool) { return nil, true })
	var ids []string
	for _, f := range kept.Funcs {
		ids = append(ids, f.ID)
	}
	uses := capability.Join([]*capability.Kept{kept}).Of(ids, library.All(), func(graph.Pos) []string { return nil })
	wants := map[string]string{
		"reads": "db.read", "deletes": "db.delete", "cleans": "db.delete db.write", "anything": "db", "nothing": "",
		"gets": "net.read", "removes": "net.delete", "talks": "net", "either": "net.delete net.read", "native": "native",
	}
	tested := make(map[string]int)
	for _, id := range ids {
		name := funcid.Name(id)
		verb := name
		if i := strings.IndexFunc(name, unicode.IsUpper); i > 0 {
			verb = name[:i]
		}
		want, ok := wants[verb]
		if !ok {
			continue
		}
		var got []string
		for _, u := range uses[id] {
			got = append(got, u.Name)
		}
		tested[verb]++
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	for verb := range wants {
		if tested[verb] == 0 && verb != "nothing" { // of which nothing is kept
			t.Errorf("no function %s was tested", verb)
		}
	}
}

// TestNames: the vocabulary has what the rows say, sorted, and no more.
func TestNames(t *testing.T) {
	said := map[string]bool{authority.Cgo: true, authority.Native: true, authority.Record: true, authority.Undo: true, authority.Unsafe: true, authority.Unknown: true}
	for _, r := range library.All().EffectRows() {
		for _, c := range r.Capabilities {
			name, _, _ := strings.Cut(c, ".{")
			said[name] = true
		}
	}
	delete(said, "exec.go") // the name of a program
	var names []string
	for _, n := range authority.Names {
		names = append(names, n.Name)
	}
	if want := slices.Sorted(maps.Keys(said)); !slices.Equal(names, want) {
		t.Errorf("Names are %q, rows have %q", names, want)
	}
}

// TestArguments: the rows of one function ask for one argument, on which summaries rely.
func TestArguments(t *testing.T) {
	asked := make(map[string]int)
	for _, r := range library.All().EffectRows() {
		n := r.Argument()
		if old, ok := asked[r.Key()]; ok && n >= 0 && old != n {
			t.Errorf("%s: %s has rows on argument %d, too", r.Pos, r.Key(), old)
		}
		if n >= 0 {
			asked[r.Key()] = n
		}
	}
}

func TestCovers(t *testing.T) {
	for _, c := range []struct {
		one, other string
		want       bool
	}{{"fs", "fs.read", true}, {"fs.read", "fs", false}, {"fs", "fs", true}, {"f", "fs", false}, {"*", "net", true}, {"net", "netx.a", false}} {
		if got := authority.Covers(c.one, c.other); got != c.want {
			t.Errorf("Covers(%q, %q) = %t", c.one, c.other, got)
		}
	}
}
