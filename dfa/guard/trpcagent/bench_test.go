package trpcagent_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/agentvet/agentvet/dfa/guard/trpcagent"
	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/plugin"
	"trpc.group/trpc-go/trpc-agent-go/runner"
	"trpc.group/trpc-go/trpc-agent-go/session"
	"trpc.group/trpc-go/trpc-agent-go/session/inmemory"
	"trpc.group/trpc-go/trpc-agent-go/tool"
)

// BenchmarkTool is what the guard adds to a call of a tool: its callbacks and the permission.
func BenchmarkTool(b *testing.B) {
	for _, name := range []string{"lookup", "mail"} { // one is allowed, the other refused
		b.Run(name, func(b *testing.B) {
			g := newGuard(b, []guard.Rule{never[0], {Name: "small", Text: "never tool:lookup(amount > 1000)"}})
			plugins := plugin.MustNewManager(trpcagent.Plugin(g))
			one := newTool(name, func() (string, error) { return "done", nil })
			s := session.NewSession("app", "ann", "s")
			inv := agent.NewInvocation(agent.WithInvocationAgent(newAgent("desk", []tool.Tool{one})), agent.WithInvocationSession(s))
			ctx := agent.NewInvocationContext(context.Background(), inv)
			if _, err := plugins.AgentCallbacks().RunBeforeAgent(ctx, &agent.BeforeAgentArgs{Invocation: inv}); err != nil {
				b.Fatal(err)
			}
			arguments := []byte(`{"amount": 120, "to": "ann"}`)
			callbacks, policy := plugins.ToolCallbacks(), inv.RunOptions.ToolPermissionPolicy
			b.ReportAllocs()
			for b.Loop() {
				if _, err := callbacks.RunBeforeTool(ctx, &tool.BeforeToolArgs{ToolName: name, Arguments: arguments}); err != nil {
					b.Fatal(err)
				}
				said, err := policy.CheckToolPermission(ctx, &tool.PermissionRequest{Tool: one, ToolName: name, Arguments: arguments})
				if err != nil || (said.Action == tool.PermissionActionAllow) != (name == "lookup") {
					b.Fatal(said, err)
				}
				if said.Action != tool.PermissionActionAllow {
					continue
				}
				if _, err := callbacks.RunAfterTool(ctx, &tool.AfterToolArgs{ToolName: name, Arguments: arguments, Result: "done"}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkCall is a run in which a model calls a tool, without a guard and with one, each in a session of its own.
func BenchmarkCall(b *testing.B) {
	for _, guarded := range []bool{false, true} {
		b.Run(map[bool]string{false: "without", true: "with"}[guarded], func(b *testing.B) {
			g := newGuard(b, []guard.Rule{never[0], {Name: "small", Text: "never tool:lookup(amount > 1000)"}})
			o := []runner.Option{runner.WithSessionService(inmemory.NewSessionService())}
			if guarded {
				o = append(o, runner.WithPlugins(trpcagent.Plugin(g)))
			}
			r := runner.NewRunner("app", newAgent("desk", toolsOf(func(string) string { return "done" })), o...)
			message, n := want(guard.Call{Tool: "lookup", Arguments: `{"amount": 120}`}), 0
			b.ReportAllocs()
			for b.Loop() {
				n++
				if told, err := say(b.Context(), r, fmt.Sprint("s", n), message); err != nil || !strings.Contains(told["call0"], "done") {
					b.Fatal(told, err)
				}
			}
		})
	}
}
