package trpcagent_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/agentvet/agentvet/dfa/guard/trpcagent"
	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/plugin"
	"trpc.group/trpc-go/trpc-agent-go/session"
	"trpc.group/trpc-go/trpc-agent-go/session/inmemory"
	"trpc.group/trpc-go/trpc-agent-go/tool"
)

// TestFresh: a session begins by itself only if it is new, nothing of it was summarized, and the run is no part of another
// one, whose session it belongs to.
func TestFresh(t *testing.T) {
	at := func(age time.Duration) *session.Session {
		s := session.NewSession("app", "ann", "s")
		s.CreatedAt = time.Now().Add(-age)
		return s
	}
	summarized := at(0)
	summarized.Summaries = map[string]*session.Summary{"": {Summary: "ann was paid twice"}}
	for _, test := range []struct {
		name   string
		inv    func(a agent.Agent, o ...agent.InvocationOptions) *agent.Invocation
		starts bool
	}{
		{"new", func(_ agent.Agent, o ...agent.InvocationOptions) *agent.Invocation {
			return agent.NewInvocation(append(o, agent.WithInvocationSession(at(0)))...)
		}, true},
		{"old", func(_ agent.Agent, o ...agent.InvocationOptions) *agent.Invocation {
			return agent.NewInvocation(append(o, agent.WithInvocationSession(at(time.Hour)))...)
		}, false},
		{"summarized", func(_ agent.Agent, o ...agent.InvocationOptions) *agent.Invocation {
			return agent.NewInvocation(append(o, agent.WithInvocationSession(summarized))...)
		}, false},
		{"none", func(_ agent.Agent, o ...agent.InvocationOptions) *agent.Invocation { return agent.NewInvocation(o...) }, false},
		{"a new one within an old one", func(a agent.Agent, o ...agent.InvocationOptions) *agent.Invocation {
			return agent.NewInvocation(append(o, agent.WithInvocationSession(at(time.Hour)))...).Clone(append(o, agent.WithInvocationSession(at(0)))...)
		}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			ran := new(recorder)
			a := newAgent("desk", toolsOf(ran.run))
			g := newGuard(t, nil)
			p := trpcagent.Plugin(g)
			inv := test.inv(a, agent.WithInvocationAgent(a), agent.WithInvocationMessage(want(lookup)), agent.WithInvocationPlugins(plugin.MustNewManager(p)))
			ctx := agent.NewInvocationContext(t.Context(), inv)
			var err error
			func() { // the callback itself, as the runner calls it first
				defer func() {
					if p := recover(); p != nil {
						t.Errorf("it panics: %v", p)
					}
				}()
				_, err = inv.Plugins.AgentCallbacks().RunBeforeAgent(ctx, &agent.BeforeAgentArgs{Invocation: inv})
			}()
			if err != nil {
				t.Fatal(err)
			}
			if got := g.Has(ctx, trpcagent.Session("app", "ann", "s")); got != test.starts {
				t.Errorf("the session has begun: %v, want %v", got, test.starts)
			}
		})
	}
}

// TestPolicyFails: a policy that fails allows nothing, whatever else it says.
func TestPolicyFails(t *testing.T) {
	ran := new(recorder)
	r := newRunner(newAgent("desk", toolsOf(ran.run)), inmemory.NewSessionService(), newGuard(t, nil))
	fails := tool.PermissionPolicyFunc(func(context.Context, *tool.PermissionRequest) (tool.PermissionDecision, error) {
		return tool.AllowPermission(), errors.New("the policy is broken")
	})
	told, err := say(t.Context(), r, "s", want(guard.Call{Tool: "lookup", Arguments: `{"amount":1}`}), agent.WithToolPermissionPolicy(fails))
	ran.want(t)
	if err == nil && !strings.Contains(told["call0"], "the policy is broken") {
		t.Errorf("told %q, error %v", told, err)
	}
}
