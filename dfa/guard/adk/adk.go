// Package adk puts a guard before the tools of agents on Google's Agent Development Kit for Go,
// google.golang.org/adk/v2.
//
//	runner.New(runner.Config{…, PluginConfig: adk.Plugins(g)})
//
// A call is refused in the callback before the tool, a request to a model in the callback before the
// model: that is an event of the kind llm, with the agent as its node. A call that is refused is
// answered with an error, whose text is for the model. A request that is refused ends the run.
//
// # Sessions
//
// A session of the guard is one of ADK; Session is its name. It begins with the first run in which no
// agent has said anything yet. A session that has a history, and that the guard does not know, is refused
// until Guard.Restore: what happened in it is in ADK's events, but not which of it was allowed.
//
// # A human's yes
//
// With Options.Approve the call waits. Without it, ADK asks for a confirmation, as for a tool with
// RequireConfirmation, and tries a confirmed call again. A confirmation that ADK has asked for itself counts
// as well.
//
// # Not seen
//
// Agents behind agenttool have a runner of their own, without plugins: give them Callbacks. Tools
// that the model's provider runs. Callbacks of agents run after those of plugins, and may change the
// arguments of a call that was admitted. What ADK adds to agents are tools, too: transfer_to_agent,
// finish_task, set_model_response; they have to be in Options.Tools, else they are refused. Streaming tools
// (functiontool.NewStreaming): ADK calls them without any callback, so the guard knows nothing of them, and
// cannot refuse them. What a long-running tool returns at once is no result, so its result stays unknown to
// rules that ask for it.
package adk

import (
	"errors"
	"net/url"
	"sync"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/guard"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/plugin"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/genai"
)

// Plugins returns the plugins of a runner, the guard's before the others, so that none of them answers
// in its place.
func Plugins(g *guard.Guard, others ...*plugin.Plugin) runner.PluginConfig {
	a := &adapter{g: g, session: func(ctx agent.ReadonlyContext) string { return Session(ctx.AppName(), ctx.UserID(), ctx.SessionID()) }}
	p, err := plugin.New(plugin.Config{
		Name:                "agentvet",
		BeforeRunCallback:   a.beforeRun,
		BeforeModelCallback: a.beforeModel,
		BeforeToolCallback:  a.beforeTool,
		AfterToolCallback:   a.afterTool,
	})
	if err != nil {
		panic("adk: internal error: " + err.Error()) // New fails for no configuration
	}
	return runner.PluginConfig{Plugins: append([]*plugin.Plugin{p}, others...)}
}

// Session returns the name that a session of ADK has for the guard.
func Session(app, user, id string) string {
	return url.PathEscape(app) + "/" + url.PathEscape(user) + "/" + url.PathEscape(id)
}

// Callbacks returns the first callbacks for llmagent.Config.BeforeToolCallbacks and AfterToolCallbacks, for an agent
// that runs in no runner with Plugins. The session says to which session of the guard a call belongs; the program
// begins it.
func Callbacks(g *guard.Guard, session func(agent.ReadonlyContext) string) (llmagent.BeforeToolCallback, llmagent.AfterToolCallback) {
	a := &adapter{g: g, session: session}
	return a.beforeTool, a.afterTool
}

// Tool returns the callback before a tool alone: what the tools return stays unknown to rules that ask for results.
func Tool(g *guard.Guard, session func(agent.ReadonlyContext) string) llmagent.BeforeToolCallback {
	return (&adapter{g: g, session: session, blind: true}).beforeTool
}

type adapter struct {
	g       *guard.Guard
	session func(agent.ReadonlyContext) string
	blind   bool // nothing tells what calls return

	// admitted has the guard.Call of each call that has not returned, by its agent.Context: ADK makes one for
	// each call. The numbers of calls may come from a model, which may give two calls the same one.
	admitted sync.Map
}

// afterTool tells the guard what a call returned. It comes after calls that were refused, too.
func (a *adapter) afterTool(ctx agent.Context, t tool.Tool, _, result map[string]any, err error) (map[string]any, error) {
	call, ok := a.admitted.LoadAndDelete(ctx)
	if !ok || err == nil && (result == nil || t.IsLongRunning()) {
		return nil, nil
	}
	text := ""
	if err == nil {
		if text = guard.JSON(result); text == "" {
			return nil, nil
		}
	}
	// If it cannot be recorded, it stays unknown, and the guard is strict.
	_ = a.g.Returned(ctx, a.session(ctx), call.(guard.Call), text, err != nil)
	return nil, nil
}

// beforeRun begins a session in which nothing has happened yet.
func (a *adapter) beforeRun(ctx agent.InvocationContext) (*genai.Content, error) {
	s := ctx.Session()
	id := Session(s.AppName(), s.UserID(), s.ID())
	if a.g.Has(ctx, id) {
		return nil, nil
	}
	for e := range s.Events().All() {
		if e.Author != "user" {
			return nil, nil // what happened is not known: calls will be refused
		}
	}
	if err := a.g.Start(ctx, id); err != nil && !errors.Is(err, guard.ErrSession) {
		return nil, err
	}
	return nil, nil
}

// beforeModel admits a step of an agent. A step that is refused ends the run with an error: there is
// nobody to tell.
func (a *adapter) beforeModel(ctx agent.Context, _ *model.LLMRequest) (*model.LLMResponse, error) {
	e := &dfa.Event{Node: ctx.AgentName(), Kind: "llm", Agent: ctx.AgentName()}
	return nil, a.g.Step(ctx, a.session(ctx), e)
}

// beforeTool admits a call, or answers in the place of the tool.
func (a *adapter) beforeTool(ctx agent.Context, t tool.Tool, args map[string]any) (map[string]any, error) {
	call := guard.Call{Tool: t.Name(), Arguments: arguments(args), Agent: ctx.AgentName()}
	if answer := ctx.ToolConfirmation(); answer != nil {
		call.Human = guard.No
		if answer.Confirmed {
			call.Human = guard.Yes
		}
	}
	err := a.g.Admit(ctx, a.session(ctx), call)
	r := new(guard.Refusal)
	switch {
	case err == nil:
		if !a.blind {
			a.admitted.Store(ctx, call)
		}
		return nil, nil
	case !errors.As(err, &r):
		return nil, err
	case r.Reason == guard.NeedsApproval:
		return map[string]any{"status": "waiting for a human: " + r.Error()}, ctx.RequestConfirmation(r.Error(), args)
	}
	return map[string]any{"error": r.Error()}, nil
}

// arguments returns arguments as the tool gets them.
func arguments(args map[string]any) string {
	if args == nil {
		return "{}"
	}
	return guard.JSON(args)
}
