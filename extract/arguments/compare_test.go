package arguments

import (
	"strings"
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

// TestWholeCall: code that takes the arguments out of the call is not known to read none of them.
func TestWholeCall(t *testing.T) {
	for _, c := range []struct {
		uses string
		want string
	}{
		{"id name args", "code that gets the call as a whole"},
		{"Arguments", "code that gets the call as a whole"},
		{"id name args path", ""}, // a tool with an argument that is called so
		{"id name", ""},
	} {
		var uses []Use
		for _, n := range strings.Fields(c.uses) {
			uses = append(uses, Use{Name: n})
		}
		kept := &Kept{Package: "p", Funcs: map[string]*Func{"p.run": {Params: []Param{{Kind: Map, Taken: Taken{Uses: uses}}}}}}
		tool := &graph.Tool{
			Name: "read", Framework: "go", Closed: true, Handler: "p.run",
			Params: []graph.Param{{Path: "path"}, {Path: "limit"}}, Needs: []graph.Need{{Capability: "fs.read"}},
		}
		found := Compare([]*graph.Tool{tool}, Join([]*Kept{kept}), func(id string) string { return id })
		if len(found) != 1 {
			t.Fatalf("%s: %d mismatches", c.uses, len(found))
		}
		lost := ""
		if found[0].Lost != nil {
			lost = found[0].Lost.To
		}
		if lost != c.want || (lost != "") != (len(found[0].Unread)+len(found[0].Unoffered) == 0) {
			t.Errorf("%s: %+v", c.uses, found[0])
		}
	}
}
