package module

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// in returns a position in a file.
func in(file string) graph.Pos { return graph.Pos{File: file, Line: 1, Col: 1} }

// TestDrift: what is said of a tool follows from it and the inventory alone.
func TestDrift(t *testing.T) {
	tool := func(name, description, file string) *graph.Tool {
		return &graph.Tool{Name: name, Description: description, Handler: "p.f", Pos: in(file)}
	}
	with := func(change func(*graph.Tool)) *graph.Tool {
		t := tool("find", "Finds.", "a/a.go")
		change(t)
		return t
	}
	r := newRecord(&policy.Inventory{File: "tools.json", Tools: []*graph.Tool{
		with(func(t *graph.Tool) { t.Params = []graph.Param{{Path: "name", Type: "string"}} }),
		tool("send", "Sends.", "a/a.go"), tool("send", "Sends mail.", "b/b.go"),
	}})
	for _, c := range []struct {
		name string
		tool *graph.Tool
		want []string
	}{
		{"as it was", tool("send", "Sends.", "a/a.go"), nil},
		{"moved", tool("send", "Sends.", "/home/c/c.go"), nil},
		{"as another one of its name", tool("send", "Sends mail.", "/home/a/a.go"), nil},
		{"of the same file", tool("send", "Sends all.", "/home/b/b.go"),
			[]string{`tool "send" is not what tools.json records: its description differs`, `the description of tool "send" was "Sends mail." and is "Sends all."`}},
		{"of a file of that name", tool("send", "Sends all.", "/home/c/b.go"),
			[]string{`tool "send" is not what tools.json records: its description differs`, `the description of tool "send" was "Sends mail." and is "Sends all."`}},
		{"new", tool("wipe", "Wipes.", "a/a.go"), []string{`tool "wipe" is not in tools.json`, "and has none of that name, which is made here"}},
		{"what the code needs", with(func(t *graph.Tool) {
			t.Params = []graph.Param{{Path: "name", Type: "string"}}
			t.Needs = []graph.Need{{Capability: "exec"}}
		}), nil},
		{"arguments", with(func(t *graph.Tool) {}),
			[]string{`tool "find" is not what tools.json records: its arguments differ`, `argument "name" of tool "find" is gone`}},
		{"without its handler", with(func(t *graph.Tool) { t.Handler = "" }), nil},
		{"of the framework", with(func(t *graph.Tool) { t.Name, t.Description, t.Handler = "transfer", graph.AddedByFramework, "" }), nil},
		{"that says it is of the framework", with(func(t *graph.Tool) { t.Name, t.Description = "transfer", graph.AddedByFramework }),
			[]string{`tool "transfer" is not in tools.json`, "and has none of that name, which is made here"}},
		{"of unknown name", with(func(t *graph.Tool) { t.Name, t.Unknown = "", reason.Words("why") }),
			[]string{"a tool whose name is not known, because why is perhaps not in tools.json", "and has none of that name, which is made here"}},
	} {
		var got []string
		for _, f := range r.drift([]*graph.Tool{c.tool}, nil) {
			got = append(got, f.Message)
			for _, s := range f.Witness[1:] {
				got = append(got, s.Text)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
	if got := newRecord(nil).drift([]*graph.Tool{tool("wipe", "", "a/a.go")}, nil); got != nil {
		t.Errorf("without an inventory: %v", got)
	}
}

// TestOwnTools: each tool is one package's, or else its command's.
func TestOwnTools(t *testing.T) {
	r := newRecord(&policy.Inventory{Tools: []*graph.Tool{{Name: "half", Handler: "q.f", Pos: in("/m/p/p.go")}}})
	p := &Package{Path: "m/p", Dir: "/m/p", Program: &graph.Program{Tools: []*graph.Tool{
		{Name: "own", Pos: in("/m/p/p.go")},
		{Name: "half", Pos: in("/m/p/p.go")}, // q gives it a handler
		{Name: "tested", Pos: in("/m/p/p_test.go")},
	}}}
	q := &Package{Path: "m/q", Dir: "/m/q", Program: &graph.Program{Tools: []*graph.Tool{
		{Name: "half", Handler: "q.f", Pos: in("/m/p/p.go")},
		{Name: "library", Pos: in("/cache/l/l.go")},
	}}}
	names := func(tools []*graph.Tool) (out []string) {
		for _, t := range tools {
			out = append(out, t.Name)
		}
		return out
	}
	for _, c := range []struct {
		of   string
		got  []*graph.Tool
		want []string
	}{
		{"p", r.ownTools(p), []string{"own"}},
		{"q", r.ownTools(q), nil},
		{"the command", r.otherTools(Join(nil, p, q)), []string{"library", "half"}},
	} {
		if diff := cmp.Diff(c.want, names(c.got)); diff != "" {
			t.Errorf("tools of %s (-want +got):\n%s", c.of, diff)
		}
	}
}
