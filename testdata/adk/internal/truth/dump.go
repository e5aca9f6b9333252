// Package truth looks into what the framework made of a program, partly through
// reflection: that is the point. No line here knows how programs are written, so
// what it says is what an extractor that reads their source has to find.
package truth

import (
	"cmp"
	"encoding/json"
	"io"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/agent/workflowagent"
	"google.golang.org/adk/v2/agent/workflowagents/loopagent"
	"google.golang.org/adk/v2/tool"
)

// A Dump is the framework's own view of one program.
type Dump struct {
	Workflows []*Workflow `json:"workflows"`
	Agents    []*Agent    `json:"agents"`
}

// An Agent is one agent of the tree, or one that a tool or a node runs.
type Agent struct {
	Name          string    `json:"name"`
	Type          string    `json:"type"` // the framework's name for it: LLMAgent, LoopAgent, …
	Mode          string    `json:"mode,omitempty"`
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

// GoldenName returns the name of the file that holds the dump of a program.
func GoldenName(program string) string {
	return strings.ReplaceAll(program, "/", "_") + ".json"
}

// Encode writes v, a dump or several, as golden files have it.
func Encode(out io.Writer, v any) error {
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// A walker collects agents and workflows, each once.
type walker struct {
	pkg  string
	seen map[agent.Agent]*Agent
	out  *Dump
}

// Of asks the framework for everything that root, which pkg builds, can reach.
func Of(root agent.Agent, pkg string) *Dump {
	w := &walker{pkg, map[agent.Agent]*Agent{}, &Dump{Workflows: []*Workflow{}, Agents: []*Agent{}}}
	w.walk(root, nil)
	slices.SortFunc(w.out.Agents, func(a, b *Agent) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Mode, b.Mode))
	})
	slices.SortFunc(w.out.Workflows, func(a, b *Workflow) int { return cmp.Compare(a.Name, b.Name) })
	return w.out
}

// walk adds an agent and whatever hangs below it.
func (w *walker) walk(a, parent agent.Agent) {
	if w.seen[a] != nil {
		return
	}
	state := stateOf(a)
	out := &Agent{Name: a.Name(), SubAgents: []string{}, Tools: []Tool{}, TransferTo: []string{}}
	w.seen[a] = out
	w.out.Agents = append(w.out.Agents, out)

	if isLLM(a) {
		out.Type = "LLMAgent"
		w.model(a, out, state)
		out.TransferTo = transferTargets(a, parent)
	} else {
		out.Type = state.FieldByName("AgentType").String()
		switch cfg := state.FieldByName("Config").Interface().(type) {
		case loopagent.Config:
			out.MaxIterations = &cfg.MaxIterations
		case workflowagent.Config:
			w.out.Workflows = append(w.out.Workflows, w.workflow(cfg.Name, cfg.Edges))
		}
	}
	for _, sub := range a.SubAgents() {
		out.SubAgents = append(out.SubAgents, sub.Name())
		w.walk(sub, a)
	}
}

// model reads what only an agent with a model has.
func (w *walker) model(a agent.Agent, out *Agent, state reflect.Value) {
	out.Mode = state.FieldByName("Mode").String()
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
		if !delegatesByTool(sub) {
			targets = append(targets, sub.Name())
		}
	}
	if isLLM(parent) {
		state := stateOf(a)
		if !state.FieldByName("DisallowTransferToParent").Bool() {
			targets = append(targets, parent.Name())
		}
		if !state.FieldByName("DisallowTransferToPeers").Bool() {
			for _, peer := range parent.SubAgents() {
				if peer != a && !delegatesByTool(peer) {
					targets = append(targets, peer.Name())
				}
			}
		}
	}
	slices.Sort(targets)
	return targets
}

// delegatesByTool reports whether an agent is a tool of its parent and so no
// target of a transfer.
func delegatesByTool(a agent.Agent) bool {
	if !isLLM(a) {
		return false
	}
	mode := llmagent.Mode(stateOf(a).FieldByName("Mode").String())
	return mode == llmagent.ModeTask || mode == llmagent.ModeSingleTurn
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
