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
