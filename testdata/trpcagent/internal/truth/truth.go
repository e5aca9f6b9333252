// Package truth asks tRPC-Agent-Go what it has built: a graph for its nodes, edges
// and the targets that it knows, an agent for its tools and its sub-agents. What the
// framework keeps to itself is read by reflection.
package truth

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/agent/graphagent"
	"trpc.group/trpc-go/trpc-agent-go/graph"
	agenttool "trpc.group/trpc-go/trpc-agent-go/tool/agent"
)

// A Workflow is one graph.
type Workflow struct {
	Name       string      `json:"name"`
	File       string      `json:"file"` // the directory of the program
	Mode       string      `json:"mode"`
	StepLimit  int         `json:"step_limit"`
	Nodes      []Node      `json:"nodes"`
	Edges      []Edge      `json:"edges"`
	Interrupts []Interrupt `json:"interrupts,omitempty"`
}

// A Node of a function has no kind: what it does, the framework does not see.
type Node struct {
	ID        string   `json:"id"`
	Type      string   `json:"type,omitempty"`
	Kind      string   `json:"kind,omitempty"`
	Component string   `json:"component,omitempty"`
	Agent     string   `json:"agent,omitempty"`
	Tools     []string `json:"tools,omitempty"`
}

// An Edge of a branch is one that a map or the ends of a node name.
type Edge struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Branch bool   `json:"branch,omitempty"`
}

// An Interrupt is a gate that the graph has.
type Interrupt struct {
	Name  string `json:"name"`
	After bool   `json:"after"`
	Known bool   `json:"known"`
}

// An Agent is one agent.
type Agent struct {
	Name          string   `json:"name"`
	Type          string   `json:"type"`
	Root          bool     `json:"root,omitempty"`
	SubAgents     []string `json:"sub_agents"`
	Tools         []string `json:"tools"`
	MaxIterations *int     `json:"max_iterations,omitempty"`
	MayTransferTo []string `json:"may_transfer_to,omitempty"`
}

// A View is all that the framework says of a program.
type View struct {
	Program   string     `json:"program"`
	Workflows []Workflow `json:"workflows"`
	Agents    []Agent    `json:"agents"`
}

// field reads a field that the framework does not export.
func field(v any, path ...string) reflect.Value {
	r := reflect.ValueOf(v)
	for _, name := range path {
		for r.Kind() == reflect.Pointer || r.Kind() == reflect.Interface {
			r = r.Elem()
		}
		r = r.FieldByName(name)
	}
	return r
}

// Graph adds the graph that an agent runs.
func (v *View) Graph(dir string, a *graphagent.GraphAgent, g *graph.Graph) {
	w := Workflow{Name: a.Info().Name, File: dir, Mode: "any", StepLimit: int(field(a, "executor", "maxSteps").Int())}
	add := func(e Edge) {
		if !slices.Contains(w.Edges, e) {
			w.Edges = append(w.Edges, e)
		}
	}
	add(Edge{From: graph.Start, To: g.EntryPoint()})
	joins := make(map[string]bool)
	for _, n := range g.Nodes() {
		for _, ch := range field(n, "triggers").Seq2() {
			joins[n.ID] = joins[n.ID] || strings.HasPrefix(ch.String(), graph.ChannelJoinPrefix)
		}
		w.Nodes = append(w.Nodes, node(n, joins[n.ID]))
		for _, e := range g.Edges(n.ID) {
			add(Edge{From: n.ID, To: e.To})
		}
		if c, ok := g.ConditionalEdge(n.ID); ok {
			for _, to := range c.PathMap {
				add(Edge{From: n.ID, To: to, Branch: true})
			}
		}
		for _, to := range field(n, "ends").Seq2() {
			add(Edge{From: n.ID, To: to.String(), Branch: true})
		}
		for _, when := range []string{"Before", "After"} {
			if field(n, "interrupt"+when).Bool() {
				w.Interrupts = append(w.Interrupts, Interrupt{n.ID, when == "After", true})
			}
		}
	}
	slices.SortFunc(w.Edges, func(a, b Edge) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	v.Workflows = append(v.Workflows, w)
}

// node describes a node. Tools go by the keys under which it finds them.
func node(n *graph.Node, join bool) Node {
	out := Node{ID: n.ID}
	for _, k := range field(n, "baseTools").MapKeys() {
		out.Tools = append(out.Tools, k.String())
	}
	slices.Sort(out.Tools)
	switch n.Type {
	case graph.NodeTypeLLM:
		out.Kind, out.Component = "llm", "ToolsNode"
	case graph.NodeTypeTool:
		out.Kind, out.Component = "tool", "ToolsNode"
	case graph.NodeTypeAgent:
		out.Type, out.Agent = "agent", n.ID
	}
	if join {
		out.Type = "join"
	}
	return out
}

// kinds are the kinds of agents by the names of their types.
var kinds = map[string]string{
	"LLMAgent": "llm", "GraphAgent": "workflow", "ChainAgent": "sequential",
	"ParallelAgent": "parallel", "CycleAgent": "loop", "Team": "team",
}

// Agent adds an agent and all that is below it. The roster of a swarm is the
// swarm's: its members know each other.
func (v *View) Agent(a agent.Agent, root bool) {
	v.agent(a, root, nil)
}

func (v *View) agent(a agent.Agent, root bool, swarm []agent.Agent) {
	out := Agent{Name: a.Info().Name, Type: kinds[reflect.TypeOf(a).Elem().Name()], Root: root, SubAgents: []string{}, Tools: []string{}}
	below := a.SubAgents()
	if swarm != nil {
		below = nil
	}
	for _, t := range a.Tools() {
		name := t.Declaration().Name
		if name != "transfer_to_agent" {
			out.Tools = append(out.Tools, name)
		}
	}
	var roster []agent.Agent
	switch out.Type {
	case "loop":
		n := 0
		if p := field(a, "maxIterations"); !p.IsNil() {
			n = int(p.Elem().Int())
		}
		out.MaxIterations = &n
	case "llm":
		for _, sub := range below {
			out.MayTransferTo = append(out.MayTransferTo, sub.Info().Name)
		}
	case "team":
		if field(a, "entryName").String() != "" {
			out.Type, out.Tools, roster = "swarm", []string{}, below
			n := int(field(a, "swarm", "MaxHandoffs").Int())
			out.MaxIterations = &n
			break
		}
		v.agent(hidden(field(a, "coordinator")), false, nil)
	}
	for _, sub := range below {
		out.SubAgents = append(out.SubAgents, sub.Info().Name)
		v.agent(sub, false, roster)
	}
	for _, t := range a.Tools() {
		if t, ok := t.(*agenttool.Tool); ok {
			v.agent(hidden(field(t, "agent")), false, nil)
		}
	}
	slices.Sort(out.Tools)
	v.Agents = append(v.Agents, out)
}

// hidden returns the agent in a field that the framework does not export.
func hidden(f reflect.Value) agent.Agent {
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem().Interface().(agent.Agent)
}

// Encode returns the text of a golden file.
func (v *View) Encode() []byte {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		panic(err)
	}
	return append(data, '\n')
}
