package cliagents

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
)

// Copilot returns what agentvet knows of GitHub's Copilot SDK.
func Copilot() *assembly.Framework {
	return &assembly.Framework{Name: "copilot", Table: library.Of("copilot"), Assemble: assembleCopilot}
}

// Claude returns what agentvet knows of the Claude Agent SDK.
func Claude() *assembly.Framework {
	return &assembly.Framework{Name: "claudeagent", Table: library.Of("claudeagent"), Assemble: assembleClaude}
}

// An assembler turns the sessions of one package into agents.
type assembler struct {
	*assembly.Assembly
	team  *assembly.Team
	final map[*assembly.Peer][]string      // names of tools after which the turn is over
	told  map[*assembly.Object]*graph.Tool // what tools are in a session that gives them other names
}

func newAssembler(x *assembly.Assembly) *assembler {
	a := &assembler{
		Assembly: x, team: x.NewTeam(nil),
		final: make(map[*assembly.Peer][]string), told: make(map[*assembly.Object]*graph.Tool),
	}
	a.team.Node = a.complete
	return a
}

func assembleCopilot(x *assembly.Assembly) {
	a := newAssembler(x)
	x.Odd = func(*assembly.Agent, assembly.Value) {} // a configuration, which copilot reads
	for _, o := range x.ObjectsOf("agent") {
		a.add(a.copilot(o))
	}
	a.listTools()
}

func assembleClaude(x *assembly.Assembly) {
	a := newAssembler(x)
	all := make(map[*assembly.Agent]*settings)
	of := func(g *assembly.Agent) *settings {
		if all[g] == nil {
			all[g] = new(settings)
		}
		return all[g]
	}
	x.Odd = func(g *assembly.Agent, option assembly.Value) { of(g).read(x, option) }
	for _, o := range x.ObjectsOf("agent") {
		g := x.Agent(o)
		a.add(a.claude(g, of(g)))
	}
	a.listTools()
}
