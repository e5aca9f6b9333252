package assembly

// This file adds the edges that a step or its router chooses while a run is under way.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// A Choice is a decision about what follows a step: what a router returns, or what the step
// says itself.
type Choice struct {
	Func    string
	Pos     graph.Pos
	Targets []Target
	Multi   bool // it may choose several at once
	Always  bool // of a step that decides itself: it never leaves that to its edges

	together [][]string // sets of labels that go together
	vague    bool       // these are not all known
	why      *Unknown   // there may be other targets, nil if there are none
}

// A Target is where a choice may lead.
type Target struct {
	Label, To string
	Guard     graph.Guard
	Declared  bool // the program lists it, whether or not anything selects it
	Selected  bool
	Pos       graph.Pos // none for that of the choice
}

// Add adds a target, or notes that a declared one is selected. One that is selected under
// different conditions has none.
func (c *Choice) Add(t Target) {
	for i := range c.Targets {
		old := &c.Targets[i]
		if old.Label != t.Label || old.To != t.To {
			continue
		}
		switch {
		case !t.Selected:
		case !old.Selected:
			old.Guard = t.Guard
		default:
			old.Guard = old.Guard.Join(t.Guard)
		}
		old.Selected, old.Declared = old.Selected || t.Selected, old.Declared || t.Declared
		return
	}
	c.Targets = append(c.Targets, t)
}

// Doubt notes that other targets are possible: because of u, or for the given reason where u
// is nil or a part of the state that steps share. The first doubt counts.
func (c *Choice) Doubt(u *Unknown, why reason.Reason) {
	switch {
	case c.why != nil:
	case u != nil && u.State() == "":
		c.why = u
	default:
		c.why = &Unknown{Reason: why}
	}
}

// Blur notes that it is not known which labels go together.
func (c *Choice) Blur(vague bool) { c.vague = c.vague || vague }

// Join notes labels that are chosen together.
func (c *Choice) Join(labels []string) {
	slices.Sort(labels)
	labels = slices.Compact(labels)
	if !slices.ContainsFunc(c.together, func(x []string) bool { return slices.Equal(x, labels) }) {
		c.together = append(c.together, labels)
	}
}

// Sets returns the sets of labels of which one is chosen.
func (c *Choice) Sets() [][]string {
	if c.Multi {
		return c.together
	}
	var out [][]string
	for _, t := range c.Targets {
		if t.Selected {
			out = append(out, []string{t.Label})
		}
	}
	return out
}

// Or adds what another choice may choose in place of c.
func (c *Choice) Or(d *Choice) {
	for _, t := range d.Targets {
		c.Add(t)
	}
	if d.why != nil {
		c.Doubt(d.why, d.why.Reason)
	}
	c.Multi, c.vague = c.Multi || d.Multi, c.vague || d.vague
}

// Pick adds what is chosen under a label: a target that the program lists under it, one that
// the step calls so, or else a node of that name. Choosing no name ends the way where the
// engine says so.
func (c *Chart) Pick(ch *Choice, s *Step, label string, guard graph.Guard) {
	for _, t := range ch.Targets {
		if t.Label == label && t.Declared {
			t.Guard, t.Selected = guard, true
			ch.Add(t)
			return
		}
	}
	to := []string{label}
	if named := s.Labels[label]; len(named) > 0 {
		to = named
	} else if label == "" && c.silent {
		to = []string{c.end}
	}
	for _, name := range to {
		ch.Add(Target{Label: label, To: name, Guard: guard, Selected: true})
	}
}

// Decide adds the names that results may be, which a function returns that exists under a
// condition, and returns them; complete is false where there may be others. What other ways
// make of the variables that the function captures does not count.
func (c *Chart) Decide(ch *Choice, s *Step, under Guard, results []Value) (labels []string, complete bool) {
	var list []Value
	for _, x := range results {
		if !x.Guard.Excludes(under) {
			x.Guard = x.Guard.Beyond(under)
			list = append(list, x)
		}
	}
	values, complete := c.Board.Texts(list, s.Name)
	for _, v := range values {
		c.Pick(ch, s, v.Text, slices.Concat(under.Data(), v.Guard))
		labels = append(labels, v.Text)
	}
	return labels, complete && len(values) > 0
}

// Choose adds the branch of a choice, with an edge for each target.
func (c *Chart) Choose(s *Step, ch *Choice) {
	from := c.Lookup(s.Name)
	br := graph.Branch{From: from, Func: ch.Func, Multi: ch.Multi, Complete: ch.why == nil, Pos: ch.Pos}
	for _, t := range ch.Targets {
		i := slices.IndexFunc(br.Values, func(v graph.Value) bool { return v.Text == t.Label })
		switch {
		case !t.Selected:
		case i < 0:
			br.Values = append(br.Values, graph.Value{Text: t.Label, Guard: t.Guard})
		default:
			br.Values[i].Guard = br.Values[i].Guard.Join(t.Guard)
		}
	}
	if ch.Multi && !ch.vague && ch.why == nil {
		br.Together = ch.together
	}
	id := c.Branch(br)
	for _, t := range ch.Targets {
		pos := t.Pos
		if !pos.IsValid() {
			pos = ch.Pos
		}
		c.BranchEdge(id, s.Name, t.To, graph.Edge{Kind: graph.EdgeConditional, Label: t.Label, Guard: t.Guard, Pos: pos})
	}
	if ch.why != nil {
		c.OpenFor(ch.why, graph.UnknownTargets, from, ch.Pos)
	}
}
