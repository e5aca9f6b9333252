package trpcagent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/agentvet/agentvet/dfa/guard/internal/guardtest"
	"github.com/agentvet/agentvet/dfa/guard/trpcagent"
	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/agent/llmagent"
	"trpc.group/trpc-go/trpc-agent-go/graph"
	"trpc.group/trpc-go/trpc-agent-go/plugin"
	"trpc.group/trpc-go/trpc-agent-go/runner"
	"trpc.group/trpc-go/trpc-agent-go/session"
	"trpc.group/trpc-go/trpc-agent-go/session/inmemory"
	"trpc.group/trpc-go/trpc-agent-go/tool"
	"trpc.group/trpc-go/trpc-agent-go/tool/dynamicworkflow"
	"trpc.group/trpc-go/trpc-agent-go/tool/function"
)

type payment struct {
	Amount float64 `json:"amount"`
}

// guarded returns a tool with the guard in it.
func guarded(p *trpcagent.Plugged, name string, run func(payment) (string, error)) tool.CallableTool {
	return function.NewFunctionTool(trpcagent.Func(p, name, func(_ context.Context, in payment) (string, error) { return run(in) }),
		function.WithName(name), function.WithDescription(name))
}

// guardedTools returns the tools of a world with the guard in them.
func guardedTools(p *trpcagent.Plugged, run func(string) string) (list []tool.Tool) {
	for _, name := range guardtest.Tools {
		list = append(list, guarded(p, name, func(payment) (string, error) { return run(name), nil }))
	}
	return list
}

func pluggedRunner(a agent.Agent, p *trpcagent.Plugged) runner.Runner {
	return runner.NewRunner("app", a, runner.WithSessionService(inmemory.NewSessionService()), runner.WithPlugins(p))
}

// TestFunc: tools with the guard in them, under the plugin.
func TestFunc(t *testing.T) {
	sessions := inmemory.NewSessionService()
	guardtest.Run(t, func(t *testing.T, w *guardtest.World, resumed bool) guardtest.Turn {
		if !resumed {
			sessions = inmemory.NewSessionService()
		}
		w.Session = func(id string) string { return trpcagent.Session("app", "ann", id) }
		p := trpcagent.Plugin(w.Guard)
		a := newAgent("desk", guardedTools(p, w.Run), llmagent.WithEnableParallelTools(true))
		r := runner.NewRunner("app", a, runner.WithSessionService(sessions), runner.WithPlugins(p))
		return func(ctx context.Context, session string, calls ...guard.Call) []string {
			told, err := say(ctx, r, session, want(calls...))
			return answers(calls, told, err)
		}
	})
}

// TestFuncRetry: a call that a retry policy repeats is decided each time.
func TestFuncRetry(t *testing.T) {
	retry := &tool.RetryPolicy{MaxAttempts: 5, RetryOn: func(context.Context, *tool.RetryInfo) (bool, error) { return true, nil }}
	for name, build := range map[string]func([]tool.Tool) agent.Agent{
		"agent": one(llmagent.WithToolCallRetryPolicy(retry)),
		"graph": func(tools []tool.Tool) agent.Agent { return newGraph(t, tools, graph.WithToolCallRetryPolicy(retry)) },
	} {
		tries := 0
		p := trpcagent.Plugin(newGuard(t, []guard.Rule{{Name: "twice", Text: "at most 2 tool:refund"}}))
		r := pluggedRunner(build([]tool.Tool{guarded(p, "refund", func(payment) (string, error) { tries++; return "", errors.New("no money") })}), p)
		told, err := say(t.Context(), r, "s", want(guard.Call{Tool: "refund", Arguments: `{"amount": 7}`}))
		if said := fmt.Sprint(told, err); tries != 2 || !strings.Contains(said, "twice") {
			t.Errorf("%s: %d tries, told %q", name, tries, said)
		}
	}
}

// TestFuncMeta: a tool that calls others does not get past a guard in these.
func TestFuncMeta(t *testing.T) {
	ran := new(recorder)
	p := trpcagent.Plugin(newGuard(t, sealed, "call_tool"))
	inner := guardedTools(p, ran.run)
	meta := function.NewFunctionTool(func(ctx context.Context, c guard.Call) (string, error) {
		for _, one := range inner {
			if one.Declaration().Name == c.Tool {
				out, err := one.(tool.CallableTool).Call(ctx, []byte(c.Arguments))
				return fmt.Sprint(out), err
			}
		}
		return "", errors.New("no such tool")
	}, function.WithName("call_tool"), function.WithDescription("call"))
	r := pluggedRunner(newAgent("desk", append(inner, meta)), p)
	for _, c := range []guard.Call{lookup, mail} {
		text, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		told, err := say(t.Context(), r, "s", want(guard.Call{Tool: "call_tool", Arguments: string(text)}))
		if err != nil || strings.Contains(told["call0"], "sealed") != (c.Tool == "mail") {
			t.Errorf("%s: told %q, %v", c.Tool, told, err)
		}
	}
	ran.want(t, "lookup")
}

// TestFuncHalt: a refusal in a tool after which nothing may happen ends the run.
func TestFuncHalt(t *testing.T) {
	p := trpcagent.Plugin(newGuard(t, []guard.Rule{{Name: "closed", Text: "never tool:close", Handling: dfa.Halt}}, "call_tool"))
	inner := guarded(p, "close", func(payment) (string, error) { return "closed", nil })
	meta := function.NewFunctionTool(func(ctx context.Context, _ map[string]any) (string, error) {
		out, err := inner.Call(ctx, []byte(`{}`))
		return fmt.Sprint(out), err
	},
		function.WithName("call_tool"), function.WithDescription("call"))
	told, err := say(t.Context(), pluggedRunner(newAgent("desk", []tool.Tool{meta}), p), "s", want(guard.Call{Tool: "call_tool", Arguments: "{}"}))
	if err == nil || !strings.Contains(err.Error(), "the session ends here") {
		t.Errorf("told %q, %v", told, err)
	}
}

// TestFuncOther: the permission of a call is none for other arguments, nor for another tool.
func TestFuncOther(t *testing.T) {
	ran := new(recorder)
	g := newGuard(t, []guard.Rule{{Name: "small", Text: "never tool:refund(amount > 10)"}, never[0]})
	p := trpcagent.Plugin(g)
	inv := agent.NewInvocation(agent.WithInvocationAgent(newAgent("desk", nil)), agent.WithInvocationSession(session.NewSession("app", "ann", "s")))
	ctx := agent.NewInvocationContext(t.Context(), inv)
	callbacks := plugin.MustNewManager(p).AgentCallbacks()
	if _, err := callbacks.RunBeforeAgent(ctx, &agent.BeforeAgentArgs{Invocation: inv}); err != nil {
		t.Fatal(err)
	}
	fn := make(map[string]func(context.Context, payment) (string, error))
	for _, name := range []string{"refund", "mail"} {
		fn[name] = trpcagent.Func(p, name, func(context.Context, payment) (string, error) { return ran.run(name), nil })
	}
	said, err := inv.RunOptions.ToolPermissionPolicy.CheckToolPermission(ctx, &tool.PermissionRequest{ToolName: "refund", Arguments: []byte(`{"amount": 1}`)})
	if err != nil || said.Action != tool.PermissionActionAllow {
		t.Fatal(said, err)
	}
	for _, c := range []struct {
		name    string
		amount  float64
		allowed bool
	}{{"refund", 1000, false}, {"mail", 1, false}, {"refund", 1, true}} {
		if _, err := fn[c.name](ctx, payment{c.amount}); (err == nil) != c.allowed {
			t.Errorf("%s of %v: %v", c.name, c.amount, err)
		}
	}
	ran.want(t, "refund")
}

// TestFuncUnread: a call with arguments that the tool cannot read has happened for the guard; many of them at once, alike,
// are each their own.
func TestFuncUnread(t *testing.T) {
	ran := new(recorder)
	p := trpcagent.Plugin(newGuard(t, []guard.Rule{{Name: "few", Text: "at most 9 tool:refund"}}))
	r := pluggedRunner(newAgent("desk", guardedTools(p, ran.run), llmagent.WithEnableParallelTools(true)), p)
	if told, err := say(t.Context(), r, "s", want(guard.Call{Tool: "refund", Arguments: `{"amount": "much"}`})); err != nil || !strings.Contains(told["call0"], "unmarshal") {
		t.Errorf("told %q, %v", told, err)
	}
	var alike []guard.Call
	for range 8 {
		alike = append(alike, guard.Call{Tool: "refund", Arguments: `{"amount": 7}`})
	}
	if told, err := say(t.Context(), r, "s", want(alike...)); err != nil || len(ran.list) != 8 {
		t.Errorf("%q ran, told %q, %v", ran.list, told, err)
	}
	told, err := say(t.Context(), r, "s", want(alike[0]))
	if err != nil || len(ran.list) != 8 || !strings.Contains(told["call0"], "few") {
		t.Errorf("%q ran, told %q, %v", ran.list, told, err)
	}
}

// TestFuncWorkflow: calls of code that package dynamicworkflow runs have their permission, and count once.
func TestFuncWorkflow(t *testing.T) {
	ran := new(recorder)
	p := trpcagent.Plugin(newGuard(t, []guard.Rule{{Name: "twice", Text: "at most 2 tool:lookup"}}, "code"))
	one := guarded(p, "lookup", func(payment) (string, error) { return ran.run("lookup"), nil })
	workflow, err := dynamicworkflow.NewTool(calling{}, []agent.Agent{newAgent("helper", nil)}, dynamicworkflow.WithName("code"), dynamicworkflow.WithCodeCallableTools(one))
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(map[string]string{"code": want(lookup, lookup, lookup).Content})
	if err != nil {
		t.Fatal(err)
	}
	told, err := say(t.Context(), pluggedRunner(newAgent("desk", []tool.Tool{workflow}), p), "s", want(guard.Call{Tool: "code", Arguments: string(text)}))
	if err != nil {
		t.Error(err)
	}
	refused(t, told["call0"], "twice")
	ran.want(t, "lookup", "lookup")
}

// TestFuncAlone: a tool that is called without the plugin, in a session that the program has named, or in none.
func TestFuncAlone(t *testing.T) {
	ran := new(recorder)
	g := newGuard(t, []guard.Rule{{Name: "other", Text: "never tool:mail(amount != amount of tool:lookup)"}, {Name: "none", Text: "never tool:refund(amount != result of tool:lookup)"}})
	if err := g.Start(t.Context(), "s"); err != nil {
		t.Fatal(err)
	}
	p := trpcagent.Plugin(g)
	call := func(ctx context.Context, name string, amount float64) error {
		_, err := trpcagent.Func(p, name, func(context.Context, payment) (int, error) { ran.run(name); return 7, nil })(ctx, payment{amount})
		return err
	}
	ctx := trpcagent.With(t.Context(), "s")
	inv := agent.NewInvocation(agent.WithInvocationAgent(newAgent("desk", nil)))
	in := agent.NewInvocationContext(ctx, inv)
	for i, c := range []struct {
		ctx     context.Context
		name    string
		amount  float64
		allowed bool
	}{
		{t.Context(), "lookup", 5, false}, {in, "lookup", 5, true}, {ctx, "mail", 6, false}, {ctx, "mail", 5, true},
		{in, "refund", 7, true}, {in, "refund", 8, false}, {agent.NewInvocationContext(t.Context(), inv), "close", 1, false},
	} {
		if err := call(c.ctx, c.name, c.amount); (err == nil) != c.allowed {
			t.Errorf("%d: %v", i, err)
		}
	}
	ran.want(t, "lookup", "mail", "refund")
}

// TestFuncUnwritable: arguments that cannot be written as JSON are not those of the call that was admitted, so what rules
// ask of them is not known.
func TestFuncUnwritable(t *testing.T) {
	type args struct {
		Amount int    `json:"amount"`
		Log    func() `json:"log,omitempty"`
	}
	ran := false
	g := newGuard(t, []guard.Rule{{Name: "small", Text: "never tool:refund(amount > 5)"}})
	p := trpcagent.Plugin(g)
	if err := g.Start(t.Context(), "s"); err != nil {
		t.Fatal(err)
	}
	pay := trpcagent.Func(p, "refund", func(context.Context, args) (string, error) { ran = true; return "paid", nil })
	ctx := trpcagent.With(t.Context(), "s")
	inv := agent.NewInvocation(agent.WithInvocationID("i"))
	ctx = agent.NewInvocationContext(ctx, inv)
	decided, err := trpcagent.Decide(p, ctx, &tool.PermissionRequest{ToolName: "refund", Arguments: []byte(`{"amount":1}`)})
	if err != nil || decided.Action != tool.PermissionActionAllow {
		t.Fatalf("decided %v, %v", decided, err)
	}
	if _, err := pay(ctx, args{Amount: 7}); err == nil || ran {
		t.Errorf("ran %v, error %v", ran, err)
	}
}

// TestFuncFails: a tool that fails returns nothing, so nothing is compared with it.
func TestFuncFails(t *testing.T) {
	g := newGuard(t, []guard.Rule{{Name: "other", Text: "never tool:mail(amount == result.amount of tool:lookup)"}})
	p := trpcagent.Plugin(g)
	if err := g.Start(t.Context(), "s"); err != nil {
		t.Fatal(err)
	}
	ctx := trpcagent.With(t.Context(), "s")
	look := trpcagent.Func(p, "lookup", func(context.Context, map[string]any) (string, error) { return "", errors.New("lost") })
	if _, err := look(ctx, nil); err == nil || err.Error() != "lost" {
		t.Fatal(err)
	}
	if err := g.Admit(ctx, "s", guard.Call{Tool: "mail", Arguments: `{"amount":5}`}); err != nil {
		t.Error(err)
	}
}

// A silent tool returns nothing.
type silent struct{ tool.Tool }

func (silent) Call(context.Context, []byte) (any, error) { return nil, nil }

// TestNoResult: a tool that returns nothing that is known may have returned anything.
func TestNoResult(t *testing.T) {
	ran := new(recorder)
	g := newGuard(t, []guard.Rule{{Name: "other", Text: "never tool:mail(amount == result.amount of tool:quote)"}}, "quote")
	r := newRunner(newAgent("desk", append(toolsOf(ran.run), silent{newTool("quote", nil)})), inmemory.NewSessionService(), g)
	for _, c := range []guard.Call{{Tool: "quote", Arguments: "{}"}, {Tool: "mail", Arguments: `{"amount":5}`}} {
		if _, err := say(t.Context(), r, "s", want(c)); err != nil {
			t.Error(err)
		}
	}
	ran.want(t)
}
