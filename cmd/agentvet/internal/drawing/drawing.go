package drawing

// This file defines the data of a picture, and makes it of workflows and agents.

import (
	"encoding/json"
	"slices"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/visible"
)

// A Text is words of a program: it is written as one line in which nothing is hidden.
type Text string

// MarshalJSON writes what a reader may see of t.
func (t Text) MarshalJSON() ([]byte, error) { return json.Marshal(visible.Line(string(t))) }

// A Drawing is one picture.
type Drawing struct {
	Title     Text    `json:"title"`
	Framework Text    `json:"framework,omitempty"`
	At        Text    `json:"at,omitempty"` // the position in the program
	Agents    bool    `json:"agents,omitempty"`
	Graphs    []Graph `json:"graphs"` // the first is drawn, the others are bodies of its boxes and theirs
}

// A Graph is boxes and the edges between them.
type Graph struct {
	Name    Text   `json:"name,omitempty"`
	Boxes   []Box  `json:"boxes"` // those of nodes are in the order of the workflow
	Edges   []Edge `json:"edges"` // likewise; one that leads to no box is not drawn
	Unknown []Text `json:"unknown,omitempty"`
}

// A Box is a step or an agent.
type Box struct {
	Name    Text      `json:"name"`
	Label   Text      `json:"label,omitempty"`
	Kind    Text      `json:"kind"` // decides the shape
	Agent   Text      `json:"agent,omitempty"`
	Func    Text      `json:"func,omitempty"`
	Bound   Text      `json:"bound,omitempty"`
	Tools   []Tool    `json:"tools,omitempty"`
	Gates   []Text    `json:"gates,omitempty"`   // where a human is asked
	Unknown []Text    `json:"unknown,omitempty"` // what is not known of it, and why
	Body    int       `json:"body,omitempty"`    // the index of the graph inside plus one, 0 for none
	Ghost   bool      `json:"ghost,omitempty"`   // it does not exist: an edge asks for it
	At      Text      `json:"at,omitempty"`
	Calls   Text      `json:"calls,omitempty"`
	Note    Text      `json:"note,omitempty"`
	Pos     graph.Pos `json:"-"`
}

// A Tool is a line in a box.
type Tool struct {
	Name      Text      `json:"name"`
	Gate      Text      `json:"gate,omitempty"`      // how a human stands before it
	Ignored   bool      `json:"ignored,omitempty"`   // the answer of that human decides nothing
	Sensitive bool      `json:"sensitive,omitempty"` // it must not run without one
	ID        int       `json:"id"`                  // as Options.ID tells
	Missing   bool      `json:"missing,omitempty"`   // nothing defines it
	Pos       graph.Pos `json:"-"`
}

// An Edge leads from box to box, by their indexes.
type Edge struct {
	From     int  `json:"from"`
	To       int  `json:"to"`
	Label    Text `json:"label,omitempty"`
	Guard    Text `json:"guard,omitempty"` // the condition
	Optional bool `json:"optional,omitempty"`
	Parallel bool `json:"parallel,omitempty"`
	Loop     bool `json:"loop,omitempty"`
	Ghost    bool `json:"ghost,omitempty"` // it leads to what does not exist
	At       Text `json:"at,omitempty"`
}

// Options are what a drawing says of tools beside what they say themselves. The zero Options are
// of use.
type Options struct {
	Sensitive func(*graph.Tool) bool // must a human stand before it? nil for those that destroy something
	ID        func(*graph.Tool) int  // what a click on it leads to; nil for nothing
}

func (o *Options) tools(list []*graph.Tool) []Tool {
	var tools []Tool
	for _, t := range list {
		line := Tool{Name: Text(t.Name), ID: -1, Pos: t.Pos, Ignored: t.Gate.Kind == graph.GateIgnored}
		if t.Name == "" {
			line.Name = "(name not known)"
		}
		if t.Gate.Kind != graph.GateNone {
			line.Gate = Text(t.Gate.Kind.String())
		}
		line.Sensitive = t.IsDestructive() || o.Sensitive != nil && t.Name != "" && o.Sensitive(t)
		if o.ID != nil {
			line.ID = o.ID(t)
		}
		tools = append(tools, line)
	}
	return tools
}

// Workflow returns the picture of w and all that is inside it. The graphs are those of w.All, in
// its order, and their boxes and edges begin with those of the workflow.
func Workflow(w *graph.Workflow, o Options) *Drawing {
	d := &Drawing{Title: Text(w.Name), Framework: Text(w.Framework), At: position(w.Pos)}
	all := w.All()
	for _, x := range all {
		d.Graphs = append(d.Graphs, body(x, all, &o))
	}
	return d
}

// body returns the graph of w, which is one of all.
func body(w *graph.Workflow, all []*graph.Workflow, o *Options) Graph {
	g := Graph{Name: Text(w.Name), Boxes: []Box{}, Edges: []Edge{}}
	for i := range w.Nodes {
		n := &w.Nodes[i]
		b := Box{
			Name: Text(n.Name), Kind: Text(n.Kind.String()), Func: Text(n.Func),
			Tools: o.tools(n.Tools), At: position(n.Pos), Pos: n.Pos,
		}
		if n.Label != n.Name {
			b.Label = Text(n.Label)
		}
		if n.Agent != n.Name {
			b.Agent = Text(n.Agent)
		}
		if n.Bound.State != graph.BoundNone {
			b.Bound = Text(n.Bound.String())
		}
		if n.Calls == graph.CallsNone && len(n.Tools) > 0 {
			b.Calls = "offers these tools to a model; another step runs them"
		}
		for _, name := range n.Missing {
			b.Tools = append(b.Tools, Tool{Name: Text(name), ID: -1, Missing: true})
		}
		if n.Sub != nil {
			b.Body = slices.Index(all, n.Sub) + 1
		}
		g.Boxes = append(g.Boxes, b)
	}
	for _, i := range w.Interrupts {
		text := Text("human before")
		if i.After {
			text = "human after"
		}
		if b := g.box(i.Node); b != nil {
			b.Gates = append(b.Gates, text)
		}
	}
	for _, u := range w.Unknowns {
		text := unknown(u)
		if b := g.box(u.Node); b != nil {
			b.Unknown = append(b.Unknown, text)
		} else {
			g.Unknown = append(g.Unknown, text)
		}
	}
	g.edges(w)
	return g
}

// box returns the box of a node, nil if there is none.
func (g *Graph) box(n graph.NodeID) *Box {
	if n < 0 || int(n) >= len(g.Boxes) {
		return nil
	}
	return &g.Boxes[n]
}

// edges adds the edges of w, then the jumps to what does not exist, with a box for each name.
func (g *Graph) edges(w *graph.Workflow) {
	for i := range w.Edges {
		e := &w.Edges[i]
		g.Edges = append(g.Edges, Edge{
			From: int(e.From), To: int(e.To), Label: Text(e.Label), Guard: Text(e.Guard.String()), At: position(e.Pos),
			Optional: e.Optional(), Parallel: e.Kind == graph.EdgeParallel, Loop: e.Kind == graph.EdgeLoop,
		})
	}
	ghosts := make(map[string]int)
	for _, j := range w.Jumps {
		if g.box(j.From) == nil {
			continue
		}
		at, ok := ghosts[j.Target]
		if !ok {
			at = len(g.Boxes)
			ghosts[j.Target] = at
			g.Boxes = append(g.Boxes, Box{Name: Text(j.Target), Kind: "invalid", Ghost: true, Note: "no step has this name"})
		}
		g.Edges = append(g.Edges, Edge{From: int(j.From), To: at, Label: Text(j.Label), Ghost: true, At: position(j.Pos)})
	}
}

// Agents returns the pictures of who delegates to whom: one for each set of agents that belong
// together.
func Agents(list []*graph.Agent, o Options) []*Drawing {
	var drawings []*Drawing
	for _, group := range groups(list) {
		drawings = append(drawings, delegation(group, &o))
	}
	return drawings
}

// groups returns the agents that are connected with each other, in the order given.
func groups(list []*graph.Agent) [][]*graph.Agent {
	group := make(map[*graph.Agent]int) // a number, that of the first of them
	for i, a := range list {
		group[a] = i
	}
	for changed := true; changed; {
		changed = false
		for _, a := range list {
			for _, sub := range a.SubAgents {
				least := min(group[a], group[sub])
				changed = changed || group[a] != group[sub]
				group[a], group[sub] = least, least
			}
		}
	}
	var out [][]*graph.Agent
	for i := range list {
		var members []*graph.Agent
		for _, a := range list {
			if group[a] == i {
				members = append(members, a)
			}
		}
		if len(members) > 0 {
			out = append(out, members)
		}
	}
	return out
}

func delegation(group []*graph.Agent, o *Options) *Drawing {
	g := Graph{Boxes: []Box{}, Edges: []Edge{}}
	for i, a := range group {
		b := Box{
			Name: Text(a.Name), Kind: Text("agent " + a.Kind.String()), Tools: o.tools(a.Tools), At: position(a.Pos), Pos: a.Pos,
		}
		if a.Bound.State != graph.BoundNone {
			b.Bound = Text(a.Bound.String())
		}
		if a.Returns != "" {
			b.Note = Text("returns " + a.Returns)
		}
		for _, u := range a.Unknowns {
			b.Unknown = append(b.Unknown, unknown(u))
		}
		g.Boxes = append(g.Boxes, b)
		for _, sub := range a.SubAgents {
			g.Edges = append(g.Edges, Edge{From: i, To: slices.Index(group, sub)})
		}
	}
	root := group[0]
	for _, a := range group {
		isSub := slices.ContainsFunc(group, func(of *graph.Agent) bool { return slices.Contains(of.SubAgents, a) })
		if !isSub {
			root = a
			break
		}
	}
	return &Drawing{
		Title: Text(root.Name), Framework: Text(root.Framework), At: position(root.Pos), Agents: true, Graphs: []Graph{g},
	}
}

func unknown(u graph.Unknown) Text {
	text := u.What.String() + ": " + u.Reason.String()
	if u.Pos.IsValid() {
		text += " (" + u.Pos.String() + ")"
	}
	return Text(text)
}

func position(p graph.Pos) Text {
	if !p.IsValid() {
		return ""
	}
	return Text(p.String())
}
