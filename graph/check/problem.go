package check

// This file defines what the checks return. kinds.go has the kinds of problems.

import (
	"strconv"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// A Problem is what one check finds: data, no sentence. Each kind of problem is a
// type of this package, with the fields that it alone has.
type Problem interface {
	// Rule returns the ID of the rule that is broken, see docs/rules.
	Rule() string
	// Common returns what problems of all kinds have.
	Common() *Base

	// place orders problems of one rule at one node.
	place() place
	// at returns the most particular position of the problem, if that is another
	// one than that of its node.
	at() graph.Pos
}

// A Base is what problems of all kinds have.
type Base struct {
	Workflow *graph.Workflow // of the IDs of the problem; nil for an agent
	Node     graph.NodeID    // the step at fault, or None

	// Witness is the path that shows the problem. It begins at the entry of
	// the workflow that Run was called with. Steps whose In is nil are steps of
	// Workflow. Where no path is at fault, in
	// rules about one step and in Unreachable, it is that step alone; where no
	// step is, it is empty.
	Witness graph.Witness
	// Cycle is the index in Witness of the step at which a cycle begins: the
	// last step is the same node again. With UngatedAgain it is the step at which
	// the tool ran before. None if there is no such step.
	Cycle int

	Doubt Doubt
	// Excluded is set if the problem was proved not to exist: what it needs cannot be. It
	// is kept because silence is a claim, too.
	Excluded *Exclusion
}

// An Exclusion is why a problem does not exist.
type Exclusion struct {
	// Clash are the conditions that exclude each other and that it needs all.
	Clash graph.Guard
	// Counters are, if there is no clash, the numbers that limit how often runs go round, and the
	// truth values that decide where they go. None of them can be left out.
	Counters []graph.Counter
	Proof    graph.Proof
}

// A Doubt is why a problem may not exist. The zero Doubt is none.
type Doubt struct {
	Why     Why
	Unknown *graph.Unknown // WhyUnknown: the part; nil if it cannot be told which
	Edge    graph.EdgeID   // WhyGuard, WhyJoin: an edge of the problem's workflow, or None
	Needs   graph.Guard    // WhyGuard: the conditions that the problem needs, if that was found out
}

// Why says what a doubt hangs on.
type Why uint8

const (
	WhyNone    Why = iota
	WhyUnknown     // extraction could not determine a part
	WhyGuard       // an edge exists only in some configurations
	WhyJoin        // the edge enters a node that waits for several others, a human perhaps among them
	WhyTool        // the name of a tool is not known
	WhyCount       // what decides may be a number of rounds, or the engine may have a limit
)

var whyNames = []string{"none", "unknown", "guard", "join", "tool", "count"}

func (w Why) String() string {
	if int(w) < len(whyNames) {
		return whyNames[w]
	}
	return "invalid(" + strconv.Itoa(int(w)) + ")"
}

// base returns the base of a problem that certainly exists.
func base(w *graph.Workflow, n graph.NodeID) Base {
	return Base{Workflow: w, Node: n, Cycle: none}
}

// Common returns b.
func (b *Base) Common() *Base { return b }

// Verdict returns Violated if the problem exists in every completion of what is
// unknown, and Unknown if in some only; Holds if it is Excluded. Otherwise, that there is no
// problem is the absence of a Problem.
func (b *Base) Verdict() verdict.Verdict {
	if b.Excluded != nil {
		return verdict.Holds
	}
	if b.Doubt.Why != WhyNone {
		return verdict.Unknown
	}
	return verdict.Violated
}

// because makes the problem unknown for the sake of the unknown with index cause.
func (b *Base) because(v *view, cause int32) {
	b.Doubt = Doubt{Why: WhyUnknown, Unknown: v.unknownAt(cause), Edge: none}
}

// A place is where in a node a problem is.
type place struct {
	branch graph.BranchID
	edge   graph.EdgeID
	value  int // index in the values of the branch
	name   string
}

// nowhere is the place of a problem that is the whole node.
var nowhere = place{branch: none, edge: none, value: none}

func (b *Base) place() place  { return nowhere }
func (b *Base) at() graph.Pos { return graph.Pos{} }

// named is the place of a problem with a name.
func named(name string) place { return place{none, none, none, name} }

// onEdge is the place of a problem of an edge.
func onEdge(e graph.EdgeID) place { return place{none, e, none, ""} }

// onBranch is the place of a problem of a branch.
func onBranch(b graph.BranchID) place { return place{b, none, none, ""} }

// PosOf returns where p is: the most particular position that it has, at last that
// of the workflow.
func PosOf(p Problem) graph.Pos {
	b := p.Common()
	switch at := p.at(); {
	case at.IsValid() || b.Workflow == nil:
		return at
	case b.Node != none && b.Workflow.Nodes[b.Node].Pos.IsValid():
		return b.Workflow.Nodes[b.Node].Pos
	}
	return b.Workflow.Pos
}
