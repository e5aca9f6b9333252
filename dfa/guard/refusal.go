package guard

// This file is the answer to a call that is refused.

import (
	"fmt"

	"github.com/agentvet/agentvet/dfa"
)

// Reason says why a call is refused.
type Reason uint8

const (
	ReasonInvalid Reason = iota
	Forbidden            // a rule forbids it now
	NeedsApproval        // a human's yes would let it happen, and the guard has nobody to ask
	Declined             // a human said no
	NoAnswer             // nobody answered in time, or asking failed
	UnknownTool          // there is no such tool
	NotGranted           // the agent may not call the tool
	Stopped              // a rule has halted the session
	Lost                 // what happened in the session is not known
	Cancelled            // the context had ended
	Failed               // the guard failed
	numReasons
)

var reasonWords = [numReasons]string{
	"invalid", "forbidden", "needs-approval", "declined", "no-answer", "unknown-tool", "not-granted", "stopped", "lost", "cancelled", "failed",
}

// String returns the word for r: "unknown-tool".
func (r Reason) String() string {
	if r < numReasons {
		return reasonWords[r]
	}
	return reasonWords[ReasonInvalid]
}

// A Refusal is the error of a call that did not happen. Its text is for the model.
type Refusal struct {
	Reason  Reason
	Session string
	Tool    string // "" if it is no call
	Agent   string
	Node    string
	Step    int      // the number that the event would have had in its session
	Rules   []Broken // that forbid it
	Halted  bool     // this has ended the session
	// Way is what can happen first so that the call may happen then, the fewest events: each was tried.
	// It is nil if two or less do not do.
	Way []Move
	// Arguments: with other arguments the call may be allowed now.
	Arguments bool
	// Tools are those that may be called now, whatever their arguments, in the order of Options.Tools.
	// At most MaxNamed of them.
	Tools []string
	// Err is what failed, if anything did. It is not in the text: a model has no use for it.
	Err error
}

// A Broken is a rule that a call would violate.
type Broken struct {
	Name, Text string
	// Since is the event that brought the rule to where it forbids the call.
	Since Since
	// Missing says why values of earlier calls with which the rule compares are not all known: then the call
	// may be refused though it would keep the rule.
	Missing dfa.Missing
}

// A Since is an event of the session: its number, from 1, and the tool that was called, "human", or
// the step that ran. The number is 0 if it is the beginning.
type Since struct {
	Step int    `json:"step,omitempty"`
	What string `json:"what,omitempty"`
}

// A Move is an event that would help: a human who says yes, or a call.
type Move struct {
	Human bool
	Tool  string
}

// Ends reports whether nothing more may happen in the session, so that a run is better ended than told.
func (r *Refusal) Ends() bool {
	switch r.Reason {
	case Stopped, Lost, Cancelled, Failed:
		return true
	}
	return r.Halted
}

// Unwrap returns what failed.
func (r *Refusal) Unwrap() error { return r.Err }

func lost(err error) *Refusal   { return &Refusal{Reason: Lost, Err: err} }
func failed(err error) *Refusal { return &Refusal{Reason: Failed, Err: err} }

// broken returns the rules of a decision.
func (g *Guard) broken(s *session, rules []int) (list []Broken) {
	for _, i := range rules {
		list = append(list, Broken{g.rules.Name(i), g.texts[i], s.since[i], s.m.Missing(i)})
	}
	return list
}

// String returns what the move is, in words.
func (m Move) String() string {
	if m.Human {
		return "a human says yes"
	}
	return fmt.Sprintf("a call of %q", m.Tool)
}

// event returns the event that a move is, with arguments that are not known.
func (g *Guard) moveEvent(m Move, agent string) *dfa.Event {
	if m.Human {
		return &dfa.Event{Human: true, Agent: agent}
	}
	return g.event(&Call{Tool: m.Tool, Agent: agent})
}
