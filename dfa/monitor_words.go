package dfa

// This file defines what a monitor answers.

import "slices"

// Handling says what a running agent does when a rule is violated. Each level
// includes those before it.
type Handling uint8

const (
	HandlingUnset Handling = iota // of a Rule: Block; of a Decision: no rule is violated
	Warn                          // note it and go on
	Block                         // refuse the event
	Halt                          // and end the run
	Escalate                      // and ask a human
	numHandlings
)

var handlingWords = [numHandlings]string{"unset", "warn", "block", "halt", "escalate"}

// String returns the word for h: "warn", "block", "halt" or "escalate".
func (h Handling) String() string {
	if h < numHandlings {
		return handlingWords[h]
	}
	return "invalid"
}

// ParseHandling returns the handling that a word stands for, and whether there is
// one.
func ParseHandling(word string) (Handling, bool) {
	i := slices.Index(handlingWords[Warn:], word)
	return Handling(i + 1), i >= 0
}

// A Decision is what the violated rules ask for together: the strictest handling
// among them.
type Decision struct {
	Handling Handling
	// Violated are the rules, in order. Monitor uses it again for the next event.
	Violated []int
}

// Denied reports whether the event is to be refused.
func (d Decision) Denied() bool { return d.Handling >= Block }

// Halted reports whether the run is to end.
func (d Decision) Halted() bool { return d.Handling >= Halt }

// Escalated reports whether a human is to be asked.
func (d Decision) Escalated() bool { return d.Handling == Escalate }

// Verdict is what a run says of a rule.
type Verdict uint8

const (
	VerdictInvalid Verdict = iota
	Open                   // the run goes on, and may still keep the rule or not
	Accepted               // the run keeps the rule, whatever comes
	Violated               // an event broke the rule; nothing can mend it
	Unmet                  // the run ended before what the rule demands happened
	Inconclusive           // it was broken off before that, or arguments are not known
	numVerdicts
)

var verdictWords = [numVerdicts]string{"invalid", "open", "accepted", "violated", "unmet", "inconclusive"}

// String returns the word for v: "accepted".
func (v Verdict) String() string {
	if v < numVerdicts {
		return verdictWords[v]
	}
	return verdictWords[VerdictInvalid]
}
