package trpcagent

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	view "github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/sketch"
	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/model"
	"trpc.group/trpc-go/trpc-agent-go/plugin"
	"trpc.group/trpc-go/trpc-agent-go/tool"
)

// Verified returns a plugin that verifies an agent and all below it before each run: check returns nil if it may run, as
// CheckView of a *built.Verifier does. What has changed since the last run is seen; what has not, costs little. A request
// of an agent to its model that offers other tools than those which were verified ends the run.
//
//	if err := verifier.CheckView(trpcagent.View(ctx, root)); err != nil { … } // when it is built
//	runner.NewRunner(app, root, runner.WithPlugins(trpcagent.Plugin(g), trpcagent.Verified(verifier.CheckView, root)))
func Verified(check func(sketch.View) error, root agent.Agent) plugin.Plugin {
	return &verified{check: check, root: root}
}

type verified struct {
	check func(sketch.View) error
	root  agent.Agent

	mu     sync.Mutex
	agents []*view.Agent // as they were verified last
}

// Name implements plugin.Plugin.
func (*verified) Name() string { return "agentvet-built" }

// Register implements plugin.Plugin.
func (v *verified) Register(r *plugin.Registry) {
	r.BeforeAgent(v.beforeAgent)
	r.BeforeModel(v.beforeModel)
}

// beforeAgent verifies the agents as they are now, when a run begins.
func (v *verified) beforeAgent(ctx context.Context, args *agent.BeforeAgentArgs) (*agent.BeforeAgentResult, error) {
	if v.check == nil {
		return nil, errors.New("agentvet: refused: there is nothing to hold the agent to")
	}
	if args.Invocation != nil && args.Invocation.GetParentInvocation() != nil {
		return nil, nil
	}
	var agents []*view.Agent
	err := v.check(func(one func(string) bool) *view.Program {
		p := View(ctx, v.root)(one)
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
	return nil, err
}

// beforeModel holds a request of an agent to the tools that were verified. In a graph, a node asks the model, and another
// one has the tools.
func (v *verified) beforeModel(ctx context.Context, args *model.BeforeModelArgs) (*model.BeforeModelResult, error) {
	inv, _ := agent.InvocationFromContext(ctx)
	if inv == nil || args.Request == nil {
		return nil, errors.New("agentvet: refused: whose request to a model this is, is not known")
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(args.Request.Tools)) {
		is := func(a *view.Agent) bool {
			return a.Name == inv.AgentName && (a.Kind == view.AgentWorkflow || has(a, args.Request.Tools[name]))
		}
		if !slices.ContainsFunc(v.agents, is) {
			return nil, fmt.Errorf("agentvet: refused: the model of agent %q is offered tool %q, which is not as it was verified", inv.AgentName, name)
		}
	}
	return nil, nil
}

// has reports whether an agent has a tool, as it was verified.
func has(a *view.Agent, t tool.Tool) bool {
	if t == nil || t.Declaration() == nil {
		return false
	}
	shown := view.Shown("trpc-agent-go", t.Declaration().Name, t.Declaration().Description)
	return slices.ContainsFunc(a.Tools, func(old *view.Tool) bool {
		return old.Name == shown.Name && (old.Description == shown.Description || old.Added())
	})
}
