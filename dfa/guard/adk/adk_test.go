package adk_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/agentvet/agentvet/dfa/guard/adk"
	"github.com/agentvet/agentvet/dfa/guard/internal/guardtest"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/agenttool"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/adk/v2/tool/toolconfirmation"
	"google.golang.org/genai"
)

// A scripted model wants the calls that the user's message lists, and then says goodbye.
type scripted struct{}

func (scripted) Name() string { return "scripted" }

func (scripted) GenerateContent(_ context.Context, req *model.LLMRequest, _ bool) iter.Seq2[*model.LLMResponse, error] {
	return func(yield func(*model.LLMResponse, error) bool) {
		last := req.Contents[len(req.Contents)-1]
		said := &genai.Content{Role: genai.RoleModel, Parts: []*genai.Part{{Text: "bye"}}}
		var calls []guard.Call
		if last.Role == genai.RoleUser && json.Unmarshal([]byte(last.Parts[0].Text), &calls) == nil {
			said.Parts = nil
			for i, c := range calls {
				args := make(map[string]any)
				if err := json.Unmarshal([]byte(c.Arguments), &args); err != nil {
					panic(err)
				}
				said.Parts = append(said.Parts, &genai.Part{FunctionCall: &genai.FunctionCall{ID: fmt.Sprint("call", i), Name: c.Tool, Args: args}})
			}
		}
		yield(&model.LLMResponse{Content: said}, nil)
	}
}

// want is the message that makes the model want calls.
func want(calls ...guard.Call) *genai.Content {
	text, err := json.Marshal(calls)
	if err != nil {
		panic(err)
	}
	return genai.NewContentFromText(string(text), genai.RoleUser)
}

// toolsOf returns the tools of a world.
func toolsOf(t testing.TB, run func(string) string) (list []tool.Tool) {
	t.Helper()
	for _, name := range guardtest.Tools {
		one, err := functiontool.New(functiontool.Config{Name: name, Description: name}, func(agent.Context, map[string]any) (map[string]any, error) {
			return map[string]any{"status": run(name)}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, one)
	}
	return list
}

// newAgent makes an agent. It has its mode from the start: a runner of this version sets it when it runs
// the agent for the first time, also where it runs it several times at once.
func newAgent(t testing.TB, name string, tools []tool.Tool, before ...llmagent.BeforeToolCallback) agent.Agent {
	t.Helper()
	return agentOf(t, llmagent.Config{Name: name, Tools: tools, BeforeToolCallbacks: before})
}

// agentOf returns an agent with the scripted model.
func agentOf(t testing.TB, c llmagent.Config) agent.Agent {
	t.Helper()
	c.Description, c.Model, c.Mode = c.Name, scripted{}, llmagent.ModeChat
	a, err := llmagent.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func newRunner(t testing.TB, a agent.Agent, sessions session.Service, plugins runner.PluginConfig) *runner.Runner {
	t.Helper()
	r, err := runner.New(runner.Config{AppName: "app", Agent: a, SessionService: sessions, AutoCreateSession: true, PluginConfig: plugins})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A reply is what came of one message.
type reply struct {
	told  map[string]string // by the ID of the call
	asked []*genai.FunctionCall
	err   error
}

func say(ctx context.Context, r *runner.Runner, session string, message *genai.Content) reply {
	got := reply{told: make(map[string]string)}
	for ev, err := range r.Run(ctx, "ann", session, message, agent.RunConfig{}) {
		switch {
		case err != nil:
			got.err = err
			return got
		case ev.ErrorMessage != "":
			got.err = errors.New(ev.ErrorMessage)
		}
		if ev.Content == nil {
			continue
		}
		for _, p := range ev.Content.Parts {
			if p.FunctionCall != nil && p.FunctionCall.Name == toolconfirmation.FunctionCallName {
				got.asked = append(got.asked, p.FunctionCall)
			}
			if p.FunctionResponse != nil {
				got.told[p.FunctionResponse.ID] = fmt.Sprint(p.FunctionResponse.Response)
			}
		}
	}
	return got
}

func (r reply) of(calls []guard.Call) []string {
	list := make([]string, len(calls))
	for i := range calls {
		if list[i] = r.told[fmt.Sprint("call", i)]; list[i] == "" && r.err != nil {
			list[i] = r.err.Error()
		}
	}
	return list
}

func TestPlugin(t *testing.T) {
	var sessions session.Service // which outlives a process
	guardtest.Run(t, func(t *testing.T, w *guardtest.World, resumed bool) guardtest.Turn {
		if !resumed {
			sessions = session.InMemoryService()
		}
		w.Session = func(s string) string { return adk.Session("app", "ann", s) }
		r := newRunner(t, newAgent(t, "desk", toolsOf(t, w.Run)), sessions, adk.Plugins(w.Guard))
		return func(ctx context.Context, session string, calls ...guard.Call) []string {
			return say(ctx, r, session, want(calls...)).of(calls)
		}
	})
}

// TestCallback: the callbacks of one agent, in a runner without plugins.
func TestCallback(t *testing.T) {
	var sessions session.Service
	guardtest.Run(t, func(t *testing.T, w *guardtest.World, resumed bool) guardtest.Turn {
		if !resumed {
			sessions = session.InMemoryService()
			for i := range 8 {
				if err := w.Guard.Start(t.Context(), fmt.Sprint("s", i)); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Guard.Start(t.Context(), "s"); err != nil {
				t.Fatal(err)
			}
		}
		before, after := adk.Callbacks(w.Guard, func(ctx agent.ReadonlyContext) string { return ctx.SessionID() })
		r := newRunner(t, agentOf(t, llmagent.Config{
			Name: "desk", Tools: toolsOf(t, w.Run),
			BeforeToolCallbacks: []llmagent.BeforeToolCallback{before}, AfterToolCallbacks: []llmagent.AfterToolCallback{after},
		}), sessions, runner.PluginConfig{})
		return func(ctx context.Context, session string, calls ...guard.Call) []string {
			return say(ctx, r, session, want(calls...)).of(calls)
		}
	})
}

// newGuard returns a guard of some rules.
func newGuard(t testing.TB, rules []guard.Rule, more ...string) *guard.Guard {
	t.Helper()
	o := guard.Options{Rules: rules, Logger: slog.New(slog.DiscardHandler)}
	for _, name := range slices.Concat(guardtest.Tools, more) {
		o.Tools = append(o.Tools, guard.Tool{Name: name})
	}
	g, err := guard.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestConfirmation: without an approver, ADK asks, and the confirmed call happens, once.
func TestConfirmation(t *testing.T) {
	refund := guard.Call{Tool: "refund", Arguments: `{"amount": 7}`}
	for _, yes := range []bool{true, false} {
		var ran []string
		g := newGuard(t, []guard.Rule{{Name: "approve", Text: "human before each tool:refund", Handling: dfa.Escalate}})
		r := newRunner(t, newAgent(t, "desk", toolsOf(t, func(name string) string { ran = append(ran, name); return "done" })), session.InMemoryService(), adk.Plugins(g))
		got := say(t.Context(), r, "s", want(refund))
		if len(got.asked) != 1 || len(ran) > 0 {
			t.Fatalf("%d questions, %q ran, %v", len(got.asked), ran, got.err)
		}
		got = say(t.Context(), r, "s", &genai.Content{Role: genai.RoleUser, Parts: []*genai.Part{{FunctionResponse: &genai.FunctionResponse{
			ID: got.asked[0].ID, Name: toolconfirmation.FunctionCallName, Response: map[string]any{"confirmed": yes},
		}}}})
		if happened := len(ran) == 1; happened != yes {
			t.Errorf("after %v: %q ran, told %q, %v", yes, ran, got.told, got.err)
		}
		if got = say(t.Context(), r, "s", want(refund)); len(got.asked) != 1 {
			t.Errorf("after %v: the next call is not asked for", yes)
		}
	}
}

// TestSteps: requests to models are events, and may be refused.
func TestSteps(t *testing.T) {
	g := newGuard(t, []guard.Rule{{Name: "twice", Text: "at most 2 kind:llm"}})
	ran := 0
	r := newRunner(t, newAgent(t, "desk", toolsOf(t, func(string) string { ran++; return "done" })), session.InMemoryService(), adk.Plugins(g))
	lookup := guard.Call{Tool: "lookup", Arguments: `{}`}
	if got := say(t.Context(), r, "s", want(lookup)); got.err != nil || ran != 1 {
		t.Errorf("%d calls, %v", ran, got.err)
	}
	if got := say(t.Context(), r, "s", want(lookup)); got.err == nil || !strings.Contains(got.err.Error(), "twice") || ran != 1 {
		t.Errorf("%d calls, %v", ran, got.err)
	}
}

// TestAgentTool: an agent behind agenttool is guarded by its callback.
func TestAgentTool(t *testing.T) {
	for _, guarded := range []bool{true, false} {
		g := newGuard(t, []guard.Rule{{Name: "sealed", Text: "never tool:mail after tool:lookup"}}, "inner")
		if err := g.Start(t.Context(), "one"); err != nil {
			t.Fatal(err)
		}
		var ran []string
		var before []llmagent.BeforeToolCallback
		if guarded {
			before = append(before, adk.Tool(g, func(agent.ReadonlyContext) string { return "one" }))
		}
		inner := newAgent(t, "inner", toolsOf(t, func(name string) string { ran = append(ran, name); return "done" }), before...)
		outer := newAgent(t, "outer", []tool.Tool{agenttool.New(inner, nil)}, before...)
		r := newRunner(t, outer, session.InMemoryService(), adk.Plugins(newGuard(t, nil, "inner")))
		for _, name := range []string{"lookup", "mail"} {
			text, err := json.Marshal([]guard.Call{{Tool: name, Arguments: `{}`}})
			if err != nil {
				t.Fatal(err)
			}
			request, err := json.Marshal(map[string]string{"request": string(text)})
			if err != nil {
				t.Fatal(err)
			}
			say(t.Context(), r, "s", want(guard.Call{Tool: "inner", Arguments: string(request)}))
		}
		if wanted := map[bool][]string{true: {"lookup"}, false: {"lookup", "mail"}}[guarded]; !slices.Equal(ran, wanted) {
			t.Errorf("guarded %v: %q ran, want %q", guarded, ran, wanted)
		}
	}
}
