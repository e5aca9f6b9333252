package module

import (
	"testing"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// TestCompareDeclared: what is certain is a finding each, and else what is not leaves the answer
// open. A tool that declares everything it may need is silent.
func TestCompareDeclared(t *testing.T) {
	at := graph.Pos{File: "a.go", Line: 3, Col: 1}
	need := func(name string, maybe bool, pos graph.Pos) graph.Need {
		return graph.Need{Capability: name, Maybe: maybe, Path: []graph.Hop{{Func: "f", Pos: pos}}}
	}
	for _, c := range []struct {
		name  string
		needs []graph.Need
		want  []verdict.Verdict
	}{
		{"nothing more", []graph.Need{need("fs.read", false, at), need("fs.read", true, at)}, nil},
		{"two more", []graph.Need{need("fs.write", false, at), need("net.read", false, at), need("unknown", false, at)},
			[]verdict.Verdict{verdict.Violated, verdict.Violated}},
		{"perhaps more", []graph.Need{need("fs.write", true, at), need("net.read", true, at)}, []verdict.Verdict{verdict.Unknown}},
		{"what hides", []graph.Need{need("reflect", false, at)}, []verdict.Verdict{verdict.Unknown}},
		{"what nobody fears", []graph.Need{need("env", false, at)}, nil},
		{"a file of a library's own", []graph.Need{need("fs.write", false, graph.Pos{})}, nil},
	} {
		tool := &graph.Tool{Name: "log", Declared: []string{"fs.read"}, Needs: c.needs, Pos: at}
		m := &Module{inferred: map[*graph.Tool]bool{tool: true}}
		got := m.compareDeclared(tool)
		if len(got) != len(c.want) {
			t.Errorf("%s: %d findings, want %v", c.name, len(got), c.want)
			continue
		}
		for i, f := range got {
			if f.Verdict != c.want[i] || len(f.Witness) < 2 {
				t.Errorf("%s: %v with %d steps: %s", c.name, f.Verdict, len(f.Witness), f.Message)
			}
		}
	}
	if got := new(Module).compareDeclared(&graph.Tool{Declared: []string{"fs.read"}}); len(got) != 1 || got[0].Verdict != verdict.Unknown {
		t.Errorf("of a tool whose code was not read: %v", got)
	}
}
