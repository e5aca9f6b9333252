package library

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const tableHead = "root example.com/fw\npackage build\n"

func TestTable(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []*Row
	}{
		{"empty", "", nil},
		{"comments", "# nothing\n\n   # here\n", nil},
		{"constructor", tableHead + "new NewGraph graph opts=0  # builds\n", []*Row{{
			Verb: VerbNew, Pkg: "example.com/fw/build", Func: "NewGraph", Kind: "graph", On: Recv,
			Args: []RowArg{{Name: "opts"}}, Source: "rows.txt:3",
		}}},
		{"method", tableHead + "op Graph.AddEdge edge from=0 to=1 result=recv\n", []*Row{{
			Verb: VerbOp, Pkg: "example.com/fw/build", Func: "Graph.AddEdge", Kind: "edge", On: Recv, Result: "recv",
			Args: []RowArg{{Name: "from"}, {Name: "to", Index: 1}}, Source: "rows.txt:3",
		}}},
		{"operation on an argument", tableHead + "op Attach tool on=1 tool=0\n", []*Row{{
			Verb: VerbOp, Pkg: "example.com/fw/build", Func: "Attach", Kind: "tool", On: 1,
			Args: []RowArg{{Name: "tool"}}, Source: "rows.txt:3",
		}}},
		{"fields, receiver and text", tableHead + "new NewAgent agent name=0.Config.Name self=recv kind=\"llm\"\n", []*Row{{
			Verb: VerbNew, Pkg: "example.com/fw/build", Func: "NewAgent", Kind: "agent", On: Recv,
			Args:   []RowArg{{Name: "name", Path: []string{"Config", "Name"}}, {Name: "self", Index: Recv}, {Name: "kind", Text: "llm"}},
			Source: "rows.txt:3",
		}}},
		{"each root, and the root package", "root a.org/x a.org/x/v2\npackage .\nnew New n\n", []*Row{
			{Verb: VerbNew, Pkg: "a.org/x", Func: "New", Kind: "n", On: Recv, Source: "rows.txt:3"},
			{Verb: VerbNew, Pkg: "a.org/x/v2", Func: "New", Kind: "n", On: Recv, Source: "rows.txt:3"},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := NewTable("rows.txt", c.text)
			if err := got.Check(); err != nil {
				t.Fatalf("NewTable(%q).Check: %v", c.text, err)
			}
			if d := cmp.Diff(c.want, got.Rows()); d != "" {
				t.Errorf("NewTable(%q).Rows (-want +got):\n%s", c.text, d)
			}
			for _, r := range c.want {
				if got.Row(r.Key()) == nil {
					t.Errorf("NewTable(%q): no row %s", c.text, r.Key())
				}
			}
		})
	}
}

func TestTableErrors(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"unknown verb", tableHead + "make New graph\n", `rows.txt:3: unknown verb "make"`},
		{"missing kind", tableHead + "new New\n", `rows.txt:3: want VERB FUNCTION KIND, got "new New"`},
		{"one word", tableHead + "new # New graph\n", `rows.txt:3: want VERB FUNCTION KIND, got "new"`},
		{"duplicate row", tableHead + "new New graph\n\nop New edge\n", "rows.txt:5: example.com/fw/build.New has a row already at rows.txt:3"},
		{"duplicate root", "root a.org a.org\npackage b\nnew New graph\n", "rows.txt:3: a.org/b.New has a row already at rows.txt:3"},
		{"package before root", "package build\n", "rows.txt:1: want `package PATH` after a root"},
		{"package without path", "root a.org\npackage\n", "rows.txt:2: want `package PATH` after a root"},
		{"row before package", "root a.org\nnew New graph\n", "rows.txt:2: want `package PATH` before a row"},
		{"package with two paths", "root a.org\npackage a b\n", "rows.txt:2: want `package PATH` after a root"},
		{"argument without number", tableHead + "new New graph opts\n", `rows.txt:3: want NAME=ARG, got "opts"`},
		{"argument that is a word", tableHead + "new New graph opts=first\n", `rows.txt:3: want an argument number, got "opts=first"`},
		{"empty argument", tableHead + "new New graph opts=\n", `rows.txt:3: want an argument number, got "opts="`},
		{"target that is a word", tableHead + "op New graph on=first\n", `rows.txt:3: want an argument number, got "on=first"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := NewTable("rows.txt", c.text).Check()
			if err == nil || err.Error() != c.want {
				t.Errorf("NewTable(%q).Check() = %v, want %s", c.text, err, c.want)
			}
		})
	}
}

// TestJoinTables: the first table has precedence.
func TestJoinTables(t *testing.T) {
	a := NewTable("a.txt", "root a.org\nopaque a.org/in\npackage p\nnew New graph\n")
	b := NewTable("b.txt", "root a.org\nopaque b.org\npackage p\nnew New other\nnew Make thing\npackage o\nnew New x\n")
	j := Join(a, b)
	if got := j.Row("a.org/p.New").Kind; got != "graph" {
		t.Errorf("a.org/p.New is %q, want graph", got)
	}
	if got, want := j.Packages(), []string{"a.org/o", "a.org/p"}; !slices.Equal(got, want) {
		t.Errorf("Packages() = %v, want %v", got, want)
	}
	if want := []string{"a.org/in", "b.org"}; !slices.Equal(j.Opaque(), want) || len(j.Rows()) != 3 {
		t.Errorf("Join: opaque %v, %d rows, want %v, 3 rows", j.Opaque(), len(j.Rows()), want)
	}
}

// TestRowOfDottedPath: what ends the path of a package in a key is not its first dot.
func TestRowOfDottedPath(t *testing.T) {
	tab := NewTable("rows.txt", "root gopkg.in/fw.v3\npackage .\nop Graph.Add node\n")
	if tab.Row("gopkg.in/fw.v3.Graph.Add") == nil {
		t.Error("there is no row gopkg.in/fw.v3.Graph.Add")
	}
	if r := tab.Row("gopkg.in/fw.Graph.Add"); r != nil {
		t.Errorf("Row = %v for a package that the table does not have", r)
	}
}

func TestRowText(t *testing.T) {
	r := &Row{Args: []RowArg{{Name: "name", Text: "exit_loop"}, {Name: "opts", Index: 1}}}
	for name, want := range map[string]string{"name": "exit_loop", "opts": "", "none": ""} {
		if got := r.Text(name); got != want {
			t.Errorf("Text(%q) = %q, want %q", name, got, want)
		}
	}
}
