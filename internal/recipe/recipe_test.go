package recipe

import (
	"bytes"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/agentvet/agentvet/internal/funcid"
)

// source has every instruction that recipes know.
const source = `package sample

import (
	"errors"
	"fmt"
	"sort"
	"strings"
)

type node struct {
	name string
	next map[string]*node
	tags [2]string
}

type namer interface{ Name() string }

type label string

func (l label) Name() string { return string(l) }

func (n *node) Name() string { return n.name }

func (n *node) add(names ...string) *node {
	for i, s := range names {
		if i%2 == 0 && s != "" || s == "last" {
			n.next[s] = &node{name: s, tags: [2]string{"a", s}}
		}
	}
	return n
}

var table = map[string]int{"a": 1, "b": len(other)}

var other = []string{"x", strings.ToUpper("y")}

var errNone = errors.New("none")

func closures(k int) (f func() int, err error) {
	defer func() { err = errNone }()
	n := k
	inc := func() int { n++; return n + k }
	go inc()
	if k < 0 {
		panic(fmt.Sprint("negative", k))
	}
	return inc, nil
}

func generic[T any](v T, f func(T) string) string { return f(v) }

func values(x any, m map[string]int, c chan int) (string, float64) {
	switch v := x.(type) {
	case string:
		return v, 1
	case namer:
		return v.Name(), 1.5
	}
	if v, ok := m["k"]; ok {
		delete(m, "k")
		c <- v
	}
	select {
	case v := <-c:
		return generic(v, func(i int) string { return fmt.Sprint(i) }), float64(v)
	default:
	}
	s := make([]string, 0, 4)
	for k := range m {
		s = append(s, k)
	}
	sort.Strings(s)
	for i := range 3 {
		s = append(s, string(rune('a'+i)))
	}
	b := []byte(s[0][1:])
	f := label("l").Name
	return string(b) + f(), -float64(len(table))
}
`

// build type-checks a package of one file and makes its SSA.
func build(t testing.TB, src string) (*token.FileSet, *ast.File, *ssa.Package) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "sample.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	conf := &types.Config{Importer: importer.ForCompiler(fset, "gc", nil)}
	pkg, _, err := ssautil.BuildPackage(conf, fset, types.NewPackage("sample", "sample"), []*ast.File{file}, 0)
	if err != nil {
		t.Fatal(err)
	}
	return fset, file, pkg
}

// functions returns all functions of a package with their methods and closures.
func functions(pkg *ssa.Package) []*ssa.Function {
	var out []*ssa.Function
	for fn := range ssautil.AllFunctions(pkg.Prog) {
		if fn.Pkg == pkg && len(fn.Blocks) > 0 {
			out = append(out, fn)
		}
	}
	slices.SortFunc(out, func(a, b *ssa.Function) int { return strings.Compare(funcid.Of(a), funcid.Of(b)) })
	return out
}

func lowerer(fset *token.FileSet, file *ast.File) *Lowerer {
	return &Lowerer{
		Fset: fset, Source: NewTexts(fset, []*ast.File{file}),
		Row:      func(*types.Func) string { return "" },
		SeenType: func(types.Type) {}, SeenFunc: func(*ssa.Function) {},
	}
}

func lowerAll(t testing.TB, src string) *Package {
	t.Helper()
	fset, file, pkg := build(t, src)
	l := lowerer(fset, file)
	p := &Package{
		Methods: []Method{{Type: "*sample.node", Name: "Name", Func: "(*sample.node).Name"}},
		Closed:  []string{"b", "a", "b"},
	}
	for _, fn := range functions(pkg) {
		p.Funcs = append(p.Funcs, l.Lower(fn))
	}
	for _, name := range []string{"table", "other", "errNone"} {
		if g := pkg.Var(name); g != nil {
			f := l.LowerInit(g)
			if f == nil {
				t.Fatalf("LowerInit(%s) = nil", name)
			}
			p.Funcs = append(p.Funcs, f)
			p.Inits = append(p.Inits, Init{GlobalID(g), f.ID})
		}
	}
	p.Sort()
	return p
}

// TestLowerIsWellFormed checks what the interpreter takes for granted.
func TestLowerIsWellFormed(t *testing.T) {
	p := lowerAll(t, source)
	if len(p.Funcs) < 11 {
		t.Fatalf("lowered %d functions, want at least 11", len(p.Funcs))
	}
	seen := make(map[string]bool)
	for _, f := range p.Funcs {
		if seen[f.ID] {
			t.Errorf("two functions are %s", f.ID)
		}
		seen[f.ID] = true
		for i := range f.Blocks {
			checkBlock(t, f, i)
		}
	}
}

func checkBlock(t *testing.T, f *Func, i int) {
	t.Helper()
	b := &f.Blocks[i]
	n := len(b.Instrs)
	if n == 0 {
		t.Errorf("%s: block %d is empty", f.ID, i)
		return
	}
	want := map[Op]int{OpIf: 2, OpJump: 1}[b.Instrs[n-1].Op]
	if len(b.Succs) != want {
		t.Errorf("%s: block %d has %d successors, want %d", f.ID, i, len(b.Succs), want)
	}
	if b.Join < -1 || int(b.Join) >= len(f.Blocks) {
		t.Errorf("%s: block %d joins at %d of %d blocks", f.ID, i, b.Join, len(f.Blocks))
	}
	for _, in := range b.Instrs {
		if in.Op == OpInvalid {
			t.Errorf("%s: block %d has an invalid instruction", f.ID, i)
		}
		if int(in.Dst) >= f.Regs {
			t.Errorf("%s: register %d of %d", f.ID, in.Dst, f.Regs)
		}
		if in.Op == OpPhi && len(in.Args) != len(b.Preds) {
			t.Errorf("%s: φ of block %d has %d operands for %d predecessors", f.ID, i, len(in.Args), len(b.Preds))
		}
		for j, a := range in.Args {
			if in.Op == OpExtract && j == 1 || a == NoOperand {
				continue
			}
			if a >= 0 && int(a) >= f.Regs || a < 0 && int(^a) >= len(f.Consts) {
				t.Errorf("%s: operand %d of op %d is outside %d registers, %d constants", f.ID, a, in.Op, f.Regs, len(f.Consts))
			}
		}
	}
}

func TestEncodeRoundTrip(t *testing.T) {
	want := lowerAll(t, source)
	data, err := want.Encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	equal := cmp.FilterValues(func(a, b any) bool { return isEmptySlice(a) && isEmptySlice(b) }, cmp.Ignore())
	if d := cmp.Diff(want, got, equal); d != "" {
		t.Errorf("Decode(Encode(p)) (-p +got):\n%s", d)
	}
}

// isEmptySlice: gob does not tell a nil slice from an empty one.
func isEmptySlice(v any) bool {
	switch v := v.(type) {
	case []Operand:
		return len(v) == 0
	case []Param:
		return len(v) == 0
	case []Const:
		return len(v) == 0
	case []string:
		return len(v) == 0
	}
	return false
}

// TestEncodeIsDeterministic: build caches compare facts byte by byte.
func TestEncodeIsDeterministic(t *testing.T) {
	encode := func() []byte {
		data, err := lowerAll(t, source).Encode()
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	if a, b := encode(), encode(); !bytes.Equal(a, b) {
		t.Errorf("two encodings of one package differ: %d and %d bytes", len(a), len(b))
	}
}

func TestDecodeErrors(t *testing.T) {
	data, err := (&Package{Closed: []string{"here"}}).Encode()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		data []byte
	}{{"empty", nil}, {"not compressed", []byte("no recipe")}, {"cut off", data[:len(data)/2]}} {
		if _, err := Decode(c.data); err == nil || !strings.HasPrefix(err.Error(), "recipe: ") {
			t.Errorf("Decode(%s) = %v, want an error of recipe", c.name, err)
		}
	}
}

func TestSort(t *testing.T) {
	p := lowerAll(t, source)
	if !slices.IsSortedFunc(p.Funcs, func(a, b *Func) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("functions are not sorted")
	}
	if want := []string{"a", "b"}; !slices.Equal(p.Closed, want) {
		t.Errorf("Closed = %v, want %v", p.Closed, want)
	}
}

func TestTexts(t *testing.T) {
	const src = `package sample

func f(a, b bool, x, y int, s string) {
	if a || b && x == 1 {
		return
	}
	if !(x < y) {
		return
	}
	for i := 0; i < x; i++ {
	}
	switch x + y {
	case 1, 2:
	}
	switch {
	case s == "go",
		s ==
			"stop":
	}
	ok := x > 1 && y > 2
	_ = ok
	if s == "a text that is so long that it cannot stand whole on a label, and so is cut off" {
	}
}
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "sample.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	texts := NewTexts(fset, []*ast.File{file})
	for _, c := range []struct{ at, want string }{
		{"|| b", "a || b && x == 1"},
		{"&& x", "b && x == 1"},
		{"== 1 {", "x == 1"},
		{"< y) {", "x < y"},
		{"!(x < y)", "!(x < y)"},
		{"< x", "i < x"},
		{"1, 2:", "x + y == 1"},
		{"2:", "x + y == 2"},
		{"== \"go\"", `s == "go"`},
		{"==\n", `s == "stop"`},
		{"&& y", "x > 1 && y > 2"},
		{"== \"a text", `s == "a text that is so long that it cannot stand whole on a label, and so is cu` + "…"},
		{"return", ""},
		{"func f", ""},
	} {
		i := strings.Index(src, c.at)
		if i < 0 {
			t.Fatalf("no %q in the source", c.at)
		}
		pos := fset.File(file.Package).Pos(i)
		if got := texts.At(pos); got != c.want {
			t.Errorf("At(%q) = %q, want %q", c.at, got, c.want)
		}
	}
}

// TestConditions: each branch that the source has carries its text.
func TestConditions(t *testing.T) {
	const src = `package sample

type opts struct{ Debug bool }

func cond(in string, flag bool, n int, o *opts, m map[string]int, x any, list []string, find func() (string, bool)) string {
	if in == "a" || in == "b" {
		return in
	}
	switch n {
	case 1, 2:
		return "n"
	}
	if flag || !o.Debug {
		return "f"
	}
	if v, ok := m[in]; ok && v < 3 {
		return "m"
	}
	if s, found := find(); found {
		return s
	}
	switch x.(type) {
	case string, *opts:
		return "x"
	}
	if _, ok := x.(error); ok {
		return "e"
	}
	both := flag && n > 7
	if both {
		return "b"
	}
	for range list {
		n++
	}
	for k := range m {
		in += k
	}
	return in
}
`
	var got []string
	for _, f := range lowerAll(t, src).Funcs {
		if f.ID != "sample.cond" {
			continue
		}
		for i := range f.Blocks {
			if in := last(&f.Blocks[i]); in.Op == OpIf {
				got = append(got, in.Sym)
				if in.Line == 0 {
					t.Errorf("the branch on %s has no position", in.Sym)
				}
			}
		}
	}
	slices.Sort(got)
	want := []string{
		"flag", "flag", "flag && n > 7", "found of find()", `in == "a"`, `in == "b"`,
		"n == 1", "n == 2", "o.Debug", "ok of m[in]", "ok of x.(error)", "range list", "range m", "v < 3",
		"x.(*opts)", "x.(string)",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("conditions (-want +got):\n%s", d)
	}
}
