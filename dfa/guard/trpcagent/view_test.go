package trpcagent_test

import (
	"bytes"
	"context"
	"strconv"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/agentvet/agentvet/dfa/guard/built"
	"github.com/agentvet/agentvet/dfa/guard/trpcagent"
	view "github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/sketch"
	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/agent/chainagent"
	"trpc.group/trpc-go/trpc-agent-go/agent/cycleagent"
	"trpc.group/trpc-go/trpc-agent-go/agent/graphagent"
	"trpc.group/trpc-go/trpc-agent-go/agent/llmagent"
	"trpc.group/trpc-go/trpc-agent-go/agent/parallelagent"
	"trpc.group/trpc-go/trpc-agent-go/event"
	"trpc.group/trpc-go/trpc-agent-go/graph"
	"trpc.group/trpc-go/trpc-agent-go/session/inmemory"
	"trpc.group/trpc-go/trpc-agent-go/team"
	"trpc.group/trpc-go/trpc-agent-go/tool"
	agenttool "trpc.group/trpc-go/trpc-agent-go/tool/agent"
)

// verifier returns what agents are held to, with a registry of the tools that the program has.
func verifier(t *testing.T, functions map[string]built.Function, one ...string) func(sketch.View) error {
	t.Helper()
	var list []*view.Tool
	for i, name := range []string{"look", "refund", "fetch", "send", "clerk", "team-members-boss_clerk", "team-members-boss_reader", "team-members-boss_writer", "more_clerk"} {
		one := &view.Tool{Name: name, Description: name, Handler: "desk." + name, Pos: view.Pos{File: "desk.go", Line: i + 1, Col: 1}}
		switch name {
		case "clerk", "team-members-boss_clerk", "team-members-boss_reader", "team-members-boss_writer", "more_clerk":
			one.Agent, one.Description = name[strings.Index(name, "_")+1:], ""
		case "fetch":
			one.Sources = []string{"private"}
		case "send":
			one.Params = []view.Param{{Path: "body", Type: "string", Sink: &view.Sink{Forbid: []string{"private"}}, Pos: view.Pos{File: "desk.go", Line: 9, Col: 1}}}
		}
		list = append(list, one)
	}
	var registry bytes.Buffer
	if err := view.EncodeRegistry(&registry, list, nil); err != nil {
		t.Fatal(err)
	}
	v, err := built.New(built.Program{
		Policy:   []byte("version: 1\npolicies:\n  - {name: human-first, rule: 'human before tool:refund'}\n"),
		Registry: registry.Bytes(), Functions: functions, OneTarget: one,
	})
	if err != nil {
		t.Fatal(err)
	}
	return v.CheckView
}

func named(names ...string) (list []tool.Tool) {
	for _, name := range names {
		list = append(list, newTool(name, func() (string, error) { return name + " ran", nil }))
	}
	return list
}

func toolMap(names ...string) map[string]tool.Tool {
	m := make(map[string]tool.Tool)
	for _, t := range named(names...) {
		m[t.Declaration().Name] = t
	}
	return m
}

// graphOf returns an agent that runs a graph.
func graphOf(t *testing.T, build func(*graph.StateGraph), subs ...agent.Agent) agent.Agent {
	t.Helper()
	s := graph.NewStateGraph(graph.MessagesStateSchema())
	build(s)
	g, err := s.Compile()
	if err != nil {
		t.Fatal(err)
	}
	a, err := graphagent.New("desk", g, graphagent.WithSubAgents(subs))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// gateOf returns an agent that asks a human, and perhaps has a callback that may answer in its place.
func gateOf(t *testing.T, callback bool) agent.Agent {
	t.Helper()
	g, err := graph.NewStateGraph(graph.MessagesStateSchema()).AddNode("ask", does).SetEntryPoint("ask").SetFinishPoint("ask").Compile()
	if err != nil {
		t.Fatal(err)
	}
	callbacks := agent.NewCallbacks()
	if callback {
		callbacks.RegisterBeforeAgent(func(context.Context, *agent.BeforeAgentArgs) (*agent.BeforeAgentResult, error) { return nil, nil })
	}
	a, err := graphagent.New("gate", g, graphagent.WithAgentCallbacks(callbacks))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func does(context.Context, graph.State) (any, error) { return graph.State{}, nil }

// An own agent is of a type of the program.
type own struct{ agent.Agent }

func (own) Info() agent.Info                                                    { return agent.Info{Name: "own"} }
func (own) SubAgents() []agent.Agent                                            { return nil }
func (own) Tools() []tool.Tool                                                  { return nil }
func (own) Run(context.Context, *agent.Invocation) (<-chan *event.Event, error) { return nil, nil }

// An adder coordinates a team and is of a type of the program.
type adder struct{ own }

func (adder) AddToolSet(tool.ToolSet) {}

// A set is a set of one tool.
type set struct{ one tool.Tool }

func (set) Name() string                        { return "more" }
func (s set) Tools(context.Context) []tool.Tool { return []tool.Tool{s.one} }
func (set) Close() error                        { return nil }

// TestView: agents and graphs from configurations are allowed or refused when they are built.
func TestView(t *testing.T) {
	plain := func(name string, tools ...string) agent.Agent { return newAgent(name, named(tools...)) }
	asks := map[string]built.Function{"ask": {Kind: view.KindHuman}, "route": {}}
	choose := func(context.Context, graph.State) (string, error) { return "large", nil }
	swarm, err := team.NewSwarm("swarm", "reader", []agent.Agent{plain("reader", "fetch"), plain("writer", "send")})
	if err != nil {
		t.Fatal(err)
	}
	led := func(boss agent.Agent, members ...agent.Agent) agent.Agent {
		one, err := team.New(boss, members)
		if err != nil {
			t.Fatal(err)
		}
		return one
	}
	for _, test := range []struct {
		name      string
		root      agent.Agent
		functions map[string]built.Function
		one       []string
		want      string // in the error; "" for none
	}{
		{name: "one agent", root: plain("clerk", "look")},
		{name: "one agent that may pay", root: plain("clerk", "refund"), want: "policy/human-first"},
		{name: "an agent below", root: newAgent("boss", nil, llmagent.WithSubAgents([]agent.Agent{plain("payer", "refund")})), want: `then "payer" (llm)`},
		{name: "data that is handed over", root: newAgent("reader", named("fetch"), llmagent.WithSubAgents([]agent.Agent{plain("writer", "send")})), want: "taint/flow"},
		{name: "agents that share nothing", root: parallelagent.New("both", parallelagent.WithSubAgents([]agent.Agent{plain("reader", "fetch"), plain("writer", "send")}))},
		{name: "one after the other", root: chainagent.New("line", chainagent.WithSubAgents([]agent.Agent{plain("reader", "fetch"), plain("writer", "send")})), want: "taint/flow"},
		{name: "an agent behind a tool", root: newAgent("boss", []tool.Tool{agenttool.NewTool(plain("clerk", "refund"))}), want: "policy/human-first"},
		{name: "a loop with a limit", root: cycleagent.New("loop", cycleagent.WithMaxIterations(2), cycleagent.WithSubAgents([]agent.Agent{plain("clerk", "look")}))},
		{name: "a loop without one", root: cycleagent.New("loop", cycleagent.WithSubAgents([]agent.Agent{plain("clerk", "look")})), want: "the loop has no limit"},
		{name: "a swarm", root: swarm, want: "taint/flow"},
		{name: "a team with a coordinator", root: led(plain("boss", "look"), plain("clerk", "look"))},
		{name: "a coordinator that may pay", root: led(plain("boss", "refund"), plain("clerk", "look")), want: `then "boss" (llm)`},
		{name: "a member that may pay", root: led(plain("boss"), plain("clerk", "refund")), want: `then "clerk" (llm)`},
		{name: "data from one member to another", root: led(plain("boss"), plain("reader", "fetch"), plain("writer", "send")), want: "taint/flow"},
		{name: "a team in a line", root: chainagent.New("line", chainagent.WithSubAgents([]agent.Agent{plain("clerk", "look"), led(plain("boss"), plain("clerk", "refund"))})), want: "policy/human-first"},
		{name: "a team behind a tool", root: newAgent("top", []tool.Tool{agenttool.NewTool(led(plain("clerk"), plain("payer", "refund")))}), want: "policy/human-first"},
		{name: "a coordinator with code of its own", root: led(adder{}, plain("clerk", "look")), want: `"own"`},
		{name: "an agent in a set of tools", root: newAgent("top", nil, llmagent.WithToolSets([]tool.ToolSet{set{agenttool.NewTool(plain("clerk", "refund"))}})), want: "policy/human-first"},
		{name: "an agent with code of its own", root: own{}, want: `"own"`},
		{name: "that does nothing", root: own{}, functions: map[string]built.Function{"own": {}}},
		{name: "a tool that the program does not have", root: plain("clerk", "shell"), want: `"shell" is not in registry.json`},
		{name: "a tool that takes the name of one of the framework", root: newAgent("boss", named("transfer_to_agent"), llmagent.WithSubAgents([]agent.Agent{plain("clerk", "look")})), want: "transfer_to_agent"},
		{name: "no agent", want: "nothing was built"},

		{name: "a graph with a function", root: graphOf(t, func(g *graph.StateGraph) {
			g.AddNode("tidy", does).SetEntryPoint("tidy").SetFinishPoint("tidy")
		}), want: `"tidy"`},
		{name: "that is plain", root: graphOf(t, func(g *graph.StateGraph) {
			g.AddNode("tidy", does).SetEntryPoint("tidy").SetFinishPoint("tidy")
		}), functions: map[string]built.Function{"tidy": {}}},
		{name: "a graph that pays", root: graphOf(t, func(g *graph.StateGraph) {
			g.AddToolsNode("pay", toolMap("refund")).SetEntryPoint("pay").SetFinishPoint("pay")
		}), want: `then "pay" (tool)`},
		{name: "a graph that stops before", root: graphOf(t, func(g *graph.StateGraph) {
			g.AddToolsNode("pay", toolMap("refund"), graph.WithInterruptBefore()).SetEntryPoint("pay").SetFinishPoint("pay")
		})},
		{name: "a graph that asks first", root: graphOf(t, func(g *graph.StateGraph) {
			g.AddNode("ask", does).AddToolsNode("pay", toolMap("refund")).SetEntryPoint("ask").AddEdge("ask", "pay").SetFinishPoint("pay")
		}), functions: asks},
		{name: "a graph that asks on one way", root: graphOf(t, func(g *graph.StateGraph) {
			g.AddNode("route", does).AddNode("ask", does).AddToolsNode("pay", toolMap("refund")).SetEntryPoint("route").
				AddConditionalEdges("route", choose, map[string]string{"large": "ask", "small": "pay"}).AddEdge("ask", "pay").SetFinishPoint("pay")
		}), functions: asks, want: "policy/human-first"},
		{name: "an agent in a graph", root: graphOf(t, func(g *graph.StateGraph) {
			g.AddAgentNode("payer").SetEntryPoint("payer").SetFinishPoint("payer")
		}, plain("payer", "refund")), want: "policy/human-first"},
		{name: "a node that a callback may answer for", root: graphOf(t, func(g *graph.StateGraph) {
			g.AddNode("ask", does, graph.WithPreNodeCallback(func(context.Context, *graph.NodeCallbackContext, graph.State) (any, error) { return nil, nil })).
				AddToolsNode("pay", toolMap("refund")).SetEntryPoint("ask").AddEdge("ask", "pay").SetFinishPoint("pay")
		}), functions: asks, want: "a callback may answer in its place"},
		{name: "a node that says where the run goes", root: graphOf(t, func(g *graph.StateGraph) {
			g.AddNode("route", does, graph.WithEndsMap(map[string]string{"large": "ask", "small": "pay"})).AddNode("ask", does).AddToolsNode("pay", toolMap("refund")).
				SetEntryPoint("route").AddEdge("route", "ask").AddEdge("ask", "pay").SetFinishPoint("pay")
		}), functions: asks, want: "policy/human-first"},
		{name: "a condition that names any node", root: graphOf(t, func(g *graph.StateGraph) {
			g.AddNode("route", does).AddNode("ask", does).SetEntryPoint("route").AddConditionalEdges("route", choose, nil).AddEdge("route", "ask").SetFinishPoint("ask")
		}), functions: asks, want: "names the next node"},
		{name: "a gate that a callback may pass by", root: chainagent.New("line", chainagent.WithSubAgents([]agent.Agent{gateOf(t, true), graphOf(t, func(g *graph.StateGraph) {
			g.AddToolsNode("pay", toolMap("refund")).SetEntryPoint("pay").SetFinishPoint("pay")
		})})), functions: asks, want: "policy/human-first"},
		{name: "that nothing passes by", root: chainagent.New("line", chainagent.WithSubAgents([]agent.Agent{gateOf(t, false), graphOf(t, func(g *graph.StateGraph) {
			g.AddToolsNode("pay", toolMap("refund")).SetEntryPoint("pay").SetFinishPoint("pay")
		})})), functions: asks},
		{name: "a step that waits for both", root: graphOf(t, func(g *graph.StateGraph) {
			g.AddNode("route", does).AddNode("ask", does).AddToolsNode("look", toolMap("look")).AddToolsNode("pay", toolMap("refund")).SetEntryPoint("route").
				AddEdge("route", "ask").AddEdge("route", "look").AddJoinEdge([]string{"ask", "look"}, "pay").SetFinishPoint("pay")
		}), functions: asks},
		{name: "a step that waits for none", root: graphOf(t, func(g *graph.StateGraph) {
			g.AddNode("route", does).AddNode("ask", does).AddToolsNode("look", toolMap("look")).AddToolsNode("pay", toolMap("refund")).SetEntryPoint("route").
				AddEdge("route", "ask").AddEdge("route", "look").AddEdge("ask", "pay").AddEdge("look", "pay").SetFinishPoint("pay")
		}), functions: asks},
		{name: "a step that waits, and need not", root: graphOf(t, func(g *graph.StateGraph) {
			g.AddNode("route", does).AddNode("ask", does).AddToolsNode("look", toolMap("look")).AddToolsNode("pay", toolMap("refund")).SetEntryPoint("route").
				AddEdge("route", "ask").AddEdge("route", "look").AddJoinEdge([]string{"ask", "look"}, "pay").AddConditionalEdges("route", choose, map[string]string{"large": "pay"}).SetFinishPoint("pay")
		}), functions: asks, want: "policy/human-first"},
		{name: "data along the edges", root: graphOf(t, func(g *graph.StateGraph) {
			g.AddToolsNode("in", toolMap("fetch")).AddToolsNode("out", toolMap("send")).SetEntryPoint("in").AddEdge("in", "out").SetFinishPoint("out")
		}), want: "taint/flow"},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := verifier(t, test.functions, test.one...)(trpcagent.View(t.Context(), test.root))
			switch {
			case test.want == "" && err != nil:
				t.Errorf("refused: %v", err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

// TestVerified: tools that are added, and agents that are swapped, are seen before the next run.
func TestVerified(t *testing.T) {
	root := newAgent("clerk", named("look")).(*llmagent.LLMAgent)
	check := verifier(t, nil)
	if err := check(trpcagent.View(t.Context(), root)); err != nil {
		t.Fatal(err)
	}
	g, err := guard.New(guard.Options{OpenTools: true})
	if err != nil {
		t.Fatal(err)
	}
	r := newRunner(root, inmemory.NewSessionService(), g, trpcagent.Verified(check, root))
	look := want(guard.Call{Tool: "look", Arguments: "{}"})
	wants := func(want string) {
		t.Helper()
		_, err := say(t.Context(), r, "s", look)
		switch {
		case want == "" && err != nil, want != "" && err == nil:
			t.Errorf("error %v, want %q", err, want)
		case want != "" && !strings.Contains(err.Error(), want):
			t.Errorf("error %v, want %q", err, want)
		}
	}
	wants("")
	root.SetSubAgents([]agent.Agent{newAgent("payer", named("refund"))})
	wants("policy/human-first")
	root.SetSubAgents(nil)
	wants("")
}

// TestVerifiedTeam: a team with a coordinator is verified before each run, with the tools that its members have then.
func TestVerifiedTeam(t *testing.T) {
	clerk := newAgent("clerk", named("look")).(*llmagent.LLMAgent)
	root, err := team.New(newAgent("boss", named("look")), []agent.Agent{clerk})
	if err != nil {
		t.Fatal(err)
	}
	check := verifier(t, nil)
	if err := check(trpcagent.View(t.Context(), root)); err != nil {
		t.Fatal(err)
	}
	g, err := guard.New(guard.Options{OpenTools: true})
	if err != nil {
		t.Fatal(err)
	}
	r := newRunner(root, inmemory.NewSessionService(), g, trpcagent.Verified(check, root))
	asks := want(guard.Call{Tool: "team-members-boss_clerk", Arguments: `{"request": ` + strconv.Quote(want(guard.Call{Tool: "look", Arguments: "{}"}).Content) + `}`})
	told, err := say(t.Context(), r, "s", asks)
	if err != nil || told["call0"] == "" {
		t.Fatalf("told %q, error %v", told, err)
	}
	clerk.AddToolSet(set{newTool("refund", func() (string, error) { return "refund ran", nil })})
	if told, err := say(t.Context(), r, "s", asks); err == nil || !strings.Contains(err.Error(), "refund") {
		t.Errorf("with another tool: told %q, error %v", told, err)
	}
	clerk.RemoveToolSet("more")
	if told, err := say(t.Context(), r, "s", asks); err != nil {
		t.Errorf("without it: told %q, error %v", told, err)
	}
}

// TestVerifiedGraph: in a graph, a node asks the model, and another one has the tools.
func TestVerifiedGraph(t *testing.T) {
	g, err := guard.New(guard.Options{OpenTools: true})
	if err != nil {
		t.Fatal(err)
	}
	for name, allowed := range map[string]bool{"look": true, "refund": false} {
		root := newGraph(t, named(name))
		r := newRunner(root, inmemory.NewSessionService(), g, trpcagent.Verified(verifier(t, nil, "*"), root))
		told, err := say(t.Context(), r, name, want(guard.Call{Tool: name, Arguments: "{}"}))
		if (err == nil) != allowed || allowed != strings.Contains(told["call0"], "ran") {
			t.Errorf("%s: told %q, error %v", name, told, err)
		}
	}
}
