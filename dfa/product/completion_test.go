package product_test

// This file compares verdicts on workflows of which a part is not known with those
// on what they may turn out to be: a verdict other than unknown must be right for
// all of that. What is not known may add runs, and takes none away.

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/graph/verdict"
)

// veil says of some parts of w and of its bodies that they are not known.
func (m *maker) veil(w *graph.Workflow) {
	for _, part := range w.All() {
		for i := range part.Nodes {
			n := &part.Nodes[i]
			step := n.Kind != graph.KindEntry && n.Kind != graph.KindExit
			for _, u := range []struct {
				what    graph.UnknownKind
				may     bool
				percent int
			}{
				{graph.UnknownTargets, n.Kind != graph.KindExit, 6},
				{graph.UnknownSources, step, 6},
				{graph.UnknownTools, step && n.Sub == nil && n.Calls != graph.CallsNone && !n.Generated, 15},
				{graph.UnknownBody, step && n.Sub == nil, 8},
			} {
				if u.may && m.chance(u.percent) {
					part.Unknowns = append(part.Unknowns, graph.Unknown{What: u.what, Node: graph.NodeID(i), Reason: reason.Words("R")})
				}
			}
		}
		if m.chance(5) {
			part.Unknowns = append(part.Unknowns, graph.Unknown{What: graph.UnknownAnything, Node: graph.None, Reason: reason.Words("R")})
		}
	}
}

// complete returns what w may turn out to be.
func (m *maker) complete(w *graph.Workflow) *graph.Workflow {
	c := *w
	c.Nodes, c.Edges, c.Branches, c.Unknowns = slices.Clone(w.Nodes), slices.Clone(w.Edges), slices.Clone(w.Branches), nil
	for i := range c.Nodes {
		if sub := c.Nodes[i].Sub; sub != nil {
			c.Nodes[i].Sub = m.complete(sub)
		}
	}
	for _, u := range w.Unknowns {
		switch u.What {
		case graph.UnknownTargets:
			m.lead(&c, u.Node, m.another(&c))
		case graph.UnknownSources:
			m.lead(&c, graph.NodeID(m.Intn(len(c.Nodes))), u.Node)
		case graph.UnknownAnything:
			for range m.Intn(3) {
				m.lead(&c, graph.NodeID(m.Intn(len(c.Nodes))), m.another(&c))
			}
		case graph.UnknownTools:
			n := &c.Nodes[u.Node]
			for range m.Intn(3) {
				if t := m.tools[m.Intn(len(m.tools))]; !slices.Contains(n.Tools, t) {
					n.Tools = append(slices.Clone(n.Tools), t)
				}
			}
		case graph.UnknownBody:
			name := c.Nodes[u.Node].Name
			c.Nodes[u.Node] = m.node(&c, m.workflow(4, 0))
			c.Nodes[u.Node].Name, c.Nodes[u.Node].Join, c.Nodes[u.Node].Sink = name, w.Nodes[u.Node].Join, w.Nodes[u.Node].Sink
		}
	}
	return &c
}

// another returns a node of w, perhaps a new one, which leads on or not.
func (m *maker) another(w *graph.Workflow) graph.NodeID {
	if m.chance(50) {
		return m.target(w)
	}
	n := m.node(w, nil)
	n.Join = false // it would need what did not run
	w.Nodes = append(w.Nodes, n)
	id := graph.NodeID(len(w.Nodes) - 1)
	if m.chance(50) {
		m.lead(w, id, m.target(w))
	}
	return id
}

// lead adds an edge that exists or not.
func (m *maker) lead(w *graph.Workflow, from, to graph.NodeID) {
	w.Edges = append(w.Edges, graph.Edge{From: from, To: to, Kind: graph.EdgeDirect, Branch: graph.None, Guard: graph.PlainGuard(fmt.Sprintf("u%d", m.Intn(2)))})
}

const perVeil = 4 // completions

// betrayed returns a workflow that w may turn out to be and for which the verdict on
// w is wrong, and why; nil if it finds none.
func betrayed(w *graph.Workflow, text string, o product.Options, seed int64) (*graph.Workflow, string) {
	rule, err := product.Compile(syntax.MustParse(text))
	if err != nil || slices.ContainsFunc(rule.Parts, func(p product.Part) bool { return p.DFA.Unfolding() }) {
		return nil, ""
	}
	res := product.Check(w, rule, o)
	if res.Verdict == verdict.Unknown {
		return nil, ""
	}
	m := newMaker(seed)
	for range perVeil {
		c := m.complete(w)
		if graph.Check(c) != nil {
			continue
		}
		j := newJudge(c)
		if !j.whole {
			continue
		}
		finite, open, limited := j.outcomes(rule, o)
		switch {
		case res.Verdict == verdict.Holds && (finite || open):
			return c, "the rule holds, but not of this"
		case res.Verdict == verdict.Violated && !finite && !limited:
			return c, "the rule is violated, but not of this"
		}
	}
	return nil, ""
}

// TestCompletions compares workflows of which a part is not known with what they may
// be.
func TestCompletions(t *testing.T) {
	rng := rand.New(rand.NewSource(*seedFlag))
	count := make(map[string]int)
	failures := 0
	for i := 0; i < *pairsFlag; i += perWorkflow {
		seed := rng.Int63()
		m := newMaker(seed)
		w := m.workflow(5, 1)
		m.veil(w)
		for range perWorkflow {
			rule, o := m.rule(w), product.Options{Unfair: m.chance(20)}
			count[fmt.Sprint("verdict ", product.Check(w, product.MustCompile(rule), o).Verdict)]++
			if _, why := betrayed(w, rule, o, seed); why == "" {
				continue
			}
			failures++
			small := shrink(w, func(w *graph.Workflow) bool {
				_, why := betrayed(w, rule, o, seed)
				return why != ""
			})
			c, why := betrayed(small, rule, o, seed)
			t.Errorf("seed %d: %q %+v: %s\n%s%s%s", seed, rule, o, why, small.Text(), said(small, rule, o), c.Text())
			if failures >= 5 {
				t.FailNow()
			}
			break
		}
	}
	t.Logf("seed %d: %v", *seedFlag, count)
}
