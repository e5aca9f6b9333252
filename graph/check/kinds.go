package check

// This file defines the kinds of problems, in the order of their rules. The comment
// of each says what is at fault; the Node of its Base is the step, unless it says
// otherwise.

import (
	"errors"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
)

// Malformed: the workflow is no graph, so that nothing can be decided. It has no
// Node.
type Malformed struct {
	Base
	Err error // the graph.ErrorList
}

func (*Malformed) Rule() string { return rules.Undecided }

func (p *Malformed) at() graph.Pos {
	var list graph.ErrorList
	if errors.As(p.Err, &list) {
		return list[0].Pos
	}
	return graph.Pos{}
}

// IgnoredGate: Tool asks somebody, and goes on although nobody agreed: its gate says how. More others
// ask at the same place. It has no Node.
type IgnoredGate struct {
	Base
	Tool *graph.Tool
	More int
}

func (*IgnoredGate) Rule() string { return rules.GateIgnored }

func (p *IgnoredGate) at() graph.Pos { return p.Tool.Gate.Pos }

// IgnoredAnswer: the code of Node asks somebody, and a step acts after it although nobody agreed, as Past says. The Witness leads
// from Node to it.
type IgnoredAnswer struct {
	Base
	Past graph.Past
}

func (*IgnoredAnswer) Rule() string    { return rules.GateIgnored }
func (p *IgnoredAnswer) at() graph.Pos { return p.Past.Pos }

// To returns the step that acts.
func (p *IgnoredAnswer) To() *graph.Node { return &p.Workflow.Nodes[p.Witness[len(p.Witness)-1].Node] }

// EvadedGate: Tool runs a command with nobody asked, as a check takes it for another one: its gate has the command and the check, which
// More others go by. It has no Node.
type EvadedGate struct {
	Base
	Tool *graph.Tool
	More int
}

func (*EvadedGate) Rule() string { return rules.GateEvaded }

func (p *EvadedGate) at() graph.Pos { return p.Tool.Gate.Slip.Pos }

// Unconfirmable: Tool asks somebody before it does what it is for, and no answer ever comes to it: at
// Node because of Why, or in Agent, which Caller calls apart; then it has no Node.
type Unconfirmable struct {
	Base
	Tool          *graph.Tool
	Why           graph.Unanswered
	Caller, Agent *graph.Agent
}

func (*Unconfirmable) Rule() string   { return rules.Unconfirmable }
func (p *Unconfirmable) place() place { return named(p.Tool.Name) }

func (p *Unconfirmable) at() graph.Pos {
	if p.Workflow == nil {
		return p.Tool.Pos
	}
	return graph.Pos{}
}

// LostAnswer: the code of Node asks somebody and waits for the answer, and the framework hands that
// to the steps after it.
type LostAnswer struct{ Base }

func (*LostAnswer) Rule() string { return rules.LostAnswer }

// NotAwaited: Tool or Human, of Node or of its body, asks somebody, and Next runs before the answer is
// there.
type NotAwaited struct {
	Base
	Next  graph.NodeID
	Tool  *graph.Tool // nil for none
	Human *graph.Node // nil for none
}

func (*NotAwaited) Rule() string    { return rules.GateNotAwaited }
func (p *NotAwaited) at() graph.Pos { return p.Workflow.Pos }

// HandoverCycle: agents hand over to each other in a circle, as their models choose, and nothing
// limits how often. Node is the agent nearest to the entry.
type HandoverCycle struct{ Base }

func (*HandoverCycle) Rule() string { return rules.HandoverCycle }

// CallCycle: Calls lead from Agent back to it, the first by a tool, and nothing limits how deep that gets. It has no Node.
type CallCycle struct {
	Base
	Agent *graph.Agent
	Calls []Call
}

func (*CallCycle) Rule() string { return rules.HandoverCycle }

func (p *CallCycle) at() graph.Pos { return p.Agent.Pos }

// Unconfirmed: Agent may call Tool, which is destructive or of which nothing is known, or which the
// program wants confirmed, and nobody is asked before. It has no Node.
type Unconfirmed struct {
	Base
	Agent *graph.Agent
	Tool  *graph.Tool
	Asked *graph.Tool // another tool of the agent before which somebody is asked, one that is destructive if there is one, or nil
}

func (*Unconfirmed) Rule() string { return rules.Unconfirmed }

func (p *Unconfirmed) at() graph.Pos { return p.Tool.Pos }

// UntypedReturn: Agent goes on with what Sub hands back, which is text without a form. It has
// no Node.
type UntypedReturn struct {
	Base
	Agent, Sub *graph.Agent
}

func (*UntypedReturn) Rule() string { return rules.UntypedReturn }

func (p *UntypedReturn) at() graph.Pos { return p.Sub.Pos }

// WiderScope: Sub, to which Agent delegates, may call the tools Excess, and Agent may not
// (Options.Contained). It has no Node.
type WiderScope struct {
	Base
	Agent, Sub *graph.Agent
	Excess     []*graph.Tool
}

func (*WiderScope) Rule() string { return rules.WiderScope }

func (p *WiderScope) at() graph.Pos { return p.Sub.Pos }

// UnsetLimit: models run in a loop that can have a limit, and none is set. It has no
// Node.
type UnsetLimit struct{ Base }

// EndlessChoice: models run in a loop, and after each round Branch, at Node, chooses
// whether another one follows.
type EndlessChoice struct {
	Base
	Branch graph.BranchID
}

// UnlimitedAgent: nothing limits how often an agent asks its model again. It has no
// Node.
type UnlimitedAgent struct {
	Base
	Agent *graph.Agent
	Own   bool // it is a loop of the program's own, no agent whose limit could be set
}

func (*UnsetLimit) Rule() string     { return rules.Unbounded }
func (*EndlessChoice) Rule() string  { return rules.Unbounded }
func (*UnlimitedAgent) Rule() string { return rules.Unbounded }

func (p *EndlessChoice) place() place   { return onBranch(p.Branch) }
func (p *UnlimitedAgent) at() graph.Pos { return p.Agent.Pos }

// DeadEnd: Node has no way out and is no exit.
type DeadEnd struct{ Base }

func (*DeadEnd) Rule() string { return rules.DeadEnd }

// NoExit: the workflow has no exit at all. Node is where runs end up.
type NoExit struct{ Base }

// AllExitsMissed: there are exits, and none is reachable. Node is where runs end up.
type AllExitsMissed struct {
	Base
	Exits []graph.NodeID
	// Lost is a path to an exit from a step that nothing leads to, nil if there is
	// none.
	Lost graph.Witness
}

// ExitMissed: Node is an exit that is not reachable (Options.EachExit).
type ExitMissed struct{ Base }

func (*NoExit) Rule() string         { return rules.ExitUnreachable }
func (*AllExitsMissed) Rule() string { return rules.ExitUnreachable }
func (*ExitMissed) Rule() string     { return rules.ExitUnreachable }

// NoHuman: no human is reachable (Options.RequireHuman). It has no Node.
type NoHuman struct{ Base }

// Ungated: Tools can run at Node with no human since the entry.
type Ungated struct {
	Base
	Tools []*graph.Tool
}

// UngatedAgain: Tools can run at Node with no human since they last ran
// (Options.PerCall).
type UngatedAgain struct {
	Base
	Tools []*graph.Tool
}

func (*NoHuman) Rule() string      { return rules.HumanGate }
func (*Ungated) Rule() string      { return rules.HumanGate }
func (*UngatedAgain) Rule() string { return rules.HumanGate }

// Livelock: no run gets out of the loop Steps, in which Node is nearest to the entry.
type Livelock struct {
	Base
	Steps  []graph.NodeID
	Silent bool // the engine reports a success at its step limit
}

// EndlessBody: no run gets out of the workflow, which is the body of a step. It has
// no Node.
type EndlessBody struct {
	Base
	Exits  []graph.NodeID
	Silent bool
}

func (p *Livelock) Rule() string    { return loopRule(p.Silent) }
func (p *EndlessBody) Rule() string { return loopRule(p.Silent) }

func loopRule(silent bool) string {
	if silent {
		return rules.SilentLoop
	}
	return rules.Livelock
}

// ReplacedBranch: the engine forgets Branch of Node, because of By.
type ReplacedBranch struct {
	Base
	Branch, By graph.BranchID
}

func (*ReplacedBranch) Rule() string    { return rules.ReplacedBranch }
func (p *ReplacedBranch) place() place  { return onBranch(p.Branch) }
func (p *ReplacedBranch) at() graph.Pos { return p.Workflow.Branches[p.Branch].Pos }

// RouterShape: the router Node sends a token over Edges whatever it decides.
type RouterShape struct {
	Base
	Edges []graph.EdgeID
}

func (*RouterShape) Rule() string    { return rules.RouterShape }
func (p *RouterShape) place() place  { return onEdge(p.Edges[0]) }
func (p *RouterShape) at() graph.Pos { return p.Workflow.Edges[p.Edges[0]].Pos }

// RouterTarget: no value of Branch selects Edges.
type RouterTarget struct {
	Base
	Branch graph.BranchID
	Edges  []graph.EdgeID
}

func (*RouterTarget) Rule() string    { return rules.RouterTarget }
func (p *RouterTarget) place() place  { return onBranch(p.Branch) }
func (p *RouterTarget) at() graph.Pos { return p.Workflow.Edges[p.Edges[0]].Pos }

// RouterValue: no edge takes a value of Branch.
type RouterValue struct {
	Base
	Branch graph.BranchID
	Value  int // index in the values of the branch
}

func (*RouterValue) Rule() string    { return rules.RouterValue }
func (p *RouterValue) place() place  { return place{p.Branch, none, p.Value, ""} }
func (p *RouterValue) at() graph.Pos { return p.Workflow.Branches[p.Branch].Values[p.Value].Pos }

// CutOffByExit: Exit leads from Node to an exit and ends the run; Edges are cut off.
type CutOffByExit struct {
	Base
	Exit  graph.EdgeID
	Edges []graph.EdgeID
}

// CutOffByBranch: Branch decides at Node alone, so that Edges are dead.
type CutOffByBranch struct {
	Base
	Branch graph.BranchID
	Edges  []graph.EdgeID
}

func (*CutOffByExit) Rule() string      { return rules.ShadowedEdge }
func (*CutOffByBranch) Rule() string    { return rules.ShadowedEdge }
func (p *CutOffByExit) place() place    { return onEdge(p.Exit) }
func (p *CutOffByBranch) place() place  { return onBranch(p.Branch) }
func (p *CutOffByExit) at() graph.Pos   { return p.Workflow.Edges[p.Edges[0]].Pos }
func (p *CutOffByBranch) at() graph.Pos { return p.Workflow.Edges[p.Edges[0]].Pos }

// UnbalancedJoin: two paths from Fork to Node differ in length. Witness is the
// shorter one.
type UnbalancedJoin struct {
	Base
	Effect JoinEffect
	Fork   graph.NodeID
	First  [2]graph.EdgeID // of either path
	Other  graph.Witness   // the longer path, from Fork on
}

// A JoinEffect is what becomes of an unbalanced join.
type JoinEffect uint8

const (
	RunsTwice JoinEffect = iota // it runs once for each arrival
	CutOff                      // it is an exit that ends the run; what arrives later is cut off
	// Stale: in a loop, a node with Join takes a predecessor as done since the round
	// before, and runs again when that comes.
	Stale
)

// StarvedJoin: Branch leads from Fork on one way to Node, which waits for Missing,
// and that is on another way: Node does not run.
type StarvedJoin struct {
	Base
	Branch        graph.BranchID
	Fork, Missing graph.NodeID
	First         [2]graph.EdgeID // of either way
	Other         graph.Witness   // the way over Missing, from Fork on
}

func (*UnbalancedJoin) Rule() string { return rules.UnbalancedJoin }
func (*StarvedJoin) Rule() string    { return rules.UnbalancedJoin }

func (p *StarvedJoin) place() place { return onBranch(p.Branch) }

func (p *UnbalancedJoin) at() graph.Pos {
	if p.Effect == RunsTwice {
		return p.Workflow.Edges[p.First[0]].Pos
	}
	return p.firstArrival()
}

func (p *StarvedJoin) at() graph.Pos { return p.firstArrival() }

// firstArrival returns the position of the edge over which the first token comes.
func (b *Base) firstArrival() graph.Pos {
	return b.Workflow.Edges[b.Witness[len(b.Witness)-1].Edge].Pos
}

// OverlappingRuns: two tokens come to Node on ways of one length from Fork, and the engine does not
// bear that a step runs twice at a time. Witness is the first way.
type OverlappingRuns struct {
	Base
	Fork  graph.NodeID
	First [2]graph.EdgeID // of either way
	Other graph.Witness   // the second way, from Fork on
}

func (*OverlappingRuns) Rule() string    { return rules.OverlappingRuns }
func (p *OverlappingRuns) at() graph.Pos { return p.firstArrival() }

// UndeclaredNode: jumps lead to or from a name that no node has. Node is where the
// first one comes from, or None.
type UndeclaredNode struct {
	Base
	Name  string
	Jumps []int // indexes in Workflow.Jumps
}

func (*UndeclaredNode) Rule() string    { return rules.UndeclaredNode }
func (p *UndeclaredNode) place() place  { return named(p.Name) }
func (p *UndeclaredNode) at() graph.Pos { return p.Workflow.Jumps[p.Jumps[0]].Pos }

// NoTool: Node is a TOOL node without a tool.
type NoTool struct{ Base }

// SameName: Tools of Node have one name.
type SameName struct {
	Base
	Name  string
	Tools []*graph.Tool
}

// ReplacedTool: a tool of a server takes the name of another one. It has no Node.
type ReplacedTool struct {
	Base
	Server *graph.Agent
	Tool   *graph.Tool // the one that is lost
	By     *graph.Tool
}

// UnhandledTools: Agent tells its model, or its clients, of Tools, and nothing runs for them. It
// has no Node.
type UnhandledTools struct {
	Base
	Agent *graph.Agent
	Tools []*graph.Tool
}

// UntoldTools: Agent runs Tools, and its model, or its clients, are not told of them. It has no
// Node.
type UntoldTools struct {
	Base
	Agent *graph.Agent
	Tools []*graph.Tool
}

// NotBound: Node offers Tools to a model, and none of Dispatchers has them.
type NotBound struct {
	Base
	Tools       []*graph.Tool
	Dispatchers []graph.NodeID
}

// NotFinal: Node is to answer with the result of the tool Name, and has Tools only.
type NotFinal struct {
	Base
	Name  string
	Tools []*graph.Tool
}

// NotDefined: Node asks for the tool Name, which nothing defines, and has Tools only.
type NotDefined struct {
	Base
	Name  string
	Tools []*graph.Tool
}

func (*NoTool) Rule() string         { return rules.UndeclaredTool }
func (*SameName) Rule() string       { return rules.UndeclaredTool }
func (*ReplacedTool) Rule() string   { return rules.UndeclaredTool }
func (*UnhandledTools) Rule() string { return rules.UndeclaredTool }
func (*UntoldTools) Rule() string    { return rules.UndeclaredTool }
func (*NotBound) Rule() string       { return rules.UndeclaredTool }
func (*NotFinal) Rule() string       { return rules.UndeclaredTool }
func (*NotDefined) Rule() string     { return rules.UndeclaredTool }

func (p *SameName) place() place     { return named(p.Name) }
func (p *ReplacedTool) place() place { return named(p.By.Name) }
func (p *NotFinal) place() place     { return named(p.Name) }
func (p *NotDefined) place() place   { return named(p.Name) }

func (p *ReplacedTool) at() graph.Pos   { return p.By.Pos }
func (p *UnhandledTools) at() graph.Pos { return p.Tools[0].Pos }
func (p *UntoldTools) at() graph.Pos    { return p.Tools[0].Pos }

// UnknownInterrupt: the program wants interrupts at a name that no node has. It has
// no Node.
type UnknownInterrupt struct {
	Base
	Name       string
	Interrupts []int // indexes in Workflow.Interrupts
}

func (*UnknownInterrupt) Rule() string    { return rules.UnknownInterrupt }
func (p *UnknownInterrupt) place() place  { return named(p.Name) }
func (p *UnknownInterrupt) at() graph.Pos { return p.Workflow.Interrupts[p.Interrupts[0]].Pos }

// Unreachable: nothing leads to Steps; Node stands for them.
type Unreachable struct {
	Base
	Steps []graph.NodeID
}

// UnusedAgent: the program builds an agent and neither runs it nor hands it on. It
// has no Node.
type UnusedAgent struct {
	Base
	Agent *graph.Agent
}

func (*Unreachable) Rule() string { return rules.Unreachable }
func (*UnusedAgent) Rule() string { return rules.Unreachable }

func (p *UnusedAgent) at() graph.Pos { return p.Agent.Pos }
