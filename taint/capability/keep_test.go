package capability_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/authority"
	"github.com/agentvet/agentvet/taint/capability"
)

// TestEncode: what importers get of a package is what was exported of it, and little: of each way
// the last call, and nothing of functions that they cannot call.
func TestEncode(t *testing.T) {
	sums := capability.Solve(&capability.Program{Funcs: read(t, "calls", false), Table: library.All(), Import: nothing})
	exported := capability.Exported(sums)
	data, err := capability.Encode(exported)
	if err != nil {
		t.Fatal(err)
	}
	got, err := capability.Decode(data)
	if diff := cmp.Diff(exported, got, cmp.AllowUnexported(capability.Run{})); diff != "" || err != nil {
		t.Errorf("Decode(Encode(x)) differs (-want +got), %v:\n%s", err, diff)
	}
	if len(data) > 1500 {
		t.Errorf("%d bytes for %d functions", len(data), len(exported))
	}
	if s := exported["example.com/calls.WrappedTwice"]; len(s.Uses) != 1 || len(s.Uses[0].Path) != 1 || s.Uses[0].Name != "exec.kubectl" {
		t.Errorf("WrappedTwice is exported as %v", s)
	}
	if s := exported["example.com/calls.Reflects"]; s.Uses[0].Name != authority.Unknown {
		t.Errorf("Reflects is exported as %v, want no more than unknown", s)
	}
	if exported["example.com/calls.run"] != nil || exported["example.com/calls.Given$1"] != nil {
		t.Error("what importers cannot call is exported")
	}
	if _, err := capability.Decode([]byte("x")); err == nil {
		t.Error("Decode takes anything")
	}
}

func nothing(string) (*capability.Summary, bool) { return nil, true }

// TestJoin: packages that were read on their own, with what only the whole shows: which functions a
// call of a function value runs, and a package that nobody has read.
func TestJoin(t *testing.T) {
	at := func(line int) graph.Pos { return graph.Pos{File: "a.go", Line: line, Col: 1} }
	text := func(s string) *capability.Text { return &capability.Text{Text: s, Known: true} }
	zero := 0
	dependency := map[string]*capability.Summary{"d.Run": {Opens: []capability.OpenUse{{Open: capability.Open{Key: "os/exec.Command", Param: 0}, Path: []capability.Hop{{Func: "os/exec.Command"}}}}}}
	of := func(id string) (*capability.Summary, bool) {
		return dependency[id], strings.HasPrefix(id, "d.") && id != "d.Unseen"
	}
	unseen := capability.Keep("c", []*capability.Func{{ID: "c.Indirect", Calls: []capability.Call{{Func: "d.Unseen", Pos: at(8)}, {Func: "b.Idle", Pos: at(8)}}}}, of)
	a := capability.Keep("a", []*capability.Func{
		{ID: "a.Handler", Calls: []capability.Call{
			{Func: "b.Run", Pos: at(1), Args: []capability.Arg{{Index: 0, Text: text("git")}}},
			{Func: "d.Nothing", Pos: at(2)}, {Func: "gone.Away", Pos: at(3)},
		}, Sites: []capability.Site{{Pos: at(4), Name: "a function value"}}},
	}, of)
	b := capability.Keep("b", []*capability.Func{
		{ID: "b.Run", Calls: []capability.Call{{Func: "d.Run", Pos: at(5), Args: []capability.Arg{{Index: 0, Param: &zero}}}}},
		{ID: "b.One", Needs: []capability.Need{{Name: "fs.delete", By: "os.Remove", Pos: at(6)}}},
		{ID: "b.Two", Needs: []capability.Need{{Name: "fs.write", By: "os.Create", Pos: at(7)}}},
	}, of)
	callees := func(ids ...string) func(graph.Pos) []string { return func(graph.Pos) []string { return ids } }
	hops := func(list ...string) (out []capability.Hop) {
		for _, fn := range list {
			h := capability.Hop{Func: fn}
			switch fn {
			case "b.Run":
				h.Pos = at(1)
			case "d.Run":
				h.Pos = at(5)
			case "b.One", "b.Two", "a function value":
				h.Pos = at(4)
			case "os.Remove":
				h.Pos = at(6)
			case "os.Create":
				h.Pos = at(7)
			case "gone.Away":
				h.Pos = at(3)
			}
			out = append(out, h)
		}
		return out
	}
	git := capability.Use{Name: "exec.git", Path: hops("b.Run", "d.Run", "os/exec.Command")}
	away := capability.Use{Name: authority.Unknown, Path: hops("gone.Away")}
	for _, c := range []struct {
		name    string
		callees func(graph.Pos) []string
		want    []capability.Use
	}{
		{"one function", callees("b.One"), []capability.Use{git, {Name: "fs.delete", Path: hops("b.One", "os.Remove")}, away}},
		{"one of two", callees("b.One", "b.Two"), []capability.Use{git,
			{Name: "fs.delete", Loose: true, Path: hops("b.One", "os.Remove")}, {Name: "fs.write", Loose: true, Path: hops("b.Two", "os.Create")}, away}},
		{"nobody knows", callees(), []capability.Use{git, away}},
	} {
		got := capability.Join([]*capability.Kept{a, b, unseen}).Of([]string{"a.Handler", "a.Idle", "gone.Too", "c.Indirect"}, library.All(), c.callees)
		if diff := cmp.Diff(c.want, got["a.Handler"]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		if got["a.Idle"] != nil || len(got["gone.Too"]) != 1 {
			t.Errorf("%s: of a function that needs nothing %v, of one that was not read %v", c.name, got["a.Idle"], got["gone.Too"])
		}
		if got := got["c.Indirect"]; len(got) != 1 || got[0].Name != authority.Unknown || got[0].Path[0].Func != "d.Unseen" {
			t.Errorf("%s: a function of a package that was read, of which its caller was not told, needs %v", c.name, got)
		}
	}
}
