package eino

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/sketch"
	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/tool"
)

// Verified verifies an agent of ADK, and all that it runs, before each run.
//
//	v := eino.NewVerified(verifier.CheckView)
//	clerk, err := adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{Name: "clerk", …, Handlers: append(others, v.Handler("clerk"))})
//	runner := adk.NewRunner(ctx, adk.RunnerConfig{Agent: v.Agent(ctx, clerk), …})
//
// What has changed since the last run is seen; what has not, costs little. It may be used by many goroutines.
type Verified struct {
	check func(sketch.View) error

	mu     sync.Mutex
	agents []*graph.Agent // as they were verified last
}

// NewVerified returns what verifies agents: check returns nil if they may run, as CheckView of a *built.Verifier does.
func NewVerified(check func(sketch.View) error) *Verified { return &Verified{check: check} }

// Agent returns an agent that verifies root before each run, and before each that is resumed. A run that is refused has
// the error as its only event.
func (v *Verified) Agent(ctx context.Context, root adk.Agent) adk.ResumableAgent {
	inner, ok := root.(adk.ResumableAgent)
	if !ok {
		inner = adk.AgentWithOptions(ctx, root).(adk.ResumableAgent)
	}
	return &verifiedAgent{v, inner}
}

// verify verifies an agent as it is now.
func (v *Verified) verify(ctx context.Context, root adk.Agent) error {
	if v.check == nil {
		return errors.New("agentvet: refused: there is nothing to hold the agent to")
	}
	var agents []*graph.Agent
	err := v.check(func(one func(string) bool) *graph.Program {
		p := View(ctx, root)(one)
		if p != nil {
			agents = p.Agents
		}
		return p
	})
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.agents = agents; err != nil {
		v.agents = nil
	}
	return err
}

// A verifiedAgent verifies another one before it runs.
type verifiedAgent struct {
	v     *Verified
	inner adk.ResumableAgent
}

func (a *verifiedAgent) Name(ctx context.Context) string        { return a.inner.Name(ctx) }
func (a *verifiedAgent) Description(ctx context.Context) string { return a.inner.Description(ctx) }

func (a *verifiedAgent) Run(ctx context.Context, in *adk.AgentInput, o ...adk.AgentRunOption) *adk.AsyncIterator[*adk.AgentEvent] {
	if err := a.v.verify(ctx, a.inner); err != nil {
		return failed(err)
	}
	return a.inner.Run(ctx, in, o...)
}

func (a *verifiedAgent) Resume(ctx context.Context, info *adk.ResumeInfo, o ...adk.AgentRunOption) *adk.AsyncIterator[*adk.AgentEvent] {
	if err := a.v.verify(ctx, a.inner); err != nil {
		return failed(err)
	}
	return a.inner.Resume(ctx, info, o...)
}

// failed returns the events of a run that is refused.
func failed(err error) *adk.AsyncIterator[*adk.AgentEvent] {
	events, out := adk.NewAsyncIteratorPair[*adk.AgentEvent]()
	out.Send(&adk.AgentEvent{Err: err})
	out.Close()
	return events
}

// Handler returns a handler that holds the tools which an agent has in a run to those that were verified: handlers before it
// may bring others in a session. It comes last.
func (v *Verified) Handler(agent string) adk.ChatModelAgentMiddleware {
	return &handler{BaseChatModelAgentMiddleware: new(adk.BaseChatModelAgentMiddleware), v: v, agent: agent}
}

type handler struct {
	*adk.BaseChatModelAgentMiddleware
	v     *Verified
	agent string
}

// BeforeAgent refuses a run with other tools.
func (h *handler) BeforeAgent(ctx context.Context, run *adk.ChatModelAgentContext) (context.Context, *adk.ChatModelAgentContext, error) {
	h.v.mu.Lock()
	defer h.v.mu.Unlock()
	for _, t := range run.Tools {
		if !slices.ContainsFunc(h.v.agents, func(a *graph.Agent) bool { return a.Name == h.agent && has(ctx, a, t) }) {
			return ctx, nil, fmt.Errorf("agentvet: refused: agent %q has tool %q, which is not as it was verified", h.agent, shownTool(ctx, t).Name)
		}
	}
	return ctx, run, nil
}

// has reports whether an agent has a tool, as it was verified.
func has(ctx context.Context, a *graph.Agent, t tool.BaseTool) bool {
	shown := shownTool(ctx, t)
	return slices.ContainsFunc(a.Tools, func(old *graph.Tool) bool {
		return old.Name == shown.Name && (old.Description == shown.Description || old.Added() && typeOf(t) == handOver)
	})
}
