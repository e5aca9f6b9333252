package taint

import (
	"go/importer"
	"go/types"
	"slices"
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
		"flow F":                               "rows:1:1: want `package PATH` first",
		"package a b":                          "rows:1:1: want `package PATH`",
		"package a\nqqqqq F":                   `rows:2:1: unknown verb "qqqqq"`,
		"package a\n\n  sanitiser F x 0->0":    `rows:3:3: unknown verb "sanitiser"; did you mean "sanitizer"?`,
		"package a\nsink F exec":               "rows:2:1: want `sink FUNC KIND PLACES [where=…]`",
		"package a\nsink F exec where=0:a":     "rows:2:1: want `sink FUNC KIND PLACES [where=…]`",
		"package a\nsink F exec 0 where=a:b":   `rows:2:15: want where=INDEX:PATTERN|…, got "where=a:b"`,
		"package a\nsink F exec 0 where=0:!a":  `rows:2:15: "!a": want a pattern without !, too`,
		"package a\nsink F exec 0 where=0:a|!": `rows:2:15: "!": syntax error in pattern`,
		"package a\nsink F exec 0 where=0:[":   `rows:2:15: "[": syntax error in pattern`,
		"package a\nflow F 0>1":                `rows:2:8: want PLACES->PLACES, PLACES=PLACES or PLACES~PLACES, got "0>1"`,
		"package a\nflow F x->1":               `rows:2:8: want recv, each, result or a number, got "x"`,
		"package a\nflow F 0->result,resultx":  `rows:2:18: want recv, each, result or a number, got "resultx"`,
		"package a\nflow F where=0:a":          "rows:2:8: a flow takes no where=",
		"package a\nsource F a||b":             `rows:2:12: a label without a name: want LABEL or LABEL|LABEL…, got "a||b"`,
		"package a\nvalidator F l 0 maybe":     `rows:2:17: want true, false or nil, got "maybe"`,
		"package a\nvalidator F l result true": `rows:2:15: a validator looks at an argument or at recv, not at "result"`,
		"package a\nput F s one 0":             `rows:2:9: want the number of an argument, got "one"`,
		"package a\nflow F\nflow F 0->1":       "rows:3:1: a.F has a flow row on line 2 already",
		"package a\nsource F l result extra":   "rows:2:19: unexpected \"extra\": want `source FUNC LABELS [PLACES] [where=…]`",
		"package a\nqqqqq F\nsink F":           "rows:2:1: unknown verb \"qqqqq\"\nrows:3:1: want `sink FUNC KIND PLACES [where=…]`",
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
	keys := func(rows []*Row) (texts []string) {
		for _, r := range rows {
			texts = append(texts, r.String())
		}
		slices.Sort(texts)
		return texts
	}
	for _, c := range []struct {
		what, ours, theirs string
		want               []string
	}{
		{"a flow replaces a flow, not a sink", "flow F 0->result\nsink F sql 0", "flow F", []string{"flow a.F", "sink a.F sql 0"}},
		{"a sanitizer replaces a flow", "flow F 0->result", "sanitizer F x 0->result", []string{"sanitizer a.F x 0->result"}},
		{"a sink adds places", "sink F sql 0", "sink F sql 1", []string{"sink a.F sql 0", "sink a.F sql 1"}},
		{"a source leaves the flow", "flow F 0->result", "source F x", []string{"flow a.F 0->result", "source a.F x result"}},
		{"a validator adds labels", "validator F x 0 true", "validator F y 0 true", []string{"validator a.F x 0 true", "validator a.F y 0 true"}},
	} {
		if got := keys(parse(c.ours).Join(parse(c.theirs)).Rows("a.F")); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
	if table := parse("flow F").Join(parse("source G l")); len(table.Rows("a.G")) != 1 || len(table.All()) != 2 {
		t.Errorf("G is lost: %q", keys(table.All()))
	}
}

// TestAdded wants a sanitizer to drop the marks of its names, and what to look for to
// leave open what else there is; and a table without a row to be another table.
func TestAdded(t *testing.T) {
	table, err := ParseTable("rows", strings.NewReader("package x/a.v2\nsanitizer T.Clean l recv->result\nflow F\nsink F exec 0\nsanitizer T.Field l field"))
	if err != nil {
		t.Fatal(err)
	}
	added := table.Added()
	for key, want := range map[string]string{"x/a.v2.T.Clean": "@T.Clean|@a.v2.T.Clean|@x/a.v2.T.Clean|l", "x/a.v2.T.Field": "l", "x/a.v2.F": ""} {
		for _, r := range added.Rows(key) {
			if got := r.Labels.String(); got != want || r.Open != (r.Verb == VerbSink) {
				t.Errorf("%s: labels %s, open: %t", r, got, r.Open)
			}
		}
	}
	if got := table.Rows("x/a.v2.T.Clean")[0].Labels.String(); got != "l" {
		t.Errorf("the table itself has changed: %s", got)
	}
	rest := table.Without(table.Rows("x/a.v2.F"))
	if len(rest.All()) != 2 || rest.Rows("x/a.v2.F") != nil || len(table.All()) != 4 {
		t.Errorf("without F: %v", rest.All())
	}
}

// TestRowString wants every row of ours to print as what it is read from.
func TestRowString(t *testing.T) {
	for _, r := range Standard().All() {
		text := "package " + r.Package + "\n" + strings.Replace(r.String(), r.Key, r.Name(), 1)
		table, err := ParseTable("rows", strings.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", r, err)
			continue
		}
		if again := table.All()[0]; again.String() != r.String() || again.Field != r.Field || again.Type != r.Type {
			t.Errorf("%s is read as %s", r, again)
		}
		if r.Verb == VerbSink && !slices.Contains(Kinds, r.Kind) {
			t.Errorf("%s: no rule is about %q", r.Pos, r.Kind)
		}
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
			t.Errorf("%s: %s has no place %s", r.Pos, r.Key, p)
		}
	}
}
