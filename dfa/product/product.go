package product

// This file is the way from a workflow and a rule to a verdict.

import (
	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/unroll"
	"github.com/agentvet/agentvet/graph/verdict"
)

// A Rule is a rule that was compiled: one automaton for each part that AND joins,
// so that many parts cost as much as their sum.
type Rule struct {
	Source *syntax.Rule
	Parts  []Part
}

// A Part is a rule that AND does not join.
type Part struct {
	Source *syntax.Rule
	DFA    *dfa.DFA
	// endless finds the runs that never end and do not keep the part, if there may be
	// some that DFA does not refuse after a prefix; else it is nil.
	endless *dfa.Endless
	// Of a part that compares with earlier calls, for one workflow; see kept.go. DFA is of what is left of it then,
	// and whole of the part as it is.
	kept  *keptTags
	whole *dfa.DFA
}

// Compile returns the automata of r. The error is a *dfa.LimitError.
func Compile(r *syntax.Rule) (*Rule, error) {
	out := &Rule{Source: r}
	for _, c := range r.Conjuncts() {
		d, err := dfa.CompileRule(c)
		if err != nil {
			return nil, err
		}
		p := Part{Source: c, DFA: d}
		if p.endless, err = dfa.NewEndless(c.Formula()); err != nil {
			return nil, err
		}
		out.Parts = append(out.Parts, p)
	}
	return out, nil
}

// MustCompile is Compile for rules that are constants of the program.
func MustCompile(rule string) *Rule {
	r, err := Compile(syntax.MustParse(rule))
	if err != nil {
		panic(err)
	}
	return r
}

// Options say how runs are judged.
type Options struct {
	// Unfair: a loop that can be left may run for ever, so that what must happen
	// behind it may never happen.
	Unfair bool
	// Feasible says which conditions of optional edges can hold together. A violation that
	// needs what cannot be is Excluded; without it, none is.
	Feasible graph.Feasibility
}

// Kind says how a run does not keep a rule.
type Kind uint8

const (
	KindNone  Kind = iota
	BadPrefix      // at the last step of the path: no continuation keeps the rule
	Unmet          // the run ends, and something that the rule demands did not happen
	NeverMet       // the run never ends, and it never happens
)

// A Result is the verdict on one rule and one workflow.
type Result struct {
	Verdict verdict.Verdict
	Kind    Kind
	Part    *Part  // the part that is violated, or not decided
	Path    []Step // a run that does not keep it, up to where that is settled; also an Unknown may have one
	Loop    int    // index of the first step of the loop of NeverMet, or -1
	Doubt   Doubt  // of Unknown
	// leaves: the rule holds because loops can be left. A space with more ways than
	// there are proves nothing then.
	leaves    bool
	uncounted Doubt // why the path may be no run
	moves     int   // of the path, also those that Path leaves out; without the loop
	// Unfollowed are the conditions on the path of which it is not known whether they can hold there: without one, nothing is
	// known that keeps the path from being a run. Starts is what whoever starts it passes, of counters that it depends on.
	Unfollowed []graph.Unfollowed
	Starts     []unroll.Known
	// Excluded is set if the rule holds because the runs that do not keep it cannot be.
	Excluded *Exclusion
	// Pairs is the number of pairs of a configuration and a state that were seen.
	Pairs int
}

// Check decides whether every run of w keeps r. The workflow is well formed but
// for names. It is linear in the size of the workflow, with its bodies, times
// that of the automaton, if the workflow never forks, and exponential in the
// number of steps that run side by side otherwise, up to MaxMarkings.
func Check(w *graph.Workflow, r *Rule, o Options) *Result {
	return On(w).Check(r, o)
}

// A Checker checks many rules on one workflow.
type Checker struct {
	net      *net
	attempts []effort // at workflows with several tokens, until one decides
	counted  *counted // the workflow with its counters unrolled, nil until it is asked for
	work     int      // that may be done in all: see Within
}

// On returns a checker of w.
func On(w *graph.Workflow) *Checker { return &Checker{net: newNet(w), attempts: attempts} }

// Within limits what all checks of c together may cost, where steps run side by side or conditions are asked several
// times, and returns c: work is how many places all markings have that are made, of which there may be a few million in a
// second. What would cost more is not decided.
func (c *Checker) Within(work int) *Checker {
	c.work, c.net.work = work, &work
	return c
}

// Spent returns how much of what Within allows was used.
func (c *Checker) Spent() int { return c.work - *c.net.work }

// Check decides whether every run keeps r: see the function Check.
func (c *Checker) Check(r *Rule, o Options) *Result {
	if compares(r.Source) {
		r = c.compared(r)
	}
	var open *Result
	var excluded *Exclusion
	pairs := 0
	for i := range r.Parts {
		res := c.keptPart(&r.Parts[i], o)
		pairs += res.Pairs
		if excluded == nil {
			excluded = res.Excluded
		}
		switch {
		case res.Verdict == verdict.Violated:
			return res
		case res.Verdict == verdict.Unknown && open == nil:
			open = res
		}
	}
	if open != nil {
		return open
	}
	return &Result{Verdict: verdict.Holds, Loop: none, Pairs: pairs, Excluded: excluded}
}

// part decides one part.
func (c *Checker) part(p *Part, o Options) *Result {
	if doubt, at := c.undecidable(); doubt.Why != WhyNone {
		return &Result{Part: p, Doubt: doubt, Loop: none, Path: at}
	}
	res := c.certain(p, o, newLabels(c.net, p.reading(p.DFA, p.DFA.Atoms), p.DFA.Atoms))
	res.Part = p
	res = c.possible(p, o, res)
	res.Part = p
	if res.Verdict == verdict.Violated && o.Feasible != nil {
		res = c.count(p, o, res)
	}
	if res.Verdict == verdict.Violated {
		c.follow(res)
	}
	if c.net.wide != none && res.Verdict == verdict.Holds {
		res.Verdict, res.Path = verdict.Unknown, []Step{c.stepAt(c.net.wide)}
		res.Doubt = Doubt{Why: WhyAlternatives, Max: maxAlternatives}
	}
	if res.Verdict == verdict.Holds {
		c.widen(p, res)
	}
	return res
}

// undecidable says why nothing can be said of the workflow.
func (c *Checker) undecidable() (Doubt, []Step) {
	switch n := c.net; {
	case n.recursive != none:
		return Doubt{Why: WhyRecursive}, []Step{c.stepAt(n.recursive)}
	case n.tooLarge:
		return Doubt{Why: WhySteps, Max: maxPlaces}, nil
	case n.decidesAhead() && len(n.conditions) > maxConditions:
		return Doubt{Why: WhyConditions, Max: maxConditions}, nil
	}
	return Doubt{}, nil
}
