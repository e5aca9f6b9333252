package eino

// This file shows a verifier the agents of ADK that a program has built, before they run.

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
	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/tool"
)

// View shows an agent of ADK, and all that it runs, calls and transfers to. Handlers of agents are asked for the tools that
// they bring, in no run. What Eino does not export is read by reflection; where another version has something else, it is not
// known. That Eino adds a tool to transfer is known.
func View(ctx context.Context, root adk.Agent) sketch.View {
	return func(func(string) bool) *graph.Program {
		if root == nil {
			return nil
		}
		w := &walker{ctx: ctx, seen: make(map[adk.Agent]*sketch.Agent)}
		return sketch.Program(w.agent(root), graph.Engine{DeadEnd: graph.DeadEndExits})
	}
}

// A walker walks agents, each once. Eino copies what it puts around an agent, so they are known by what is within.
type walker struct {
	ctx  context.Context
	seen map[adk.Agent]*sketch.Agent
}

// The types of Eino that are not exported.
const (
	flowType     = "adk.flowAgent"
	workflowType = "adk.workflowAgent"
	thenType     = "adk.agentWithDeterministicTransferTo"
	thenType2    = "adk.resumableAgentWithDeterministicTransferTo"
	bossType     = "adk/prebuilt/supervisor.supervisorContainer"
	plannerType  = "adk/prebuilt/planexecute.planner"
	plannerType2 = "adk/prebuilt/planexecute.replanner"
	taskType     = "adk/prebuilt/deep.typedTaskTool"
	agentTool    = "adk.typedAgentTool"
	handOver     = "adk.transferToAgent"
)

// typeOf returns the package and the name of the type to which v points, without what it is made for, if it is one of Eino.
func typeOf(v any) string {
	t := reflect.TypeOf(v)
	if t == nil || t.Kind() != reflect.Pointer {
		return ""
	}
	if path, ok := strings.CutPrefix(t.Elem().PkgPath(), "github.com/cloudwego/eino/"); ok {
		name, _, _ := strings.Cut(t.Elem().Name(), "[")
		return path + "." + name
	}
	return ""
}

// ofEino is field of a type of Eino: what fields of others are called says nothing.
func ofEino[T any](v any, name string) (value T, ok bool) {
	if typeOf(v) == "" {
		return value, false
	}
	return field[T](v, name)
}

// A placed agent is one with those to which it may transfer: those below it, and the one above.
type placed struct {
	adk.Agent
	below []adk.Agent
	above adk.Agent
}

// place takes what Eino puts around an agent from it.
func place(a adk.Agent) placed {
	for {
		switch typeOf(a) {
		case flowType:
			inner, ok := ofEino[adk.Agent](a, "Agent")
			below, ok2 := flows(a, "subAgents")
			above, ok3 := flows(a, "parentAgent")
			if !ok || !ok2 || !ok3 || inner == nil {
				panic("this version of Eino does not show to whom an agent may transfer")
			}
			p := placed{Agent: inner, below: below}
			if len(above) > 0 {
				p.above = above[0]
			}
			if _, ours := inner.(*verifiedAgent); !ours && typeOf(inner) != bossType {
				return p
			}
			a = inner // who is within has its own
		case bossType:
			inner, ok := ofEino[adk.ResumableAgent](a, "inner")
			if !ok || inner == nil {
				panic("this version of Eino does not show who a supervisor is")
			}
			a = inner
		default:
			if v, ok := a.(*verifiedAgent); ok {
				a = v.inner
				continue
			}
			return placed{Agent: a}
		}
	}
}

// flows returns the agents in a field that Eino does not export: a list of them, or one, which may be nil.
func flows(v any, name string) (list []adk.Agent, ok bool) {
	f := reflect.ValueOf(v).Elem().FieldByName(name)
	if !f.IsValid() {
		return nil, false
	}
	f = reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
	if f.Kind() != reflect.Slice {
		if f.Kind() != reflect.Pointer {
			return nil, false
		}
		if !f.IsNil() {
			list = append(list, f.Interface().(adk.Agent))
		}
		return list, true
	}
	for i := range f.Len() {
		list = append(list, f.Index(i).Interface().(adk.Agent))
	}
	return list, true
}

func (w *walker) all(list []adk.Agent) (out []*sketch.Agent) {
	for _, a := range list {
		out = append(out, w.agent(a))
	}
	return out
}

func (w *walker) agent(a adk.Agent) *sketch.Agent {
	p := place(a)
	if out := w.seen[p.Agent]; out != nil {
		return out
	}
	out := &sketch.Agent{Agent: &graph.Agent{Name: p.Name(w.ctx), Framework: "eino", Kind: graph.AgentCustom}, Leaves: true}
	w.seen[p.Agent] = out
	switch typeOf(p.Agent) {
	case "adk.TypedChatModelAgent":
		w.model(out, p)
	case workflowType:
		w.workflow(out, p)
	case thenType, thenType2:
		out = w.then(out, p)
	case plannerType, plannerType2: // their models choose no tool that runs
		out.Kind, out.Bound = graph.AgentLLM, graph.Bound{State: graph.BoundPresent}
	default:
		if len(p.below) > 0 {
			opaque(out, reason.Of(reason.OwnOrder))
			out.Within = w.all(p.below)
		}
	}
	return out
}

// opaque notes that it is not known what an agent does.
func opaque(out *sketch.Agent, why reason.Reason) {
	out.Unknowns = append(out.Unknowns, graph.Unknown{What: graph.UnknownBody, Node: graph.None, Reason: why})
}

// workflow shows an agent that runs others: one after the other, side by side, or again and again.
func (w *walker) workflow(out *sketch.Agent, p placed) {
	kind := p.Agent.(interface{ GetType() string }).GetType()
	parts, ok := flows(p.Agent, "subAgents")
	most, ok2 := ofEino[int](p.Agent, "maxIterations")
	out.Kind = map[string]graph.AgentKind{"Sequential": graph.AgentSequential, "Parallel": graph.AgentParallel, "Loop": graph.AgentLoop}[kind]
	if !ok || !ok2 || out.Kind == 0 {
		out.Kind = graph.AgentCustom
		opaque(out, reason.Of(reason.NotShown, "what it runs"))
		out.Within = w.all(p.below)
		return
	}
	out.Subs = w.all(parts)
	if out.Kind != graph.AgentLoop {
		return
	}
	if out.Bound = graph.Known(most); most == 0 {
		out.Bound = graph.Bound{State: graph.BoundUnlimited}
		out.Unknowns = append(out.Unknowns, graph.Unknown{What: graph.UnknownBound, Node: graph.None, Reason: reason.Of(reason.LoopUnshown)})
	}
}

// then shows an agent behind which others run for sure, as behind those below a supervisor. One with a model that
// transfers to nobody is that agent itself.
func (w *walker) then(out *sketch.Agent, p placed) *sketch.Agent {
	inner, ok := ofEino[adk.Agent](p.Agent, "agent")
	if typeOf(p.Agent) == thenType2 {
		var more adk.ResumableAgent
		more, ok = ofEino[adk.ResumableAgent](p.Agent, "agent")
		inner = more
	}
	names, ok2 := ofEino[[]string](p.Agent, "toAgentNames")
	if !ok || !ok2 || inner == nil {
		opaque(out, reason.Of(reason.NotShown, "what it runs"))
		return out
	}
	runs := w.agent(inner)
	if runs.Kind == graph.AgentLLM && len(runs.Hands) == 0 {
		w.seen[p.Agent], out = runs, runs
	} else {
		out.Kind, out.Subs = graph.AgentSequential, []*sketch.Agent{runs}
	}
	to := p.below
	if p.above != nil {
		to = append(slices.Clone(to), p.above)
	}
	for _, a := range to {
		if slices.Contains(names, a.Name(w.ctx)) {
			out.Hands = append(out.Hands, w.agent(a))
		}
	}
	return out
}

// maxIterations is how often an agent asks its model that does not say it.
const maxIterations = 20

// model shows an agent that has a model.
func (w *walker) model(out *sketch.Agent, p placed) {
	out.Kind = graph.AgentLLM
	most, ok := ofEino[int](p.Agent, "maxIterations")
	switch {
	case !ok:
		out.Bound = graph.Bound{State: graph.BoundPresent}
	case most > 0:
		out.Bound = graph.Known(most)
	default:
		out.Bound = graph.Known(maxIterations)
	}
	tools, why := w.offered(p.Agent)
	if why.Given() {
		out.Unknowns = append(out.Unknowns, graph.Unknown{What: graph.UnknownTools, Node: graph.None, Reason: why})
	}
	for _, t := range tools {
		w.tool(out, t)
	}
	stays, ok := ofEino[bool](p.Agent, "disallowTransferToParent")
	out.Hands = w.all(p.below)
	if p.above != nil && !(ok && stays) {
		out.Hands = append(out.Hands, w.agent(p.above))
	}
	if len(out.Hands) > 0 {
		out.Tools = append(out.Tools, &graph.Tool{Name: adk.TransferToAgentToolName, Framework: "eino", Description: graph.AddedByFramework})
	}
}

// offered returns the tools that an agent has in a run, as Eino puts them together, and why there may be others.
func (w *walker) offered(a adk.Agent) (list []tool.BaseTool, why reason.Reason) {
	conf, ok := ofEino[adk.ToolsConfig](a, "toolsConfig")
	exit, ok2 := ofEino[tool.BaseTool](a, "exit")
	more, ok3 := ofEino[[]adk.AgentMiddleware](a, "middlewares")
	handlers, ok4 := ofEino[[]adk.ChatModelAgentMiddleware](a, "handlers")
	if !ok || !ok2 || !ok3 || !ok4 {
		return nil, reason.Of(reason.NotShown, "the tools of the agent")
	}
	run := &adk.ChatModelAgentContext{Tools: slices.Clone(conf.Tools), ReturnDirectly: maps.Clone(conf.ReturnDirectly)}
	if exit != nil {
		run.Tools = append(run.Tools, exit)
	}
	for _, m := range more {
		run.Tools = append(run.Tools, m.AdditionalTools...)
	}
	if conf.UnknownToolsHandler != nil {
		why = reason.Of(reason.AnswersAny)
	}
	ctx := w.ctx
	for _, h := range handlers {
		if _, ours := h.(*handler); ours {
			continue
		}
		next, changed, err := h.BeforeAgent(ctx, run)
		if err != nil || changed == nil || next == nil {
			return run.Tools, reason.Of(reason.NotShown, "the tools of a handler")
		}
		ctx, run = next, changed
	}
	return run.Tools, why
}

// tool shows a tool of an agent, and the agents behind it.
func (w *walker) tool(out *sketch.Agent, t tool.BaseTool) {
	one := shownTool(w.ctx, t)
	switch typeOf(t) {
	case agentTool:
		inner, ok := ofEino[adk.Agent](t, "agent")
		if !ok || inner == nil {
			one.Name, one.Unknown = "", reason.Of(reason.NotShown, "the agent behind the tool")
			break
		}
		called := w.agent(inner)
		one.Agent = called.Name
		out.Called = append(out.Called, called)
	case taskType: // it runs the agent that the model names
		inner, ok := ofEino[map[string]tool.InvokableTool](t, "subAgents")
		for _, name := range slices.Sorted(maps.Keys(inner)) {
			a, known := ofEino[adk.Agent](inner[name], "agent")
			if ok = ok && known && a != nil; !ok {
				break
			}
			called, each := w.agent(a), *one
			each.Agent = called.Name
			out.Tools, out.Called = append(out.Tools, &each), append(out.Called, called)
		}
		if ok {
			return
		}
		one.Name, one.Unknown = "", reason.Of(reason.NotShown, "the agents behind the tool")
	case handOver:
		return // Hands say so
	}
	out.Tools = append(out.Tools, one)
}

// shownTool returns what a tool says of itself.
func shownTool(ctx context.Context, t tool.BaseTool) *graph.Tool {
	if t != nil {
		if info, err := t.Info(ctx); err == nil && info != nil {
			return graph.Shown("eino", info.Name, info.Desc)
		}
	}
	return graph.Shown("eino", "", "")
}
