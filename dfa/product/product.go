package product

// This file is the way from a workflow and a rule to a verdict.

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/graph"
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
	// owed says of a chain of responses whether a run that never ends leaves one
	// of them open: see newOwed. It is nil if DFA itself says it.
	owed *dfa.DFA
}

// Compile returns the automata of r. The error is a *dfa.LimitError.
func Compile(r *syntax.Rule) (*Rule, error) {
	out := &Rule{Source: r}
	for _, c := range r.Conjuncts() {
		d, err := dfa.Compile(c.Formula())
		if err != nil {
			return nil, err
		}
		p := Part{Source: c, DFA: d}
		if c.Form == syntax.FormResponse && len(c.Operands) > 2 {
			if p.owed, err = newOwed(c); err != nil {
				return nil, err
			}
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

// guess is an atom that holds of any event or not, as a search likes.
var guess = &syntax.Atom{Name: "\x00guess", Literal: true}

// newOwed returns the automaton of a chain a -> F b -> F c that watches one a
// only, which the search guesses, for what follows it. On a loop of a b a c, the
// automaton of the whole chain is in no accepting state, though each a is answered
// in the end: that the states of an automaton over finite runs are not accepting
// for ever says nothing of several obligations that overlap.
func newOwed(r *syntax.Rule) (*dfa.DFA, error) {
	chosen := syntax.Of(syntax.OpAnd, &syntax.Formula{Op: syntax.OpAtom, Atom: guess}, r.Operands[0])
	rest := *r
	rest.Operands = append([]*syntax.Formula{syntax.True()}, r.Operands[1:]...)
	answered := rest.Formula().Args[0].Args[1] // of G(true -> F(b && F c))
	return dfa.Compile(syntax.Of(syntax.OpWeakUntil, syntax.Not(chosen), syntax.Of(syntax.OpAnd, chosen, answered)))
}

// Options say how runs are judged.
type Options struct {
	// Unfair: a loop that can be left may run for ever, so that what must happen
	// behind it may never happen.
	Unfair bool
}

// Verdict is what is known of a rule and a workflow.
type Verdict uint8

const (
	Unknown  Verdict = iota // could not be decided; Result.Reason says why
	Holds                   // every run keeps the rule
	Violated                // Result has a run that does not
)

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
	Verdict Verdict
	Kind    Kind
	Part    *Part  // the part that is violated, or not decided
	Path    []Step // a run that does not keep it, up to where that is settled; also an Unknown may have one
	Loop    int    // index of the first step of the loop of NeverMet, or -1
	Reason  string // of Unknown: a clause that completes "unknown because …"
	// Partial: the verdict is Unknown because a part of the workflow is not known.
	Partial bool
	// leaves: the rule holds because loops can be left. A space with more ways than
	// there are proves nothing then.
	leaves bool
	// uncounted says why the path may be no run, "" if it is one for sure.
	uncounted string
	moves     int // of the path, also those that Path leaves out; without the loop
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
}

// On returns a checker of w.
func On(w *graph.Workflow) *Checker { return &Checker{newNet(w), attempts} }

// Check decides whether every run keeps r: see the function Check.
func (c *Checker) Check(r *Rule, o Options) *Result {
	var open *Result
	pairs := 0
	for i := range r.Parts {
		res := c.part(&r.Parts[i], o)
		pairs += res.Pairs
		switch {
		case res.Verdict == Violated:
			return res
		case res.Verdict == Unknown && open == nil:
			open = res
		}
	}
	if open != nil {
		return open
	}
	return &Result{Verdict: Holds, Loop: none, Pairs: pairs}
}

// part decides one part.
func (c *Checker) part(p *Part, o Options) *Result {
	if reason, at := c.undecidable(); reason != "" {
		return &Result{Part: p, Reason: reason, Loop: none, Path: at}
	}
	res := c.certain(p, o, newLabels(c.net, p.DFA))
	res.Part = p
	if c.net.wide != none && res.Verdict == Holds {
		res.Verdict, res.Path = Unknown, []Step{c.stepAt(c.net.wide)}
		res.Reason = fmt.Sprintf("a step can be left in more than %d ways", maxAlternatives)
	}
	if res.Verdict == Holds {
		c.widen(p, res)
	}
	return res
}

// decide decides a part on what is known: first on a coarse space, which holds all
// runs and maybe more; if that has a violation, on finer ones.
func (c *Checker) decide(p *Part, o Options, l *labels) *Result {
	var res *Result
	if c.net.forks {
		res = c.attempt(p, o, l, detail{})
	} else {
		res, _ = c.search(p, o, newSequence(l))
	}
	if (res.Verdict == Violated || res.leaves || c.net.decidesAhead()) && c.refines() {
		return c.refined(p, o, l)
	}
	return res
}

// refined decides a part on the spaces that keep everything in mind.
func (c *Checker) refined(p *Part, o Options, l *labels) *Result {
	res := c.attempt(p, o, l, detail{exact: true})
	if !c.net.shared || res.Verdict == Holds && !res.leaves {
		return res
	}
	other := c.attempt(p, o, l, detail{exact: true, together: true})
	if res.Verdict != Unknown && other.Verdict != Unknown && res.Verdict != other.Verdict {
		other.Verdict, other.Reason = Unknown, "it depends on whether equal conditions in different places are decided equally"
	}
	return other
}

// undecidable says why nothing can be said of the workflow.
func (c *Checker) undecidable() (string, []Step) {
	switch n := c.net; {
	case n.recursive != none:
		return "a sub-workflow contains itself", []Step{c.stepAt(n.recursive)}
	case n.tooLarge:
		return fmt.Sprintf("it has more than %d steps with its sub-workflows", MaxPlaces), nil
	case n.decidesAhead() && len(n.guards) > maxGuards:
		return fmt.Sprintf("steps wait for what more than %d conditions decide", maxGuards), nil
	}
	return "", nil
}

// refines reports whether the coarse space may hold runs that do not exist.
func (c *Checker) refines() bool {
	if len(c.net.guards) > 0 {
		return true
	}
	for i := range c.net.bodies {
		if slices.ContainsFunc(c.net.bodies[i].w.Nodes, func(n graph.Node) bool { return n.Bound.State == graph.BoundKnown }) {
			return true
		}
	}
	return false
}

// A detail says what a space of markings keeps in mind.
type detail struct{ exact, together bool }

// An effort is one way to search markings.
type effort struct {
	limit    int  // of markings
	reduced  bool // leave out interleavings that no rule tells apart
	collapse bool // as soon as there are several tokens, anything may happen that they lead to
}

// attempts: all markings if they are few; else without interleavings that no rule
// tells apart; and if they are still too many, or a step runs twice at once, a space
// that holds more runs than there are, of which a violation says nothing for certain,
// nor that a loop can be left.
var attempts = []effort{{limit: allMarkings}, {limit: MaxMarkings, reduced: true}, {limit: MaxMarkings, collapse: true}}

// attempt searches the markings with one effort after the other.
func (c *Checker) attempt(p *Part, o Options, l *labels, d detail) *Result {
	reason := tooManyReason
	for _, how := range c.attempts {
		if reason != tooManyReason && !how.collapse {
			continue
		}
		space := newTokens(l, d, how)
		res, ok := c.search(p, o, space)
		if !ok {
			continue
		}
		if res.Verdict == Holds && space.twice && !how.collapse {
			reason = "a step may run a second time before the first is over"
			continue
		}
		if how.collapse && (res.Verdict == Violated || res.leaves) {
			res.Verdict, res.Reason = Unknown, reason
		}
		return res
	}
	return &Result{Verdict: Unknown, Loop: none, Reason: reason}
}

var tooManyReason = fmt.Sprintf("steps that run side by side can interleave in more than MaxMarkings = %d ways", MaxMarkings)

// search searches one space. It reports false if it has too many configurations.
func (c *Checker) search(p *Part, o Options, s space) (res *Result, ok bool) {
	res = &Result{Verdict: Holds, Loop: none}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case tooMany:
			ok = false
		case *dfa.LimitError:
			res.Verdict, res.Reason, ok = Unknown, e.Error(), true
		default:
			panic(e)
		}
	}()
	x := newSearch(s, p.DFA)
	x.run()
	res.Pairs = len(x.pairs)
	if x.open && x.bad == none && x.unmet == none && p.owed != nil {
		x = newSearch(s.with(newLabels(c.net, p.owed)), p.owed)
		x.run()
		res.Pairs += len(x.pairs)
	}
	switch {
	case x.bad != none:
		c.violate(res, BadPrefix, lasso{stem: x.path(x.bad)})
	case x.unmet != none:
		c.violate(res, Unmet, lasso{stem: x.path(x.unmet)})
	case x.open:
		if l, found := x.endless(!o.Unfair); found && len(l.loop) > 0 {
			c.violate(res, NeverMet, l)
		} else if !o.Unfair {
			_, res.leaves = x.endless(false)
		}
	}
	return res, true
}

// violate makes a violation of res.
func (c *Checker) violate(res *Result, k Kind, by lasso) {
	res.Verdict, res.Kind = Violated, k
	path, loop := c.steps(slices.Concat(by.stem, by.loop), len(by.stem))
	res.Path, res.moves, res.uncounted = path, len(by.stem), c.uncounted(by.stem, by.loop)
	if k == NeverMet {
		res.Loop = loop
	}
}
