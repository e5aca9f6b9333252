package check

// This file checks that what the program names exists: nodes, gates, tools.

import "github.com/agentvet/agentvet/graph"

// undeclaredNodes reports each name that edges or jumps use and no node has,
// once, with all of its jumps.
func (v *view) undeclaredNodes() []Problem {
	if len(v.w.Jumps) == 0 {
		return nil
	}
	declared := v.declaredTargets()
	var list []Problem
	of := make(map[string]*UndeclaredNode)
	note := func(name string, i int, from graph.NodeID) {
		p := of[name]
		if p == nil {
			p = &UndeclaredNode{Base: base(v.w, from), Name: name}
			v.perhapsElsewhere(&p.Base)
			of[name] = p
			list = append(list, p)
		}
		p.Jumps = append(p.Jumps, i)
	}
	for i, j := range v.w.Jumps {
		if j.From == none {
			note(j.Source, i, none)
		}
		if !declared[j.Target] && (j.From != none || j.Target != j.Source) {
			note(j.Target, i, j.From)
		}
	}
	return list
}

// declaredTargets says of the target of each jump whether a node has that name.
// Of the names of most nodes the length is enough to tell that none has it.
func (v *view) declaredTargets() map[string]bool {
	declared := make(map[string]bool)
	var lengths [64]bool
	for i := range v.w.Jumps {
		target := v.w.Jumps[i].Target
		declared[target] = false
		lengths[len(target)%len(lengths)] = true
	}
	for i := range v.w.Nodes {
		name := v.w.Nodes[i].Name
		if !lengths[len(name)%len(lengths)] {
			continue
		}
		if _, asked := declared[name]; asked {
			declared[name] = true
		}
	}
	return declared
}

// perhapsElsewhere makes p unknown if code that is not seen may declare the
// node.
func (v *view) perhapsElsewhere(p *Base) {
	if v.unknown.anything != none {
		p.because(v, v.unknown.anything)
	}
}

// unknownInterrupts reports each name at which the program wants an interrupt
// and no node stands.
func (v *view) unknownInterrupts() []Problem {
	var list []Problem
	of := make(map[string]*UnknownInterrupt)
	for i, x := range v.w.Interrupts {
		if x.Node != none {
			continue
		}
		p := of[x.Name]
		if p == nil {
			p = &UnknownInterrupt{Base: base(v.w, none), Name: x.Name}
			v.perhapsElsewhere(&p.Base)
			of[x.Name] = p
			list = append(list, p)
		}
		p.Interrupts = append(p.Interrupts, i)
	}
	return list
}

// undeclaredTools reports TOOL nodes without a tool, tools that share a name on
// one node, tools that a model is offered and its dispatchers do not have, names of
// final tools that no tool of their node has, and names that nothing defines.
func (v *view) undeclaredTools() []Problem {
	var list []Problem
	var leadsTo []graph.NodeID // of each node, one more than the last model step that it was found to lead to
	for i := range v.n {
		n := graph.NodeID(i)
		if !v.is(n, naming) {
			continue
		}
		node := &v.w.Nodes[n]
		if node.Kind == graph.KindTool && len(node.Tools) == 0 && !node.Generated && v.toolsKnown(n) {
			list = append(list, &NoTool{base(v.w, n)})
		}
		if len(node.Tools) > 1 && node.Calls != graph.CallsNone {
			list = v.toolTwice(list, n)
		}
		if node.Kind == graph.KindLLM && len(node.Tools) > 0 && node.Calls != graph.CallsAny {
			if leadsTo == nil {
				leadsTo = v.scratch.nodes.take(v.n)
				defer v.scratch.nodes.give(leadsTo)
			}
			for _, e := range v.x.In(n) {
				leadsTo[v.from[e]] = n + 1
			}
			list = v.toolNotBound(list, n, leadsTo)
		}
		if len(node.Final) > 0 {
			list = v.toolNotFinal(list, n)
		}
		for _, name := range node.Missing {
			list = append(list, &NotDefined{base(v.w, n), name, node.Tools})
		}
	}
	return list
}

// toolsKnown reports whether all tools of n are listed.
func (v *view) toolsKnown(n graph.NodeID) bool {
	u := &v.unknown
	return u.of(u.tools, n) == none && u.of(u.body, n) == none
}

// toolTwice reports tools of n with one name, one problem a name. One tool that is
// listed twice counts where the engine refuses it; more code of one tool does not.
func (v *view) toolTwice(list []Problem, n graph.NodeID) []Problem {
	if v.toolsDiffer(n) {
		return list
	}
	byName := make(map[string][]*graph.Tool)
	var names []string
	for _, t := range v.w.Nodes[n].Tools {
		if t.Name == "" || t.Beside || !v.w.Engine.UniqueTools && contains(byName[t.Name], t) {
			continue
		}
		if len(byName[t.Name]) == 1 {
			names = append(names, t.Name)
		}
		byName[t.Name] = append(byName[t.Name], t)
	}
	for _, name := range names {
		list = append(list, &SameName{base(v.w, n), name, byName[name]})
	}
	return list
}

// toolsDiffer reports whether no two tools of n have one name, as mostly.
func (v *view) toolsDiffer(n graph.NodeID) bool {
	tools := v.w.Nodes[n].Tools
	if len(tools) > fewTexts {
		return v.textsDiffer(tools)
	}
	for i, t := range tools {
		for _, u := range tools[:i] {
			if t.Name == u.Name {
				return false
			}
		}
	}
	return true
}

// textsDiffer does the same for many tools.
func (v *view) textsDiffer(tools []*graph.Tool) bool {
	v.texts.clear()
	for _, t := range tools {
		if !v.texts.add(t.Name) {
			return false
		}
	}
	return true
}

func contains(tools []*graph.Tool, t *graph.Tool) bool {
	for _, x := range tools {
		if x == t {
			return true
		}
	}
	return false
}

// toolNotFinal reports the final tools of n that are none of its tools, one
// problem a name.
func (v *view) toolNotFinal(list []Problem, n graph.NodeID) []Problem {
	has := make(map[string]bool)
	for _, t := range v.w.Nodes[n].Tools {
		has[t.Name] = true
	}
	if has[""] || !v.toolsKnown(n) {
		return list
	}
	for _, name := range v.w.Nodes[n].Final {
		if !has[name] {
			list = append(list, &NotFinal{base(v.w, n), name, v.w.Nodes[n].Tools})
		}
	}
	return list
}

// toolNotBound reports the tools of the model step n that none of its
// dispatchers has. A dispatcher is a TOOL node after n. Where nothing says that
// the tools of n are an offer, and those of the TOOL node what may be chosen of
// it, only the shape of a tool loop does: a branch of n leads to the TOOL node,
// and that leads back to n. A TOOL node without that shape may be there for
// another reason, so nothing follows from what it lacks. The nodes that lead to n
// are those for which leadsTo is n+1.
func (v *view) toolNotBound(list []Problem, n graph.NodeID, leadsTo []graph.NodeID) []Problem {
	var dispatchers []graph.NodeID
	has := &v.texts
	has.clear()
	for _, e := range v.x.Out(n) {
		to := v.to[e]
		if v.kinds[to] != graph.KindTool {
			continue
		}
		offer := v.w.Nodes[n].Calls == graph.CallsNone && v.w.Nodes[to].Calls == graph.CallsAny
		if !offer && (v.choice[e] == none || leadsTo[to] != n+1) {
			continue
		}
		dispatchers = append(dispatchers, to)
		for _, t := range v.w.Nodes[to].Tools {
			if t.Name == "" {
				return list
			}
			has.add(t.Name)
		}
		if !v.toolsKnown(to) || len(v.w.Nodes[to].Tools) == 0 {
			return list
		}
	}
	u := &v.unknown
	if len(dispatchers) == 0 || !v.toolsKnown(n) || u.anything != none || u.of(u.targets, n) != none {
		return list
	}
	p := &NotBound{Base: base(v.w, n), Dispatchers: dispatchers}
	for _, t := range v.w.Nodes[n].Tools {
		if t.Name != "" && !has.has(t.Name) && !contains(p.Tools, t) {
			p.Tools = append(p.Tools, t)
		}
	}
	if len(p.Tools) == 0 {
		return list
	}
	return append(list, p)
}
