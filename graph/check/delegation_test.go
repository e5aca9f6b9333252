package check_test

// This file checks what agents delegate to each other, and what they may do unasked.

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/golden"
)

func TestDelegation(t *testing.T) {
	line := 0
	at := func() graph.Pos { line++; return graph.Pos{File: "a.go", Line: line, Col: 1} }
	tool := func(name string, change ...func(*graph.Tool)) *graph.Tool {
		t := &graph.Tool{Name: name, Framework: "adk", Pos: at()}
		for _, f := range change {
			f(t)
		}
		return t
	}
	destroys := func(t *graph.Tool) { t.Hints.Destructive = graph.HintTrue }
	gate := func(k graph.GateKind) func(*graph.Tool) {
		return func(t *graph.Tool) { t.Gate = graph.Gate{Kind: k, Pos: at()} }
	}
	unheeded := func(t *graph.Tool) { t.Gate.Unheeded = true }
	apart := func(t *graph.Tool) { t.Apart = true }
	handled := func(t *graph.Tool) { t.Handler = "example.com/p.start" }
	runs := func(agent string) func(*graph.Tool) { return func(t *graph.Tool) { t.Agent = agent } }
	offered := &graph.Tool{Framework: "mcp", Unknown: reason.Of(reason.SaysTools, "the MCP server"), Pos: at()}
	list := func(tools ...*graph.Tool) []*graph.Tool { return tools }
	agent := func(name string, kind graph.AgentKind, tools []*graph.Tool, subs ...*graph.Agent) *graph.Agent {
		return &graph.Agent{Name: name, Kind: kind, Framework: "adk", Tools: tools, SubAgents: subs, Pos: at()}
	}
	untyped := func(a *graph.Agent) *graph.Agent { a.Untyped = true; return a }
	open := func(a *graph.Agent, what graph.UnknownKind) *graph.Agent {
		a.Unknowns = append(a.Unknowns, graph.Unknown{What: what, Node: graph.None, Reason: reason.Words("a list"), Pos: at()})
		return a
	}
	const server, llm, sequence = graph.AgentServer, graph.AgentLLM, graph.AgentSequential
	pay, read := tool("pay"), tool("read")

	var out strings.Builder
	for _, c := range []struct {
		name   string
		agents []*graph.Agent
	}{
		{"a server asks before one of two", []*graph.Agent{agent("files", server, list(tool("empty", destroys, gate(graph.GateInterrupt)), tool("drop", destroys), tool("read")))}},
		{"a server asks in some cases", []*graph.Agent{agent("files", server, list(tool("drop", destroys, gate(graph.GateConditional))))}},
		{"a server asks nobody", []*graph.Agent{agent("files", server, list(tool("drop", destroys)))}},
		{"a server says of all its tools what the protocol takes for granted", []*graph.Agent{agent("files", server, list(tool("drop", func(t *graph.Tool) {
			t.Hints = graph.Hints{ReadOnly: graph.HintFalse, Destructive: graph.HintTrue, Idempotent: graph.HintFalse, OpenWorld: graph.HintTrue}
		})))}},
		{"a server says of a tool that it is read-only, too", []*graph.Agent{agent("files", server, list(tool("read", destroys, func(t *graph.Tool) {
			t.Hints = graph.Hints{ReadOnly: graph.HintTrue, Destructive: graph.HintTrue}
			t.Destructive = false
		})))}},
		{"a server asks in vain, which another rule says", []*graph.Agent{agent("files", server, list(tool("drop", destroys, gate(graph.GateIgnored))))}},
		{"an agent of a workflow, which another rule judges", []*graph.Agent{agent("a", llm, list(tool("drop", destroys)))}},
		{"a confirmation is not heeded", []*graph.Agent{agent("a", llm, list(tool("pay", gate(graph.GateConditional), unheeded)))}},
		{"whatever a server offers", []*graph.Agent{agent("a", llm, list(offered)), agent("b", llm, list(offered))}},
		{"a caller goes on with text", []*graph.Agent{agent("a", llm, list(tool("ask", runs("b")))), untyped(agent("b", llm, nil))}},
		{"two agents have the name", []*graph.Agent{agent("a", llm, list(tool("ask", runs("b")))), untyped(agent("b", llm, nil)), untyped(agent("b", llm, nil))}},
		{"a sequence goes on with text", []*graph.Agent{agent("s", sequence, nil, untyped(agent("a", llm, nil)), untyped(agent("b", llm, nil)))}},
		{"a sequence of one", []*graph.Agent{agent("s", sequence, nil, untyped(agent("a", llm, nil)))}},
		{"a hand-over does not come back", []*graph.Agent{agent("a", llm, nil, untyped(agent("b", llm, nil)))}},
		{"one may do more", []*graph.Agent{agent("a", llm, list(read), agent("b", llm, list(read, pay)))}},
		{"what the framework adds does not count", []*graph.Agent{agent("a", llm, list(read), agent("b", llm, list(read, &graph.Tool{Name: "exit", Description: graph.AddedByFramework})))}},
		{"a part of a sequence may do more", []*graph.Agent{agent("a", llm, list(read), agent("s", sequence, nil, agent("b", llm, list(pay), agent("c", llm, list(tool("deeper"))))))}},
		{"not all is known of the first", []*graph.Agent{open(agent("a", llm, list(read), agent("b", llm, list(pay))), graph.UnknownTools)}},
		{"not all is known of the second", []*graph.Agent{agent("a", llm, list(read), open(agent("b", llm, list(read)), graph.UnknownTools))}},
		{"the second may be given any", []*graph.Agent{agent("a", llm, list(read), agent("b", llm, list(read, offered)))}},
		{"one that is called may do more", []*graph.Agent{agent("a", llm, list(read, tool("ask", runs("b")))), agent("b", llm, list(pay))}},
		{"one that is called is not known", []*graph.Agent{agent("a", llm, list(read, tool("ask", runs("b"))))}},
		{"a tool of one that runs apart asks", []*graph.Agent{agent("a", llm, list(read, tool("ask", runs("b"), apart))), agent("b", llm, list(read, tool("wipe", gate(graph.GateConfirm))))}},
		{"a tool below one that runs apart asks", []*graph.Agent{agent("a", llm, list(read, tool("ask", runs("b"), apart))), agent("b", llm, list(read), agent("c", llm, list(read, tool("wipe", gate(graph.GateInterrupt)))))}},
		{"a tool of one that runs apart asks in some cases", []*graph.Agent{agent("a", llm, list(read, tool("ask", runs("b"), apart))), agent("b", llm, list(read, tool("wipe", gate(graph.GateConditional))))}},
		{"a tool of one of two agents of a name asks", []*graph.Agent{agent("a", llm, list(read, tool("ask", runs("b"), apart))), agent("b", llm, list(read, tool("wipe", gate(graph.GateConfirm)))), agent("b", llm, list(read))}},
		{"a tool of one that is called in the same conversation asks", []*graph.Agent{agent("a", llm, list(read, tool("ask", runs("b")))), agent("b", llm, list(read, tool("wipe", gate(graph.GateConfirm))))}},
		{"two call each other", []*graph.Agent{agent("a", llm, list(tool("ask", runs("b")))), agent("b", llm, list(tool("back", runs("a"))))}},
		{"two call each other by code of the program's own", []*graph.Agent{agent("a", llm, list(tool("ask", runs("b"), handled))), agent("b", llm, list(tool("back", runs("a"))))}},
		{"a call, a hand-over and a call", []*graph.Agent{agent("a", llm, list(tool("ask", runs("b")))), agent("b", llm, nil, agent("c", llm, list(tool("back", runs("a")))))}},
		{"a call that does not come back", []*graph.Agent{agent("a", llm, list(tool("ask", runs("b")))), agent("b", llm, nil, agent("c", llm, nil))}},
		{"itself", []*graph.Agent{agent("a", llm, list(read, tool("ask", runs("a"))))}},
	} {
		fmt.Fprintf(&out, "# %s\n", c.name)
		for _, p := range flats(check.Delegation(&graph.Program{Agents: c.agents}, check.Options{Contained: true})) {
			names := make([]string, len(p.Tools))
			for i, tool := range p.Tools {
				names[i] = tool.Name
			}
			fmt.Fprintf(&out, "%s %v: %s, %q [%s]\n", p.Rule(), p.Verdict(), p.Agent.Name, p.Name, strings.Join(names, ", "))
		}
	}
	golden.Compare(t, filepath.Join("testdata", "delegation.txt"), out.String())
}
