// Package trpcagent puts a guard before the tools of agents on tRPC-Agent-Go, trpc.group/trpc-go/trpc-agent-go.
//
//	runner.NewRunner("app", desk, runner.WithPlugins(trpcagent.Plugin(g), others...))
//
// A plugin goes along with every agent of a run: those of chains, teams and graphs, and those behind a tool. A call is
// decided where the framework asks for permission: after all callbacks, which may change its arguments, after the
// tool's own checker and the policy of the run, and right before the tool. So the guard is asked last, and of code
// that package dynamicworkflow runs, too. Requests to models are events of the kind llm, with the agent as their node
// unless it is a graph, and may be refused, which ends the run.
//
// # Sessions
//
// A session of the guard is the one of the run; Session is its name. What runs within a run belongs to it, also where
// the framework has a session of its own for it, as for members of a swarm. It begins with the first run in a session
// that was made for this run. A session that is older, and that the guard does not know, is refused until
// Guard.Restore or Guard.Start: what happened in it is not known. A program that makes sessions ahead begins them
// itself, and one that wants others says so with With.
//
// # Refusals
//
// What is refused is denied, in the framework's words, with a reason that is for the model:
//
//	{"status": "denied", "tool": "mail", "reason": "refused: tool \"mail\": …"}
//
// If nothing more may happen in the session, the run ends with an error of the type agent.StopError.
//
// # A human's yes
//
// With Options.Approve the call waits: where permission is asked for is where the framework wants humans asked. Without
// it, the model is told that an approval is required, and the call does not happen. With Interrupting, a graph is
// interrupted with a *Question instead, and goes on with an Answer.
//
// # Not seen
//
// Agents in a run without the plugin: an agent behind a tool has one of its own if there is no session around it. A
// tool that calls others is one tool: call_tool of plugin toolsearch, those of package mcpbroker, and code that package
// codeact runs; it is refused unless it is in Options.Tools. What the framework adds to agents are tools, too, such as
// transfer_to_agent. A retry policy repeats a call that was admitted, as often as it says, and it counts once. A tool that
// interrupts a graph has begun, so it is called twice: then, and when the graph goes on. Tools that code calls itself, and
// nodes of graphs that are functions; those of agents elsewhere, as behind A2A, and in command-line programs; those that
// the caller or the provider of a model runs. What long-running tools and dynamic workflows return, and what a plugin
// before the guard replaces, stays unknown to rules that ask for results.
//
// Repeated calls and those of other tools do not get past a guard that is in the tool itself, which Func puts there; it
// goes together with the plugin.
package trpcagent

import (
	"context"
	"errors"
	"net/url"
	"sync"
	"time"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/guard"
	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/agent/llmagent"
	"trpc.group/trpc-go/trpc-agent-go/model"
	"trpc.group/trpc-go/trpc-agent-go/plugin"
	"trpc.group/trpc-go/trpc-agent-go/session"
)

// Plugin returns the plugin of a guard, for runner.WithPlugins. It comes before other plugins, so that it sees what
// tools return.
func Plugin(g *guard.Guard) *Plugged { return &Plugged{g: g} }

// A Plugged is the plugin of a guard.
type Plugged struct {
	g *guard.Guard
	// longRunning has the names of tools of which what they return at once is no result.
	longRunning sync.Map
	// asking has the names of tools that have the guard in them, and admitted the calls of these that are to run.
	asking   sync.Map
	admitted admissions
	// interrupting: graphs stop where a human is wanted. used has the answers that were taken, by the runs.
	interrupting bool
	used         sync.Map
}

var _ plugin.Plugin = (*Plugged)(nil)

// Name implements plugin.Plugin.
func (*Plugged) Name() string { return "agentvet" }

// Register implements plugin.Plugin.
func (a *Plugged) Register(r *plugin.Registry) {
	r.BeforeAgent(a.beforeAgent)
	r.AfterAgent(a.afterAgent)
	r.BeforeModel(a.beforeModel)
	r.BeforeTool(a.beforeTool)
	r.AfterTool(a.afterTool)
}

type sessionKey struct{}

// With returns a context of a session, for runs that are not to have that of the framework. The program begins it.
func With(ctx context.Context, session string) context.Context {
	return context.WithValue(ctx, sessionKey{}, session)
}

// Session returns the name that a session of the framework has for the guard.
func Session(app, user, id string) string {
	return url.PathEscape(app) + "/" + url.PathEscape(user) + "/" + url.PathEscape(id)
}

// sessionOf returns the session that an invocation, nil if there is none, belongs to: "" if to none, which no guard knows.
func sessionOf(ctx context.Context, inv *agent.Invocation) string {
	if id, said := ctx.Value(sessionKey{}).(string); said {
		return id
	}
	if inv == nil || root(inv).Session == nil {
		return ""
	}
	s := root(inv).Session
	return Session(s.AppName, s.UserID, s.ID)
}

// root returns the invocation with which a run began.
func root(inv *agent.Invocation) *agent.Invocation {
	for inv.GetParentInvocation() != nil {
		inv = inv.GetParentInvocation()
	}
	return inv
}

// beforeAgent begins a session in which nothing has happened yet, and has the guard asked for permission.
func (a *Plugged) beforeAgent(ctx context.Context, args *agent.BeforeAgentArgs) (*agent.BeforeAgentResult, error) {
	inv := args.Invocation
	if ctx.Value(sessionKey{}) == nil && fresh(inv) && !a.g.Has(ctx, sessionOf(ctx, inv)) {
		if err := a.g.Start(ctx, sessionOf(ctx, inv)); err != nil && !errors.Is(err, guard.ErrSession) {
			return nil, err
		}
	}
	if !a.asked(inv) {
		inv.RunOptions.ToolPermissionPolicy = &policy{a, inv.RunOptions.ToolPermissionPolicy}
	}
	return nil, nil
}

// newest is how old a session may be that was made for a run.
const newest = time.Minute

// fresh reports whether an invocation is the first of its session: that is new, and has nothing in it but what the
// user says in this run. A session may have lost events, or have got none of a run that died, so both are asked.
func fresh(inv *agent.Invocation) bool {
	s := inv.Session
	if s == nil || inv.GetParentInvocation() != nil || time.Since(s.CreatedAt) > newest {
		return false
	}
	return onlyUser(s, inv.InvocationID) && !summarized(s)
}

// onlyUser reports whether the only events of a session are those of the user in an invocation.
func onlyUser(s *session.Session, invocation string) bool {
	s.EventMu.RLock()
	defer s.EventMu.RUnlock()
	for i := range s.Events {
		if s.Events[i].Author != "user" || s.Events[i].InvocationID != invocation {
			return false
		}
	}
	return true
}

// summarized reports whether a session has summaries.
func summarized(s *session.Session) bool {
	s.SummariesMu.RLock()
	defer s.SummariesMu.RUnlock()
	return len(s.Summaries) > 0
}

// beforeModel admits a request to a model. One that is refused ends the run with an error: there is nobody to tell.
func (a *Plugged) beforeModel(ctx context.Context, _ *model.BeforeModelArgs) (*model.BeforeModelResult, error) {
	inv, _ := agent.InvocationFromContext(ctx)
	e := &dfa.Event{Kind: "llm"}
	if inv != nil {
		e.Agent = inv.AgentName
		if _, ok := inv.Agent.(*llmagent.LLMAgent); ok {
			e.Node = inv.AgentName
		}
	}
	return nil, a.g.Step(ctx, sessionOf(ctx, inv), e)
}
