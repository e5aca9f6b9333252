package eino

// This file reads routers.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
)

// graphBranch handles AddBranch.
func (g *graphBuilder) graphBranch(op *assembly.Op) {
	pos := op.At(g.Assembly)
	for _, f := range g.ArgOf(op, "from").Each() {
		from, ok := f.Text()
		if !ok {
			g.Open(f, graph.UnknownAnything, graph.None, pos)
			continue
		}
		for _, br := range g.ArgOf(op, "branch").Each() {
			if br.Object() == nil {
				g.Open(br, graph.UnknownTargets, g.Lookup(from), pos)
				continue
			}
			g.branchTo(from, br, pos)
		}
	}
}

// branchTo adds a branch with the targets that its constructor declares.
func (g *graphBuilder) branchTo(from string, br assembly.Value, pos graph.Pos) {
	id := g.branch(br.Object(), from, g.sharesTargets(br.Object()))
	more := br.Arg("ends").Entries(func(key, val assembly.Value) {
		target, ok := key.Text()
		if on, known := val.Bool(); !ok || known && !on {
			return
		}
		g.BranchEdge(id, from, target, graph.Edge{Kind: graph.EdgeConditional, Label: target, Pos: pos, Guard: val.Guard.Data()})
	})
	if more != nil {
		g.OpenFor(more, graph.UnknownTargets, g.Lookup(from), pos)
	}
}

// branch adds a branch whose values are read when the graph is complete.
func (g *graphBuilder) branch(br *assembly.Object, from string, shared bool) graph.BranchID {
	id := g.Branch(graph.Branch{From: graph.None, Multi: br.Kind == "multibranch", Pos: br.At(g.Assembly)})
	g.branches = append(g.branches, branchUse{id: id, from: from, obj: br, shared: shared})
	return id
}

// sharesTargets reports whether several branches declare the same targets, of
// which there are more than one: then the declaration is a list of all that
// exists, and says nothing of one router.
func (g *graphBuilder) sharesTargets(br *assembly.Object) bool {
	key := g.targetsOf(br)
	n := 0
	for _, o := range g.ObjectsOf("branch", "multibranch") {
		if g.targetsOf(o) == key {
			n++
		}
	}
	return n > 1 && key != ""
}

// targetsOf returns the declared targets of a branch as one string, "" for few.
func (a *workshop) targetsOf(br *assembly.Object) string {
	names := a.declared(br)
	if len(names) < 4 {
		return ""
	}
	slices.Sort(names)
	return strings.Join(names, "\n")
}

// declared returns the names that the constructor of a branch declares as its targets.
func (a *workshop) declared(br *assembly.Object) (names []string) {
	a.Arg(br, "ends").Entries(func(key, _ assembly.Value) {
		if s, ok := key.Text(); ok {
			names = append(names, s)
		}
	})
	return names
}

// values reads what the router of a branch returns.
func (g *graphBuilder) values(w *graph.Workflow, use branchUse) {
	br := &w.Branches[use.id]
	b := g.Arg(use.obj, "router").Observe()
	br.Func = b.Func
	if b.Pos.IsValid() {
		br.Pos = g.At(b.Pos, use.obj.Stack)
	}
	results, complete := g.Result(b, 0), b.Known && len(b.Results) > 0
	if !complete {
		return
	}
	if br.Multi {
		results, complete = keys(results)
	}
	values, all := g.Board.Choices(results, use.from, br.Pos)
	br.Values, br.Complete = values, complete && all && len(values) > 0
	for i := range w.Edges {
		e := &w.Edges[i]
		j := slices.IndexFunc(values, func(v graph.Value) bool { return v.Text == e.Label })
		if e.Branch == use.id && j >= 0 && len(e.Guard) == 0 {
			e.Guard = values[j].Guard
		}
	}
	br.Shared = br.Shared || use.shared && br.Complete
}

// keys returns the keys of the sets that a multi-branch may return, and whether these are all.
func keys(sets []assembly.Value) (list []assembly.Value, complete bool) {
	complete = true
	for _, set := range sets {
		more := set.Entries(func(key, val assembly.Value) {
			if on, known := val.Bool(); !known || on {
				list = append(list, key)
			}
		})
		complete = complete && more == nil
	}
	return list, complete
}
