// Package monitored watches agents on ADK with the rules of agentvet, and stops
// what a rule forbids before it happens. One line makes it part of a runner:
//
//	runner.New(runner.Config{…, PluginConfig: monitored.Plugins(monitored.New(rules...))})
//
// A run is a session: what happened in one turn counts in the next. An event is a
// request to a model, of the agent that makes it; a call of a tool; and the yes of
// a human to a call. A call that violates a rule does not happen. What the rule's
// handling is decides what happens instead:
//
//	warn      it does happen, and Report is told
//	block     the model is told that it was refused, and why
//	halt      and no model of the session is asked any more
//	escalate  a human is asked to confirm the call, as by a tool with
//	          RequireConfirmation; after a yes it is tried again
//
// An escalation suits rules that want a human, such as human before each
// tool:refund: the yes is what they want. Where it is not, the call is refused all
// the same.
//
// Not seen: tools that the model's provider runs, and agents behind agenttool,
// which have a session of their own.
package monitored

import (
	"fmt"
	"strings"
	"sync"

	"github.com/agentvet/agentvet/dfa"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/plugin"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/tool"
)

// A Violation is an event that rules forbid.
type Violation struct {
	Session  string
	Event    *dfa.Event
	Decision dfa.Decision
	Rules    []string // the rules that are violated; none if the session was stopped before
}

// A Monitor watches all sessions of a runner.
type Monitor struct {
	// Report, if not nil, is called for each violation, also for warnings. Calls may
	// come from several goroutines.
	Report func(Violation)

	rules *dfa.Monitor
	mu    sync.Mutex
	runs  map[session]*dfa.Shared
}

type session struct{ app, user, id string }

// New returns a monitor of the rules. It panics if one cannot be watched: see
// dfa.NewMonitor.
func New(rules ...dfa.Rule) *Monitor {
	return &Monitor{rules: dfa.MustMonitor(rules...), runs: make(map[session]*dfa.Shared)}
}

// Plugins returns the plugins of a runner that m watches, m's own before the
// others, so that none of them answers in its place.
func Plugins(m *Monitor, others ...*plugin.Plugin) runner.PluginConfig {
	p, err := plugin.New(plugin.Config{
		Name:                "agentvet",
		BeforeModelCallback: m.beforeModel,
		BeforeToolCallback:  m.beforeTool,
	})
	if err != nil {
		panic("monitored: internal error: " + err.Error()) // New fails for no configuration
	}
	return runner.PluginConfig{Plugins: append([]*plugin.Plugin{p}, others...)}
}

var (
	_ llmagent.BeforeModelCallback = (*Monitor)(nil).beforeModel
	_ llmagent.BeforeToolCallback  = (*Monitor)(nil).beforeTool
)

// Finish ends a session: it returns the verdict of each rule by name, and forgets
// the session.
func (m *Monitor) Finish(app, user, id string) map[string]dfa.Verdict {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := session{app, user, id}
	run := m.runs[key]
	if run == nil {
		run = dfa.NewShared(m.rules.Fresh())
	}
	delete(m.runs, key)
	verdicts := make(map[string]dfa.Verdict)
	_, list := run.Finish()
	for i, v := range list {
		verdicts[m.rules.Name(i)] = v
	}
	return verdicts
}

// run returns the monitor of the session in which ctx is.
func (m *Monitor) run(ctx agent.ReadonlyContext) *dfa.Shared {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := session{ctx.AppName(), ctx.UserID(), ctx.SessionID()}
	if m.runs[key] == nil {
		m.runs[key] = dfa.NewShared(m.rules.Fresh())
	}
	return m.runs[key]
}

// beforeModel admits a step of an agent. A step that a rule forbids ends the run
// with an error: there is nobody to tell.
func (m *Monitor) beforeModel(ctx agent.Context, _ *model.LLMRequest) (*model.LLMResponse, error) {
	e := &dfa.Event{Node: ctx.AgentName(), Kind: "llm", Agent: ctx.AgentName()}
	if v := m.admit(ctx, e); v.Decision.Denied() {
		return nil, fmt.Errorf("agent %s: %s", e.Agent, v.reason())
	}
	return nil, nil
}

// beforeTool admits a call, or answers in the place of the tool.
func (m *Monitor) beforeTool(ctx agent.Context, t tool.Tool, args map[string]any) (map[string]any, error) {
	run := m.run(ctx)
	answer := ctx.ToolConfirmation()
	if answer != nil {
		if !answer.Confirmed {
			return refusal("a human said no"), nil
		}
		run.Step(&dfa.Event{Human: true, Agent: ctx.AgentName()})
	}
	e := &dfa.Event{Tool: t.Name(), Agent: ctx.AgentName()}
	var err error
	e.Args, err = dfa.ArgsOf(args)
	e.Open = err != nil // judged by the worst that they can be
	v := m.admit(ctx, e)
	switch {
	case !v.Decision.Denied():
		return nil, nil
	case v.Decision.Escalated() && answer == nil && len(v.Rules) > 0:
		run.Resume() // the turn ends with the question; what else is said may go on
		return map[string]any{"status": "waiting for a human: " + v.reason()}, ctx.RequestConfirmation(v.reason(), args)
	}
	return refusal(v.reason()), nil
}

func refusal(why string) map[string]any { return map[string]any{"error": "refused: " + why} }

// admit asks the monitor of the session, and reports what it forbids.
func (m *Monitor) admit(ctx agent.ReadonlyContext, e *dfa.Event) Violation {
	run := m.run(ctx)
	d := run.Admit(e)
	v := Violation{ctx.SessionID(), e, d, run.Names(d)}
	if d.Handling != dfa.HandlingUnset && m.Report != nil {
		m.Report(v)
	}
	return v
}

// reason says which rules forbid the event.
func (v *Violation) reason() string {
	if len(v.Rules) == 0 {
		return "the run was stopped by a policy"
	}
	return "policy " + strings.Join(v.Rules, ", ")
}
