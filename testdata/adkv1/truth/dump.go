package main

// This file defines what the framework is asked for, and walks a tree of
// agents to ask it.

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"google.golang.org/adk/agent"
	"google.golang.org/adk/agent/workflowagents/loopagent"
	"google.golang.org/adk/tool"
)

// A Dump is the framework's own view of one program.
type Dump struct {
	Workflows []struct{} `json:"workflows"` // ADK v1 has none; the dumps of v2 do
	Agents    []*Agent   `json:"agents"`
}

// An Agent is one agent of the tree, or one that a tool runs.
type Agent struct {
	Name          string    `json:"name"`
	Type          string    `json:"type"`       // the framework's name for it: LLMAgent, LoopAgent, …
	SubAgents     []string  `json:"sub_agents"` // in order
	Tools         []Tool    `json:"tools"`      // in order, without those that the framework adds
	Toolsets      []Toolset `json:"toolsets,omitempty"`
	MaxIterations *uint     `json:"max_iterations,omitempty"` // loops only; 0 is no bound
	TransferTo    []string  `json:"transfer_to"`              // sorted
	BeforeTool    int       `json:"before_tool_callbacks,omitempty"`
}

// A Tool is one tool of an agent.
type Tool struct {
	Name     string `json:"name"`
	Confirm  bool   `json:"confirm"`            // the flag as the program set it
	Provider bool   `json:"provider,omitempty"` // a function decides instead
	Agent    string `json:"agent,omitempty"`    // the agent that the tool runs
}

// A Toolset offers tools that only exist once the program runs.
type Toolset struct {
	Name     string `json:"name"`
	Confirm  bool   `json:"confirm"`
	Filtered bool   `json:"filtered"`
}

// A walker collects agents, each once.
type walker struct {
	seen map[agent.Agent]bool
	out  *Dump
}

// dump asks the framework for everything that root can reach.
func dump(root agent.Agent) *Dump {
	w := &walker{map[agent.Agent]bool{}, &Dump{Workflows: []struct{}{}, Agents: []*Agent{}}}
	w.walk(root, nil)
	slices.SortFunc(w.out.Agents, func(a, b *Agent) int { return cmp.Compare(a.Name, b.Name) })
	return w.out
}

// walk adds an agent and whatever hangs below it.
func (w *walker) walk(a, parent agent.Agent) {
	if w.seen[a] {
		return
	}
	w.seen[a] = true
	state := stateOf(a)
	out := &Agent{Name: a.Name(), SubAgents: []string{}, Tools: []Tool{}, TransferTo: []string{}}
	w.out.Agents = append(w.out.Agents, out)

	if isLLM(a) {
		out.Type = "LLMAgent"
		w.model(a, out, state)
		out.TransferTo = transferTargets(a, parent)
	} else {
		out.Type = state.FieldByName("AgentType").String()
		if cfg, ok := state.FieldByName("Config").Interface().(loopagent.Config); ok {
			out.MaxIterations = &cfg.MaxIterations
		}
	}
	for _, sub := range a.SubAgents() {
		out.SubAgents = append(out.SubAgents, sub.Name())
		w.walk(sub, a)
	}
}

// model reads what only an agent with a model has.
func (w *walker) model(a agent.Agent, out *Agent, state reflect.Value) {
	out.BeforeTool = unsealed(reflect.ValueOf(a).Elem(), "beforeToolCallbacks").Len()
	for _, t := range state.FieldByName("Tools").Interface().([]tool.Tool) {
		out.Tools = append(out.Tools, w.tool(t))
	}
	for _, ts := range state.FieldByName("Toolsets").Interface().([]tool.Toolset) {
		v := reflect.ValueOf(ts).Elem()
		out.Toolsets = append(out.Toolsets, Toolset{
			Name:     ts.Name(),
			Confirm:  isSet(v, "requireConfirmation"),
			Filtered: given(v, "toolFilter") || given(v, "predicate"),
		})
	}
}

func (w *walker) tool(t tool.Tool) Tool {
	out := Tool{Name: t.Name()}
	v := reflect.ValueOf(t)
	if v.Kind() != reflect.Pointer {
		return out
	}
	v = v.Elem()
	out.Confirm = isSet(v, "requireConfirmation")
	out.Provider = given(v, "requireConfirmationProvider")
	if v.FieldByName("agent").IsValid() {
		if inner, ok := unsealed(v, "agent").Interface().(agent.Agent); ok {
			out.Agent = inner.Name()
			w.walk(inner, nil) // it runs on its own: nobody to transfer to above it
		}
	}
	return out
}

func isLLM(a agent.Agent) bool {
	return a != nil && strings.HasSuffix(reflect.TypeOf(a).String(), "llmagent.llmAgent")
}

// transferTargets applies the rule of the framework: down to every sub-agent,
// up and sideways unless the agent forbids it. TestTransfers compares it with
// what the models of the programs are really offered.
func transferTargets(a, parent agent.Agent) []string {
	targets := []string{}
	for _, sub := range a.SubAgents() {
		targets = append(targets, sub.Name())
	}
	if isLLM(parent) {
		state := stateOf(a)
		if !state.FieldByName("DisallowTransferToParent").Bool() {
			targets = append(targets, parent.Name())
		}
		if !state.FieldByName("DisallowTransferToPeers").Bool() {
			for _, peer := range parent.SubAgents() {
				if peer != a {
					targets = append(targets, peer.Name())
				}
			}
		}
	}
	slices.Sort(targets)
	return targets
}

// stateOf returns what the framework knows of an agent. Most embed it, a
// sequential agent points to it.
func stateOf(a agent.Agent) reflect.Value {
	return reflect.Indirect(reflect.ValueOf(a).Elem().FieldByName("State"))
}

// unsealed returns a field of an addressable struct, exported or not.
func unsealed(v reflect.Value, name string) reflect.Value {
	f := v.FieldByName(name)
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}

func isSet(v reflect.Value, name string) bool {
	f := v.FieldByName(name)
	return f.IsValid() && f.Bool()
}

func given(v reflect.Value, name string) bool {
	f := v.FieldByName(name)
	return f.IsValid() && !f.IsNil()
}
