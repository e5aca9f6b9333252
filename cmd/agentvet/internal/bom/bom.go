// Package bom makes the bill of materials of a program of agents: its agents and MCP servers, the
// tools that they have, what the code of these needs, who is asked before them, the models and
// instructions, remote agents, and the modules that all of it is built from.
//
// A bill says what is known and what is not. A tool whose name only a run knows, an instruction that is
// computed, an agent that may have other tools: each has its entry and the reason.
//
// It is a function of the program: no serial number, no time, and instructions as hashes. Who wants the
// texts, or a stamp, asks for them (Options).
//
// A Document is the bill in a form of its own, which WriteJSON writes; WriteCycloneDX writes it as
// CycloneDX, for tools that gather bills. There, agents and tools are components, instructions are data,
// servers and remote agents are services, and what has no field of that format is a property whose name
// begins with agentvet:.
//
// Names in this package: d *Document, t Tool, a Agent.
package bom

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/agentvet/agentvet/analyzers/module"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// Version is the version of the form of a Document.
const Version = 1

// Options say what a bill has beside what it always has.
type Options struct {
	Texts bool // the texts of instructions, not only their hashes
}

// A Document is a bill of materials. Each part has an ID, by which others refer to it.
type Document struct {
	Version      int           `json:"version"`
	Agentvet     string        `json:"agentvet"` // the version that wrote it
	Module       Dependency    `json:"module"`
	Agents       []Agent       `json:"agents"`
	Tools        []Tool        `json:"tools"`
	Models       []Model       `json:"models"`
	Instructions []Instruction `json:"instructions"`
	Dependencies []Dependency  `json:"dependencies"`
	Unknowns     []Unknown     `json:"unknowns"` // what concerns no single agent
}

// An Agent is an agent, an MCP server or a remote agent.
type Agent struct {
	ID           string    `json:"id"`
	Name         string    `json:"name"`
	Kind         string    `json:"kind"` // of package graph: llm, server, remote, …
	Framework    string    `json:"framework,omitempty"`
	Bound        string    `json:"bound,omitempty"` // how often it asks its model, as package graph prints it
	Tools        []string  `json:"tools,omitempty"` // IDs
	Agents       []string  `json:"agents,omitempty"`
	Models       []string  `json:"models,omitempty"`
	Instructions []string  `json:"instructions,omitempty"`
	Unknowns     []Unknown `json:"unknowns,omitempty"`
	Position     string    `json:"position"`
}

// A Tool is what a model, or the client of a server, may call.
type Tool struct {
	ID          string       `json:"id"`
	Name        string       `json:"name,omitempty"`
	Unknown     string       `json:"unknown,omitempty"` // why its name, or what it says of itself, is not known
	Description string       `json:"description,omitempty"`
	Framework   string       `json:"framework,omitempty"`
	Handler     string       `json:"handler,omitempty"`
	Agent       string       `json:"agent,omitempty"` // ID of the agent that it runs, or its name
	Declared    []string     `json:"declared,omitempty"`
	Needs       []Capability `json:"needs,omitempty"`
	Hints       []string     `json:"hints,omitempty"`
	Destructive bool         `json:"destructive,omitempty"` // the program says so in a directive
	Gate        string       `json:"gate,omitempty"`        // who is asked before it, as package graph names it
	Position    string       `json:"position"`
}

// A Capability is what the code of a tool needs.
type Capability struct {
	Name  string   `json:"name"`
	Maybe bool     `json:"maybe,omitempty"`
	By    []string `json:"by"` // the functions on the way there
}

// A Model is the name of one, or where one is computed.
type Model struct {
	ID       string `json:"id"`
	Name     string `json:"name,omitempty"` // "" if it is computed
	Of       string `json:"of"`             // what gets it
	Position string `json:"position"`
}

// An Instruction is a text that tells a model what to do, or where one is computed.
type Instruction struct {
	ID       string `json:"id"`
	SHA256   string `json:"sha256,omitempty"` // "" if it is computed
	Text     string `json:"text,omitempty"`
	Of       string `json:"of"`
	Position string `json:"position"`
}

// A Dependency is a module.
type Dependency struct {
	Path    string `json:"path"`
	Version string `json:"version,omitempty"`
	Replace string `json:"replace,omitempty"` // what stands in its place
}

// An Unknown is what is not known.
type Unknown struct {
	What     string `json:"what"`
	Reason   string `json:"reason"`
	Position string `json:"position"`
}

// New returns the bill of a module. Its positions are what the bill has; texts are what its packages
// tell models, and dependencies the modules that they are built from.
func New(m *module.Module, texts []module.Text, own Dependency, dependencies []Dependency, version string, o Options) *Document {
	d := &Document{
		Version: Version, Agentvet: version, Module: own, Dependencies: dependencies,
		Agents: []Agent{}, Tools: []Tool{}, Models: []Model{}, Instructions: []Instruction{}, Unknowns: unknowns(m.Program.Unknowns),
	}
	b := &builder{Document: d, taken: make(map[string]int), agents: make(map[*graph.Agent]string), tools: make(map[toolKey]string), names: make(map[string]string)}
	agents := m.Program.AllAgents()
	slices.SortStableFunc(agents, func(a, b *graph.Agent) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), a.Pos.Compare(b.Pos))
	})
	for _, a := range agents {
		b.agents[a] = b.id("agent", a.Name)
		if b.names[a.Name] == "" {
			b.names[a.Name] = b.agents[a]
		}
	}
	b.addTools(m.Tools(), agents)
	for _, w := range m.Program.AllWorkflows() {
		d.Unknowns = append(d.Unknowns, unknowns(w.Unknowns)...)
	}
	b.addTexts(texts, o)
	for _, a := range agents {
		d.Agents = append(d.Agents, b.agent(a))
	}
	slices.SortStableFunc(d.Unknowns, compareUnknown)
	d.Unknowns = slices.Compact(d.Unknowns)
	return d
}

func compareUnknown(a, b Unknown) int {
	return cmp.Or(cmp.Compare(a.Position, b.Position), cmp.Compare(a.What, b.What), cmp.Compare(a.Reason, b.Reason))
}

// A builder fills a document.
type builder struct {
	*Document
	taken  map[string]int
	agents map[*graph.Agent]string
	names  map[string]string // IDs of agents by name, the first of several
	tools  map[toolKey]string
	texts  []owned
}

type toolKey struct {
	name string
	pos  graph.Pos
}

// owned is a text with its ID.
type owned struct {
	module.Text
	id string
}

// id returns a new ID, made of a kind and a name: the second of one name has a number.
func (b *builder) id(kind, name string) string {
	id := kind + ":" + cmp.Or(name, "?")
	b.taken[id]++
	if n := b.taken[id]; n > 1 {
		return fmt.Sprintf("%s#%d", id, n)
	}
	return id
}

// addTools adds the tools of the program, and those that agents hold.
func (b *builder) addTools(list []*graph.Tool, agents []*graph.Agent) {
	for _, a := range agents {
		list = append(list, a.Tools...)
	}
	list = slices.DeleteFunc(slices.Clone(list), (*graph.Tool).Added)
	slices.SortStableFunc(list, func(t, u *graph.Tool) int {
		return cmp.Or(cmp.Compare(t.Name, u.Name), t.Pos.Compare(u.Pos))
	})
	for _, t := range list {
		key := toolKey{t.Name, t.Pos}
		if b.tools[key] == "" {
			b.tools[key] = b.id("tool", t.Name)
			b.Tools = append(b.Tools, b.tool(t, b.tools[key]))
		}
	}
}

func (b *builder) tool(t *graph.Tool, id string) Tool {
	out := Tool{
		ID: id, Name: t.Name, Unknown: t.Unknown.String(), Description: t.Description, Framework: t.Framework, Handler: funcid.Source(t.Handler),
		Agent: cmp.Or(b.names[t.Agent], t.Agent), Declared: t.Declared, Hints: t.Hints.Words(), Destructive: t.Destructive, Position: t.Pos.String(),
	}
	if t.Gate != (graph.Gate{}) {
		out.Gate = t.Gate.Kind.String()
		if t.Gate.Unheeded {
			out.Gate = "unheeded"
		}
	}
	for _, n := range t.Needs {
		c := Capability{Name: n.Capability, Maybe: n.Maybe}
		for _, h := range n.Path {
			c.By = append(c.By, h.Func)
		}
		out.Needs = append(out.Needs, c)
	}
	return out
}

// addTexts adds models and instructions.
func (b *builder) addTexts(list []module.Text, o Options) {
	models := make(map[string]string) // IDs of those whose name is known
	for _, t := range list {
		if t.Model {
			id := models[t.Text]
			if id == "" {
				id = b.id("model", t.Text)
				b.Models = append(b.Models, Model{id, t.Text, t.Of, t.Pos.String()})
			}
			if t.Known {
				models[t.Text] = id
			}
			b.texts = append(b.texts, owned{t, id})
			continue
		}
		id := b.id("instruction", t.Pos.File)
		x := Instruction{ID: id, Of: t.Of, Position: t.Pos.String()}
		if t.Known {
			sum := sha256.Sum256([]byte(t.Text))
			x.SHA256 = hex.EncodeToString(sum[:])
			if o.Texts {
				x.Text = t.Text
			}
		}
		b.Instructions = append(b.Instructions, x)
		b.texts = append(b.texts, owned{t, id})
	}
}

// agent returns an agent, with the texts that stand in the call that makes it.
func (b *builder) agent(a *graph.Agent) Agent {
	out := Agent{
		ID: b.agents[a], Name: a.Name, Kind: a.Kind.String(), Framework: a.Framework, Bound: a.Bound.String(),
		Unknowns: unknowns(a.Unknowns), Position: a.Pos.String(),
	}
	for _, t := range a.Tools {
		if id := b.tools[toolKey{t.Name, t.Pos}]; id != "" && !slices.Contains(out.Tools, id) {
			out.Tools = append(out.Tools, id)
		}
	}
	for _, sub := range a.SubAgents {
		if id := b.agents[sub]; !slices.Contains(out.Agents, id) {
			out.Agents = append(out.Agents, id)
		}
	}
	for _, t := range b.texts {
		if !slices.Contains(t.Calls, a.Pos) {
			continue
		}
		to := &out.Instructions
		if t.Model {
			to = &out.Models
		}
		if !slices.Contains(*to, t.id) {
			*to = append(*to, t.id)
		}
	}
	slices.Sort(out.Tools)
	return out
}

func unknowns(list []graph.Unknown) []Unknown {
	out := []Unknown{}
	for _, u := range list {
		out = append(out, Unknown{u.What.String(), u.Reason.String(), u.Pos.String()})
	}
	return out
}

// WriteJSON writes d.
func (d *Document) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(d)
}
