package module

import (
	"slices"
	"testing"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
)

// TestUnread: a module has one unknown for all places that may belong to an agent, unless
// one of its packages, named or not, has an agent; another module explains nothing.
func TestUnread(t *testing.T) {
	read := report.Seen{Kind: report.SeenRead, Name: "Call.Name", Of: "chat completions", Pos: at("loop.go", 7)}
	word := report.Seen{Kind: report.SeenWord, Name: "tool_use", Of: "Anthropic messages", Pos: at("a.go", 1)}
	serve := report.Seen{Kind: report.SeenRead, Name: "Params.Name", Of: "MCP", Pos: at("serve.go", 2), Server: true}
	unread := report.Seen{Kind: report.SeenLibrary, Name: "example.com/lib", Of: "which builds agents", Pos: at("main.go", 3)}
	pkg := func(module string, p graph.Program, seen ...report.Seen) *Package {
		return &Package{Path: module + "/p", Module: module, Program: &p, Seen: seen}
	}
	none := graph.Program{}
	agent := graph.Program{Agents: []*graph.Agent{{Name: "desk"}}}
	server := graph.Program{Agents: []*graph.Agent{{Name: "desk", Kind: graph.AgentServer}}}
	command := func(name string, p graph.Program, imports []string, seen ...report.Seen) *Package {
		c := pkg("m", p, seen...)
		c.Path = "m/" + name
		c.Values = &valueflow.Graph{Package: c.Path, Main: len(imports) > 0, Imports: imports}
		return c
	}
	tool := graph.Program{Tools: []*graph.Tool{{Name: "search"}}}
	for _, c := range []struct {
		name            string
		named, imported []*Package
		want            []graph.Pos // where each finding is
	}{
		{name: "nothing", named: []*Package{pkg("m", none)}},
		{name: "two packages, one finding, at the most telling place", named: []*Package{pkg("m", none, word), pkg("m", none, read)}, want: []graph.Pos{read.Pos}},
		{name: "an agent elsewhere in the module", named: []*Package{pkg("m", none, read), pkg("m", agent)}},
		{name: "an agent that nobody named", named: []*Package{pkg("m", none, read)}, imported: []*Package{pkg("m", agent)}},
		{name: "a place that nobody named", named: []*Package{pkg("m", none)}, imported: []*Package{pkg("m", none, read)}, want: []graph.Pos{read.Pos}},
		{name: "an agent of another module", named: []*Package{pkg("m", none, read), pkg("n", agent)}, want: []graph.Pos{read.Pos}},
		{name: "two modules", named: []*Package{pkg("m", none, read), pkg("n", none, word)}, want: []graph.Pos{word.Pos, read.Pos}},
		{name: "tools explain a server", named: []*Package{pkg("m", tool, serve)}},
		{name: "and no model", named: []*Package{pkg("m", tool, serve, read)}, want: []graph.Pos{read.Pos}},
		{name: "a server explains words", named: []*Package{pkg("m", server, word)}},
		{name: "and not what a model wants called", named: []*Package{pkg("m", server, word, read)}, want: []graph.Pos{read.Pos}},
		{
			name: "an agent of another command", want: []graph.Pos{read.Pos},
			named: []*Package{command("a", agent, []string{"m/b"}), command("b", none, nil, word), command("c", none, []string{"m/b"}, read)},
		},
		{
			name:  "a package that a command with an agent has, too",
			named: []*Package{command("a", agent, []string{"m/b"}), command("b", none, nil, read), command("c", none, []string{"m/b"})},
		},
		{name: "a package of no command", named: []*Package{command("a", agent, []string{"m/b"}), command("c", none, nil, read)}},
		{name: "nothing explains a library", named: []*Package{pkg("m", agent, read, unread)}, want: []graph.Pos{unread.Pos}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := Join(c.named).Check(Options{Imported: c.imported})
			var got []graph.Pos
			for _, f := range r.Findings {
				if f.Rule == rules.Unread {
					got = append(got, f.Pos)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("unread at %v, want %v", got, c.want)
			}
		})
	}
}
