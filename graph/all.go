package graph

// This file lists everything that a program consists of, each part once, in a
// fixed order.

import (
	"cmp"
	"slices"
)

// AllWorkflows returns the workflows of p and all their bodies.
func (p *Program) AllWorkflows() []*Workflow {
	var all once[*Workflow]
	for _, w := range p.Workflows {
		all.add(w.All()...)
	}
	return all.list
}

// AllAgents returns the agents of p, and then all that they delegate to.
func (p *Program) AllAgents() []*Agent {
	var all once[*Agent]
	all.add(p.Agents...)
	for i := 0; i < len(all.list); i++ {
		all.add(all.list[i].SubAgents...)
	}
	return all.list
}

// AllTools returns the tools of p, then those of steps, then those of agents.
func (p *Program) AllTools() []*Tool {
	var all once[*Tool]
	all.add(p.Tools...)
	for _, w := range p.AllWorkflows() {
		for i := range w.Nodes {
			all.add(w.Nodes[i].Tools...)
		}
	}
	for _, a := range p.AllAgents() {
		all.add(a.Tools...)
	}
	return all.list
}

// HeldTools returns the tools of p as steps and agents hold them, with the gates in front of them
// there, and those that nothing holds as they are made.
func (p *Program) HeldTools() []*Tool {
	holders := &Program{Workflows: p.Workflows, Agents: p.Agents}
	list := holders.AllTools()
	type id struct {
		name string
		pos  Pos
	}
	held := make(map[id]bool)
	for _, t := range list {
		held[id{t.Name, t.Pos}] = true
	}
	for _, t := range p.Tools {
		if !held[id{t.Name, t.Pos}] {
			list = append(list, t)
		}
	}
	return list
}

// MayHaveTools returns why there may be other tools than those of HeldTools, sorted: parts of the program,
// of its workflows and of its agents that are not known.
func (p *Program) MayHaveTools() (list []Unknown) {
	all := slices.Clone(p.Unknowns)
	for _, w := range p.AllWorkflows() {
		all = append(all, w.Unknowns...)
	}
	for _, a := range p.AllAgents() {
		all = append(all, a.Unknowns...)
	}
	for _, u := range all {
		switch u.What {
		case UnknownAnything, UnknownTools, UnknownBody:
			u.Node = None
			list = append(list, u)
		}
	}
	slices.SortStableFunc(list, func(a, b Unknown) int {
		return cmp.Or(a.Pos.Compare(b.Pos), cmp.Compare(a.What, b.What), cmp.Compare(a.Reason.String(), b.Reason.String()))
	})
	return slices.Compact(list)
}

// once is a list without repeats.
type once[T comparable] struct {
	list []T
	seen map[T]bool
}

func (o *once[T]) add(elements ...T) {
	for _, e := range elements {
		if o.seen[e] {
			continue
		}
		if o.seen == nil {
			o.seen = make(map[T]bool)
		}
		o.seen[e] = true
		o.list = append(o.list, e)
	}
}
