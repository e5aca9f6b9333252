// Package shortest finds short runs that show what a rule over order means: one that keeps it, and one
// that does not.
//
// Which events there could be depends on a program. Here there is none: the events are made from the atoms
// of the rule (events.go), one for each thing that it names, and for each way in which the tests of
// arguments can come out. A breadth-first search over the states of a monitor, which is exact also where a
// rule keeps values of earlier calls, finds the runs, and another monitor follows what was found once more.
//
// Names in this package: s *search, n *node.
package shortest

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/syntax"
)

// MaxNodes is how many places in runs a search looks at.
const MaxNodes = 20_000

// A Run is some events, and what becomes of a rule behind the last of them.
type Run struct {
	Events []dfa.Event
	// Unmet: the rule is broken because the run ends here; others that begin like it keep the rule.
	Unmet bool
}

// Runs show what a rule means.
type Runs struct {
	// Kept is the shortest run that keeps the rule and has as many of the things that the rule names as one
	// that keeps it can have. Of those of one length it is one that something else in place of its last event
	// would make break the rule, if there is one. It is nil if none was found.
	Kept *Run
	// Broken is the shortest run with an event that does not keep the rule; without an event, if ending at once
	// is the only way. It is nil if none was found, which proves nothing: a program may have other events, such as
	// one that two patterns of names match.
	Broken *Run
	// Partial: not all runs of these events were looked at. There may be better ones.
	Partial bool
}

// Of returns runs of the events that r names, each a thing alone, like the call of a tool; of events that are
// several of these at once only if a run is not found otherwise. The result depends on r only. The error
// says that r is too large, or that no run keeps it.
//
// It takes time linear in the number of states of r, times two to the number of things that it names, times the
// number of events; at most MaxNodes times these.
func Of(r *syntax.Rule) (*Runs, error) {
	var rules []dfa.Rule
	for _, part := range r.Conjuncts() {
		name := part.String()
		if slices.ContainsFunc(rules, func(r dfa.Rule) bool { return r.Name == name }) {
			continue // it is said twice
		}
		d, err := dfa.CompileRule(part)
		if err != nil {
			return nil, err
		}
		rules = append(rules, dfa.Rule{Name: name, DFA: d, Handling: dfa.Warn})
	}
	start, err := dfa.NewMonitor(rules...)
	if err != nil {
		return nil, err
	}
	v := newVocabulary(r)
	found, err := find(start, v, v.plain())
	if err != nil || found.Kept != nil && found.Broken != nil {
		return found, err
	}
	joined, err := find(start, v, v.joined())
	if err != nil {
		return nil, err
	}
	if found.Kept == nil {
		found.Kept = joined.Kept
	}
	if found.Broken == nil {
		found.Broken = joined.Broken
	}
	found.Partial = found.Partial || joined.Partial
	return found, nil
}

// A node is a place in a run.
type node struct {
	at     dfa.Snapshot
	before int    // the node one event earlier; none at the start of a run
	event  int    // that leads here
	depth  int    // events up to here
	seen   uint64 // things that the run has had: a set of bits
	risky  bool   // to end one event earlier, or with some other event, breaks the rule
}

const none = -1

type search struct {
	monitor *dfa.Monitor
	events  []event
	things  uint64 // all that there are
	nodes   []node
	visited map[string]bool
	best    int // node at which the best run ends that keeps the rule
	broken  *Run
}

// find looks for runs of events.
func find(start *dfa.Monitor, v *vocabulary, list []event) (*Runs, error) {
	s := &search{monitor: start.Fresh(), events: list, things: v.things(), visited: make(map[string]bool), best: none}
	s.nodes = []node{{at: s.monitor.Snapshot(), before: none, event: none}}
	i := 0
	for ; i < min(len(s.nodes), MaxNodes) && !s.done(i); i++ {
		s.visit(i)
	}
	found := &Runs{Broken: s.broken, Partial: v.partial || i == MaxNodes}
	if s.best != none {
		found.Kept = &Run{Events: s.run(s.best)}
	}
	if found.Broken == nil && s.unmet(0) {
		found.Broken = &Run{Unmet: true}
	}
	return found, confirm(start, found)
}

// done reports whether node i and those behind it can show nothing better. Those as far from the start as the best
// can.
func (s *search) done(i int) bool {
	return s.broken != nil && s.best != none && s.nodes[s.best].seen == s.things && s.nodes[i].depth > s.nodes[s.best].depth
}

// unmet reports whether a run that ends at node i breaks the rule.
func (s *search) unmet(i int) bool {
	s.restore(s.nodes[i].at)
	end, _ := s.monitor.Finish()
	return len(end.Violated) > 0
}

// visit says what becomes of the rule if the run ends at node i, and adds the nodes one event later.
func (s *search) visit(i int) {
	unmet := s.unmet(i)
	switch {
	case i == 0:
	case unmet && s.broken == nil:
		s.broken = &Run{Events: s.run(i), Unmet: true}
	case !unmet && s.better(i):
		s.best = i
	}
	n, risky := s.nodes[i], unmet
	var later []node
	for e := range s.events {
		s.restore(n.at)
		if d := s.monitor.Step(&s.events[e].Event); len(d.Violated) == 0 {
			later = append(later, node{at: s.monitor.Snapshot(), before: i, event: e, depth: n.depth + 1, seen: n.seen | s.events[e].things})
			continue
		}
		risky = true
		if s.broken == nil {
			s.broken = &Run{Events: append(s.run(i), s.events[e].Event)}
		}
	}
	for _, l := range later {
		l.risky = risky
		s.add(l)
	}
}

// better reports whether a run that keeps the rule and ends at node i shows more than the best one so far, which is
// no longer.
func (s *search) better(i int) bool {
	if s.best == none {
		return true
	}
	n, best := s.nodes[i], s.nodes[s.best]
	if more, least := bits.OnesCount64(n.seen), bits.OnesCount64(best.seen); more != least {
		return more > least
	}
	return n.depth == best.depth && n.risky && !best.risky
}

// add adds a node, unless there is one that is as good.
func (s *search) add(n node) {
	key := fmt.Sprint(n.at, n.seen, n.risky) // maps are printed in order
	if !s.visited[key] {
		s.visited[key] = true
		s.nodes = append(s.nodes, n)
	}
}

func (s *search) restore(at dfa.Snapshot) {
	if err := s.monitor.Restore(at); err != nil {
		panic("shortest: internal error: " + err.Error())
	}
}

// run returns the events up to node i.
func (s *search) run(i int) []dfa.Event {
	var list []dfa.Event
	for n := s.nodes[i]; n.before != none; n = s.nodes[n.before] {
		list = append(list, s.events[n.event].Event)
	}
	slices.Reverse(list)
	return list
}

// confirm follows the runs with a monitor of their own.
func confirm(start *dfa.Monitor, found *Runs) error {
	for _, r := range []*Run{found.Kept, found.Broken} {
		if r == nil {
			continue
		}
		m, failed := start.Fresh(), none
		for i := range r.Events {
			if len(m.Step(&r.Events[i]).Violated) > 0 && failed == none {
				failed = i
			}
		}
		end, _ := m.Finish()
		unmet := failed == none && len(end.Violated) > 0
		last := len(r.Events) - 1
		if r == found.Kept && (failed != none || unmet) || r == found.Broken && (unmet != r.Unmet || !unmet && failed != last) {
			return errors.New("internal error: a run that was found does not do what it shows")
		}
	}
	return nil
}
