package htmlreport

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/drawing"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/golden"
)

// input returns what a page shows of a graph file.
func input(t *testing.T, file string) Input {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Base(file)
	p, err := graph.DecodeProgram(name, data)
	if err != nil {
		t.Fatal(err)
	}
	o := verify.Options{Sensitive: []string{"refund"}}.Effective()
	return Input{
		Title: name, Version: "v1.0.0", Program: p, Tools: p.AllTools(), Options: o, File: name, Dir: filepath.Dir(file),
		Report: &report.Report{Findings: report.Sort(verify.Program(p, o)), Scope: report.Scope{Workflows: len(p.Workflows)}},
	}
}

// TestData compares what is in a page of a workflow with a body, a gate and a dead end.
func TestData(t *testing.T) {
	in := input(t, filepath.Join("testdata", "desk.json"))
	got, err := json.MarshalIndent(build(in), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	golden.Compare(t, filepath.Join("testdata", "desk.golden"), string(got)+"\n")
}

// TestNaming wants a finding without a place on the drawing of the server that it names, in its file.
func TestNaming(t *testing.T) {
	at := func(file string, line int) graph.Pos { return graph.Pos{File: file, Line: line, Col: 1} }
	p := &graph.Program{Agents: []*graph.Agent{
		{Name: "files", Kind: graph.AgentServer, Pos: at("a.go", 3)}, {Name: "files", Kind: graph.AgentServer, Pos: at("b.go", 3)},
		{Name: "mail", Kind: graph.AgentServer, Pos: at("c.go", 3)}, {Name: "mail", Kind: graph.AgentServer, Pos: at("c.go", 9)},
	}}
	for _, test := range []struct {
		message string
		pos     graph.Pos
		want    int
	}{
		{`2 tools of server "files" are called "x"`, at("b.go", 7), 1},
		{`2 tools of server "files" are called "x"`, at("d.go", 7), -1},
		{`2 tools of server "mail" are called "x"`, at("c.go", 7), -1},
		{`2 tools are called "x"`, at("b.go", 7), -1},
	} {
		f := report.Finding{Rule: "structure/undeclared-tool", Message: test.message, Pos: test.pos, Witness: []report.Step{{Text: "here", Pos: test.pos}}}
		d := build(Input{Program: p, Report: &report.Report{Findings: []report.Finding{f}}, Dir: t.TempDir(), Options: verify.Options{}.Effective()})
		if got := d.Findings[0].Drawing; got != test.want {
			t.Errorf("%s, in %s: drawing %d, want %d", test.message, test.pos, got, test.want)
		}
	}
}

var (
	script = regexp.MustCompile(`(?s)<script>(.*?)</script>`)
	styled = regexp.MustCompile(`(?s)<style>(.*?)</style>`)
)

// TestPage wants a page that is the same each time, in which the policy names its scripts and styles
// and nothing else, and which names nothing that a browser would load.
func TestPage(t *testing.T) {
	for _, name := range []string{filepath.Join("testdata", "desk.json"), filepath.Join("..", "..", "..", "..", "graph", "testdata", "hostile.json")} {
		in := input(t, name)
		in.Title = `</title><script>alert("x")</script>` + "\u202e"
		var first, second bytes.Buffer
		if err := Write(&first, in); err != nil {
			t.Fatal(err)
		}
		if err := Write(&second, in); err != nil {
			t.Fatal(err)
		}
		page := first.String()
		if page != second.String() {
			t.Errorf("%s: the page is not the same twice", name)
		}
		if !strings.HasPrefix(page, Start) {
			t.Errorf("%s: the page begins as no other", name)
		}
		scripts := script.FindAllStringSubmatch(page, -1)
		if len(scripts) != 2 || strings.Count(page, "</script>") != 3 || strings.Count(page, "<script") != 3 {
			t.Errorf("%s: %d scripts, %d ends of scripts", name, len(scripts), strings.Count(page, "</script>"))
		}
		for _, m := range append(scripts, styled.FindAllStringSubmatch(page, -1)...) {
			if !strings.Contains(page, "'"+sum(m[1])+"'") {
				t.Errorf("%s: the policy does not have the sum of %.60q", name, m[1])
			}
		}
		for _, bad := range []string{"<link", "<img", "<iframe", "src=", "@import", "url(", "innerHTML", "\u202e", "{{program}}", "{{plain}}"} {
			if i := strings.Index(page, bad); i >= 0 {
				t.Errorf("%s: the page has %q: …%q", name, bad, page[max(0, i-40):min(len(page), i+40)])
			}
		}
	}
}

// TestTexts wants all that a program says in a page to be of the type that shows what is hidden.
func TestTexts(t *testing.T) {
	var walk func(path string, of reflect.Type)
	walk = func(path string, of reflect.Type) {
		switch of.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map: // the keys of maps are file names and lines: see source.around
			walk(path, of.Elem())
		case reflect.String:
			if of != reflect.TypeFor[drawing.Text]() {
				t.Errorf("%s is a %s", path, of)
			}
		case reflect.Struct:
			for i := range of.NumField() {
				if f := of.Field(i); f.Tag.Get("json") != "-" {
					walk(path+"."+f.Name, f.Type)
				}
			}
		}
	}
	walk("data", reflect.TypeFor[data]())
}

// TestSource shows lines of Go files of the module, and of nothing else that positions may name.
func TestSource(t *testing.T) {
	root, outside := t.TempDir(), t.TempDir()
	write := func(dir, name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(root, "a.go", "package a\n\nvar x\t= \"\u202e\u00e9\" + y\r\n"+strings.Repeat("z", 1000)+"\n")
	write(root, ".git/config", "token\n")
	write(root, "secret.txt", "token\n")
	write(outside, "b.go", "token\n")
	for name, to := range map[string]string{"link.go": ".git/config", "out.go": filepath.Join(outside, "b.go"), "dir": outside, "zero.go": "/dev/zero"} {
		if err := os.Symlink(to, filepath.Join(root, name)); err != nil {
			t.Skip(err)
		}
	}
	s := newSource(Input{Dir: root, Root: root})
	for _, name := range []string{"link.go", "out.go", "zero.go", "secret.txt", ".git/config", "dir/b.go", filepath.Join(outside, "b.go"), "../b.go", "nosuch.go"} {
		if p := s.around(graph.Pos{File: name, Line: 1, Col: 1}, 1); p.From != 0 || p.Part != "" {
			t.Errorf("lines of %s are shown", name)
		}
	}
	p := s.around(graph.Pos{File: "a.go", Line: 3, Col: 17}, 1)
	if p.From != 2 || p.To != 4 || s.lines["a.go"]["3"] != "var x\t= \"\u202e\u00e9\" + y" {
		t.Errorf("place %+v of %q", p, s.lines["a.go"])
	}
	shown, err := json.Marshal(s.lines["a.go"]["3"])
	if err != nil || string(shown) != `"var x\t= \"\\u202eé\" + y"` {
		t.Errorf("the line is shown as %s, %v", shown, err)
	}
	if before := []rune("var x\t= \"\\u202eé\" "); p.Col != len(before) {
		t.Errorf("the column is %d, want %d", p.Col, len(before))
	}
	if p := s.around(graph.Pos{File: "a.go", Line: 4, Col: 900}, 1); len(p.Part) > mostColumns || p.Part == "" || p.Col == 0 {
		t.Errorf("of a long line is shown %+v", p)
	}
	if p := s.around(graph.Pos{File: "a.go", Line: 9, Col: 1}, 1); p.From != 0 || p.Line != 9 {
		t.Errorf("a line that is not there is %+v", p)
	}
}

// TestToolsShown wants the number that stands at the list of tools: those that the framework adds are listed apart.
func TestToolsShown(t *testing.T) {
	in := Input{Tools: []*graph.Tool{{Name: "refund"}, {Name: "refund"}, {Name: "transfer_to_agent", Description: graph.AddedByFramework}}}
	if n := in.ToolsShown(); n != 2 {
		t.Errorf("ToolsShown = %d, want 2", n)
	}
}
