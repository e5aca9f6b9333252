package graph

// This file defines tools: what a program offers to models, what its code needs, and who is asked before it runs.

import "github.com/agentvet/agentvet/graph/reason"

// A Tool is what a program offers to a model under a name.
type Tool struct {
	Name        string // "" when it exists only at run time; then Unknown says why
	Unknown     reason.Reason
	Description string
	Framework   string
	Args        string   // the Go type of its arguments, package-qualified; "" if it has none
	Params      []Param  // the fields of Args or the properties of a schema, and arguments that directives name
	Closed      bool     // Params has all properties of a schema that is written by hand
	Title       string   // what clients show people in place of its name
	Result      string   // the Go type of what clients are told that it returns; "" if they are told of none
	Output      []Param  // the fields of Result, or the properties of the schema of what it returns
	Returns     []Param  // the fields of its result that the program annotates
	Sources     []string // labels of all that it returns
	Handler     string   // the function that runs it, package-qualified
	HandlerPos  Pos      // of that function; not valid if its code was not seen
	Around      []Wrapper
	Captured    []Capture
	Declared    []string // capabilities it declares
	Inferred    []string // capabilities inferred from its code, sorted; Needs says how it comes to them
	Needs       []Need
	Unread      bool // nothing is known of what its code needs
	Outside     bool // a process outside of the program brings it, and Declared is what is known of that
	Hints       Hints
	Destructive bool     // the program says so in a directive
	Beside      bool     // it is no second tool of its name: more code that runs for the one that has it
	Events      []string // what else a call of it stands for, as in "tool:approve"
	Gate        Gate
	Held        []Pos  // calls of its code that somebody may be asked about first, where it does other things unasked
	HeldBy      Pos    // where somebody may be asked then
	Agent       string // set if the tool runs an agent of that name
	// Apart: the agent that it runs has a conversation of its own, in which nobody hears what is asked.
	Apart bool
	Pos   Pos
}

// A Wrapper is a function of the program around the handler of a tool, in all runs or in some: it does something itself, and
// calls the handler, or another wrapper.
type Wrapper struct {
	Func  string
	Inner []int // which of its captured variables have what it wraps
}

// A Capture is what a closure has got for one tool, in one of its variables: several tools may have
// one literal as their handler, each with another function that it calls.
type Capture struct {
	In   string // the literal: Handler, or one that is captured itself
	Var  int    // which of its variables
	Func string // the function that it captures
	Text string // or the text
}

// A Need is that the code of a tool may need a capability, or runs code of which that is not
// known.
type Need struct {
	Capability string
	// Maybe: nothing shows that the calls of Path lead there, but nothing else is known of them.
	Maybe bool
	// Fixed: a file is taken away or written, and nothing that the tool is called with chooses it, or what is in it.
	Fixed bool
	Path  []Hop // from the handler to what needs it
}

// A Hop is a call on the way to a need: at Pos, Func is called.
type Hop struct {
	Func string
	Pos  Pos // not valid in code that is not the program's own
}

// Hints are what a tool tells its callers about itself.
type Hints struct {
	ReadOnly, Destructive, Idempotent, OpenWorld Hint
}

// A Hint is true, false or not given.
type Hint uint8

const (
	HintUnset Hint = iota
	HintFalse
	HintTrue
)

// HintOf returns the hint that says b.
func HintOf(b bool) Hint {
	if b {
		return HintTrue
	}
	return HintFalse
}

// GateKind says how a human stands between a model's choice and a tool.
type GateKind uint8

const (
	GateNone        GateKind = iota
	GateConfirm              // the framework asks before each call
	GateConditional          // the framework asks if a function of the program says so
	GateWrapper              // a wrapper of the tool interrupts
	GateInterrupt            // the tool's own body interrupts
	GateCallback             // a callback or middleware of the agent asks
	GateIgnored              // the tool's own body or a wrapper asks, and goes on where the answer is no
)

// A Gate is the human confirmation in front of a tool.
type Gate struct {
	Kind GateKind
	// Unheeded: the program asks for a confirmation before each call, and the framework does not heed
	// that, because of something else that the program sets. Kind is what is left.
	Unheeded bool
	// Unseen, of one that is conditional: who is asked is not seen, so it may ask always, or nobody.
	Unseen bool
	// Unanswered says why no answer ever comes to the tool where it runs, if so: it then never does what it asks about.
	Unanswered Unanswered
	Pos        Pos
	Slip       Slip // of one that is ignored or conditional, if something is known to get past it
}

// Unanswered says why a tool that asks gets no answer.
type Unanswered uint8

const (
	UnansweredNone Unanswered = iota // it gets one
	UnansweredStep                   // a step runs it with no model in between, and nobody is asked
	UnansweredTurn                   // its agent is a step for one turn: somebody is asked, and the answer does not come back to it
)

// A Slip is what gets past a gate: what a tool does after the question although nobody agreed.
type Slip struct {
	Way SlipWay
	// Words are, for SlipWord, the answers, such as "cancel"; for SlipModel the argument, for
	// SlipUncalled the function, for SlipOff what would switch the question on,
	// for SlipGuise the command, for SlipUnset the hook.
	Words string
	Does  string // what happens, such as "os.Remove"; "" for all that the question should hold back
	Pos   Pos    // of that, or of what the tool does all the same
	Where string // the setting under which it is so, such as "Mode is \"default\""; "" for all
}

// SlipWay says which answers lead past a gate.
type SlipWay uint8

const (
	SlipNone     SlipWay = iota
	SlipAny              // whatever the answer is
	SlipRefusal          // those that refuse, and only they
	SlipWord             // some of those that refuse
	SlipFailure          // there is none: the question failed
	SlipOther            // all but those that refuse
	SlipUncalled         // nobody is asked: nothing calls what would
	SlipModel            // nobody is asked: the model says so in an argument
	SlipOff              // nobody is asked unless whoever runs the program says so
	SlipGuise            // nobody is asked: a check takes a command for another one, which does no harm
	SlipLate             // there is none in time
	SlipUnset            // nobody is asked: the hook that would is never set
)
