package module

// This file says of the tools of a module what their code may do to the world.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/extract/loops"
	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/authority"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint/capability"
)

// infer sets what the code of each tool needs, or that this is not known. Tools of one handler get
// the same. If no package says what its functions do, it is known of none.
func (m *Module) infer() {
	var kept []*capability.Kept
	var graphs []*valueflow.Graph
	for _, p := range m.sight {
		if p.Capabilities != nil {
			kept = append(kept, p.Capabilities)
		}
		if p.Values != nil {
			graphs = append(graphs, p.Values)
		}
	}
	shared := m.sharedTools()
	var ids []string
	tools := m.Program.AllTools()
	for _, t := range tools {
		t.Unread = t.Agent == "" && !t.Added()
		if t.Handler != "" && !shared[t] {
			ids = append(ids, funcid.Source(t.Handler))
		}
	}
	steps := m.stepFuncs()
	ids = append(ids, steps...)
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(kept) == 0 || len(ids) == 0 {
		return
	}
	calls := dynamic(graphs)
	uses := capability.Join(kept).Of(ids, library.All(), func(pos graph.Pos) []string { return calls[pos] })
	served := serve(tools)
	m.inferred = make(map[*graph.Tool]bool)
	for _, t := range tools {
		if t.Handler != "" && !shared[t] {
			t.Inferred, t.Needs = needs(uses[funcid.Source(t.Handler)], served[funcid.Source(t.Handler)] > 1)
			m.inferred[t], t.Unread = true, false
		}
	}
	m.steps = make(map[string][]graph.Need)
	for _, id := range steps {
		_, m.steps[id] = needs(uses[id], false)
	}
}

// stepFuncs returns the functions that steps of workflows run themselves, and no model or tool.
func (m *Module) stepFuncs() (ids []string) {
	for _, w := range m.Program.AllWorkflows() {
		for i := range w.Nodes {
			if isCode(&w.Nodes[i]) {
				ids = append(ids, funcid.Source(w.Nodes[i].Func))
			}
		}
	}
	return ids
}

// isCode reports whether a step is code of the program's: it runs no tool, no model and no other agent.
func isCode(n *graph.Node) bool {
	switch n.Kind {
	case graph.KindPassthrough, graph.KindRouter, graph.KindHuman:
		return n.Func != "" && n.Agent == "" && len(n.Tools) == 0
	}
	return false
}

// serve counts the names of the tools that a handler runs.
func serve(tools []*graph.Tool) map[string]int {
	names := make(map[string][]string)
	served := make(map[string]int)
	for _, t := range tools {
		if id := funcid.Source(t.Handler); !slices.Contains(names[id], t.Name) {
			names[id] = append(names[id], t.Name)
			served[id]++
		}
	}
	return served
}

// dynamic returns what calls of function values run. A panic is a defect of agentvet; what such
// calls run is then not known.
func dynamic(graphs []*valueflow.Graph) (calls loops.Calls) {
	defer func() {
		if recover() != nil {
			calls = nil
		}
	}()
	return loops.Dynamic(graphs)
}

// sharedTools returns the tools whose code stands in line beside that of others: what the
// function around it needs is not what each of them needs.
func (m *Module) sharedTools() map[*graph.Tool]bool {
	out := make(map[*graph.Tool]bool)
	for i := range m.loops {
		a := &m.loops[i]
		for n, t := range a.Agent.Tools {
			out[t] = len(a.Runs[n].Others) > 0 || isShared(a, n)
		}
	}
	return out
}

// needs returns uses as a tool has them: names, sorted, and how it comes to each of them. What a
// handler does that serves several tools, it may do for one of them.
func needs(uses []capability.Use, several bool) (inferred []string, out []graph.Need) {
	for _, u := range uses {
		if u.Name != authority.Unknown {
			inferred = append(inferred, u.Name)
		}
		n := graph.Need{Capability: u.Name, Maybe: u.Loose || several}
		for _, h := range u.Path {
			n.Path = append(n.Path, graph.Hop{Func: funcid.Key(h.Func), Pos: h.Pos})
		}
		out = append(out, n)
	}
	return inferred, out
}
