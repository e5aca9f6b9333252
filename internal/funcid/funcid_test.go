package funcid_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
)

const program = `package desk

type Agent struct{ name string }

func (a *Agent) Ask() func() string { return func() string { return a.name } }
func (a Agent) Name() string        { return a.name }

type Desk struct{ Agent }

type Set[K comparable] struct{ m map[K]bool }

func (s *Set[E]) Has(e E) bool { return func() bool { return s.m[e] }() }

type Namer interface{ Name() string }

func One[T any](v T) T { return func() T { return v }() }

func init() {}
func init() { func() {}() }

var start = func() int { return 1 }()

func Use(a *Agent, d Desk, n Namer) []any {
	s := &Set[int]{}
	var viaWrapper Namer = &d
	return []any{a.Ask, a.Name, n.Name, d.Name, Agent.Name, (*Agent).Name, Desk.Name, s.Has, s.Has(1), One(2), One("x"), viaWrapper, Namer(a)}
}
`

// build returns the package of the text, and its functions.
func build(t *testing.T, path, text string) (*types.Package, map[*ssa.Function]bool) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "desk.go", text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{}, fset, types.NewPackage(path, "desk"), []*ast.File{file}, ssa.InstantiateGenerics)
	if err != nil {
		t.Fatal(err)
	}
	return pkg.Pkg, ssautil.AllFunctions(pkg.Prog)
}

// TestOf: each function of a program, by identity; functions with one identity are the
// instances of one generic function.
func TestOf(t *testing.T) {
	pkg, fns := build(t, "gopkg.in/desk.v2", program)
	packages := map[string]*types.Package{pkg.Path(): pkg}
	got := make(map[string][]string)
	for fn := range fns {
		id := funcid.Of(fn)
		found := "-"
		if obj := funcid.Find(packages, funcid.Source(id)); obj != nil {
			found = funcid.OfObject(obj)
		}
		got[id] = []string{funcid.Package(id), funcid.Key(id), funcid.Name(id), found}
		if obj := funcid.Declared(fn); obj != nil && obj.Name() != "init" && (funcid.OfObject(obj) != id || found != id || library.KeyOf(obj) != funcid.Key(id)) {
			t.Errorf("%s: declared as %s, found as %s, rows have %s", id, funcid.OfObject(obj), found, library.KeyOf(obj))
		}
	}
	const p = "gopkg.in/desk.v2"
	want := map[string][]string{
		p + ".init":                       {p, p + ".init", "init", "-"},
		p + ".init$1":                     {p, p + ".init$1", "init$1", "-"},
		p + ".init#1":                     {p, p + ".init#1", "init#1", "-"},
		p + ".init#2":                     {p, p + ".init#2", "init#2", "-"},
		p + ".init#2$1":                   {p, p + ".init#2$1", "init#2$1", "-"},
		p + ".Use":                        {p, p + ".Use", "Use", p + ".Use"},
		p + ".One":                        {p, p + ".One", "One", p + ".One"},
		p + ".One$1":                      {p, p + ".One$1", "One$1", "-"},
		"(*" + p + ".Agent).Ask":          {p, p + ".Agent.Ask", "Ask", "(*" + p + ".Agent).Ask"},
		"(*" + p + ".Agent).Ask$1":        {p, p + ".Agent.Ask$1", "Ask$1", "-"},
		"(*" + p + ".Agent).Ask$bound":    {p, p + ".Agent.Ask$bound", "Ask", "(*" + p + ".Agent).Ask"},
		"(" + p + ".Agent).Name":          {p, p + ".Agent.Name", "Name", "(" + p + ".Agent).Name"},
		"(" + p + ".Agent).Name$bound":    {p, p + ".Agent.Name$bound", "Name", "(" + p + ".Agent).Name"},
		"(" + p + ".Agent).Name$thunk":    {p, p + ".Agent.Name$thunk", "Name", "(" + p + ".Agent).Name"},
		"(*" + p + ".Agent).Name$thunk":   {p, p + ".Agent.Name$thunk", "Name", "(" + p + ".Agent).Name"},
		"(*" + p + ".Agent).Name$wrapper": {p, p + ".Agent.Name$wrapper", "Name", "(" + p + ".Agent).Name"},
		"(" + p + ".Desk).Name$thunk":     {p, p + ".Desk.Name$thunk", "Name", "(" + p + ".Agent).Name"},
		"(*" + p + ".Desk).Name$wrapper":  {p, p + ".Desk.Name$wrapper", "Name", "(" + p + ".Agent).Name"},
		"(*" + p + ".Desk).Ask$wrapper":   {p, p + ".Desk.Ask$wrapper", "Ask", "(*" + p + ".Agent).Ask"},
		"(" + p + ".Desk).Name$wrapper":   {p, p + ".Desk.Name$wrapper", "Name", "(" + p + ".Agent).Name"},
		"(" + p + ".Namer).Name$bound":    {p, p + ".Namer.Name$bound", "Name", "(" + p + ".Namer).Name"},
		"(*" + p + ".Set[E]).Has":         {p, p + ".Set.Has", "Has", "(*" + p + ".Set[E]).Has"},
		"(*" + p + ".Set[E]).Has$1":       {p, p + ".Set.Has$1", "Has$1", "-"},
		"(*" + p + ".Set[int]).Has$bound": {p, p + ".Set.Has$bound", "Has", "(*" + p + ".Set[E]).Has"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestMethods(t *testing.T) {
	for typ, want := range map[string][]string{
		"a/b.T":  {"(a/b.T).M"},
		"*a/b.T": {"(*a/b.T).M", "(a/b.T).M"},
	} {
		if got := funcid.Methods(typ, "M"); !slices.Equal(got, want) {
			t.Errorf("Methods(%q) = %q, want %q", typ, got, want)
		}
	}
	for id, want := range map[string]bool{
		"(a/b.T).M": true, "(*a/b.T).M": true, "(*a/b.T).M$1": false, "(*a/b.T).M$wrapper": false, "(a/b.TT).M": false, "a/b.T": false,
	} {
		if got := funcid.IsMethodOf(id, "a/b.T"); got != want {
			t.Errorf("IsMethodOf(%q) = %t", id, got)
		}
	}
}

// TestPackage: of functions, of types and variables, and of what has no package.
func TestPackage(t *testing.T) {
	for id, want := range map[string]string{
		"main.main":                               "main",
		"gopkg.in/yaml.v3.Marshal":                "gopkg.in/yaml.v3",
		"(*gopkg.in/yaml.v3.Node).Decode":         "gopkg.in/yaml.v3",
		"github.com/nats-io/nats.go.Connect":      "github.com/nats-io/nats.go",
		"github.com/nats-io/nats.go.Conn.Publish": "github.com/nats-io/nats.go",
		"(*a.b/c.d.T).M":                          "a.b/c.d",
		"a.b/c.Graph.AddEdge":                     "a.b/c",
		"a.b/c.iface.Do":                          "a.b/c",
		"a.b/c.F[d.e/f.T]":                        "a.b/c",
		"*a.b/c.T":                                "a.b/c",
		"a.b/c.Var":                               "a.b/c",
		"(error).Error":                           "error",
		"(*a.b/c.Set[d.e/f.T]).Has$bound":         "a.b/c",
		"(*a.b/c.Map[a.b/c.K, d/e.V]).Keys":       "a.b/c",
	} {
		if got := funcid.Package(id); got != want {
			t.Errorf("Package(%q) = %q, want %q", id, got, want)
		}
	}
}
