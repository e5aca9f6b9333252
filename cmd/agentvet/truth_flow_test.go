//go:build truth

package main

// This file compares workflows, and finds out which belong together.

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/graph"
)

// A comparison collects the differences of one program.
type comparison struct {
	t      *testing.T
	m      *agentModule
	p      prog
	except *table
	truth  *side
	agent  map[string]*person // of truth, by name
	flows  agreement
	people agreement
}

func (c *comparison) run(truth *side, static *staticSide) {
	c.truth = truth
	used := make(map[*outline]bool)
	for i, f := range truth.flows {
		at := f.name
		if at == "" {
			at = fmt.Sprintf("workflow %d", i)
		}
		c.flows.total++
		s := c.match(f, static)
		if s == nil {
			c.t.Errorf("%s: %s: no static workflow", c.p.name, at)
			continue
		}
		used[s] = true
		diffs, n := c.compareFlows(at, f, s)
		c.flows = c.flows.plus(n)
		if len(diffs) == 0 {
			c.flows.exact++
		}
		for _, d := range diffs {
			c.t.Errorf("%s: %s", c.p.name, d)
		}
	}
	c.agent = make(map[string]*person)
	for _, a := range truth.people {
		c.agent[a.name] = a
		c.comparePerson(a, static)
	}
	c.converse(used, truth, static)
}

// match finds the static counterpart of a truth flow: of those of its name, or
// of all if none has it, the one with the fewest differences.
func (c *comparison) match(truth *outline, static *staticSide) *outline {
	list := static.flows
	named := slices.DeleteFunc(slices.Clone(list), func(f *outline) bool { return f.name != truth.name })
	if truth.name != "" && len(named) > 0 {
		list = named
	}
	var best *outline
	fewest := 0
	for _, f := range list {
		diffs, _ := c.quiet().compareFlows("", truth, f)
		if f.dir != truth.dir {
			diffs = append(diffs, "another directory")
		}
		if best == nil || len(diffs) < fewest {
			best, fewest = f, len(diffs)
		}
	}
	return best
}

// quiet returns a comparison for trying out pairs: it uses up no exceptions.
func (c *comparison) quiet() *comparison {
	return &comparison{t: c.t, m: c.m, p: c.p, except: &table{used: make(map[string]bool)}}
}

// differ returns a function that adds a difference at a place to diffs, unless
// an exception argues for it.
func (c *comparison) differ(at string, diffs *[]string) func(format string, args ...any) {
	return func(format string, args ...any) {
		if text := at + ": " + fmt.Sprintf(format, args...); !c.except.allows(c.m, c.p, text) {
			*diffs = append(*diffs, text)
		}
	}
}

// compareFlows returns the differences between truth and static, and counts.
func (c *comparison) compareFlows(at string, truth, static *outline) (diffs []string, n agreement) {
	diff := c.differ(at, &diffs)
	if truth.name != "" && truth.name != static.name {
		diff("name is %s, static %s", truth.name, static.name)
	}
	if truth.mode != "" && truth.mode != static.mode {
		diff("mode is %s, static %s", truth.mode, static.mode)
	}
	if truth.mode != "" && truth.limit != static.limit {
		diff("step limit is %d, static %d", truth.limit, static.limit)
	}
	if !slices.Equal(truth.interrupts, static.interrupts) {
		diff("interrupts are %v, static %v", truth.interrupts, static.interrupts)
	}
	for _, id := range sortedKeys(truth.steps) {
		a, b := truth.steps[id], static.steps[id]
		if b == nil {
			n.nodesMissing++
			diff("missing node %s", id)
			continue
		}
		n.nodes++
		more, m := c.compareSteps(at+"/"+id, a, b)
		diffs, n = append(diffs, more...), n.plus(m)
	}
	for _, id := range sortedKeys(static.steps) {
		if truth.steps[id] == nil && !(truth.bodyOnly && static.steps[id].made) {
			n.nodesExtra++
			diff("extra node %s", id)
		}
	}
	if truth.bodyOnly {
		return diffs, n
	}
	for _, x := range sortedWays(truth.ways) {
		if !static.ways[x] {
			n.edgesMissing++
			diff("missing edge %s", x)
			continue
		}
		n.edges++
	}
	for _, x := range sortedWays(static.ways) {
		// A data input of a node that no control edge leads to starts it.
		if truth.ways[x] || truth.data[x] && !truth.controlled(x.to) {
			continue
		}
		n.edgesExtra++
		diff("extra edge %s", x)
	}
	return diffs, n
}

func (c *comparison) compareSteps(at string, truth, static *step) (diffs []string, n agreement) {
	diff := c.differ(at, &diffs)
	if len(truth.kinds) > 0 && !slices.Contains(truth.kinds, static.kinds[0]) && !(truth.kinds[0] == "passthrough" && static.kinds[0] == "router") {
		diff("kind is %s, static %s", strings.Join(truth.kinds, " or "), static.kinds[0])
	}
	if truth.join != static.join {
		diff("join is %v, static %v", truth.join, static.join)
	}
	if truth.agent != "" && truth.agent != static.agent {
		diff("agent is %s, static %s", truth.agent, static.agent)
	}
	// The tools of an agent are compared with the agent; where a team stands
	// behind the node, they are on the agent's own node inside it.
	if truth.typed && truth.agent == "" && !slices.Equal(truth.tools, static.tools) {
		diff("tools are %v, static %v", truth.tools, static.tools)
	}
	switch {
	case truth.sub != nil && static.sub == nil:
		diff("its body is missing")
	case truth.sub != nil:
		more, m := c.compareFlows(at, truth.sub, static.sub)
		diffs, n = append(diffs, more...), m
	case static.sub != nil && !truth.open && truth.agent == "":
		diff("it has a body")
	}
	return diffs, n
}

// converse reports the static workflows and agents that nothing in truth
// stands for.
func (c *comparison) converse(used map[*outline]bool, truth *side, static *staticSide) {
	extra := func(what, name, pos string) {
		text := fmt.Sprintf("extra %s %s in %s", what, name, path.Dir(pos))
		if !c.except.allows(c.m, c.p, text) {
			c.t.Errorf("%s: %s (%s)", c.p.name, text, pos)
		}
	}
	idle := make(map[string]bool) // agents that are built and, as declared, never wired in
	for _, r := range c.m.expected(c.t, c.p) {
		idle[r.subject] = idle[r.subject] || r.rule == "structure/unreachable"
	}
	general := make(map[string]bool) // positions of agents that helpers make for any caller
	for _, a := range static.people {
		if a.general {
			general[a.pos] = true
		} else if c.agent[a.name] == nil && !idle[a.name] {
			extra("agent", a.name, a.pos)
		}
	}
	for _, w := range static.tops {
		f := static.views[w]
		switch {
		case used[f], idle[w.Name], general[w.Pos.String()], c.agent[w.Name] != nil:
			continue // the view of an agent is compared with the agent
		case slices.ContainsFunc(w.Unknowns, func(u graph.Unknown) bool { return u.Param }):
			continue // what a helper builds for any caller, beside what it builds for this one
		case slices.ContainsFunc(truth.flows, func(g *outline) bool { return c.equal(g, f) }):
			continue // one more view of the same
		}
		extra("workflow", w.Name, w.Pos.String())
	}
}

// equal reports whether a truth flow, or a body in it, is what f shows.
func (c *comparison) equal(truth, f *outline) bool {
	if diffs, _ := c.quiet().compareFlows("", truth, f); len(diffs) == 0 {
		return true
	}
	for _, s := range truth.steps {
		if s.sub != nil && c.equal(s.sub, f) {
			return true
		}
	}
	return false
}

// An agreement counts what two sides have in common.
type agreement struct{ exact, total, nodes, nodesExtra, nodesMissing, edges, edgesExtra, edgesMissing int }

func (c agreement) plus(d agreement) agreement {
	return agreement{c.exact + d.exact, c.total + d.total, c.nodes + d.nodes, c.nodesExtra + d.nodesExtra,
		c.nodesMissing + d.nodesMissing, c.edges + d.edges, c.edgesExtra + d.edgesExtra, c.edgesMissing + d.edgesMissing}
}

func (c agreement) String() string {
	ratio := func(n, more int) string { return fmt.Sprintf("%d/%d", n, n+more) }
	return fmt.Sprintf("%d of %d exact; nodes: precision %s, recall %s; edges: precision %s, recall %s", c.exact, c.total,
		ratio(c.nodes, c.nodesExtra), ratio(c.nodes, c.nodesMissing), ratio(c.edges, c.edgesExtra), ratio(c.edges, c.edgesMissing))
}
