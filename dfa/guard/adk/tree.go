package adk

// This file shows a verifier the agents that a program has built, before they run.

import (
	"context"
	"iter"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/graph/sketch"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/agent/workflowagent"
	"google.golang.org/adk/v2/agent/workflowagents/loopagent"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/genai"
)

// View shows an agent, and all that it runs, calls and hands over to. What ADK does not export is read by reflection;
// where another version has something else, it is not known. Toolsets are asked for their tools, in no session.
func View(ctx context.Context, root agent.Agent) sketch.View {
	return func(one func(string) bool) *graph.Program {
		if root == nil {
			return nil
		}
		w := &walker{ctx: noSession{ctx}, one: one, seen: make(map[agent.Agent]*sketch.Agent)}
		return sketch.Program(w.agent(root, nil), graph.Engine{DeadEnd: graph.DeadEndExits, UniqueTools: true, RunsOn: true})
	}
}

// A walker walks agents, each once.
type walker struct {
	ctx  agent.ReadonlyContext
	one  func(string) bool
	seen map[agent.Agent]*sketch.Agent
}

// kinds are those of agents, by ADK's own names for them.
var kinds = map[string]graph.AgentKind{
	"LLMAgent": graph.AgentLLM, "SequentialAgent": graph.AgentSequential, "ParallelAgent": graph.AgentParallel,
	"LoopAgent": graph.AgentLoop, "WorkflowAgent": graph.AgentWorkflow, "CustomAgent": graph.AgentCustom, "RemoteAgent": graph.AgentRemote,
}

// agent shows an agent. The parent is the one to which its model may hand back.
func (w *walker) agent(a, parent agent.Agent) *sketch.Agent {
	if out := w.seen[a]; out != nil {
		return out
	}
	out := &sketch.Agent{Agent: &graph.Agent{Name: a.Name(), Framework: "adk"}, Leaves: true, Skips: mayAnswer(a)}
	w.seen[a] = out
	state, ok := stateOf(a)
	if !ok {
		out.Kind = graph.AgentCustom
		return w.opaque(out, a, reason.Of(reason.NotShown, "what the agent is"))
	}
	if isLLM(state) {
		w.model(out, a, parent, state)
		return out
	}
	out.Kind = kinds[state.FieldByName("AgentType").String()]
	switch conf := state.FieldByName("Config").Interface().(type) {
	case loopagent.Config:
		if out.Bound = graph.Known(int(conf.MaxIterations)); conf.MaxIterations == 0 {
			out.Bound = graph.Bound{State: graph.BoundUnlimited}
		}
	case workflowagent.Config:
		w.flow(out, conf)
		return out
	}
	switch out.Kind {
	case graph.AgentSequential, graph.AgentParallel, graph.AgentLoop:
		for _, sub := range a.SubAgents() {
			out.Subs = append(out.Subs, w.agent(sub, a))
		}
		if out.Bound.State == graph.BoundUnlimited && !slices.ContainsFunc(out.Subs, endsLoop) {
			out.Unknowns = append(out.Unknowns, graph.Unknown{What: graph.UnknownBound, Node: graph.None, Reason: reason.Of(reason.LoopUnshown)})
		}
	case graph.AgentRemote:
		return w.opaque(out, a, reason.Of(reason.Elsewhere))
	default:
		if out.Kind = graph.AgentCustom; len(a.SubAgents()) > 0 {
			return w.opaque(out, a, reason.Of(reason.OwnOrder))
		}
	}
	return out
}

// opaque notes that nothing is known of what an agent does.
func (w *walker) opaque(out *sketch.Agent, a agent.Agent, why reason.Reason) *sketch.Agent {
	out.Unknowns = append(out.Unknowns, graph.Unknown{What: graph.UnknownBody, Node: graph.None, Reason: why})
	for _, sub := range a.SubAgents() {
		out.Within = append(out.Within, w.agent(sub, a))
	}
	return out
}

// endsLoop reports whether an agent has the tool of ADK that ends a loop.
func endsLoop(a *sketch.Agent) bool {
	return slices.ContainsFunc(a.Tools, func(t *graph.Tool) bool { return t.Name == "exit_loop" }) || slices.ContainsFunc(a.Subs, endsLoop)
}

// model shows an agent that has a model.
func (w *walker) model(out *sketch.Agent, a, parent agent.Agent, state reflect.Value) {
	out.Kind, out.Bound = graph.AgentLLM, graph.Bound{State: graph.BoundUnlimited}
	asks := 0
	if before, ok := field(reflect.ValueOf(a), "beforeToolCallbacks"); !ok || before.Len() > 0 {
		asks++
	}
	unknown := func(why reason.Reason) {
		out.Unknowns = append(out.Unknowns, graph.Unknown{What: graph.UnknownTools, Node: graph.None, Reason: why})
	}
	tools := slices.Clone(state.FieldByName("Tools").Interface().([]tool.Tool))
	for _, set := range state.FieldByName("Toolsets").Interface().([]tool.Toolset) {
		list, err := set.Tools(w.ctx)
		if err != nil {
			unknown(reason.Of(reason.ToolsetSilent, set.Name(), err.Error()))
			continue
		}
		tools = append(tools, list...)
	}
	own := make(map[string]*graph.Tool) // those that ADK has made: no program makes one of an internal type
	for _, t := range tools {
		shown, inner := w.tool(t)
		if v := reflect.ValueOf(t); isOfADK(v) && strings.Contains(v.Type().Elem().PkgPath(), "/internal/") {
			own[shown.Name] = shown
		}
		if asks > 0 && shown.Gate.Kind == graph.GateNone {
			shown.Gate = graph.Gate{Kind: graph.GateConditional, Unseen: true}
		}
		if out.Tools = append(out.Tools, shown); inner != nil {
			out.Called = append(out.Called, inner)
		}
	}
	added := func(name string) {
		if own[name] != nil {
			own[name].Description = graph.AddedByFramework
			return
		}
		out.Tools = append(out.Tools, &graph.Tool{Name: name, Framework: "adk", Description: graph.AddedByFramework})
	}
	for _, sub := range a.SubAgents() {
		if inner := w.agent(sub, a); isCalled(sub) {
			shown := own[sub.Name()]
			if shown == nil { // ADK adds it when the agent runs
				shown = graph.Shown("adk", sub.Name(), sub.Description())
				out.Tools = append(out.Tools, shown)
			}
			shown.Agent = sub.Name()
			out.Called = append(out.Called, inner)
		}
	}
	for _, to := range targets(a, parent, state) {
		out.Hands = append(out.Hands, w.agent(to, parent))
	}
	if len(out.Hands) > 0 {
		added("transfer_to_agent")
	}
	if !state.FieldByName("OutputSchema").IsNil() {
		added("set_model_response")
	}
	if isMode(state, llmagent.ModeTask) {
		added("finish_task")
	}
}

// targets returns the agents to which a model may hand over, as ADK has them.
func targets(a, parent agent.Agent, state reflect.Value) (list []agent.Agent) {
	for _, sub := range a.SubAgents() {
		if !isCalled(sub) {
			list = append(list, sub)
		}
	}
	if parent == nil {
		return list
	}
	if above, ok := stateOf(parent); !ok || !isLLM(above) {
		return list
	}
	if !state.FieldByName("DisallowTransferToParent").Bool() {
		list = append(list, parent)
	}
	if !state.FieldByName("DisallowTransferToPeers").Bool() {
		for _, peer := range parent.SubAgents() {
			if peer != a && !isCalled(peer) {
				list = append(list, peer)
			}
		}
	}
	return list
}

// isCalled reports whether the model above an agent calls it like a tool, instead of handing over to it.
func isCalled(a agent.Agent) bool {
	state, ok := stateOf(a)
	return ok && isLLM(state) && (isMode(state, llmagent.ModeTask) || isMode(state, llmagent.ModeSingleTurn))
}

func isMode(state reflect.Value, mode llmagent.Mode) bool {
	return llmagent.Mode(state.FieldByName("Mode").String()) == mode
}

// tool shows a tool, and the agent behind it.
func (w *walker) tool(t tool.Tool) (*graph.Tool, *sketch.Agent) {
	if t == nil {
		return graph.Shown("adk", "", ""), nil
	}
	out, v := graph.Shown("adk", t.Name(), t.Description()), reflect.ValueOf(t)
	if !isOfADK(v) {
		return out, nil
	}
	ask, _ := field(v, "requireConfirmation")
	provider, _ := field(v, "requireConfirmationProvider")
	if !provider.IsValid() {
		provider, _ = field(v, "provider")
	}
	switch confirms := ask.IsValid() && ask.Kind() == reflect.Bool && ask.Bool(); {
	case provider.IsValid() && provider.Kind() == reflect.Func && !provider.IsNil(): // then the flag says nothing
		out.Gate = graph.Gate{Kind: graph.GateConditional, Unheeded: confirms}
	case confirms:
		out.Gate.Kind = graph.GateConfirm
	}
	if inner, ok := field(v, "agent"); ok && inner.Type() == reflect.TypeFor[agent.Agent]() {
		if a, ok := inner.Interface().(agent.Agent); ok {
			out.Agent, out.Apart = a.Name(), true
			return out, w.agent(a, nil) // it runs on its own: there is nobody above it
		}
	}
	return out, nil
}

// isOfADK reports whether v points to a type of ADK: what fields are called in others says nothing.
func isOfADK(v reflect.Value) bool {
	return v.Kind() == reflect.Pointer && strings.HasPrefix(v.Type().Elem().PkgPath(), "google.golang.org/adk/v2/")
}

// stateOf returns what ADK knows of an agent: most embed it, some point to it.
func stateOf(a agent.Agent) (reflect.Value, bool) {
	v := reflect.ValueOf(a)
	if !isOfADK(v) || v.Elem().Kind() != reflect.Struct {
		return v, false
	}
	state := reflect.Indirect(v.Elem().FieldByName("State"))
	return state, state.IsValid() && state.Kind() == reflect.Struct && (isLLM(state) || state.FieldByName("AgentType").Kind() == reflect.String && state.FieldByName("Config").IsValid())
}

func isLLM(state reflect.Value) bool {
	f := state.FieldByName("Toolsets")
	return f.IsValid() && f.Type() == reflect.TypeFor[[]tool.Toolset]()
}

// mayAnswer reports whether a callback may answer in the place of an agent, or whether that is not seen.
func mayAnswer(a agent.Agent) bool {
	v := reflect.ValueOf(a)
	for isOfADK(v) && v.Elem().Kind() == reflect.Struct {
		if f, ok := field(v, "beforeAgentCallbacks"); ok {
			return f.Kind() != reflect.Slice || f.Len() > 0
		}
		inner := v.Elem().FieldByName("Agent")
		if !inner.IsValid() || inner.Kind() != reflect.Interface {
			return true
		}
		v = inner.Elem()
	}
	return true
}

// field returns a field of the struct to which v points, exported or not.
func field(v reflect.Value, name string) (reflect.Value, bool) {
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return reflect.Value{}, false
	}
	f := v.Elem().FieldByName(name)
	if !f.IsValid() {
		return f, false
	}
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem(), true
}

// noSession is the context in which toolsets are asked before there is a session.
type noSession struct{ context.Context }

func (noSession) UserContent() *genai.Content          { return nil }
func (noSession) InvocationID() string                 { return "" }
func (noSession) AgentName() string                    { return "" }
func (noSession) ReadonlyState() session.ReadonlyState { return noState{} }
func (noSession) UserID() string                       { return "" }
func (noSession) AppName() string                      { return "" }
func (noSession) SessionID() string                    { return "" }
func (noSession) Branch() string                       { return "" }

type noState struct{}

func (noState) Get(string) (any, error)     { return nil, session.ErrStateKeyNotExist }
func (noState) All() iter.Seq2[string, any] { return func(func(string, any) bool) {} }
