package graph

// This file builds workflows. A Builder resolves names to IDs, so that callers
// may add edges before the nodes they join, as many frameworks allow.

// A Builder collects the parts of a workflow by name. Names that are declared
// twice keep both nodes; edges go to the last one, as they do in frameworks
// where a later declaration replaces an earlier one.
type Builder struct {
	w      Workflow
	byName map[string]NodeID
	edges  []pendingEdge
	inputs []pendingEdge
	stops  []Interrupt
}

type pendingEdge struct {
	from, to string
	edge     Edge
}

// NewBuilder returns a Builder for a workflow with the given name, framework
// and position.
func NewBuilder(name, framework string, pos Pos) *Builder {
	return &Builder{
		w:      Workflow{Name: name, Framework: framework, Pos: pos, Entry: None},
		byName: make(map[string]NodeID),
	}
}

// Workflow returns the workflow under construction, for the fields that need
// no name resolution: Mode, Engine, Unknowns.
func (b *Builder) Workflow() *Workflow { return &b.w }

// Node adds n and returns its ID. An ENTRY becomes the entry of the workflow,
// an EXIT one of its exits.
func (b *Builder) Node(n Node) NodeID {
	id := NodeID(len(b.w.Nodes))
	b.w.Nodes = append(b.w.Nodes, n)
	b.byName[n.Name] = id
	switch n.Kind {
	case KindEntry:
		if b.w.Entry == None {
			b.w.Entry = id
		}
	case KindExit:
		b.w.Exits = append(b.w.Exits, id)
	}
	return id
}

// Lookup returns the node called name, or None.
func (b *Builder) Lookup(name string) NodeID {
	if id, ok := b.byName[name]; ok {
		return id
	}
	return None
}

// Edge adds an unconditional edge between two names. The IDs in e are ignored.
// A name that no node has by the time of Build makes a Jump instead.
func (b *Builder) Edge(from, to string, e Edge) {
	e.Branch = None
	b.edges = append(b.edges, pendingEdge{from, to, e})
}

// BranchEdge adds an edge that branch br selects; it is otherwise like Edge.
func (b *Builder) BranchEdge(br BranchID, from, to string, e Edge) {
	e.Branch = br
	b.edges = append(b.edges, pendingEdge{from, to, e})
}

// Branch adds a branch and returns its ID. Branch.From may be None until
// Build: the first edge of the branch says where it starts.
func (b *Builder) Branch(br Branch) BranchID {
	b.w.Branches = append(b.w.Branches, br)
	return BranchID(len(b.w.Branches) - 1)
}

// Input adds data that passes between two names without control. A name that no node
// has by the time of Build has no data.
func (b *Builder) Input(from, to string, pos Pos) {
	b.inputs = append(b.inputs, pendingEdge{from, to, Edge{Pos: pos}})
}

// Interrupt adds a gate on the node called i.Name.
func (b *Builder) Interrupt(i Interrupt) { b.stops = append(b.stops, i) }

// Unknown adds an unknown.
func (b *Builder) Unknown(u Unknown) { b.w.Unknowns = append(b.w.Unknowns, u) }

// Build resolves all names and returns the workflow. It does not judge it:
// that is Check's.
func (b *Builder) Build() *Workflow {
	for _, p := range b.edges {
		p.edge.From, p.edge.To = b.Lookup(p.from), b.Lookup(p.to)
		if br := p.edge.Branch; br != None && b.w.Branches[br].From == None {
			b.w.Branches[br].From = p.edge.From
		}
		if p.edge.From == None || p.edge.To == None {
			b.w.Jumps = append(b.w.Jumps, Jump{
				From: p.edge.From, Source: p.from, Target: p.to,
				Branch: p.edge.Branch, Label: p.edge.Label, Pos: p.edge.Pos,
			})
			continue
		}
		b.w.Edges = append(b.w.Edges, p.edge)
	}
	for _, p := range b.inputs {
		if in := (Input{b.Lookup(p.from), b.Lookup(p.to), p.edge.Pos}); in.From != None && in.To != None {
			b.w.Inputs = append(b.w.Inputs, in)
		}
	}
	for _, i := range b.stops {
		i.Node = b.Lookup(i.Name)
		b.w.Interrupts = append(b.w.Interrupts, i)
	}
	b.edges, b.inputs, b.stops = nil, nil, nil
	return &b.w
}
