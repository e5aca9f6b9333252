package graph

// This file is the second phase of decoding: names become IDs, and edges
// become branches where the file does not list branches.

// tools makes the tools that the file defines.
func (d *decoder) tools() {
	d.byName = make(map[string]*Tool, len(d.defs))
	d.defined = make([]*Tool, len(d.defs))
	for i := range d.defs {
		t := &d.defs[i]
		d.defined[i] = t
		if _, twice := d.byName[t.Name]; twice {
			t = nil
		}
		d.byName[d.defined[i].Name] = t
	}
	d.checkHashes()
}

// fail notes a fault at an offset; resolution goes on after it.
func (d *decoder) fail(off int, code Code, format string, args ...any) {
	d.list.add(d.s.pos(off), code, format, args...)
}

// resolve completes the workflow of g.
func (d *decoder) resolve(g *fileGraph) *Workflow {
	r := resolver{d: d, g: g, w: g.w, byID: make(map[string]NodeID, len(g.nodes))}
	for i := range g.nodes {
		id := g.nodes[i].id
		if _, twice := r.byID[id.text]; twice {
			d.fail(id.off, CodeDuplicateID, "id %q occurs twice", id.text)
		}
		r.byID[id.text] = NodeID(i)
	}
	r.ends()
	for i := range g.nodes {
		r.node(i)
	}
	for i := range g.branches {
		r.w.Branches[i].From = r.ref(g.branches[i], CodeReference)
	}
	for i := range g.edges {
		r.edge(i)
	}
	for i := range g.interrupts {
		r.w.Interrupts[i].Node = r.ref(g.interrupts[i], CodeReference)
	}
	for i := range g.jumps {
		r.w.Jumps[i].From = r.ref(g.jumps[i].from, CodeReference)
		r.w.Jumps[i].Branch = r.branch(g.jumps[i].branch)
	}
	for i, refs := range g.inputs {
		r.w.Inputs[i].From, r.w.Inputs[i].To = r.ref(refs.source, CodeReference), r.ref(refs.target, CodeReference)
	}
	for i := range g.unknowns {
		r.w.Unknowns[i].Node = r.ref(g.unknowns[i], CodeReference)
	}
	if g.implicit {
		r.implicitBranches()
	}
	return g.w
}

// A resolver completes one workflow of a file.
type resolver struct {
	d    *decoder
	g    *fileGraph
	w    *Workflow
	byID map[string]NodeID
}

// ref returns the node that a name refers to, None for no name.
func (r *resolver) ref(n name, code Code) NodeID {
	if n.off < 0 {
		return None
	}
	id, ok := r.byID[n.text]
	if !ok {
		r.d.fail(n.off, code, "no node has the id %q", n.text)
		return None
	}
	return id
}

func (r *resolver) branch(ref idRef) BranchID {
	if ref.off < 0 {
		return None
	}
	if ref.n < 0 || ref.n >= len(r.w.Branches) {
		r.d.fail(ref.off, CodeBranch, "there is no branch %d", ref.n)
		return None
	}
	return BranchID(ref.n)
}

// ends resolves entry and exits. A file without entry_id has its only node of
// kind entry as entry; one that says null may have none.
func (r *resolver) ends() {
	w := r.w
	w.Entry = r.ref(r.g.entry, CodeEntry)
	entries := 0
	for i := range w.Nodes {
		switch w.Nodes[i].Kind {
		case KindEntry:
			if r.g.entry == noName {
				entries++
				w.Entry = NodeID(i)
			}
		case KindExit:
			if r.g.allExits {
				w.Exits = append(w.Exits, NodeID(i))
			}
		}
	}
	if r.g.entry == noName && entries != 1 && !(r.g.noEntry && entries == 0) {
		r.d.fail(r.g.off, CodeEntry, "the workflow has no entry_id and %d nodes of kind entry", entries)
	}
	for _, x := range r.g.exits {
		if x == noName {
			r.d.fail(r.g.off, CodeExit, "an exit is null")
		} else if id := r.ref(x, CodeExit); id != None {
			w.Exits = append(w.Exits, id)
		}
	}
}

// node resolves the body and the tools of a node.
func (r *resolver) node(i int) {
	n, refs := &r.w.Nodes[i], &r.g.nodes[i]
	if sub := refs.sub; sub.off >= 0 {
		if 0 <= sub.n && sub.n < len(r.d.subs) {
			n.Sub = r.d.subs[sub.n].w
		} else {
			r.d.fail(sub.off, CodeReference, "there is no body %d in subs", sub.n)
		}
	}
	n.Tools = r.d.toolList(refs.tools, refs.ids, r.g.off)
}

// toolList returns the tools that an element at an offset refers to, by names, by
// indexes, or both.
func (d *decoder) toolList(names []name, ids []idRef, off int) (tools []*Tool) {
	switch {
	case ids == nil:
		for _, name := range names {
			tools = append(tools, d.toolNamed(name))
		}
	case names != nil && len(names) != len(ids):
		d.fail(ids[0].off, CodeReference, "tools and tool_ids differ in length")
	default:
		for k, id := range ids {
			tools = append(tools, d.toolWithID(names, k, id, off))
		}
	}
	return tools
}

// toolNamed returns the tool of that name, which is one in the whole document. A
// name without a definition defines a tool where it first occurs.
func (d *decoder) toolNamed(n name) *Tool {
	t, ok := d.byName[n.text]
	switch {
	case !ok:
		t = &Tool{Name: n.text, Pos: d.s.pos(n.off)}
		d.byName[n.text] = t
	case t == nil:
		d.fail(n.off, CodeReference, "two tools have the name %q, so tool_ids must say which", n.text)
		t = &Tool{}
	}
	return t
}

func (d *decoder) toolWithID(names []name, k int, id idRef, off int) *Tool {
	if id.n < 0 || id.n >= len(d.defined) {
		d.fail(max(id.off, off), CodeReference, "no tool %d is defined", id.n)
		return &Tool{}
	}
	t := d.defined[id.n]
	if names != nil && names[k].text != t.Name {
		d.fail(id.off, CodeReference, "tool %d has the name %q, not %q", id.n, t.Name, names[k].text)
	}
	return t
}

func (r *resolver) edge(i int) {
	e, refs := &r.w.Edges[i], &r.g.edges[i]
	e.From = r.ref(refs.source, CodeDangling)
	e.To = r.ref(refs.target, CodeDangling)
	e.Branch = r.branch(refs.branch)
	if e.Branch == None || e.From == None {
		return
	}
	if b := &r.w.Branches[e.Branch]; b.From != e.From {
		r.d.fail(refs.branch.off, CodeBranch, "branch %d does not start at node %q", e.Branch, refs.source.text)
	}
}

// implicitBranches makes the branches that the kinds of edges imply; see
// Decode for the rule. Edges that did not resolve are skipped.
func (r *resolver) implicitBranches() {
	out := make([]outEdges, len(r.w.Nodes))
	for i := range r.w.Edges {
		if e := &r.w.Edges[i]; e.From != None {
			out[e.From].count(e)
		}
	}
	branch := make([]BranchID, len(r.w.Nodes))
	for i := range r.w.Edges {
		e := &r.w.Edges[i]
		if e.From == None || e.Branch != None || !out[e.From].alternative(e, r.w.Nodes[e.From].Kind) {
			continue
		}
		if branch[e.From] == 0 {
			r.w.Branches = append(r.w.Branches, Branch{From: e.From, Pos: e.Pos})
			branch[e.From] = BranchID(len(r.w.Branches))
		}
		e.Branch = branch[e.From] - 1
	}
}

// outEdges counts the edges that leave one node.
type outEdges struct{ conditional, loop, other int }

func (o *outEdges) count(e *Edge) {
	switch e.Kind {
	case EdgeConditional:
		o.conditional++
	case EdgeLoop:
		o.loop++
	default:
		o.other++
	}
}

// alternative reports whether e, one of the counted edges, belongs to the
// implicit branch of its node, which is of the given kind.
func (o *outEdges) alternative(e *Edge, kind Kind) bool {
	goOn := o.loop > 0 && o.conditional == 0 && o.other == 1 && kind != KindRouter
	switch e.Kind {
	case EdgeConditional:
		return true
	case EdgeLoop:
		return e.Label != "" || o.conditional > 0 || kind == KindRouter || goOn
	}
	return goOn
}
