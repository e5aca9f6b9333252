package module

import (
	"fmt"
	"slices"
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
}

// TestUndecided: tools that are made at one place are one unknown, and those of another process none.
func TestUndecided(t *testing.T) {
	at := func(line int) graph.Pos { return graph.Pos{File: "a.go", Line: line, Col: 1} }
	declared := []string{"fs.read"}
	m := &Module{Program: &graph.Program{Tools: []*graph.Tool{
		{Name: "one", Declared: declared, Pos: at(1)}, {Name: "other", Declared: declared, Pos: at(2)},
		{Name: "two", Declared: declared, Pos: at(1)}, {Name: "silent", Pos: at(1)}, {Name: "Bash", Declared: declared, Outside: true, Pos: at(3)},
	}}}
	var got []string
	for _, f := range m.undecided() {
		got = append(got, fmt.Sprintf("%d %v %d", f.Pos.Line, f.Verdict, len(f.Witness)))
	}
	if want := []string{"1 unknown 2", "2 unknown 1"}; !slices.Equal(got, want) {
		t.Errorf("undecided says %q, want %q", got, want)
	}
}

// TestLie: what a hint denies by the words of the protocol. A tool that is not destructive may add to what is there, and what is
// sent takes nothing away; one that is read-only may not send either.
func TestLie(t *testing.T) {
	reads := graph.Hints{ReadOnly: graph.HintTrue}
	spares := graph.Hints{ReadOnly: graph.HintFalse, Destructive: graph.HintFalse}
	for _, c := range []struct {
		hints      graph.Hints
		needs      string
		lies, open bool
	}{
		{reads, "net.read", false, false},
		{reads, "net.smtp", true, false},
		{reads, "net.message", true, false},
		{reads, "net.write", true, false},
		{reads, "net.post", false, true},
		{reads, "net", false, true},
		{spares, "net.smtp", false, false},
		{spares, "net.message", false, false},
		{spares, "net.post", false, false},
		{spares, "net.write", false, false},
		{spares, "net.delete", true, false},
		{spares, "net", false, true},
		{graph.Hints{}, "net.delete", false, false},
	} {
		tool := &graph.Tool{Name: "notify", Hints: c.hints, Needs: []graph.Need{{Capability: c.needs, Path: []graph.Hop{{Func: "f", Pos: graph.Pos{File: "a.go", Line: 1, Col: 1}}}}}}
		if lies := lie(tool) != nil; lies != c.lies {
			t.Errorf("%v of a tool that needs %s: a lie: %t", c.hints, c.needs, lies)
		}
		if open := lie(tool) == nil && unsure(tool) != nil; open != c.open {
			t.Errorf("%v of a tool that needs %s: open: %t", c.hints, c.needs, open)
		}
	}
}
