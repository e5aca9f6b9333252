package dfa

// This file prepares the rules of a monitor: their transitions, with atoms that
// several rules share as one letter, and a fast test for each letter.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/dfa/syntax"
)

// truth is what is known of a letter and an event.
type truth uint8

const (
	unread truth = iota
	no
	yes
	maybe // it tests arguments that are not known
)

// An alphabet is the letters of all rules, and the rules in terms of them.
type alphabet struct {
	letters []letter
	memoize bool // some letter is not plain
	tables  []table
	sources []*syntax.Kept // what is kept, each once
}

// A letter is an atom. If it is plain, then of an event without tags it holds if
// what the event itself says equals the name; human has none.
type letter struct {
	atom  *syntax.Atom
	kind  syntax.AtomKind
	name  string
	plain bool
	// test, if not nil, compares with what is kept for source.
	test   *syntax.Test
	others *syntax.Atom // the atom without test
	source int32
}

// A table is one rule, ready to be watched. The atoms in its nodes are letters.
type table struct {
	name      string
	handling  Handling
	start     State
	roots     []ref
	nodes     []decision
	class     []class
	uncertain bool    // a letter tests arguments
	decisions []int32 // the letters that speak of decisions
	sources   []int32 // what the rule compares with
}

func newAlphabet(rules []Rule) *alphabet {
	a := new(alphabet)
	for _, r := range rules {
		d := r.DFA
		t := table{
			name: r.Name, handling: r.Handling, start: d.Start,
			roots: d.next, class: d.class, nodes: make([]decision, len(d.diagrams.nodes)),
		}
		if t.handling == HandlingUnset {
			t.handling = Block
		}
		for i, n := range d.diagrams.nodes {
			atom := d.Atoms[n.atom]
			t.uncertain = t.uncertain || len(atom.Tests) > 0
			t.nodes[i] = decision{a.letter(atom), n.lo, n.hi}
		}
		for _, atom := range d.Atoms {
			if atom.Kind == syntax.AtomDecision {
				t.decisions = append(t.decisions, a.letter(atom))
			}
			if atom.Kept() != nil {
				t.sources = append(t.sources, a.letters[a.letter(atom)].source)
			}
		}
		a.tables = append(a.tables, t)
	}
	return a
}

// letter returns the index of the letter for an atom.
func (a *alphabet) letter(atom *syntax.Atom) int32 {
	for i, l := range a.letters {
		if l.atom.Equal(atom) {
			return int32(i)
		}
	}
	l := letter{atom: atom, kind: atom.Kind, name: atom.Name, plain: isPlain(atom)}
	if t := atom.Kept(); t != nil {
		l.test, l.others, l.source = t, atom.Plain(), a.source(t.Of)
	}
	a.letters = append(a.letters, l)
	a.memoize = a.memoize || !l.plain
	return int32(len(a.letters) - 1)
}

// source returns the index of what is kept for k.
func (a *alphabet) source(k *syntax.Kept) int32 {
	i := slices.IndexFunc(a.sources, k.Equal)
	if i < 0 {
		i = len(a.sources)
		a.sources = append(a.sources, k)
	}
	return int32(i)
}

func isPlain(a *syntax.Atom) bool {
	switch a.Kind {
	case syntax.AtomHuman:
		return true
	case syntax.AtomTag, syntax.AtomCap:
		return false
	}
	return len(a.Tests) == 0 && a.Name != "" && (a.Literal || !strings.ContainsAny(a.Name, "*?"))
}

// truth returns whether a letter holds of e. It says what Match says, which it
// asks at most once an event if the letter is not plain.
func (m *Monitor) truth(i int32, e *Event) truth {
	l := &m.letters[i]
	if l.plain && len(e.Tags) == 0 {
		holds := e.Human
		if l.kind != syntax.AtomHuman {
			holds = own(l.kind, e) == l.name
		}
		if holds {
			return yes
		}
		return no
	}
	if t := m.memo[i]; t != unread && !l.plain {
		return t
	}
	t := match(l.atom, e)
	if t == maybe && l.test != nil {
		t = m.keptMatch(l, e)
	}
	m.memo[i] = t
	return t
}

// keptMatch returns whether a letter holds of e that compares with what is kept, where its name matches.
func (m *Monitor) keptMatch(l *letter, e *Event) truth {
	t := match(l.others, e)
	if t == no {
		return no
	}
	switch m.keptTruth(l.test, &m.kept[l.source], e) {
	case no:
		return no
	case maybe:
		return maybe
	}
	return t
}

func match(a *syntax.Atom, e *Event) truth {
	switch holds, certain := Match(a, e); {
	case !holds:
		return no
	case !certain:
		return maybe
	}
	return yes
}

// A Watched is a rule for a monitor, and its text.
type Watched struct {
	Rule
	Text string
}

// Watch returns a rule as a monitor watches it. It is one automaton, unless that is too large or AND
// joins a part that speaks of decisions with others: then it is a rule for each part, NAME/1 and so on.
// A decision is no event for rules that name none, so it must not be one for a part that names none.
func Watch(name string, r *syntax.Rule, h Handling) ([]Watched, error) {
	parts := r.Conjuncts()
	if len(parts) == 1 || !decides(r) {
		d, err := CompileRule(r)
		if err == nil && !d.Unfolding() {
			return []Watched{{Rule{name, d, h}, r.String()}}, nil
		}
	}
	var rules []Watched
	for i, part := range parts {
		d, err := CompileRule(part)
		if err != nil {
			return nil, err
		}
		rules = append(rules, Watched{Rule{fmt.Sprintf("%s/%d", name, i+1), d, h}, part.String()})
	}
	return rules, nil
}

// decides reports whether a rule speaks of decisions.
func decides(r *syntax.Rule) bool {
	return slices.ContainsFunc(r.Formula().Atoms(), func(a *syntax.Atom) bool { return a.Kind == syntax.AtomDecision })
}
