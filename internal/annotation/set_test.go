package annotation

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/graph"
)

const commented = `package p

//agentvet:human
func ask() {}

func build() {
	//agentvet:capability fs.write
	//agentvet:destructive
	make(
		1,
	)
	make(2) //agentvet:event tool:x
	// agentvet:destructive with a space
	//agentvet:nothing
	//agentvet:grant fs.read
}

type args struct {
	A string ` + "`json:\"a\" confine:\"pth\"`" + `
	B string "confine:\"pth\""
	C string ` + "`json:\"c\"`" + `
}

//agentvet:human
`

// TestRead: each comment is read once, with the code that it is about, and each tag with
// the place of what is wrong.
func TestRead(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", commented, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	s := Read(fset, []*ast.File{file})
	var got []string
	for _, c := range s.Comments {
		if c.Err != nil {
			got = append(got, c.Pos.String()+" "+c.Err.Message)
		}
	}
	for i := range s.Tags {
		for _, err := range s.Tags[i].Errs {
			got = append(got, fset.Position(s.Tags[i].At(err)).String())
		}
	}
	want := []string{
		`p.go:13:2 a directive has no space after //: write //agentvet:destructive`,
		`p.go:14:2 there is no directive "nothing"`,
		"p.go:19:30", "p.go:20:11",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("errors (-want +got):\n%s", diff)
	}
	notes := s.Notes(func(d *ast.FuncDecl) string { return "p." + d.Name.Name })
	type about struct {
		Verb     Verb
		Func     string
		From, To int
	}
	var code []about
	for _, n := range notes {
		code = append(code, about{n.Directive.Verb, n.Func, n.From, n.To})
	}
	wantCode := []about{{Human, "p.ask", 0, 0}, {Capability, "", 9, 11}, {Destructive, "", 9, 11}, {Event, "", 12, 12}}
	if diff := cmp.Diff(wantCode, code); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
	at := func(line int) graph.Pos { return graph.Pos{File: "p.go", Line: line, Col: 2} }
	if n := &notes[1]; n.Covers(at(8)) || !n.Covers(at(9)) || !n.Covers(at(11)) || n.Covers(at(12)) || notes[0].Covers(at(4)) {
		t.Errorf("%+v covers other lines than those of its code", n)
	}
}

// TestTag asks a set for tags from several goroutines, as passes do.
func TestTag(t *testing.T) {
	s := new(Set)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if f := s.Tag(`source:"mail"`); strings.Join(f.Sources, " ") != "mail" {
				t.Errorf("Tag = %+v", f)
			}
		})
	}
	wait.Wait()
	if f := (*Set)(nil).Tag(`json:"x" source:"mail"`); len(f.Sources) != 1 {
		t.Errorf("without a set, Tag = %+v", f)
	}
	if f := s.Tag(`json:"x"`); f.Sources != nil || len(s.read) != 1 {
		t.Errorf("Tag = %+v; %d texts are kept", f, len(s.read))
	}
}
