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
	"slices"
	"strings"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
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
	if c.idle(p, l) {
		return &Result{Verdict: verdict.Holds, Loop: none}
	}
	if c.net.hidden != nil {
		short := *l
		short.known = true
		if known := c.decide(p, o, &short); known.Verdict == verdict.Violated && !c.doubtful(p, o, known) {
			return known
		}
	}
	res := c.decide(p, o, l)
	switch {
	case res.Verdict == verdict.Violated:
		c.doubtful(p, o, res)
	case res.Verdict == verdict.Holds && slices.ContainsFunc(c.net.bodies, func(b body) bool { return b.cut }):
		c.cutShort(p, o, *l, res)
	}
	return res
}

// cutShort makes an Unknown of a result that holds, if it may not hold where engines
// end bodies silently when they come to a limit: how many supersteps a run has taken
// is not counted.
func (c *Checker) cutShort(p *Part, o Options, l labels, res *Result) {
	l.cut = true
	other := c.decide(p, o, &l)
	if other.Verdict == verdict.Violated {
		other.Verdict, other.Doubt = verdict.Unknown, Doubt{Why: WhyCutRun}
	}
	*res = *other
}

// doubtful makes an Unknown of a violation that is not certain, and reports whether
// it did.
func (c *Checker) doubtful(p *Part, o Options, res *Result) bool {
	doubt := c.doubt(p, o, res)
	if doubt.Why == WhyNone {
		return false
	}
	res.Verdict, res.Doubt = verdict.Unknown, doubt
	return true
}

// doubt says what makes a violation less than certain.
func (c *Checker) doubt(p *Part, o Options, res *Result) Doubt {
	if res.uncounted.Why != WhyNone {
		return res.uncounted
	}
	if u := c.wayOut(p); res.Kind == NeverMet && !o.Unfair && u != nil {
		return unknownPart(u.Reason)
	}
	unseen := c.unseen(p.asks())
	for _, s := range res.Path {
		for j := range s.In.Unknowns {
			u := &s.In.Unknowns[j]
			here := u.Node == s.Node || u.Node == none
			switch {
			case u.What == graph.UnknownBody && here, u.What == graph.UnknownTools && here && s.callsForSure() && matters(u, s.In, p.asks()):
				return unknownPart(u.Reason)
			case res.Kind == BadPrefix:
			case u.What == graph.UnknownAnything, u.What == graph.UnknownTargets && here:
				return unknownPart(u.Reason)
			}
		}
		if s.Done && unseen[nodeOf{s.In, s.Node}] && !s.tells() {
			return Doubt{Why: WhyUnseen}
		}
	}
	return Doubt{}
}

// tells reports whether the edges that a step takes say all that its router decides.
func (s *Step) tells() bool {
	for i := range s.In.Branches {
		if b := &s.In.Branches[i]; b.From == s.Node && (b.Multi || !slices.ContainsFunc(s.Sent, func(e graph.EdgeID) bool {
			return s.In.Edges[e].Branch == graph.BranchID(i) && s.In.Edges[e].Label != ""
		})) {
			return false
		}
	}
	return true
}

// wayOut returns something that is not known and may be a way out of a loop: which a
// fair run takes in the end. It returns nil if there is nothing of the kind.
func (c *Checker) wayOut(p *Part) *graph.Unknown {
	for i := range c.net.bodies {
		w := c.net.bodies[i].w
		for j := range w.Unknowns {
			if u := &w.Unknowns[j]; matters(u, w, p.asks()) {
				return u
			}
		}
	}
	return nil
}

// callsForSure reports whether the code of the step calls tools as it runs, rather
// than what a model chooses: then an unknown tool is one that it does call.
func (s *Step) callsForSure() bool {
	calls := s.In.Nodes[s.Node].Calls
	return calls == graph.CallsOnce || calls == graph.CallsUnspecified
}

// widen makes an Unknown of a result that holds, if there is something of the
// workflow that is not known and could make a difference.
func (c *Checker) widen(p *Part, res *Result) {
	if d := p.asks(); d.Satisfied(d.Start) && p.endless == nil {
		return
	}
	unseen := c.unseen(p.asks())
	for i := range c.net.bodies {
		b := &c.net.bodies[i]
		reached := b.reached()
		for j := range b.w.Unknowns {
			u := &b.w.Unknowns[j]
			if u.Node != none && !reached[u.Node] || !matters(u, b.w, p.asks()) {
				continue
			}
			res.Verdict, res.Doubt = verdict.Unknown, unknownPart(u.Reason)
			if u.Node != none {
				res.Path = []Step{c.stepAt(b.first + place(u.Node))}
			}
			return
		}
		for j := range b.w.Nodes {
			if unseen[nodeOf{b.w, graph.NodeID(j)}] && reached[j] {
				res.Verdict, res.Doubt = verdict.Unknown, Doubt{Why: WhyUnseen}
				res.Path = []Step{c.stepAt(b.first + place(j))}
				return
			}
			n := &b.w.Nodes[j]
			k := slices.IndexFunc(n.Tools, func(t *graph.Tool) bool { return t.Name == "" })
			if k >= 0 && n.Calls != graph.CallsNone && reached[j] && asksTools(p.asks()) {
				res.Verdict, res.Doubt = verdict.Unknown, unknownPart(n.Tools[k].Unknown)
				res.Path = []Step{c.stepAt(b.first + place(j))}
				return
			}
		}
	}
}

// A nodeOf is a node of a workflow.
type nodeOf struct {
	w *graph.Workflow
	n graph.NodeID
}

// unseen returns the nodes that may decide for a value that d asks for though no edge
// that control follows has it: the value leads nowhere, or the engine ignores its
// edge, or its edge does not say which value takes it. Such a decision is no event of
// the runs that are searched.
func (c *Checker) unseen(d *dfa.DFA) map[nodeOf]bool {
	if !asksDecisions(d.Atoms) {
		return nil
	}
	nodes := make(map[nodeOf]bool)
	for i := range c.net.bodies {
		b := &c.net.bodies[i]
		b.addUnseen(d, func(n graph.NodeID) { nodes[nodeOf{b.w, n}] = true })
	}
	return nodes
}

func (b *body) addUnseen(d *dfa.DFA, add func(graph.NodeID)) {
	shown := make(map[decision]bool)
	for i := range b.w.Edges {
		if e := &b.w.Edges[i]; b.edges.Live[i] && e.Branch != none {
			shown[decision{e.Branch, e.Label}] = true
		}
	}
	for i := range b.w.Edges {
		e := &b.w.Edges[i]
		if b.edges.Live[i] && e.Branch != none && e.Label == "" && !b.w.Branches[e.Branch].Complete && b.mayBeAsked(d, e, shown) {
			add(e.From)
		}
	}
	test := func(from graph.NodeID, x decision) {
		if from != none && !shown[x] && x.value != "" && d.Symbol(&dfa.Event{Decision: x.value}) != 0 {
			add(from)
		}
	}
	for i := range b.w.Edges {
		if e := &b.w.Edges[i]; e.Branch != none {
			test(e.From, decision{e.Branch, e.Label})
		}
	}
	for i := range b.w.Branches {
		for _, v := range b.w.Branches[i].Values {
			test(b.w.Branches[i].From, decision{graph.BranchID(i), v.Text})
		}
	}
	for _, j := range b.w.Jumps {
		test(j.From, decision{j.Branch, j.Label})
	}
}

// mayBeAsked reports whether d may ask for the value that takes an edge without one. An edge
// that goes back is taken by values that the other edges of its branch do not have, unless
// several are taken at once, or code says which edge a value takes.
func (b *body) mayBeAsked(d *dfa.DFA, e *graph.Edge, shown map[decision]bool) bool {
	if br := &b.w.Branches[e.Branch]; e.Kind != graph.EdgeLoop || br.Multi || br.Func != "" || len(br.Values) > 0 {
		return true
	}
	return slices.ContainsFunc(d.Atoms, func(a *syntax.Atom) bool {
		one := a.Literal || !strings.ContainsAny(a.Name, "*?")
		return a.Kind == syntax.AtomDecision && !(one && shown[decision{e.Branch, a.Name}])
	})
}

// A decision is one value of a branch.
type decision struct {
	branch graph.BranchID
	value  string
}

// reached returns the nodes that tokens can come to, or may for what is known.
func (b *body) reached() []bool {
	seen := make([]bool, len(b.w.Nodes))
	work := []graph.NodeID{b.w.Entry}
	seen[b.w.Entry] = true
	for i := range b.w.Unknowns {
		if u := &b.w.Unknowns[i]; u.What == graph.UnknownSources && u.Node != none && !seen[u.Node] {
			seen[u.Node] = true
			work = append(work, u.Node)
		}
	}
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

// asksTools reports whether the call of an unknown tool could make a difference to
// d: it asks for such calls, or counts events, or asks for what a step decides, which
// is an event of its own behind calls.
func asksTools(d *dfa.DFA) bool {
	return asksDecisions(d.Atoms) || !d.Ignores(0, 0) || slices.ContainsFunc(d.Atoms, func(a *syntax.Atom) bool {
		switch a.Kind {
		case syntax.AtomNode, syntax.AtomKindOf, syntax.AtomAction:
			return false
		}
		return true
	})
}
