package arguments

import (
	"testing"

	"github.com/agentvet/agentvet/graph"
)

// TestOffered: what a tool offers and its code does not read is known where the parameters are those of a schema, or a library makes one
// of them.
func TestOffered(t *testing.T) {
	kept := &Kept{Package: "p", Funcs: map[string]*Func{"p.run": {Params: []Param{{Kind: Map, Taken: Taken{Uses: []Use{{Name: "text"}}}}}}}}
	for _, c := range []struct {
		framework, args string
		closed, want    bool
	}{
		{framework: "mcp", closed: true, want: true},
		{framework: "mcp", want: true},
		{framework: "eino", args: "p.Args", want: true},
		{framework: "go", closed: true, want: true},
		{framework: "go", args: "p.Args"},
		{framework: "go"}, // they are what code reads somewhere
	} {
		tool := &graph.Tool{
			Name: "add", Framework: c.framework, Args: c.args, Closed: c.closed, Handler: "p.run",
			Params: []graph.Param{{Path: "text"}, {Path: "session"}}, Needs: []graph.Need{{Capability: "fs.write"}},
		}
		found := Compare([]*graph.Tool{tool}, Join([]*Kept{kept}), func(id string) string { return id })
		if got := len(found) == 1 && len(found[0].Unread) == 1 && found[0].Unread[0].Path == "session"; got != c.want {
			t.Errorf("%+v: %+v", c, found)
		}
	}
}

// TestNamesakes: without a library, code that shows a call, or asks about it, may be taken for its tool, too. What an argument is for, the
// code that runs it says; nobody knows where that is lost.
func TestNamesakes(t *testing.T) {
	taken := func(l *Lost, names ...string) *Func {
		var uses []Use
		for _, n := range names {
			uses = append(uses, Use{Name: n})
		}
		return &Func{Params: []Param{{Kind: Map, Taken: Taken{Uses: uses, Lost: l}}}}
	}
	kept := &Kept{Package: "p", Funcs: map[string]*Func{
		"p.show": taken(nil, "path"), "p.run": taken(nil, "path", "diff"), "p.less": taken(nil, "path"), "p.lost": taken(&Lost{To: "a map"}, "path"),
	}}
	for _, c := range []struct {
		framework, other string
		want             bool
	}{
		{"go", "p.run", false},
		{"go", "p.lost", false},
		{"go", "p.less", true},
		{"mcp", "p.run", true}, // a server of its own
	} {
		tool := func(handler string) *graph.Tool {
			return &graph.Tool{
				Name: "edit", Framework: c.framework, Closed: true, Handler: handler,
				Params: []graph.Param{{Path: "path"}, {Path: "diff"}}, Needs: []graph.Need{{Capability: "fs.write"}},
			}
		}
		found := Compare([]*graph.Tool{tool("p.show"), tool(c.other)}, Join([]*Kept{kept}), func(id string) string { return id })
		got := false
		for _, m := range found {
			got = got || m.Tool.Handler == "p.show" && len(m.Unread) > 0
		}
		if got != c.want {
			t.Errorf("%+v: %+v", c, found)
		}
	}
}
