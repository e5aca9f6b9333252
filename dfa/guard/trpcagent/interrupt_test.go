package trpcagent_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/agentvet/agentvet/dfa/guard/trpcagent"
	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/agent/graphagent"
	"trpc.group/trpc-go/trpc-agent-go/graph"
	checkpoints "trpc.group/trpc-go/trpc-agent-go/graph/checkpoint/inmemory"
	"trpc.group/trpc-go/trpc-agent-go/model"
	"trpc.group/trpc-go/trpc-agent-go/runner"
	"trpc.group/trpc-go/trpc-agent-go/session/inmemory"
	"trpc.group/trpc-go/trpc-agent-go/tool"
)

// A booth is a program that asks by interrupts.
type booth struct {
	*testing.T
	r     runner.Runner
	state map[string]any
	ran   *recorder
}

func newBooth(t *testing.T, build func(*testing.T, []tool.Tool) agent.Agent, interrupting bool) *booth {
	t.Helper()
	g := newGuard(t, []guard.Rule{{Name: "ask", Text: "human before each tool:refund", Handling: dfa.Escalate}})
	p := trpcagent.Plugin(g)
	if interrupting {
		p = p.Interrupting()
	}
	ran := new(recorder)
	return &booth{
		T: t, ran: ran, state: map[string]any{graph.CfgKeyLineageID: "line"},
		r: runner.NewRunner("app", build(t, toolsOf(ran.run)), runner.WithSessionService(inmemory.NewSessionService()), runner.WithPlugins(p)),
	}
}

// say returns what the model was told, and the questions by their keys.
func (b *booth) say(message model.Message, answers map[string]any) (told map[string]string, asked map[string]trpcagent.Question) {
	b.Helper()
	delete(b.state, graph.StateKeyCommand)
	if answers != nil {
		b.state[graph.StateKeyCommand] = &graph.Command{ResumeMap: answers}
	}
	told, asked = make(map[string]string), make(map[string]trpcagent.Question)
	events, err := b.r.Run(b.Context(), "ann", "s", message, agent.WithRuntimeState(b.state))
	if err != nil {
		b.Fatal(err)
	}
	for ev := range events {
		note(told, ev)
		var step struct {
			InterruptKey   string             `json:"interruptKey"`
			InterruptValue trpcagent.Question `json:"interruptValue"`
		}
		if text := ev.StateDelta[graph.MetadataKeyPregel]; json.Unmarshal(text, &step) == nil && step.InterruptKey != "" {
			asked[step.InterruptKey] = step.InterruptValue
		}
	}
	return told, asked
}

// only returns the only key of questions.
func (b *booth) only(asked map[string]trpcagent.Question) string {
	b.Helper()
	for key, q := range asked {
		if len(asked) == 1 && q.Tool == "refund" && len(q.Rules) == 1 && q.Rules[0] == "ask" {
			return key
		}
	}
	b.Fatalf("questions %v, want one about refund", asked)
	return ""
}

var (
	pay  = guard.Call{Tool: "refund", Arguments: `{"amount":7}`}
	more = guard.Call{Tool: "refund", Arguments: `{"amount":7000}`}
)

func graphAgent(t *testing.T, tools []tool.Tool) agent.Agent { return newGraph(t, tools) }

// TestInterrupting: a graph stops before the call, and goes on with what a human has said to that call.
func TestInterrupting(t *testing.T) {
	yes, no := any(trpcagent.Answer{Yes: true}), any(trpcagent.Answer{})
	for _, test := range []struct {
		name   string
		answer func(key string) map[string]any
		ran    []string
		told   string
	}{
		{"yes", func(key string) map[string]any { return map[string]any{key: yes} }, []string{"refund"}, ""},
		{"no", func(key string) map[string]any { return map[string]any{key: no} }, nil, "denied"},
		{"yes to another call", func(string) map[string]any { return map[string]any{"agentvet:0": yes} }, nil, ""},
		{"another kind of answer", func(key string) map[string]any { return map[string]any{key: true} }, nil, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := newBooth(t, graphAgent, true)
			_, asked := b.say(want(pay), nil)
			key := b.only(asked)
			b.ran.want(t)
			told, again := b.say(model.NewUserMessage("go on"), test.answer(key))
			b.ran.want(t, test.ran...)
			if test.told != "" && !strings.Contains(told["call0"], test.told) {
				t.Errorf("told %q, want %q", told, test.told)
			}
			if decided := test.ran != nil || test.told != ""; decided != (len(again) == 0) {
				t.Errorf("asked %v afterwards", again)
			}
		})
	}
}

// TestInterruptingOnce: an answer is for one call with its arguments.
func TestInterruptingOnce(t *testing.T) {
	b := newBooth(t, graphAgent, true)
	_, asked := b.say(want(pay), nil)
	yes := map[string]any{b.only(asked): trpcagent.Answer{Yes: true}}
	b.say(model.NewUserMessage("go on"), yes)
	b.ran.want(t, "refund")
	b.state[graph.CfgKeyLineageID] = "another"
	_, asked = b.say(want(more), yes) // the model gives it the same number
	b.ran.want(t, "refund")
	if b.only(asked); len(asked) != 1 {
		t.Errorf("asked %v", asked)
	}
}

// A stubborn model wants the same call again, with the same number, until it is answered twice.
type stubborn struct{ scripted }

func (stubborn) GenerateContent(_ context.Context, req *model.Request) (<-chan *model.Response, error) {
	answers := 0
	for _, m := range req.Messages {
		if m.Role == model.RoleTool {
			answers++
		}
	}
	said := model.NewAssistantMessage("bye")
	if answers < 2 {
		said.ToolCalls = []model.ToolCall{{ID: "call0", Type: "function", Function: model.FunctionDefinitionParam{Name: pay.Tool, Arguments: []byte(pay.Arguments)}}}
	}
	out := make(chan *model.Response, 1)
	out <- &model.Response{Done: true, Choices: []model.Choice{{Message: said}}}
	close(out)
	return out, nil
}

// TestInterruptingAgain: an answer is for one call, also where the model wants the very same one again in the same run.
func TestInterruptingAgain(t *testing.T) {
	b := newBooth(t, func(t *testing.T, tools []tool.Tool) agent.Agent {
		byName := make(map[string]tool.Tool)
		for _, one := range tools {
			byName[one.Declaration().Name] = one
		}
		g, err := graph.NewStateGraph(graph.MessagesStateSchema()).AddLLMNode("ask", stubborn{}, "", byName).AddToolsNode("call", byName).
			AddToolsConditionalEdges("ask", "call", graph.End).AddEdge("call", "ask").SetEntryPoint("ask").Compile()
		if err != nil {
			t.Fatal(err)
		}
		a, err := graphagent.New("desk", g, graphagent.WithCheckpointSaver(checkpoints.NewSaver()))
		if err != nil {
			t.Fatal(err)
		}
		return a
	}, true)
	_, asked := b.say(model.NewUserMessage("pay"), nil)
	key := b.only(asked)
	_, asked = b.say(model.NewUserMessage("go on"), map[string]any{key: trpcagent.Answer{Yes: true}})
	b.ran.want(t, "refund")
	if again := b.only(asked); again != key {
		t.Errorf("asked with the key %s, want %s", again, key)
	}
}

// TestNotInterrupting: without it, and in agents that are no graphs, the model is told.
func TestNotInterrupting(t *testing.T) {
	for name, b := range map[string]*booth{
		"without it": newBooth(t, graphAgent, false),
		"no graph":   newBooth(t, func(_ *testing.T, tools []tool.Tool) agent.Agent { return newAgent("desk", tools) }, true),
	} {
		told, asked := b.say(want(pay), nil)
		b.ran.want(t)
		if len(asked) > 0 || !strings.Contains(told["call0"], "approval") {
			t.Errorf("%s: told %q, asked %v", name, told, asked)
		}
	}
}
