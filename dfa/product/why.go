package product

// This file defines why a verdict is unknown. Package report has the words.

import (
	"strconv"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/graph/reason"
)

// A Doubt is why a verdict is unknown. The zero Doubt is none. Doubts are comparable.
type Doubt struct {
	Why  Why
	Part reason.Reason  // WhyPart: why the part is not known
	Max  int            // the number that is exceeded, where there is one
	Cost dfa.LimitError // WhyAutomaton
}

// Why is the code of a doubt.
type Why uint8

const (
	WhyNone         Why = iota
	WhyPart             // a part of the workflow is not known
	WhyRecursive        // a sub-workflow contains itself
	WhySteps            // the workflow has more than Max steps
	WhyConditions       // steps wait for what more than Max conditions decide
	WhyInterleaving     // steps that run side by side can interleave in more than Max ways
	WhyAlternatives     // a step can be left in more than Max ways
	WhyTwice            // a step may run a second time before the first is over
	WhyEqual            // it depends on whether equal conditions in different places are decided equally
	WhyAutomaton        // the automaton is larger than Cost allows
	WhyRounds           // bounds are counted up to Max rounds
	WhyCalls            // which tools a step has called is kept in mind of Max only
	WhyStopped          // the engine stops a run after so many supersteps, perhaps before the end of the path
	WhyCutLoop          // the engine ends the loop of a body silently, and the run goes on
	WhyCutRun           // the engine ends a body silently, whatever is owed then
	WhyUnseen           // a router decides so and no edge that is followed shows it
	WhyKept             // whether an argument is a value of an earlier call is not known
	WhyWork             // it takes more work than the Max that may be done
	numWhys
)

var whyWords = [numWhys]string{
	"none", "part", "recursive", "steps", "conditions", "interleaving", "alternatives", "twice", "equal",
	"automaton", "rounds", "calls", "stopped", "cut-loop", "cut-run", "unseen", "kept", "work",
}

// String returns the word for w.
func (w Why) String() string {
	if w < numWhys {
		return whyWords[w]
	}
	return "invalid(" + strconv.Itoa(int(w)) + ")"
}

// unknownPart is the doubt that a part is not known for a reason.
func unknownPart(why reason.Reason) Doubt { return Doubt{Why: WhyPart, Part: why} }
