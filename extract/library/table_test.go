package library

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/agentvet/agentvet/graph"
)

// at returns the position of a row on a line.
func at(line int) graph.Pos { return graph.Pos{File: "rows.txt", Line: line, Col: 1} }

const tableHead = "root example.com/fw\npackage build\n"

func TestTable(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []*Call
	}{
		{"empty", "", nil},
		{"comments", "# nothing\n\n   # here\n", nil},
		{"constructor", tableHead + "new NewGraph graph opts=0  # builds\n", []*Call{{
			Head: Head{Verb: VerbNew, Package: "example.com/fw/build", Name: "NewGraph", Pos: at(3)}, Kind: "graph", On: Recv,
			Args: []Arg{{Name: "opts"}},
		}}},
		{"method", tableHead + "op Graph.AddEdge edge from=0 to=1 result=recv\n", []*Call{{
			Head: Head{Verb: VerbOp, Package: "example.com/fw/build", Name: "Graph.AddEdge", Pos: at(3)}, Kind: "edge", On: Recv, Result: "recv",
			Args: []Arg{{Name: "from"}, {Name: "to", Index: 1}},
		}}},
		{"operation on an argument", tableHead + "op Attach tool on=1 tool=0\n", []*Call{{
			Head: Head{Verb: VerbOp, Package: "example.com/fw/build", Name: "Attach", Pos: at(3)}, Kind: "tool", On: 1,
			Args: []Arg{{Name: "tool"}},
		}}},
		{"fields, receiver and text", tableHead + "new NewAgent agent name=0.Config.Name self=recv kind=\"llm\"\n", []*Call{{
			Head: Head{Verb: VerbNew, Package: "example.com/fw/build", Name: "NewAgent", Pos: at(3)}, Kind: "agent", On: Recv,
			Args: []Arg{{Name: "name", Path: []string{"Config", "Name"}}, {Name: "self", Index: Recv}, {Name: "kind", Text: "llm"}},
		}}},
		{"each root, and the root package", "root a.org/x a.org/x/v2\npackage .\nnew New n\n", []*Call{
			{Head: Head{Verb: VerbNew, Package: "a.org/x", Name: "New", Pos: at(3)}, Kind: "n", On: Recv},
			{Head: Head{Verb: VerbNew, Package: "a.org/x/v2", Name: "New", Pos: at(3)}, Kind: "n", On: Recv},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := NewTable("rows.txt", c.text)
			if err := got.Check(); err != nil {
				t.Fatalf("NewTable(%q).Check: %v", c.text, err)
			}
			if d := cmp.Diff(c.want, got.Calls(), cmpopts.IgnoreUnexported(Head{})); d != "" {
				t.Errorf("NewTable(%q).Calls (-want +got):\n%s", c.text, d)
			}
			for _, r := range c.want {
				if got.Call(r.Key()) == nil {
					t.Errorf("NewTable(%q): no row %s", c.text, r.Key())
				}
			}
		})
	}
}

func TestTableErrors(t *testing.T) {
	const rows = "want `new FUNC KIND [NAME=ARG…]`"
	for _, c := range []struct{ name, text, want string }{
		{"unknown verb", tableHead + "nev New graph\n", `rows.txt:3:1: unknown verb "nev"; did you mean "new"?`},
		{"missing kind", tableHead + "  new New\n", "rows.txt:3:3: " + rows},
		{"one word", tableHead + "new # New graph\n", "rows.txt:3:1: " + rows},
		{"duplicate row", tableHead + "new New graph\n\nop New edge\n", "rows.txt:5:1: example.com/fw/build.New has a row on line 3 already"},
		{"duplicate root", "root a.org a.org\npackage b\nnew New graph\n", "rows.txt:3:1: a.org/b.New has a row on line 3 already"},
		{"root package without a root", "package .\n", "rows.txt:1:9: want `root MODULE…` above, as `package .` is the root"},
		{"root without a path", "root # a.org\n", "rows.txt:1:1: want `root MODULE…`"},
		{"package without path", "root a.org\npackage\n", "rows.txt:2:1: want `package PATH`"},
		{"rows before a package", "root a.org\nnew New graph\nnew Make graph\n", "rows.txt:2:1: want `package PATH` first"},
		{"row of no root's package", "root a.org\npackage b\nroot b.org\nnew New graph\n", "rows.txt:4:1: want `package PATH` first"},
		{"package with two paths", "root a.org\npackage a b\n", "rows.txt:2:1: want `package PATH`"},
		{"argument without number", tableHead + "new New graph opts\n", `rows.txt:3:15: want NAME=ARG, got "opts"`},
		{"argument that is a word", tableHead + "new New graph opts=first\n", `rows.txt:3:15: want an argument number, got "opts=first"`},
		{"argument below zero", tableHead + "new New graph opts=-2\n", `rows.txt:3:15: want an argument number, got "opts=-2"`},
		{"empty argument", tableHead + "new New graph opts=\n", `rows.txt:3:15: want an argument number, got "opts="`},
		{"target that is a word", tableHead + "op New graph on=first\n", `rows.txt:3:14: want an argument number, got "on=first"`},
		{"several roots, several mistakes", "root a.org b.org\npackage c\nnew New\nop Add\n", "rows.txt:3:1: " + rows + "\nrows.txt:4:1: want `op FUNC KIND [NAME=ARG…]`"},
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
	if got := j.Call("a.org/p.New").Kind; got != "graph" {
		t.Errorf("a.org/p.New is %q, want graph", got)
	}
	if got, want := j.Packages(CallRows), []string{"a.org/p", "a.org/o"}; !slices.Equal(got, want) {
		t.Errorf("Packages() = %v, want %v", got, want)
	}
	if want := []string{"a.org/in", "b.org"}; !slices.Equal(j.Opaque(), want) || len(j.Calls()) != 3 {
		t.Errorf("Join: opaque %v, %d rows, want %v, 3 rows", j.Opaque(), len(j.Calls()), want)
	}
}

// TestRowOfDottedPath: what ends the path of a package in a key is not its first dot.
func TestRowOfDottedPath(t *testing.T) {
	tab := NewTable("rows.txt", "root gopkg.in/fw.v3\npackage .\nop Graph.Add node\n")
	if tab.Call("gopkg.in/fw.v3.Graph.Add") == nil {
		t.Error("there is no row gopkg.in/fw.v3.Graph.Add")
	}
	if r := tab.Call("gopkg.in/fw.Graph.Add"); r != nil {
		t.Errorf("Row = %v for a package that the table does not have", r)
	}
}

func TestRowText(t *testing.T) {
	r := &Call{Args: []Arg{{Name: "name", Text: "exit_loop"}, {Name: "opts", Index: 1}}}
	for name, want := range map[string]string{"name": "exit_loop", "opts": "", "none": ""} {
		if got := r.Text(name); got != want {
			t.Errorf("Text(%q) = %q, want %q", name, got, want)
		}
	}
}
