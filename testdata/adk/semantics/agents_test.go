package semantics

// This file asks what bounds an agent: its loops, its transfers, its tools and
// the confirmations in front of them.

import (
	"iter"
	"strings"
	"testing"

	"example.com/adkagents/internal/scripted"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/agent/workflowagent"
	"google.golang.org/adk/v2/agent/workflowagents/loopagent"
	"google.golang.org/adk/v2/agent/workflowagents/sequentialagent"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/agenttool"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/adk/v2/tool/toolconfirmation"
	"google.golang.org/adk/v2/workflow"
	"google.golang.org/genai"
)

var hello = genai.NewContentFromText("hello", genai.RoleUser)

// TestLoopAgent: MaxIterations bounds it, its absence does not, Escalate ends
// it before the next sub-agent.
func TestLoopAgent(t *testing.T) {
	tests := []struct {
		name          string
		max           uint
		escalateAt    int // the round in which the first sub-agent escalates; 0: never
		first, second int
	}{
		{"bound of three", 3, 0, 3, 3},
		{"no bound", 0, 0, 250, 250},
		{"no bound, escalates in round four", 0, 4, 4, 3},
		{"bound of three, escalates in round two", 3, 2, 2, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tr := new(trail)
			loop := must(loopagent.New(loopagent.Config{MaxIterations: tt.max, AgentConfig: agent.Config{
				Name: "loop", SubAgents: []agent.Agent{speaker(tr, "first", tt.escalateAt), speaker(tr, "second", 0)},
			}}))
			if _, err := newChat(t, loop).send(500, hello); err != nil {
				t.Fatal(err)
			}
			if first, second := tr.count("first"), tr.count("second"); first != tt.first || second != tt.second {
				t.Errorf("ran %d and %d times, want %d and %d", first, second, tt.first, tt.second)
			}
		})
	}
}

// TestEscalateBeyondLoops: in a sequence the event is passed on and nothing
// stops; a loop around the sequence ends when the sequence does.
func TestEscalateBeyondLoops(t *testing.T) {
	tr := new(trail)
	seq := must(sequentialagent.New(sequentialagent.Config{AgentConfig: agent.Config{
		Name: "seq", SubAgents: []agent.Agent{speaker(tr, "first", 1), speaker(tr, "second", 0)},
	}}))
	loop := must(loopagent.New(loopagent.Config{AgentConfig: agent.Config{
		Name: "loop", SubAgents: []agent.Agent{seq, speaker(tr, "third", 0)},
	}}))
	if _, err := newChat(t, loop).send(plenty, hello); err != nil {
		t.Fatal(err)
	}
	if got := tr.sorted(); got != "first second" {
		t.Errorf("steps = %q, want the sequence once and nothing after it", got)
	}
}

// TestDuplicateTools: two tools of one name are accepted by New and refused
// at the first request.
func TestDuplicateTools(t *testing.T) {
	a, err := llmagent.New(llmagent.Config{Name: "a", Model: scripted.New(), Tools: []tool.Tool{
		echo("rm", functiontool.Config{}, nil), echo("rm", functiontool.Config{}, nil),
	}})
	if err != nil {
		t.Fatalf("New = %v, want success", err)
	}
	if _, err := newChat(t, a).send(plenty, hello); err == nil || !strings.Contains(err.Error(), "duplicate tool") {
		t.Errorf("run ended with %v, want a duplicate tool", err)
	}
}

// TestUnknownTool: a name that no tool has is answered by an error message to
// the model, and the conversation goes on.
func TestUnknownTool(t *testing.T) {
	m := scripted.New(scripted.Call("no_such_tool", nil))
	a := must(llmagent.New(llmagent.Config{Name: "a", Model: m}))
	_, err := newChat(t, a).send(plenty, hello)
	if err != nil || len(m.Requests()) != 2 {
		t.Errorf("ended with %v after %d requests, want no error after 2", err, len(m.Requests()))
	}
}

// TestConfirmation: who is asked before the handler runs?
func TestConfirmation(t *testing.T) {
	gate := func(ctx agent.Context, _ tool.Tool, _ map[string]any) (map[string]any, error) {
		if ctx.ToolConfirmation() == nil {
			ctx.Actions().SkipSummarization = true
			return map[string]any{"status": "waiting"}, ctx.RequestConfirmation("sure?", nil)
		}
		return nil, nil
	}
	no := func(echoArgs) bool { return false }
	yes := func(echoArgs) bool { return true }
	tests := []struct {
		name     string
		cfg      functiontool.Config
		callback llmagent.BeforeToolCallback
		asked    bool
	}{
		{name: "no gate"},
		{name: "flag", cfg: functiontool.Config{RequireConfirmation: true}, asked: true},
		{name: "provider says yes", cfg: functiontool.Config{RequireConfirmationProvider: yes}, asked: true},
		{name: "provider says no", cfg: functiontool.Config{RequireConfirmationProvider: no}},
		{name: "flag, but provider says no", cfg: functiontool.Config{RequireConfirmation: true, RequireConfirmationProvider: no}},
		{name: "callback", callback: gate, asked: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ran := 0
			cfg := llmagent.Config{
				Name: "a", Model: scripted.New(scripted.Call("wipe", map[string]any{"text": "x"})),
				Tools: []tool.Tool{echo("wipe", tt.cfg, func() { ran++ })},
			}
			if tt.callback != nil {
				cfg.BeforeToolCallbacks = []llmagent.BeforeToolCallback{tt.callback}
			}
			events, err := newChat(t, must(llmagent.New(cfg))).send(plenty, hello)
			if err != nil {
				t.Fatal(err)
			}
			if got := calls(events, toolconfirmation.FunctionCallName) == 1; got != tt.asked {
				t.Errorf("asked = %t, want %t", got, tt.asked)
			}
			if got := ran == 1; got == tt.asked {
				t.Errorf("handler ran = %t, want %t", got, !tt.asked)
			}
		})
	}
}

// TestConfirmationInsideAgentTool: an agent that is used as a tool runs in a
// session of its own. A confirmation that one of its tools asks for stays
// there: the user is never asked, and the tool never runs.
func TestConfirmationInsideAgentTool(t *testing.T) {
	ran := 0
	inner := must(llmagent.New(llmagent.Config{
		Name: "inner", Model: scripted.New(scripted.Call("wipe", map[string]any{"text": "x"})),
		Tools: []tool.Tool{echo("wipe", functiontool.Config{RequireConfirmation: true}, func() { ran++ })},
	}))
	outer := must(llmagent.New(llmagent.Config{
		Name: "outer", Model: scripted.New(scripted.Call("inner", map[string]any{"request": "wipe it"})),
		Tools: []tool.Tool{agenttool.New(inner, nil)},
	}))
	events, err := newChat(t, outer).send(plenty, hello)
	if err != nil {
		t.Fatal(err)
	}
	if asked := calls(events, toolconfirmation.FunctionCallName); asked != 0 || ran != 0 {
		t.Errorf("asked %d times, handler ran %d times, want 0 and 0", asked, ran)
	}
}

// TestConfirmationStops: does what follows an agent wait while one of its
// tools waits for confirmation? A graph waits; a sequence does not.
func TestConfirmationStops(t *testing.T) {
	asker := func() agent.Agent {
		return must(llmagent.New(llmagent.Config{
			Name: "asker", Model: scripted.New(scripted.Call("wipe", map[string]any{"text": "x"})),
			Tools: []tool.Tool{echo("wipe", functiontool.Config{RequireConfirmation: true}, nil)},
		}))
	}
	t.Run("graph", func(t *testing.T) {
		tr := new(trail)
		ask := agentNode(t, asker())
		if err := runGraph(t, plenty, workflow.Chain(workflow.Start, ask, tr.step("after"))); err != nil {
			t.Fatal(err)
		}
		if got := tr.count("after"); got != 0 {
			t.Errorf("the next node ran %d times, want 0", got)
		}
	})
	t.Run("sequence", func(t *testing.T) {
		tr := new(trail)
		seq := must(sequentialagent.New(sequentialagent.Config{AgentConfig: agent.Config{
			Name: "seq", SubAgents: []agent.Agent{asker(), speaker(tr, "after", 0)},
		}}))
		if _, err := newChat(t, seq).send(plenty, hello); err != nil {
			t.Fatal(err)
		}
		if got := tr.count("after"); got != 1 {
			t.Errorf("the next agent ran %d times, want 1", got)
		}
	})
}

// TestTransferTargets reads from the request which agents the model of each
// agent may transfer to.
func TestTransferTargets(t *testing.T) {
	type who struct {
		name             string
		noParent, noPeer bool
		mode             llmagent.Mode
	}
	// targets asks sub i of a team what it is offered; i < 0 asks the root.
	targets := func(t *testing.T, i int, subs ...who) []string {
		t.Helper()
		m := scripted.New()
		if i >= 0 {
			m = scripted.New(scripted.Call("transfer_to_agent", map[string]any{"agent_name": subs[i].name}))
		}
		team := make([]agent.Agent, len(subs))
		for j, s := range subs {
			team[j] = must(llmagent.New(llmagent.Config{
				Name: s.name, Model: m, Mode: s.mode, DisallowTransferToParent: s.noParent, DisallowTransferToPeers: s.noPeer,
			}))
		}
		root := must(llmagent.New(llmagent.Config{Name: "root", Model: m, SubAgents: team}))
		if _, err := newChat(t, root).send(plenty, hello); err != nil {
			t.Fatal(err)
		}
		reqs := m.Requests()
		return scripted.TransferTargets(reqs[len(reqs)-1])
	}
	tests := []struct {
		name string
		ask  int
		subs []who
		want string
	}{
		{"root of two", -1, []who{{name: "a"}, {name: "b"}}, "a b"},
		{"root with a task agent", -1, []who{{name: "a"}, {name: "b", mode: llmagent.ModeTask}}, "a"},
		{"root with a single-turn agent", -1, []who{{name: "a"}, {name: "b", mode: llmagent.ModeSingleTurn}}, "a"},
		{"sub with the defaults", 0, []who{{name: "a"}, {name: "b"}}, "b root"},
		{"sub that may not go up", 0, []who{{name: "a", noParent: true}, {name: "b"}}, "b"},
		{"sub that may not go sideways", 0, []who{{name: "a", noPeer: true}, {name: "b"}}, "root"},
		{"sub that may do neither", 0, []who{{name: "a", noParent: true, noPeer: true}, {name: "b"}}, ""},
		{"sub beside a task agent", 0, []who{{name: "a"}, {name: "b", mode: llmagent.ModeTask}}, "root"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := strings.Join(targets(t, tt.ask, tt.subs...), " "); got != tt.want {
				t.Errorf("targets = %q, want %q", got, tt.want)
			}
		})
	}
}

// TestModeTools: a task or single-turn sub-agent is a tool of its parent.
func TestModeTools(t *testing.T) {
	m := scripted.New()
	sub := func(name string, mode llmagent.Mode) agent.Agent {
		return must(llmagent.New(llmagent.Config{Name: name, Model: m, Mode: mode}))
	}
	root := must(llmagent.New(llmagent.Config{Name: "root", Model: m, SubAgents: []agent.Agent{
		sub("chat", llmagent.ModeChat), sub("task", llmagent.ModeTask), sub("single", llmagent.ModeSingleTurn),
	}}))
	if _, err := newChat(t, root).send(plenty, hello); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(scripted.Tools(m.Requests()[0]), " "); got != "single task transfer_to_agent" {
		t.Errorf("tools = %q, want single task transfer_to_agent", got)
	}
}

// TestTransferUnderSequence: a sequence is no parent to transfer to, and its
// other members are no peers.
func TestTransferUnderSequence(t *testing.T) {
	m := scripted.New()
	sub := func(name string) agent.Agent { return must(llmagent.New(llmagent.Config{Name: name, Model: m})) }
	seq := must(sequentialagent.New(sequentialagent.Config{AgentConfig: agent.Config{
		Name: "seq", SubAgents: []agent.Agent{sub("a"), sub("b")},
	}}))
	if _, err := newChat(t, seq).send(plenty, hello); err != nil {
		t.Fatal(err)
	}
	for _, req := range m.Requests() {
		if got := scripted.Tools(req); len(got) != 0 {
			t.Errorf("tools = %q, want none", got)
		}
	}
}

// TestTransferInNode: an agent with sub-agents keeps its transfers when it is
// a node of a graph.
func TestTransferInNode(t *testing.T) {
	m := scripted.New()
	sub := must(llmagent.New(llmagent.Config{Name: "sub", Model: m}))
	lead := must(llmagent.New(llmagent.Config{Name: "lead", Model: m, SubAgents: []agent.Agent{sub}}))
	if err := runGraph(t, plenty, chainAgents(t, lead)); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(scripted.TransferTargets(m.Requests()[0]), " "); got != "sub" {
		t.Errorf("targets = %q, want sub", got)
	}
}

// TestQuestionBelowTransfer: a graph that hangs below a model may ask a human,
// but the answer does not find its way back to the node that asked: the graph
// starts over and asks again. At the root of a program it does (TestReply).
func TestQuestionBelowTransfer(t *testing.T) {
	tr := new(trail)
	graph := must(workflowagent.New(workflowagent.Config{Name: "graph", Edges: workflow.Chain(workflow.Start, tr.ask("ask"), tr.step("after"))}))
	root := must(llmagent.New(llmagent.Config{
		Name: "root", Model: scripted.New(scripted.Call("transfer_to_agent", map[string]any{"agent_name": "graph"})), SubAgents: []agent.Agent{graph},
	}))
	c := newChat(t, root)
	if _, err := c.send(plenty, hello); err != nil {
		t.Fatal(err)
	}
	if _, err := c.send(plenty, reply("ask-1", "approved")); err != nil {
		t.Fatal(err)
	}
	if got := tr.sorted(); got != "ask ask" {
		t.Errorf("steps = %q, want the question twice and nothing behind it", got)
	}
}

// TestAgentUnderTwoParents: the runner refuses it, New does not.
func TestAgentUnderTwoParents(t *testing.T) {
	m := scripted.New()
	sub := must(llmagent.New(llmagent.Config{Name: "sub", Model: m}))
	var leads []agent.Agent
	for _, name := range []string{"one", "two"} {
		leads = append(leads, must(llmagent.New(llmagent.Config{Name: name, Model: m, SubAgents: []agent.Agent{sub}})))
	}
	root := must(llmagent.New(llmagent.Config{Name: "root", Model: m, SubAgents: leads}))
	if err := newRunnerError(root); err == nil {
		t.Error("runner.New = nil, want an error")
	}
}

// speaker is an agent that says its name, and escalates in the given round.
func speaker(tr *trail, name string, escalateAt int) agent.Agent {
	round := 0
	return must(agent.New(agent.Config{Name: name, Run: func(ctx agent.InvocationContext) iter.Seq2[*session.Event, error] {
		return func(yield func(*session.Event, error) bool) {
			tr.add(name)
			round++
			ev := session.NewEvent(ctx, ctx.InvocationID())
			ev.Content = genai.NewContentFromText(name, genai.RoleModel)
			ev.Actions.Escalate = round == escalateAt
			yield(ev, nil)
		}
	}}))
}

// calls counts the calls of a function in the events of a run.
func calls(events []*session.Event, name string) int {
	n := 0
	for _, ev := range events {
		if ev.Content == nil {
			continue
		}
		for _, p := range ev.Content.Parts {
			if p.FunctionCall != nil && p.FunctionCall.Name == name {
				n++
			}
		}
	}
	return n
}
