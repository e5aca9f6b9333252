package trpcagent_test

// This file tests the ways to a tool: those that the guard is on, and those that it is not.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/agentvet/agentvet/dfa/guard/trpcagent"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/agent/chainagent"
	"trpc.group/trpc-go/trpc-agent-go/agent/graphagent"
	"trpc.group/trpc-go/trpc-agent-go/agent/llmagent"
	"trpc.group/trpc-go/trpc-agent-go/event"
	"trpc.group/trpc-go/trpc-agent-go/graph"
	"trpc.group/trpc-go/trpc-agent-go/model"
	"trpc.group/trpc-go/trpc-agent-go/plugin"
	"trpc.group/trpc-go/trpc-agent-go/runner"
	"trpc.group/trpc-go/trpc-agent-go/session"
	"trpc.group/trpc-go/trpc-agent-go/session/inmemory"
	"trpc.group/trpc-go/trpc-agent-go/team"
	"trpc.group/trpc-go/trpc-agent-go/tool"
	agenttool "trpc.group/trpc-go/trpc-agent-go/tool/agent"
	"trpc.group/trpc-go/trpc-agent-go/tool/dynamicworkflow"
	"trpc.group/trpc-go/trpc-agent-go/tool/function"
)

var (
	never  = []guard.Rule{{Name: "sealed", Text: "never tool:mail"}}
	sealed = []guard.Rule{{Name: "sealed", Text: "never tool:mail after tool:lookup"}}
	lookup = guard.Call{Tool: "lookup", Arguments: `{"amount":1}`}
	mail   = guard.Call{Tool: "mail", Arguments: `{"amount":1}`}
)

// one builds an agent with options.
func one(o ...llmagent.Option) func([]tool.Tool) agent.Agent {
	return func(tools []tool.Tool) agent.Agent { return newAgent("desk", tools, o...) }
}

// refused fails unless a text says why a call was refused.
func refused(t *testing.T, told, why string) {
	t.Helper()
	if !strings.Contains(told, why) {
		t.Errorf("told %q, want %q", told, why)
	}
}

// TestForm: a call that is refused is denied as by a permission policy, and one that needs a human is to be approved.
func TestForm(t *testing.T) {
	g := newGuard(t, []guard.Rule{never[0], {Name: "approve", Text: "human before each tool:refund", Handling: dfa.Escalate}})
	d := newDesk(t, g, one())
	for _, c := range []struct{ tool, status, why string }{{"mail", tool.PermissionResultStatusDenied, "sealed"}, {"refund", tool.PermissionResultStatusApprovalRequired, "approve"}} {
		var got tool.PermissionResult
		if err := json.Unmarshal([]byte(d.calls(guard.Call{Tool: c.tool, Arguments: `{}`})), &got); err != nil {
			t.Fatal(err)
		}
		if got.Status != c.status || got.Tool != c.tool || !strings.HasPrefix(got.Reason, "refused: ") || !strings.Contains(got.Reason, c.why) {
			t.Errorf("told %+v", got)
		}
	}
	d.ran.want(t)
}

// TestHalt: a refusal after which nothing may happen ends the run; the model is not asked again.
func TestHalt(t *testing.T) {
	for name, build := range map[string]func([]tool.Tool) agent.Agent{
		"agent": one(), "parallel": one(llmagent.WithEnableParallelTools(true)), "graph": func(tools []tool.Tool) agent.Agent { return newGraph(t, tools) },
	} {
		var refusals []guard.Reason
		g, err := guard.New(guard.Options{OpenTools: true, Logger: slog.New(slog.DiscardHandler), Rules: []guard.Rule{{Name: "closed", Text: "never tool:close", Handling: dfa.Halt}},
			Observe: func(_ context.Context, d *guard.Decision) {
				if d.Refusal != nil {
					refusals = append(refusals, d.Refusal.Reason)
				}
			}})
		if err != nil {
			t.Fatal(err)
		}
		d := newDesk(t, g, build)
		_, err = say(t.Context(), d.r, "s", want(guard.Call{Tool: "close", Arguments: "{}"}))
		if err == nil || !strings.Contains(err.Error(), "the session ends here") || len(refusals) != 1 {
			t.Errorf("%s: refused for %v, %v", name, refusals, err)
		}
		d.ran.want(t)
	}
}

// TestToolFails: the guard fails at the tool, though not at the model before it.
func TestToolFails(t *testing.T) {
	for _, build := range []func([]tool.Tool) agent.Agent{one(), one(llmagent.WithEnableParallelTools(true)), func(tools []tool.Tool) agent.Agent { return newGraph(t, tools) }} {
		g, err := guard.New(guard.Options{OpenTools: true, Logger: slog.New(slog.DiscardHandler), Observe: func(_ context.Context, d *guard.Decision) {
			if d.Tool != "" {
				panic("broken")
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		d := newDesk(t, g, build)
		refused(t, d.calls(lookup), "the guard failed")
		d.ran.want(t)
	}
}

// TestSpans: decisions on calls are told in the span of the tool, those on requests to models in that of the agent.
func TestSpans(t *testing.T) {
	var spans []string
	g, err := guard.New(guard.Options{OpenTools: true, Logger: slog.New(slog.DiscardHandler), Observe: func(ctx context.Context, _ *guard.Decision) {
		if span, ok := trace.SpanFromContext(ctx).(sdktrace.ReadOnlySpan); ok {
			spans = append(spans, span.Name())
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if told := newDesk(t, g, one()).calls(lookup); told != `"done"` || strings.Join(spans, ", ") != "invoke_agent desk, execute_tool lookup, invoke_agent desk" {
		t.Errorf("told %q in %q", told, spans)
	}
}

// TestSteps: requests to models are events, and may be refused.
func TestSteps(t *testing.T) {
	d := newDesk(t, newGuard(t, []guard.Rule{{Name: "twice", Text: "at most 2 (kind:llm && node:desk && agent:desk)"}}), one())
	if told := d.calls(lookup); told != `"done"` {
		t.Errorf("told %q", told)
	}
	refused(t, d.calls(lookup), "twice")
	d.ran.want(t, "lookup")
	d = newDesk(t, newGuard(t, []guard.Rule{{Name: "no node", Text: "never node:desk"}}), func(tools []tool.Tool) agent.Agent { return newGraph(t, tools) })
	if told := d.calls(lookup); told != `"done"` {
		t.Errorf("the name of a graph is that of a node: told %q", told)
	}
}

// before is a plugin with a callback before tools.
type before struct {
	callback tool.BeforeToolCallbackStructured
}

func (before) Name() string                  { return "before" }
func (b before) Register(r *plugin.Registry) { r.BeforeTool(b.callback) }

// TestCallbacks: the guard sees what callbacks have made of a call, and what they answer is no event.
func TestCallbacks(t *testing.T) {
	rules := []guard.Rule{{Name: "small", Text: "never tool:refund(amount > 10)"}, {Name: "after", Text: "tool:lookup before tool:mail"}}
	change := func(_ context.Context, a *tool.BeforeToolArgs) (*tool.BeforeToolResult, error) {
		if a.ToolName == "lookup" {
			return &tool.BeforeToolResult{CustomResult: "cached"}, nil
		}
		return &tool.BeforeToolResult{ModifiedArguments: []byte(`{"amount": 1000}`)}, nil
	}
	for name, d := range map[string]*desk{
		"agent":  newDesk(t, newGuard(t, rules), one(llmagent.WithToolCallbacks(tool.NewCallbacks().RegisterBeforeTool(change)))),
		"plugin": newDesk(t, newGuard(t, rules), one(), before{change}),
	} {
		refused(t, d.calls(guard.Call{Tool: "refund", Arguments: `{"amount": 1}`}), "small")
		if told := d.calls(lookup); told != `"cached"` {
			t.Errorf("%s: told %q", name, told)
		}
		refused(t, d.calls(mail), "after")
		d.ran.want(t)
	}
}

// TestTransparent: what a tool returns, or how it fails, and what callbacks make of it, is what it is without the guard.
func TestTransparent(t *testing.T) {
	fails := newTool("pay", func() (string, error) { return "", errors.New("no money") })
	after := tool.NewCallbacks().RegisterAfterTool(func(_ context.Context, a *tool.AfterToolArgs) (*tool.AfterToolResult, error) {
		if a.Error != nil {
			return new(tool.AfterToolResult), nil
		}
		return &tool.AfterToolResult{CustomResult: "replaced"}, nil
	})
	for name, build := range map[string]func([]tool.Tool) agent.Agent{
		"agent": one(llmagent.WithToolCallbacks(after)), "graph": func(tools []tool.Tool) agent.Agent { return newGraph(t, tools, graph.WithToolCallbacks(after)) },
	} {
		for _, c := range []guard.Call{lookup, {Tool: "pay", Arguments: "{}"}} {
			var said []string
			for _, plugins := range [][]plugin.Plugin{nil, {trpcagent.Plugin(newGuard(t, nil, "pay"))}} {
				r := runner.NewRunner("app", build(append(toolsOf(new(recorder).run), fails)), runner.WithPlugins(plugins...))
				told, err := say(t.Context(), r, "s", want(c))
				said = append(said, fmt.Sprint(told, err))
			}
			if said[0] != said[1] || !strings.Contains(said[0], "replaced") && !strings.Contains(said[0], "no money") {
				t.Errorf("%s: told %q, and under the guard %q", name, said[0], said[1])
			}
		}
	}
}

// TestPolicy: the policy of a run is asked first, and what it denies is no event; it is not asked in place of the guard.
func TestPolicy(t *testing.T) {
	d := newDesk(t, newGuard(t, []guard.Rule{{Name: "after", Text: "tool:lookup before tool:mail"}}), one())
	for i, p := range []tool.PermissionDecision{tool.DenyPermission("not now"), tool.AskPermission("not now"), {Action: "perhaps"}, {}} {
		o := agent.WithToolPermissionPolicyFunc(func(context.Context, *tool.PermissionRequest) (tool.PermissionDecision, error) { return p, nil })
		if p.Action != "" {
			told, err := say(t.Context(), d.r, "s", want(lookup), o)
			if text := told["call0"]; err != nil || !strings.Contains(text, "not now") && !strings.Contains(text, "unknown permission") {
				t.Errorf("%d: told %q, %v", i, text, err)
			}
		}
		told, err := say(t.Context(), d.r, "s", want(mail), o)
		if err != nil || p.Action == "" && !strings.Contains(told["call0"], "after") {
			t.Errorf("%d: told %q, %v", i, told, err)
		}
	}
	d.ran.want(t)
}

// TestTwoGuards: each is asked.
func TestTwoGuards(t *testing.T) {
	second := newGuard(t, never)
	a := newAgent("desk", toolsOf(new(recorder).run))
	run := func(plugins ...plugin.Plugin) string {
		m, err := plugin.NewManager(plugins...)
		if err != nil {
			t.Fatal(err)
		}
		r := newRunner(a, inmemory.NewSessionService(), newGuard(t, nil))
		told, err := say(t.Context(), r, "s", want(mail), func(o *agent.RunOptions) { o.Plugins = append(o.Plugins, m) })
		return fmt.Sprint(told, err)
	}
	refused(t, run(trpcagent.Plugin(second)), "sealed")
}

// nested is the call of a tool whose argument makes an agent want another call.
func nested(name string, c guard.Call) guard.Call {
	text, err := json.Marshal(map[string]string{"request": want(c).Content})
	if err != nil {
		panic(err)
	}
	return guard.Call{Tool: name, Arguments: string(text)}
}

// TestAgents: agents behind agents belong to the run, however they come to be in it.
func TestAgents(t *testing.T) {
	handOver := guard.Call{Tool: "transfer_to_agent", Arguments: `{"agent_name": "inner", "message": "go"}`}
	for name, tt := range map[string]struct {
		build func(*testing.T, []tool.Tool) agent.Agent
		wrap  func(guard.Call) []guard.Call // the calls that make the inner agent want one
	}{
		"tool": {func(_ *testing.T, tools []tool.Tool) agent.Agent {
			return newAgent("desk", []tool.Tool{agenttool.NewTool(newAgent("inner", tools))})
		}, func(c guard.Call) []guard.Call { return []guard.Call{nested("inner", c)} }},
		"streaming tool": {func(_ *testing.T, tools []tool.Tool) agent.Agent {
			return newAgent("desk", []tool.Tool{agenttool.NewTool(newAgent("inner", tools), agenttool.WithStreamInner(true))})
		}, func(c guard.Call) []guard.Call { return []guard.Call{nested("inner", c)} }},
		"dynamic tool": {func(_ *testing.T, tools []tool.Tool) agent.Agent {
			return newAgent("desk", []tool.Tool{agenttool.NewDynamicTool(agenttool.WithName("inner"),
				agenttool.WithTemplateAgent(newAgent("template", nil)), agenttool.WithCapabilityTools(tools))})
		}, func(c guard.Call) []guard.Call { return []guard.Call{nested("inner", c)} }},
		"tool of a graph": {func(t *testing.T, tools []tool.Tool) agent.Agent {
			return newGraph(t, []tool.Tool{agenttool.NewTool(newAgent("inner", tools))})
		}, func(c guard.Call) []guard.Call { return []guard.Call{nested("inner", c)} }},
		"coordinator": {func(t *testing.T, tools []tool.Tool) agent.Agent {
			a, err := team.New(newAgent("desk", nil), []agent.Agent{newAgent("inner", tools)},
				team.WithMemberToolConfig(team.MemberToolConfig{HistoryScope: team.HistoryScopeIsolated}), team.WithMemberToolSetName("desk"))
			if err != nil {
				t.Fatal(err)
			}
			return a
		}, func(c guard.Call) []guard.Call { return []guard.Call{nested("desk_inner", c)} }},
		"chain": {func(_ *testing.T, tools []tool.Tool) agent.Agent {
			// In this version a runner and a chain that it runs write to the same invocation.
			chain := chainagent.New("inner", chainagent.WithSubAgents([]agent.Agent{newAgent("link", tools)}))
			return newAgent("desk", []tool.Tool{agenttool.NewTool(chain)})
		}, func(c guard.Call) []guard.Call { return []guard.Call{nested("inner", c)} }},
		"graph": {func(t *testing.T, tools []tool.Tool) agent.Agent {
			g, err := graph.NewStateGraph(graph.MessagesStateSchema()).AddAgentNode("inner").SetEntryPoint("inner").SetFinishPoint("inner").Compile()
			if err != nil {
				t.Fatal(err)
			}
			a, err := graphagent.New("desk", g, graphagent.WithSubAgents([]agent.Agent{newAgent("inner", tools)}))
			if err != nil {
				t.Fatal(err)
			}
			return a
		}, func(c guard.Call) []guard.Call { return []guard.Call{c} }},
	} {
		t.Run(name, func(t *testing.T) {
			ran := new(recorder)
			g := newGuard(t, sealed, "inner", "desk_inner", "transfer_to_agent")
			r := newRunner(tt.build(t, toolsOf(ran.run)), inmemory.NewSessionService(), g)
			for _, c := range []guard.Call{lookup, mail, mail} {
				if _, err := say(t.Context(), r, "s", want(tt.wrap(c)...)); err != nil {
					t.Error(err)
				}
			}
			ran.want(t, "lookup")
		})
	}
	t.Run("transfer", func(t *testing.T) {
		ran := new(recorder)
		inner := newAgent("inner", toolsOf(ran.run))
		desk := llmagent.New("desk", llmagent.WithModel(scripted{}), llmagent.WithTools(toolsOf(ran.run)), llmagent.WithSubAgents([]agent.Agent{inner}))
		for _, known := range []bool{true, false} {
			g := newGuard(t, sealed)
			if known {
				g = newGuard(t, sealed, "transfer_to_agent")
			}
			r := newRunner(desk, inmemory.NewSessionService(), g)
			told, err := say(t.Context(), r, "s", want(handOver))
			if err != nil || strings.Contains(fmt.Sprint(told), "no such tool") == known {
				t.Errorf("told %q, %v", told, err)
			}
		}
	})
}

// handing is a model that hands a message over to another agent, and else does what the message says.
type handing struct {
	scripted
	to string
}

func (h handing) GenerateContent(ctx context.Context, req *model.Request) (<-chan *model.Response, error) {
	last := req.Messages[len(req.Messages)-1]
	if last.Role != model.RoleUser {
		return h.scripted.GenerateContent(ctx, req)
	}
	text, err := json.Marshal(map[string]string{"agent_name": h.to, "message": last.Content})
	if err != nil {
		return nil, err
	}
	handed := *req
	handed.Messages = []model.Message{want(guard.Call{Tool: "transfer_to_agent", Arguments: string(text)})}
	return h.scripted.GenerateContent(ctx, &handed)
}

// TestSwarm: members of a swarm belong to the session of the run, also if they have sessions of their own.
func TestSwarm(t *testing.T) {
	for _, independent := range []bool{true, false} {
		ran := new(recorder)
		first := llmagent.New("first", llmagent.WithModel(handing{to: "inner"}), llmagent.WithDescription("first"))
		var o []team.Option
		if independent {
			o = append(o, team.WithSwarmIndependentAgents())
		}
		swarm, err := team.NewSwarm("desk", "first", []agent.Agent{first, newAgent("inner", toolsOf(ran.run))}, o...)
		if err != nil {
			t.Fatal(err)
		}
		g := newGuard(t, sealed, "transfer_to_agent")
		r := newRunner(swarm, inmemory.NewSessionService(), g)
		for _, c := range []guard.Call{lookup, mail} {
			if _, err := say(t.Context(), r, "s", want(c)); err != nil {
				t.Error(err)
			}
		}
		ran.want(t, "lookup")
	}
}

// calling runs no code: it makes the calls that the code lists.
type calling struct{}

func (calling) ExecuteWorkflow(ctx context.Context, req dynamicworkflow.Request, h dynamicworkflow.CallHandler) (dynamicworkflow.Result, error) {
	var calls []guard.Call
	if err := json.Unmarshal([]byte(req.Code), &calls); err != nil {
		return dynamicworkflow.Result{}, err
	}
	var said strings.Builder
	for i, c := range calls {
		out, err := h.HandleWorkflowCall(ctx, dynamicworkflow.Call{ID: fmt.Sprint(i), Kind: dynamicworkflow.CallKindTool, Name: c.Tool, Args: json.RawMessage(c.Arguments)})
		fmt.Fprintln(&said, string(out), err)
	}
	value, err := json.Marshal(said.String())
	return dynamicworkflow.Result{Value: value}, err
}

// TestWorkflow: what code calls that package dynamicworkflow runs.
func TestWorkflow(t *testing.T) {
	ran := new(recorder)
	var callable []tool.CallableTool
	for _, one := range toolsOf(ran.run) {
		callable = append(callable, one.(tool.CallableTool))
	}
	workflow, err := dynamicworkflow.NewTool(calling{}, []agent.Agent{newAgent("helper", nil)}, dynamicworkflow.WithName("code"), dynamicworkflow.WithCodeCallableTools(callable...))
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(map[string]string{"code": want(lookup, mail).Content})
	if err != nil {
		t.Fatal(err)
	}
	r := newRunner(newAgent("desk", []tool.Tool{workflow}), inmemory.NewSessionService(), newGuard(t, sealed, "code"))
	told, err := say(t.Context(), r, "s", want(guard.Call{Tool: "code", Arguments: string(text)}))
	if err != nil {
		t.Error(err)
	}
	refused(t, told["call0"], "sealed")
	ran.want(t, "lookup")
}

// TestMeta: a tool that calls others is one tool. It is refused unless it is known.
func TestMeta(t *testing.T) {
	for _, known := range []bool{false, true} {
		g := newGuard(t, never)
		if known {
			g = newGuard(t, never, "call_tool")
		}
		ran := new(recorder)
		meta := newTool("call_tool", func() (string, error) {
			_, err := toolsOf(ran.run)[2].(tool.CallableTool).Call(t.Context(), []byte(mail.Arguments))
			return "called", err
		})
		told, err := say(t.Context(), newRunner(newAgent("desk", []tool.Tool{meta}), inmemory.NewSessionService(), g), "s", want(guard.Call{Tool: "call_tool", Arguments: "{}"}))
		if err != nil {
			t.Error(err)
		}
		if known {
			ran.want(t, "mail") // which the guard does not see
		} else {
			refused(t, told["call0"], "no such tool")
			ran.want(t)
		}
	}
}

// TestRetry: a retry policy of the framework repeats a call that was admitted once; a model that tries again does not
// get past the rule.
func TestRetry(t *testing.T) {
	tries := 0
	pay := newTool("pay", func() (string, error) { tries++; return "", errors.New("no money") })
	retry := &tool.RetryPolicy{MaxAttempts: 3, RetryOn: func(context.Context, *tool.RetryInfo) (bool, error) { return true, nil }}
	for _, a := range []agent.Agent{
		newAgent("desk", []tool.Tool{pay}, llmagent.WithToolCallRetryPolicy(retry)),
		newGraph(t, []tool.Tool{pay}, graph.WithToolCallRetryPolicy(retry)),
	} {
		tries = 0
		r := newRunner(a, inmemory.NewSessionService(), newGuard(t, []guard.Rule{{Name: "once", Text: "at most 1 tool:pay"}}, "pay"))
		for range 3 {
			_, _ = say(t.Context(), r, "s", want(guard.Call{Tool: "pay", Arguments: "{}"})) // a graph fails with its tools
		}
		if tries != 3 {
			t.Errorf("%d tries, want those of one call", tries)
		}
	}
}

// TestInterrupts: a tool that interrupts a graph was called, and is called again when the graph goes on.
func TestInterrupts(t *testing.T) {
	for _, most := range []int{1, 2} {
		calls := 0
		pay := newTool("pay", func() (string, error) {
			if calls++; calls == 1 {
				return "", graph.NewInterruptError("sure?")
			}
			return "paid", nil
		})
		g := newGuard(t, []guard.Rule{{Name: "most", Text: fmt.Sprintf("at most %d tool:pay", most)}}, "pay")
		r := newRunner(newGraph(t, []tool.Tool{pay}), inmemory.NewSessionService(), g)
		state := map[string]any{graph.CfgKeyLineageID: "line"}
		if told, err := say(t.Context(), r, "s", want(guard.Call{Tool: "pay", Arguments: "{}"}), agent.WithRuntimeState(state)); err != nil || calls != 1 || strings.Contains(fmt.Sprint(told), "paid") {
			t.Errorf("%d calls, told %q, %v", calls, told, err)
		}
		state[graph.StateKeyCommand] = &graph.Command{Resume: "yes"}
		told, err := say(t.Context(), r, "s", model.NewUserMessage("yes"), agent.WithRuntimeState(state))
		if err != nil || calls != most || strings.Contains(told["call0"], "most") != (most == 1) {
			t.Errorf("at most %d: %d calls, told %q, %v", most, calls, told, err)
		}
	}
}

// TestTakenAway: where the guard is not asked for permission any more, nothing may be called.
func TestTakenAway(t *testing.T) {
	taking := agent.NewCallbacks().RegisterBeforeAgent(func(_ context.Context, a *agent.BeforeAgentArgs) (*agent.BeforeAgentResult, error) {
		a.Invocation.RunOptions.ToolPermissionPolicy = nil
		return nil, nil
	})
	d := newDesk(t, newGuard(t, nil), one(llmagent.WithAgentCallbacks(taking)))
	refused(t, d.calls(lookup), "not asked for permission")
	d.ran.want(t)
}

// TestNoRunner: an agent with the plugin that nobody runs with its plugins.
func TestNoRunner(t *testing.T) {
	ran := new(recorder)
	a := newAgent("desk", toolsOf(ran.run))
	g := newGuard(t, nil)
	if err := g.Start(t.Context(), "s"); err != nil {
		t.Fatal(err)
	}
	for _, with := range []bool{true, false} {
		ctx, stop := context.WithCancel(trpcagent.With(t.Context(), "s"))
		inv := agent.NewInvocation(agent.WithInvocationAgent(a), agent.WithInvocationMessage(want(lookup)),
			agent.WithInvocationSession(session.NewSession("app", "ann", "s")), agent.WithInvocationPlugins(plugin.MustNewManager(trpcagent.Plugin(g))))
		start := func() (<-chan *event.Event, error) { return a.Run(agent.NewInvocationContext(ctx, inv), inv) }
		if with {
			start = func() (<-chan *event.Event, error) {
				return agent.RunWithPlugins(agent.NewInvocationContext(ctx, inv), inv, a)
			}
		}
		events, err := start()
		if err != nil {
			t.Fatal(err)
		}
		told := make(map[string]string)
		for ev := range events {
			if note(told, ev); len(told) > 0 {
				stop() // nobody keeps what was said, so the model would say it again
			}
			if ev.RequiresCompletion {
				_ = inv.NotifyCompletion(ctx, agent.GetAppendEventNoticeKey(ev.ID))
			}
		}
		stop()
		if strings.Contains(told["call0"], "not asked for permission") == with {
			t.Errorf("with plugins %v: told %q", with, told)
		}
	}
	ran.want(t, "lookup")
}

// TestResults: what tools return that stream is what they say last; what a long-running tool returns at once is no
// result.
func TestResults(t *testing.T) {
	type quote struct {
		Amount int `json:"amount"`
	}
	tools := map[string]tool.Tool{
		"long-running": function.NewFunctionTool(func(context.Context, map[string]any) (quote, error) { return quote{1}, nil },
			function.WithName("quote"), function.WithDescription("quote"), function.WithLongRunning(true)),
		"once": function.NewFunctionTool(func(context.Context, map[string]any) (quote, error) { return quote{1}, nil },
			function.WithName("quote"), function.WithDescription("quote")),
		"stream": function.NewStreamableFunctionTool[map[string]any, quote](func(context.Context, map[string]any) (*tool.StreamReader, error) {
			s := tool.NewStream(2)
			s.Writer.Send(tool.StreamChunk{Content: quote{5}}, nil)
			s.Writer.Send(tool.StreamChunk{Content: tool.FinalResultChunk{Result: quote{1}}}, nil)
			s.Writer.Close()
			return s.Reader, nil
		}, function.WithName("quote"), function.WithDescription("quote")),
	}
	for name, one := range tools {
		ran := new(recorder)
		g := newGuard(t, []guard.Rule{{Name: "other", Text: "never tool:mail(amount != result.amount of tool:quote)"}}, "quote")
		r := newRunner(newAgent("desk", append(toolsOf(ran.run), one)), inmemory.NewSessionService(), g)
		for _, c := range []guard.Call{{Tool: "quote", Arguments: "{}"}, {Tool: "mail", Arguments: `{"amount":5}`}, mail} {
			if _, err := say(t.Context(), r, "s", want(c)); err != nil {
				t.Error(name, err)
			}
		}
		if name == "long-running" {
			ran.want(t)
		} else {
			ran.want(t, "mail")
		}
	}
}

// TestStreaming: a tool that streams is refused like others.
func TestStreaming(t *testing.T) {
	ran := new(recorder)
	one := function.NewStreamableFunctionTool[map[string]any, string](func(context.Context, map[string]any) (*tool.StreamReader, error) {
		s := tool.NewStream(1)
		s.Writer.Send(tool.StreamChunk{Content: ran.run("mail")}, nil)
		s.Writer.Close()
		return s.Reader, nil
	}, function.WithName("mail"), function.WithDescription("mail"))
	r := newRunner(newAgent("desk", []tool.Tool{one}), inmemory.NewSessionService(), newGuard(t, never))
	told, err := say(t.Context(), r, "s", want(mail))
	if err != nil {
		t.Error(err)
	}
	refused(t, told["call0"], "sealed")
	ran.want(t)
}

// TestWith: a session that the program has named, and begins.
func TestWith(t *testing.T) {
	g := newGuard(t, sealed)
	d := newDesk(t, g, one())
	ctx := trpcagent.With(t.Context(), "mine")
	if _, err := say(ctx, d.r, "a", want(lookup)); err == nil || !strings.Contains(err.Error(), "not known") {
		t.Errorf("a session that nobody began: %v", err)
	}
	if err := g.Start(ctx, "mine"); err != nil {
		t.Fatal(err)
	}
	for id, c := range map[string]guard.Call{"b": lookup, "c": lookup} {
		if _, err := say(ctx, d.r, id, want(c)); err != nil {
			t.Error(err)
		}
	}
	told, err := say(ctx, d.r, "d", want(mail))
	if err != nil {
		t.Error(err)
	}
	refused(t, told["call0"], "sealed")
	d.ran.want(t, "lookup", "lookup")
}

// TestOldSessions: a session that is not new, in which something may have happened, is not begun.
func TestOldSessions(t *testing.T) {
	user := event.NewResponseEvent("before", "user", &model.Response{Choices: []model.Choice{{Message: model.NewUserMessage("hi")}}})
	said := event.NewResponseEvent("before", "desk", &model.Response{Choices: []model.Choice{{Message: model.NewAssistantMessage("hi")}}})
	for name, events := range map[string][]*event.Event{"made ahead": nil, "of a run that died": {user}, "with a history": {user, said}} {
		t.Run(name, func(t *testing.T) {
			sessions := inmemory.NewSessionService()
			key := session.Key{AppName: "app", UserID: "ann", SessionID: "s"}
			sess, err := sessions.CreateSession(t.Context(), key, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, ev := range events {
				if err := sessions.AppendEvent(t.Context(), sess, ev); err != nil {
					t.Fatal(err)
				}
			}
			ran := new(recorder)
			_, err = say(t.Context(), newRunner(newAgent("desk", toolsOf(ran.run)), sessions, newGuard(t, nil)), "s", want(lookup))
			if (err == nil) != (events == nil) {
				t.Error(err)
			}
			if events == nil {
				ran.want(t, "lookup")
			} else {
				refused(t, fmt.Sprint(err), "not known")
				ran.want(t)
			}
		})
	}
}

// TestSeeds: a run that brings a history along is not the first of its session.
func TestSeeds(t *testing.T) {
	d := newDesk(t, newGuard(t, nil), one())
	_, err := say(t.Context(), d.r, "s", want(lookup), agent.WithMessages([]model.Message{model.NewUserMessage("hi"), model.NewAssistantMessage("hi"), want(lookup)}))
	refused(t, fmt.Sprint(err), "not known")
	d.ran.want(t)
}

// dated is a service whose sessions are a day old, and which keeps only what was said last.
type dated struct{ session.Service }

func (s dated) GetSession(ctx context.Context, key session.Key, o ...session.Option) (*session.Session, error) {
	sess, err := s.Service.GetSession(ctx, key, o...)
	if sess != nil {
		sess.Events, sess.CreatedAt = nil, time.Now().Add(-24*time.Hour)
	}
	return sess, err
}

// TestForgetful: a session that has lost its history is not begun anew.
func TestForgetful(t *testing.T) {
	sessions := dated{inmemory.NewSessionService()}
	for i, known := range []bool{true, false} {
		ran := new(recorder)
		_, err := say(t.Context(), newRunner(newAgent("desk", toolsOf(ran.run)), sessions, newGuard(t, nil)), "s", want(lookup))
		if (err == nil) != known {
			t.Errorf("run %d: %v", i, err)
		}
	}
}
