package genkit

// This file shows a verifier the prompts, agents and flows that a program has registered, before they run.

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/graph/sketch"
	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/core/api"
	kit "github.com/firebase/genkit/go/genkit"
	"github.com/firebase/genkit/go/plugins/middleware"
	middlewarex "github.com/firebase/genkit/go/plugins/middleware/exp"
)

// View shows what a program has registered: each prompt, those of files too, and each agent, with the tools that it
// offers to its model, those of its middleware among them, and the agents to which it delegates; and each flow. Flows, and
// agents that are no prompt, are functions of the program. An agent with the name of a prompt is that prompt, as DefineAgent
// and DefinePromptAgent make it. What a call of a model has that is in no prompt, Verified sees.
//
// Genkit runs each registered tool that a model names, whether it was offered or not. A view has those that are offered:
// Verified refuses the others.
func View(ctx context.Context, k *kit.Genkit) sketch.View {
	return func(func(string) bool) *graph.Program {
		w := newWalker(ctx, k)
		if w == nil {
			return nil
		}
		var roots []*sketch.Agent
		for _, name := range w.prompts {
			roots = append(roots, w.agent(name))
		}
		for _, name := range w.agents {
			if !slices.Contains(w.prompts, name) {
				roots = append(roots, w.agent(name))
			}
		}
		for _, name := range w.flows {
			roots = append(roots, w.own(name))
		}
		return sketch.Programs(roots, graph.Engine{DeadEnd: graph.DeadEndExits, UniqueTools: true})
	}
}

// A walker walks agents, each once.
type walker struct {
	ctx context.Context
	k   *kit.Genkit
	// The names of what is registered, sorted.
	prompts, agents, flows []string
	described              map[string]map[string]any // what is registered of prompts
	seen                   map[string]*sketch.Agent
}

// newWalker returns what walks the agents of k, nil if there is none.
func newWalker(ctx context.Context, k *kit.Genkit) *walker {
	if k == nil {
		return nil
	}
	w := &walker{ctx: ctx, k: k, described: make(map[string]map[string]any), seen: make(map[string]*sketch.Agent)}
	for _, a := range registryOf(k).ListActions() {
		d := a.Desc()
		switch d.Type {
		case api.ActionTypeExecutablePrompt:
			w.prompts = append(w.prompts, d.Name)
			w.described[d.Name], _ = d.Metadata["prompt"].(map[string]any)
		case api.ActionTypeAgent:
			w.agents = append(w.agents, d.Name)
		case api.ActionTypeFlow:
			w.flows = append(w.flows, d.Name)
		}
	}
	slices.Sort(w.prompts)
	slices.Sort(w.agents)
	slices.Sort(w.flows)
	return w
}

// isEmpty reports whether nothing is registered that a view has.
func (w *walker) isEmpty() bool { return len(w.prompts)+len(w.agents)+len(w.flows) == 0 }

// registryOf returns what Genkit does not export. It panics if another version has something else.
func registryOf(k *kit.Genkit) api.Registry {
	f := reflect.ValueOf(k).Elem().FieldByName("reg")
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem().Interface().(api.Registry)
}

// agent shows a prompt, or an agent that is none.
func (w *walker) agent(name string) *sketch.Agent {
	if out := w.seen[name]; out != nil {
		return out
	}
	prompt, ok := w.described[name]
	if !ok {
		return w.own(name)
	}
	out := model(name)
	w.seen[name] = out
	names, ok := prompt["tools"].([]string)
	if !ok && prompt["tools"] != nil || prompt == nil {
		unknown(out, reason.Of(reason.NotShown, "the tools of the prompt"))
	}
	for _, name := range names {
		t := kit.LookupTool(w.k, name)
		if t == nil {
			unknown(out, reason.Of(reason.NotShown, "the tool "+name))
			continue
		}
		out.Tools = append(out.Tools, shown(t.Definition()))
	}
	use, ok := prompt["use"].([]*ai.MiddlewareRef)
	if !ok && prompt["use"] != nil {
		unknown(out, reason.Of(reason.NotShown, "the middleware of the prompt"))
	}
	w.use(out, use, true)
	return out
}

// model returns an agent that has a model. Whoever runs a prompt may say otherwise than it how many rounds there are.
func model(name string) *sketch.Agent {
	return &sketch.Agent{Agent: &graph.Agent{Name: name, Framework: "genkit", Kind: graph.AgentLLM, Bound: graph.Bound{State: graph.BoundPresent}}}
}

// own shows a function of the program that has a name.
func (w *walker) own(name string) *sketch.Agent {
	key := "function " + name // a flow may have the name of a prompt
	if w.seen[key] == nil {
		w.seen[key] = &sketch.Agent{Agent: &graph.Agent{Name: name, Framework: "genkit", Kind: graph.AgentCustom}}
	}
	return w.seen[key]
}

func shown(d *ai.ToolDefinition) *graph.Tool { return graph.Shown("genkit", d.Name, d.Description) }

func unknown(out *sketch.Agent, why reason.Reason) {
	out.Unknowns = append(out.Unknowns, graph.Unknown{What: graph.UnknownTools, Node: graph.None, Reason: why})
}

// use shows what middleware does to an agent: the tools that it brings, if they are not there yet, and whether it stands
// before tools.
func (w *walker) use(out *sketch.Agent, list []*ai.MiddlewareRef, brings bool) {
	asks := func(*graph.Tool) graph.Gate { return graph.Gate{} }
	for _, ref := range list {
		mw, ok := ref.Config.(ai.Middleware)
		if !ok {
			if ref.Name != Name && ref.Name != BuiltName { // ours, by its name in a file
				unknown(out, reason.Of(reason.NotShown, "the middleware "+ref.Name))
			}
			continue
		}
		var hooks *ai.Hooks
		switch m := mw.(type) {
		case Middleware, *Middleware, Built, *Built, *middleware.Retry, *middleware.Fallback:
			continue // they bring nothing
		case *middleware.ToolApproval:
			asks = before(asks, func(t *graph.Tool) graph.Gate {
				if slices.Contains(m.AllowedTools, t.Name) {
					return graph.Gate{}
				}
				return graph.Gate{Kind: graph.GateCallback}
			})
			continue
		case *middlewarex.Agents:
			w.delegates(out, m, brings)
			continue
		default:
			var err error
			if hooks, err = mw.New(w.ctx); err != nil || hooks == nil {
				unknown(out, reason.Of(reason.NotShown, "the tools of the middleware "+mw.Name()))
				continue
			}
		}
		if brings {
			for _, t := range hooks.Tools {
				out.Tools = append(out.Tools, shown(t.Definition()))
			}
		}
		if hooks.WrapTool != nil {
			asks = before(asks, func(*graph.Tool) graph.Gate { return graph.Gate{Kind: graph.GateConditional, Unseen: true} })
		}
		out.Skips = out.Skips || (hooks.WrapGenerate != nil || hooks.WrapModel != nil) && !isOfGenkit(mw)
	}
	for _, t := range out.Tools {
		if t.Gate.Kind == graph.GateNone {
			t.Gate = asks(t)
		}
	}
}

// before returns the gate that one of two middlewares is before a tool: the surer one.
func before(a, b func(*graph.Tool) graph.Gate) func(*graph.Tool) graph.Gate {
	return func(t *graph.Tool) graph.Gate {
		if g := a(t); g.Kind == graph.GateCallback {
			return g
		}
		if g := b(t); g.Kind != graph.GateNone {
			return g
		}
		return a(t)
	}
}

// isOfGenkit reports whether middleware is one that Genkit comes with: none of these answers in the place of a model.
func isOfGenkit(mw ai.Middleware) bool {
	t := reflect.TypeOf(mw)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return strings.HasPrefix(t.PkgPath(), "github.com/firebase/genkit/go/plugins/")
}

// delegates shows the tools by which a model delegates to other agents.
func (w *walker) delegates(out *sketch.Agent, m *middlewarex.Agents, brings bool) {
	hooks, err := m.New(w.ctx)
	if err != nil || len(hooks.Tools) != len(m.Agents) {
		unknown(out, reason.Of(reason.NotShown, "the agents of the middleware"))
		return
	}
	for i, ref := range m.Agents {
		name := hooks.Tools[i].Name()
		if !brings && !slices.ContainsFunc(out.Tools, func(t *graph.Tool) bool { return t.Name == name }) {
			continue
		}
		out.Tools = slices.DeleteFunc(out.Tools, func(t *graph.Tool) bool { return t.Name == name })
		out.Tools = append(out.Tools, &graph.Tool{Name: name, Framework: "genkit", Description: graph.AddedByFramework, Agent: ref.Name})
		if slices.Contains(w.agents, ref.Name) { // else the tool says that there is none
			out.Called = append(out.Called, w.agent(ref.Name))
		} else {
			unknown(out, reason.Of(reason.NotShown, "the agent "+ref.Name))
		}
	}
}

// offered shows one call of a model, with the tools that it is offered.
func (w *walker) offered(agent string, tools []*ai.ToolDefinition, use []*ai.MiddlewareRef) *graph.Program {
	out := model(agent)
	byName := make(map[string]*ai.ToolDefinition)
	for _, d := range tools {
		byName[d.Name] = d
	}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		out.Tools = append(out.Tools, shown(byName[name]))
	}
	w.use(out, use, false)
	return sketch.Program(out, graph.Engine{DeadEnd: graph.DeadEndExits, UniqueTools: true})
}
