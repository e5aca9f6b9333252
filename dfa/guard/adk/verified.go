package adk

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/sketch"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/plugin"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/genai"
)

// Verified returns a plugin that verifies an agent and all below it before each run: check returns nil if it may run, as
// CheckView of a *built.Verifier does. What has changed since the last run is seen; what has not, costs little. A request
// to a model that offers other tools than those which were verified, as toolsets may have them, ends the run.
//
//	if err := verifier.CheckView(adk.View(ctx, root)); err != nil { … } // when it is built
//	runner.New(runner.Config{…, PluginConfig: adk.Plugins(g, adk.Verified(verifier.CheckView, root))})
func Verified(check func(sketch.View) error, root agent.Agent) *plugin.Plugin {
	v := &verified{check: check, root: root}
	p, err := plugin.New(plugin.Config{Name: "agentvet-built", BeforeRunCallback: v.beforeRun, BeforeModelCallback: v.beforeModel})
	if err != nil {
		panic("adk: internal error: " + err.Error()) // New fails for no configuration
	}
	return p
}

type verified struct {
	check func(sketch.View) error
	root  agent.Agent

	mu     sync.Mutex
	agents []*graph.Agent // as they were verified last
}

func (v *verified) beforeRun(ctx agent.InvocationContext) (*genai.Content, error) {
	return nil, v.verify(ctx)
}

// verify verifies the agents as they are now.
func (v *verified) verify(ctx context.Context) error {
	if v.check == nil {
		return fmt.Errorf("agentvet: refused: there is nothing to hold the agent to")
	}
	var agents []*graph.Agent
	err := v.check(func(one func(string) bool) *graph.Program {
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
	return err
}

// beforeModel holds a request to the tools that were verified.
func (v *verified) beforeModel(ctx agent.Context, req *model.LLMRequest) (*model.LLMResponse, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(req.Tools)) {
		t, ok := req.Tools[name].(tool.Tool)
		if !ok || !slices.ContainsFunc(v.agents, func(a *graph.Agent) bool { return a.Name == ctx.AgentName() && has(a, t) }) {
			return nil, fmt.Errorf("agentvet: refused: the model of agent %q is offered tool %q, which is not as it was verified", ctx.AgentName(), name)
		}
	}
	return nil, nil
}

// has reports whether an agent has a tool, as it was verified.
func has(a *graph.Agent, t tool.Tool) bool {
	shown := graph.Shown("adk", t.Name(), t.Description())
	return slices.ContainsFunc(a.Tools, func(old *graph.Tool) bool {
		return old.Name == shown.Name && (old.Description == shown.Description || old.Added())
	})
}
