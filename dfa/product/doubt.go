package product

// This file says where a verdict depends on parts of the workflow that are not
// known.
//
// What is not known may only add runs, so a rule that holds of the known ones may
// not hold. A run that violates the rule is one of the workflow, unless it comes
// through a step of which it is not known what it does: that may ask a human, or do
// what the rule demands. Likewise, a run that owes something at its end may go on
// where a step leads elsewhere.

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/graph"
)

// hide notes the steps of which it is not known what they do.
func (n *net) hide() {
	for i := range n.bodies {
		b := &n.bodies[i]
		for j := range b.w.Unknowns {
			if u := &b.w.Unknowns[j]; u.What == graph.UnknownBody && u.Node != none {
				if n.hidden == nil {
					n.hidden = make(map[place]*graph.Unknown)
				}
				n.hidden[b.first+place(u.Node)] = u
			}
		}
	}
}

// certain decides a part where not everything is known: a violation counts if it
// needs nothing that is not.
func (c *Checker) certain(p *Part, o Options, l *labels) *Result {
	var known *Result
	if c.net.hidden != nil {
		short := *l
		short.known = true
		if known = c.decide(p, o, &short); known.Verdict == Violated && c.vague(known) == nil {
			return known
		}
	}
	res := c.decide(p, o, l)
	if res.Verdict != Violated {
		return res
	}
	if u := c.vague(res); u != nil {
		res.Verdict, res.Reason, res.Partial = Unknown, u.Reason, true
	}
	return res
}

// vague returns what makes a violation less than certain, nil if nothing does.
func (c *Checker) vague(res *Result) *graph.Unknown {
	for _, s := range res.Path {
		for j := range s.In.Unknowns {
			u := &s.In.Unknowns[j]
			here := u.Node == s.Node
			switch {
			case u.What == graph.UnknownBody && here:
				return u
			case res.Kind == BadPrefix:
			case u.What == graph.UnknownAnything, u.What == graph.UnknownTargets && here:
				return u
			}
		}
	}
	return nil
}

// widen makes an Unknown of a result that holds, if there is something of the
// workflow that is not known and could make a difference.
func (c *Checker) widen(p *Part, res *Result) {
	if p.DFA.Satisfied(p.DFA.Start) {
		return
	}
	for i := range c.net.bodies {
		b := &c.net.bodies[i]
		if g := b.w.Engine; res.leaves && g.StepLimit > 0 && g.LimitIsSuccess {
			res.Verdict = Unknown
			res.Reason = fmt.Sprintf("the engine ends a loop after %d supersteps and calls it a success, whatever is owed then", g.StepLimit)
			return
		}
		reached := b.reached()
		for j := range b.w.Unknowns {
			u := &b.w.Unknowns[j]
			if u.Node != none && !reached[u.Node] || !matters(u, b.w, p.DFA) {
				continue
			}
			res.Verdict, res.Reason, res.Partial = Unknown, u.Reason, true
			if u.Node != none {
				res.Path = []Step{c.stepAt(b.first + place(u.Node))}
			}
			return
		}
		if from := b.unseenDecision(p.DFA); from != none && reached[from] {
			res.Verdict, res.Reason = Unknown, "a router decides so and no edge that is followed shows it"
			res.Path = []Step{c.stepAt(b.first + place(from))}
			return
		}
		for j := range b.w.Nodes {
			n := &b.w.Nodes[j]
			k := slices.IndexFunc(n.Tools, func(t *graph.Tool) bool { return t.Name == "" })
			if k >= 0 && n.Calls != graph.CallsNone && reached[j] && asksTools(p.DFA) {
				res.Verdict, res.Reason, res.Partial = Unknown, n.Tools[k].Unknown, true
				res.Path = []Step{c.stepAt(b.first + place(j))}
				return
			}
		}
	}
}

// unseenDecision returns a node that may decide for a value that d asks for though
// no edge that control follows has it: the value leads nowhere, or the engine ignores
// its edge. Such a decision is no event of the runs that are searched. It returns none
// if there is no such node.
func (b *body) unseenDecision(d *dfa.DFA) graph.NodeID {
	asked := func(value string) bool { return value != "" && d.Symbol(&dfa.Event{Decision: value}) != 0 }
	shown := make(map[decision]bool)
	for i := range b.w.Edges {
		if e := &b.w.Edges[i]; b.edges.Live[i] && e.Branch != none {
			shown[decision{e.Branch, e.Label}] = true
		}
	}
	for i := range b.w.Edges {
		if e := &b.w.Edges[i]; e.Branch != none && asked(e.Label) && !shown[decision{e.Branch, e.Label}] {
			return e.From
		}
	}
	for i := range b.w.Branches {
		for _, v := range b.w.Branches[i].Values {
			if from := b.w.Branches[i].From; from != none && asked(v.Text) && !shown[decision{graph.BranchID(i), v.Text}] {
				return from
			}
		}
	}
	for _, j := range b.w.Jumps {
		if j.From != none && asked(j.Label) && !shown[decision{j.Branch, j.Label}] {
			return j.From
		}
	}
	return none
}

// A decision is one value of a branch.
type decision struct {
	branch graph.BranchID
	value  string
}

// reached returns the nodes that tokens can come to.
func (b *body) reached() []bool {
	seen := make([]bool, len(b.w.Nodes))
	work := []graph.NodeID{b.w.Entry}
	seen[b.w.Entry] = true
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range b.edges.Index.Out(n) {
			if to := b.w.Edges[e].To; b.edges.Live[e] && !seen[to] {
				seen[to] = true
				work = append(work, to)
			}
		}
	}
	return seen
}

// matters reports whether what is not known could change what d sees.
func matters(u *graph.Unknown, w *graph.Workflow, d *dfa.DFA) bool {
	switch u.What {
	case graph.UnknownBound:
		return false // no bound is assumed
	case graph.UnknownTools:
		return (u.Node == none || w.Nodes[u.Node].Calls != graph.CallsNone) && asksTools(d)
	}
	return true
}

// asksTools reports whether an unknown tool could make a difference to d.
func asksTools(d *dfa.DFA) bool {
	return slices.ContainsFunc(d.Atoms, func(a *syntax.Atom) bool {
		switch a.Kind {
		case syntax.AtomNode, syntax.AtomKindOf, syntax.AtomAction, syntax.AtomDecision:
			return false
		}
		return true
	})
}
