package genkit

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/sketch"
	"github.com/firebase/genkit/go/ai"
	kit "github.com/firebase/genkit/go/genkit"
)

// BuiltName is the name of the middleware that Verified returns.
const BuiltName = "agentvet/built"

// Built is middleware that verifies what a program has registered, and each call of a model with the tools that it is
// offered, before the model is asked. Verified returns it; it may be used by many calls at once.
type Built struct {
	// Agent is who asks the model, for policies and grants that name agents.
	Agent string `json:"agent,omitempty"`

	check func(sketch.View) error
	k     *kit.Genkit
}

// Verified returns middleware that verifies what k has registered and each call of a model: check returns nil if it may
// run, as CheckView of a *built.Verifier does. What has changed since the last call is seen; what has not, costs little. A
// call that is refused ends with the error, and so does one in which the model wants a tool that it was not offered: Genkit
// would run any that is registered.
//
//	if err := verifier.CheckView(genkit.View(ctx, k)); err != nil { … } // when it is built
//	ai.WithUse(others, genkit.Verified(verifier.CheckView, k).As("desk"), genkit.New(g))
func Verified(check func(sketch.View) error, k *kit.Genkit) Built { return Built{check: check, k: k} }

// As returns b for an agent.
func (b Built) As(agent string) Built {
	b.Agent = agent
	return b
}

// Name implements ai.Middleware.
func (Built) Name() string { return BuiltName }

// New implements ai.Middleware.
func (b Built) New(context.Context) (*ai.Hooks, error) {
	if b.check == nil || b.k == nil {
		return nil, errors.New("agentvet: refused: there is nothing to hold the call of a model to, or no Genkit")
	}
	o := &offer{Built: b}
	return &ai.Hooks{WrapGenerate: o.begin, WrapModel: o.step, WrapTool: o.call}, nil
}

// An offer is one call of a model, with all its rounds.
type offer struct {
	Built
	mu    sync.Mutex
	use   []*ai.MiddlewareRef
	tools map[string]string // that were verified: their descriptions
}

// begin verifies what is registered, and what the model is to be offered. A tool that is restarted runs before the model
// is asked.
func (o *offer) begin(ctx context.Context, p *ai.GenerateParams, next ai.GenerateNext) (*ai.ModelResponse, error) {
	if p.Iteration == 0 && !newWalker(ctx, o.k).isEmpty() {
		if err := o.check(View(ctx, o.k)); err != nil {
			return nil, err
		}
	}
	o.mu.Lock()
	if p.Options != nil {
		o.use = p.Options.Use
	}
	o.mu.Unlock()
	if err := o.verify(ctx, p.Request); err != nil {
		return nil, err
	}
	return next(ctx, p)
}

// step verifies what the model is offered after all other middleware.
func (o *offer) step(ctx context.Context, p *ai.ModelParams, next ai.ModelNext) (*ai.ModelResponse, error) {
	if err := o.verify(ctx, p.Request); err != nil {
		return nil, err
	}
	return next(ctx, p)
}

// verify verifies a request.
func (o *offer) verify(ctx context.Context, req *ai.ModelRequest) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if req == nil {
		return errors.New("agentvet: refused: there is no request to verify")
	}
	if err := o.check(func(func(string) bool) *graph.Program { return newWalker(ctx, o.k).offered(o.Agent, req.Tools, o.use) }); err != nil {
		return err
	}
	if o.tools == nil {
		o.tools = make(map[string]string)
	}
	for _, d := range req.Tools {
		o.tools[d.Name] = d.Description
	}
	return nil
}

// call lets those tools run that were verified.
func (o *offer) call(ctx context.Context, p *ai.ToolParams, next ai.ToolNext) (*ai.MultipartToolResponse, error) {
	o.mu.Lock()
	description, ok := o.tools[p.Tool.Name()]
	o.mu.Unlock()
	if !ok || description != p.Tool.Definition().Description {
		return nil, fmt.Errorf("agentvet: refused: the model wants tool %q, which it was not offered or is not as it was verified", p.Tool.Name())
	}
	return next(ctx, p)
}
