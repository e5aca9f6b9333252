package trace

// This file follows rules through a log.

import (
	"fmt"
	"iter"
	"slices"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/syntax"
)

// A Replay is what rules say of a log.
type Replay struct {
	// Violation, if not nil, is called for each violation when it is found.
	Violation func(*Violation)
	// Ended, if not nil, is called for each run at its end.
	Ended func(*Run)
	// Unfinished: a run of which the log does not say how it ended was broken off.
	Unfinished bool
}

// A Violation is a rule that a run does not keep.
type Violation struct {
	Run     string
	Rule    int
	Verdict dfa.Verdict // Violated or Unmet
	// Witness is the shortest part of the run that shows it: without the events
	// that change nothing for the rule, and without those after which it is where
	// it was before. The last is the event that violates the rule; for Unmet, one
	// after which it was owed something, if there is any.
	Witness []Entry
	End     Entry // of the run, for Unmet; the last event, if the log has no end
}

// A Run is a run that has ended.
type Run struct {
	ID       string
	Events   int
	End      End // EndNone if the log does not say
	Last     Entry
	Verdicts []dfa.Verdict // of each rule
	Reasons  []Reason      // of each rule
}

// Reason says why a verdict is Inconclusive.
type Reason uint8

const (
	ReasonNone      Reason = iota // it is not
	ReasonAborted                 // the run was broken off
	ReasonArguments               // arguments are not known
	// ReasonUnrecorded: the rule would be Accepted, but asks for tags or
	// capabilities, of which the spans of the run have none.
	ReasonUnrecorded
	ReasonResults // what calls returned is not known, and the rule compares with it
	ReasonRoom    // the rule compares with more values of earlier calls than are kept
	NumReasons    // how many there are
)

var reasonWords = [NumReasons]string{
	"none", "broken off", "arguments not known", "tags or capabilities not recorded", "results not known", "more values than are kept",
}

// String returns r in words.
func (r Reason) String() string {
	if r < NumReasons {
		return reasonWords[r]
	}
	return "invalid"
}

// Run follows the rules of m through the entries of a log: each run with a monitor
// of its own, all of them at once. The error is the first in entries; nothing is
// said of runs that have not ended before.
func (r *Replay) Run(m *dfa.Monitor, rules []dfa.Rule, entries iter.Seq2[Entry, error]) error {
	p := &replayer{Replay: r, m: m, rules: rules, active: make(map[string]*active)}
	for e, err := range entries {
		if err != nil {
			return err
		}
		a := p.of(e.Run)
		if e.End != EndNone {
			p.end(a, e)
			p.drop(a)
			continue
		}
		if len(p.active) > MaxRuns {
			return &Error{e.Pos, fmt.Sprintf("more than MaxRuns = %d runs have begun and not ended", MaxRuns)}
		}
		p.step(a, &e)
	}
	for a := p.first; a != nil; a = a.after {
		var last Entry
		if a.last != nil {
			last = *a.last
		}
		p.end(a, last)
	}
	return nil
}

type replayer struct {
	*Replay
	m      *dfa.Monitor
	rules  []dfa.Rule
	active map[string]*active
	// The runs that go on, in the order in which they began.
	first, last *active
	start       []path // of all runs
}

// active is a run that goes on.
type active struct {
	monitor *dfa.Monitor
	id      string
	events  int
	last    *Entry // nil if there is none yet
	paths   []path // by rule
	tags    bool   // an event has tags
	caps    bool
	// before and after are the runs that began before this one and after it.
	before, after *active
}

// A path is how a run came to where it is in one rule, without loops.
type path []visit

type visit struct {
	by     *Entry      // the event that led here
	states []dfa.State // where the rule is afterwards
	kept   int         // Monitor.Kept: what is kept is not the same if it is another
}

func (p *replayer) of(id string) *active {
	if a := p.active[id]; a != nil {
		return a
	}
	a := &active{monitor: p.m.Fresh(), id: id, before: p.last}
	if p.start == nil {
		p.start = make([]path, len(p.rules))
		for i := range p.start {
			p.start[i] = path{{states: slices.Clone(a.monitor.States(i))}}
			p.start[i] = p.start[i][:1:1]
		}
	}
	a.paths = slices.Clone(p.start)
	if p.last == nil {
		p.first = a
	} else {
		p.last.after = a
	}
	p.last = a
	p.active[id] = a
	return a
}

// drop forgets a run that has ended.
func (p *replayer) drop(a *active) {
	delete(p.active, a.id)
	if a.before == nil {
		p.first = a.after
	} else {
		a.before.after = a.after
	}
	if a.after == nil {
		p.last = a.before
	} else {
		a.after.before = a.before
	}
}

func (p *replayer) step(a *active, e *Entry) {
	a.events++
	a.last = e
	a.tags = a.tags || len(e.Event.Tags) > 0
	a.caps = a.caps || len(e.Event.Caps) > 0
	violated := a.monitor.Step(&e.Event).Violated
	for i := range a.paths {
		if slices.Contains(violated, i) {
			p.violation(&Violation{Run: a.id, Rule: i, Verdict: dfa.Violated, Witness: append(a.paths[i].entries(), *e)})
		} else {
			a.paths[i] = a.paths[i].to(e, a.monitor.States(i), a.monitor.Kept())
		}
	}
}

// to adds an event, and cuts off the loop that it closes.
func (p path) to(by *Entry, states []dfa.State, kept int) path {
	for i := len(p) - 1; i >= 0 && p[i].kept == kept; i-- {
		if slices.Equal(p[i].states, states) {
			return p[:i+1]
		}
	}
	return append(p, visit{by, slices.Clone(states), kept})
}

func (p path) entries() []Entry {
	var list []Entry
	for _, v := range p[1:] {
		list = append(list, *v.by)
	}
	return list
}

func (p *replayer) violation(v *Violation) {
	if p.Violation != nil {
		p.Violation(v)
	}
}

func (p *replayer) end(a *active, last Entry) {
	run := &Run{ID: a.id, Events: a.events, End: last.End, Last: last}
	_, run.Verdicts = a.monitor.Finish()
	run.Reasons = make([]Reason, len(run.Verdicts))
	brokenOff := run.End == Aborted || run.End == EndNone && p.Unfinished
	for i := range run.Verdicts {
		switch v := run.Verdicts[i]; {
		case v == dfa.Inconclusive:
			run.Reasons[i] = ReasonArguments
			switch missing := a.monitor.Missing(i); {
			case missing&dfa.MissingRoom != 0:
				run.Reasons[i] = ReasonRoom
			case missing&dfa.MissingResult != 0:
				run.Reasons[i] = ReasonResults
			}
		case v == dfa.Unmet && brokenOff:
			run.Reasons[i] = ReasonAborted
		case v == dfa.Unmet:
			p.violation(&Violation{Run: a.id, Rule: i, Verdict: v, Witness: a.paths[i].entries(), End: last})
		case v == dfa.Accepted && last.Spans && p.asksForMore(a, i):
			run.Reasons[i] = ReasonUnrecorded
		}
		if run.Reasons[i] != ReasonNone {
			run.Verdicts[i] = dfa.Inconclusive
		}
	}
	if p.Ended != nil {
		p.Ended(run)
	}
}

// asksForMore reports whether a rule asks for tags or capabilities, of which the
// spans of a run have none.
func (p *replayer) asksForMore(a *active, rule int) bool {
	return slices.ContainsFunc(p.rules[rule].DFA.Atoms, func(atom *syntax.Atom) bool {
		switch atom.Kind {
		case syntax.AtomTag:
			return !a.tags && !slices.Contains(kindTags, atom.Name)
		case syntax.AtomCap:
			return !a.caps
		}
		return false
	})
}

// kindTags are the tags that events have by themselves: see dfa.Match.
var kindTags = []string{"tool", "llm_step", "router", "human"}
