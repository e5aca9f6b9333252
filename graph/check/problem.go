package check

// This file defines what the checks return.

import (
	"errors"
	"strconv"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// A Rule is the identifier of a check, as users write it.
type Rule string

// The rules. RuleInfo describes each.
const (
	Malformed        Rule = "agentvet/unknown" // no graph, so nothing can be decided
	ExitUnreachable  Rule = "structure/exit-unreachable"
	Livelock         Rule = "structure/livelock"
	SilentLoop       Rule = "structure/silent-loop"
	DeadEnd          Rule = "structure/dead-end"
	RouterShape      Rule = "structure/router-shape"
	RouterValue      Rule = "structure/router-value"
	RouterTarget     Rule = "structure/router-target"
	UndeclaredNode   Rule = "structure/undeclared-node"
	UnknownInterrupt Rule = "structure/unknown-interrupt"
	HumanGate        Rule = "structure/human-gate"
	UndeclaredTool   Rule = "structure/undeclared-tool"
	Unreachable      Rule = "structure/unreachable"
	ShadowedEdge     Rule = "structure/shadowed-edge"
	ReplacedBranch   Rule = "structure/replaced-branch"
	UnbalancedJoin   Rule = "structure/unbalanced-join"
	Unbounded        Rule = "delegation/unbounded"
)

// A Detail tells apart what one rule finds.
type Detail uint8

const (
	DetailNone Detail = iota

	ExitNone   // exit-unreachable: the workflow has no exit at all
	ExitMissed // exit-unreachable: exits exist, none is reachable
	ExitOne    // exit-unreachable with EachExit: Node is an exit that is not reachable

	LoopBody // livelock, silent-loop: no run gets out of the body of a step, the whole Workflow; Nodes are its exits

	GateMissing // human-gate with RequireHuman: no human is reachable
	GateFirst   // human-gate: Tools can run with no human since the entry
	GateAgain   // human-gate with PerCall: Tools can run again with no human since they last ran

	ToolNone     // undeclared-tool: a TOOL node has no tool
	ToolTwice    // undeclared-tool: Tools have one name on one node
	ToolReplaced // undeclared-tool: on Agent, a server, the second of Tools takes the name of the first
	ToolNotBound // undeclared-tool: Node offers Tools to the model, no dispatcher in Nodes has them
	ToolNotFinal // undeclared-tool: Node wants to answer with the result of tool Name, Tools are those that it has
	ToolMissing  // undeclared-tool: Node asks for tool Name, which nothing defines; Tools are those that it has

	ShadowedByExit   // shadowed-edge: Edge leads to an exit and ends the run; Edges are cut off
	ShadowedByBranch // shadowed-edge: Branch makes Edges dead

	JoinTwice  // unbalanced-join: Node runs once for each arrival
	JoinCutOff // unbalanced-join: Node is an exit that ends the run; what arrives later is cut off

	// unbalanced-join of a Node with Join:
	JoinStale   // in a loop, it takes a predecessor as done since the round before, and runs again when that comes
	JoinStarved // Branch leads on one way to it, and a predecessor runs on the other only: it does not run

	RoundsUnset  // unbounded: the loop can have a limit, and none is set
	RoundsChosen // unbounded: after each round Branch, at Node, chooses whether another one follows
	RoundsOwn    // unbounded: Agent is a loop of the program's own around the calls of a model
)

// Why says what makes a verdict Unknown.
type Why uint8

const (
	WhyNone    Why = iota
	WhyUnknown     // Problem.Unknown: extraction could not determine a part
	WhyGuard       // Problem.Cause: an edge that exists only in some configurations
	WhyJoin        // Problem.Cause enters a node that waits for several others, a human perhaps among them
	WhyTool        // a tool whose name is not known; Problem.Tools has it
	WhyCount       // what Problem.Branch decides by may be a number of rounds, or the engine may have a limit
)

// A Problem is what one check finds: data, no sentence. Fields that a rule does
// not use are None, nil or zero.
type Problem struct {
	Rule     Rule
	Verdict  verdict.Verdict
	Detail   Detail
	Workflow *graph.Workflow // the workflow of the IDs below; nil for an agent

	Node   graph.NodeID // the step at fault
	Nodes  []graph.NodeID
	Edge   graph.EdgeID
	Edges  []graph.EdgeID
	Branch graph.BranchID // the branch at fault
	Other  graph.BranchID // replaced-branch: the branch that wins
	Value  int            // router-value: index in Branch.Values; None elsewhere
	Tools  []*graph.Tool
	Agent  *graph.Agent // an agent that is never used, or a server

	Name       string // undeclared-node, unknown-interrupt: the name that no node has
	Jumps      []int  // undeclared-node: indexes in Workflow.Jumps
	Interrupts []int  // unknown-interrupt: indexes in Workflow.Interrupts

	// Witness is the path that shows the problem. It begins at the entry of
	// the workflow that Run was called with. Steps whose In is nil are steps of
	// Workflow. Where no path is at fault, in
	// rules about one step and in Unreachable, it is that step alone; where no
	// step is, it is empty.
	Witness graph.Witness
	// Cycle is the index in Witness of the step at which a cycle begins: the
	// last step is the same node again. With GateAgain it is the step at which
	// the tool ran before. None if there is no such step.
	Cycle int
	// Second is the other path of unbalanced-join, from the fork, Nodes[0],
	// to Node. Edges has the first edge of either. Of exit-unreachable it is a
	// path to an exit from a step that nothing leads to, nil if there is none.
	Second graph.Witness

	Why     Why
	Unknown *graph.Unknown
	Cause   graph.EdgeID

	Err error // malformed: the graph.ErrorList
}

func newProblem(rule Rule, w *graph.Workflow, n graph.NodeID) Problem {
	return Problem{
		Rule: rule, Verdict: verdict.Violated, Workflow: w, Node: n,
		Edge: graph.None, Branch: graph.None, Other: graph.None, Value: graph.None,
		Cycle: graph.None, Cause: graph.None,
	}
}

// Pos returns where the problem is: the most particular position that it has,
// at last that of the workflow.
func (p *Problem) Pos() graph.Pos {
	if p.Detail == ToolReplaced {
		return p.Tools[1].Pos
	}
	if p.Agent != nil {
		return p.Agent.Pos
	}
	if list := (graph.ErrorList)(nil); errors.As(p.Err, &list) {
		return list[0].Pos
	}
	if p.Workflow == nil {
		return graph.Pos{}
	}
	for _, at := range p.positions() {
		if at.IsValid() {
			return at
		}
	}
	return p.Workflow.Pos
}

// positions returns the positions of p, the most particular first.
func (p *Problem) positions() []graph.Pos {
	var at []graph.Pos
	w := p.Workflow
	switch {
	case len(p.Jumps) > 0:
		at = append(at, w.Jumps[p.Jumps[0]].Pos)
	case len(p.Interrupts) > 0:
		at = append(at, w.Interrupts[p.Interrupts[0]].Pos)
	case p.Value != graph.None:
		at = append(at, w.Branches[p.Branch].Values[p.Value].Pos)
	case p.Rule == ReplacedBranch:
		at = append(at, w.Branches[p.Branch].Pos)
	case p.Rule == RouterTarget:
		at = append(at, w.Edges[p.Edge].Pos)
	case p.Detail == JoinCutOff, p.Detail == JoinStale, p.Detail == JoinStarved: // the edge over which the first token comes
		at = append(at, w.Edges[p.Witness[len(p.Witness)-1].Edge].Pos)
	case len(p.Edges) > 0:
		at = append(at, w.Edges[p.Edges[0]].Pos)
	}
	if p.Node != graph.None {
		at = append(at, w.Nodes[p.Node].Pos)
	}
	return at
}

// Info describes a rule. How much it matters is for package report to say.
type Info struct {
	Rule Rule
	// Predicate is the predicate of Agentproof, Definition 3, that the rule
	// implements; "" if it has none there.
	Predicate string
}

// Rules returns the description of every rule, by name.
func Rules() []Info {
	return []Info{
		{Malformed, ""},
		{Unbounded, ""},
		{DeadEnd, "NoDead"},
		{ExitUnreachable, "ExitReach"},
		{HumanGate, "HumanGate, HumanGateCov"},
		{Livelock, "ExitReachAll"},
		{ReplacedBranch, ""},
		{RouterShape, "RouterShape"},
		{RouterTarget, ""},
		{RouterValue, ""},
		{ShadowedEdge, ""},
		{SilentLoop, "ExitReachAll"},
		{UnbalancedJoin, ""},
		{UndeclaredNode, ""},
		{UndeclaredTool, "ToolDecl"},
		{UnknownInterrupt, ""},
		{Unreachable, ""},
	}
}

func (d Detail) String() string { return word(detailNames, int(d)) }

func (w Why) String() string {
	return word([]string{"none", "unknown", "guard", "join", "tool", "count"}, int(w))
}

var detailNames = []string{
	"none", "exit-none", "exit-missed", "exit-one", "loop-body", "gate-missing", "gate-first", "gate-again",
	"tool-none", "tool-twice", "tool-replaced", "tool-not-bound", "tool-not-final", "tool-missing", "shadowed-by-exit", "shadowed-by-branch",
	"join-twice", "join-cut-off", "join-stale", "join-starved", "rounds-unset", "rounds-chosen", "rounds-own",
}

func word(names []string, i int) string {
	if i < len(names) && names[i] != "" {
		return names[i]
	}
	return "invalid(" + strconv.Itoa(i) + ")"
}
