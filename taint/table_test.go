package taint

import (
	"go/importer"
	"go/types"
	"strings"
	"testing"
)

func TestParseTable(t *testing.T) {
	text := `
package a/b
flow F 0,1->result recv=0 # shared
sink T.M exec 0,each
source T.Field x|y field
validator V path 0 nil
`
	table, err := ParseTable("rows", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if got := table.Rows("a/b.F")[0].Passes; len(got) != 2 || !got[1].Same || got[1].From[0].Index != Recv {
		t.Errorf("passes of F = %+v", got)
	}
	if r := table.Rows("a/b.T.M")[0]; r.Kind != "exec" || len(r.Places) != 2 || r.Places[1].Index != Each {
		t.Errorf("T.M = %+v", r)
	}
	if r := table.Rows("a/b.T.Field")[0]; !r.Field || r.Labels.String() != "x|y" {
		t.Errorf("T.Field = %+v", r)
	}
	if r := table.Rows("a/b.V")[0]; r.Answer != "nil" {
		t.Errorf("V = %+v", r)
	}
}

func TestParseTableErrors(t *testing.T) {
	for text, want := range map[string]string{
		"flow F":                             "rows:1: want `package PATH` first",
		"package a\nfoo F":                   `rows:2: unknown verb "foo"`,
		"package a\nsink F exec":             `rows:2: sink: want at least 4 words, got "sink F exec"`,
		"package a\nflow F 0>1":              `rows:2: want PLACES->PLACES, PLACES=PLACES or PLACES~PLACES, got "0>1"`,
		"package a\nflow F x->1":             `rows:2: want recv, each, result or a number, got "x"`,
		"package a\nvalidator F l 0 maybe":   `rows:2: want true, false or nil, got "maybe"`,
		"package a\nflow F\nflow F 0->1":     "rows:3: a.F has a flow row already at rows:2",
		"package a\nsource F l result extra": `rows:2: unexpected "extra"`,
	} {
		if _, err := ParseTable("rows", strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("ParseTable(%q) = %v, want %s", text, err, want)
		}
	}
}

func TestJoin(t *testing.T) {
	parse := func(text string) *Table {
		table, err := ParseTable("rows", strings.NewReader("package a\n"+text))
		if err != nil {
			t.Fatal(err)
		}
		return table
	}
	table := parse("flow F 0->result\nsink F sql 0").Join(parse("flow F\nsource G l"))
	if rows := table.Rows("a.F"); len(rows) != 2 || len(rows[0].Passes) != 0 || rows[1].Kind != "sql" {
		t.Errorf("F = %v", rows)
	}
	if len(table.Rows("a.G")) != 1 {
		t.Error("G is lost")
	}
}

// TestStandard resolves every row of the standard library, and its places, against the
// library itself: a typo would say nothing of anything. Rows of other modules are held
// to these by the programs in testdata that use them.
func TestStandard(t *testing.T) {
	imp := importer.Default()
	for _, key := range Standard().Keys() {
		slash := strings.LastIndexByte(key, '/') + 1
		path, name, _ := strings.Cut(key[slash:], ".")
		path = key[:slash] + path
		if host, _, _ := strings.Cut(path, "/"); strings.Contains(host, ".") {
			continue
		}
		sig := signature(t, imp, path, name)
		if sig == nil {
			continue
		}
		for _, r := range Standard().Rows(key) {
			for _, p := range r.Passes {
				checkPlaces(t, r, sig, append(p.From, p.To...))
			}
			checkPlaces(t, r, sig, r.Places)
		}
	}
}

func signature(t *testing.T, imp types.Importer, path, name string) *types.Signature {
	scope := types.Universe
	if path != "builtin" {
		pkg, err := imp.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		scope = pkg.Scope()
	}
	typ, method, isMethod := strings.Cut(name, ".")
	obj := scope.Lookup(typ)
	if obj != nil && isMethod {
		m, _, _ := types.LookupFieldOrMethod(obj.Type(), true, obj.Pkg(), method)
		obj = m
	}
	switch obj := obj.(type) {
	case *types.Func:
		return obj.Signature()
	case *types.Var:
		return nil // a variable that leads out of the program
	}
	t.Errorf("%s.%s does not exist", path, name)
	return nil
}

func checkPlaces(t *testing.T, r *Row, sig *types.Signature, places []Place) {
	for _, p := range places {
		n := sig.Params().Len()
		if p.Result {
			n = sig.Results().Len()
		}
		if p.Index >= n || p.Index == Each && n == 0 || p.Index == Recv && sig.Recv() == nil {
			t.Errorf("%s: %s has no place %+v", r.Source, r.Key, p)
		}
	}
}
