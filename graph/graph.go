package graph

// This file defines the workflow model: what a program of agents may do, as a
// graph of steps. Every engine of agentvet reads it; only extraction, the
// graph-file reader and tests write it, through a Builder.

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/agentvet/agentvet/graph/reason"
)

// Dense identifiers: each indexes the slice of its workflow. Identity is by
// ID, never by name, so two nodes that a faulty program gives one name stay
// apart.
type (
	NodeID   int32
	EdgeID   int32
	BranchID int32
)

// None is the identifier of no node, no edge or no branch.
const None = -1

// NoFramework is the Framework of what code builds that uses none.
const NoFramework = "go"

// A Workflow is one graph of steps that a program builds and a framework runs.
//
// The zero Entry is node 0; a Workflow is well formed only after Check.
type Workflow struct {
	Name       string
	Framework  string // the framework row that built it: "eino", "adk", …
	Pos        Pos    // where the program creates it
	Origin     Pos    // the call that makes the builder, if Pos is one that led there
	Nodes      []Node
	Edges      []Edge
	Branches   []Branch
	Entry      NodeID
	Exits      []NodeID
	Mode       Mode
	Engine     Engine
	Interrupts []Interrupt
	Jumps      []Jump  // edges and jumps whose target no node declares
	Inputs     []Input // data that passes between nodes without an edge
	Counters   []Counter
	Unknowns   []Unknown // what extraction could not determine
}

// A Node is one step of a workflow.
type Node struct {
	Name  string // what the program calls it; unique in a sound workflow
	Label string // display name, if it differs from Name
	Kind  Kind
	Tools []*Tool // the tools this step may call, on whatever kind it sits
	Calls Calls   // how it calls them
	// Same are values that are not known, but are the same as others. They are no part of the JSON: without them,
	// less is known.
	Same      []Same
	Final     []string // names of tools whose result is what this step answers; the tools may not exist
	Missing   []string // names of tools that this step asks for and nothing defines: it fails
	Agent     string   // the agent that this step runs, if any
	Func      string   // the function that this step runs, package-qualified
	Pos       Pos
	Bound     Bound     // rounds of an agent, or iterations of a loop
	Sub       *Workflow // the body of a SUBGRAPH node, if known
	Generated bool      // invented by extraction or the framework, not named by the user
	Sink      bool      // its code returns nothing: a run may end there on purpose
	Join      bool      // waits for every predecessor to have run, whatever Mode says
	// Unheard says whether its code asks somebody and goes on with the answer, but does not get it.
	Unheard Unheard
	// Past are the steps that act after a question of its code although nobody agreed. They are no part of the JSON: that has
	// the kind of the step, which is no human one where its question holds nothing back.
	Past   []Past
	Events []string // what else a run of it stands for, as in "tool:approve"
	Counts []Count  // what a run of it adds to counters of the workflow
	// Passes are arguments that are numbers in the state, and Facts what is known of arguments where counters have some
	// value, which is no part of the JSON: without them, less is known.
	Passes   []Pass
	Facts    []Fact
	Args     string // what each call of a tool passes, as far as it is known: a JSON object with an object for each tool
	Exact    bool   // Args is all that each call passes: what it does not have is left out
	Metadata string // what else a graph file says of the node, a JSON object; engines do not read it
}

// An Edge is a way for control to pass from one node to another.
type Edge struct {
	From, To NodeID
	Kind     EdgeKind
	Branch   BranchID // the branch that selects it; None for an unconditional edge
	Label    string   // the router value that takes it
	Guard    Guard    // the conditions under which it is taken or built
	Within   []Within // all of these hold where it is taken, beside Guard
	// Unfollowed are conditions of Guard that no input of a run decides, nor one that it had before: what steps have worked
	// out does, and that is not followed. Whether they can hold where a run comes to the edge is not known.
	Unfollowed []Unfollowed
	Empty      bool // it passes control and no data
	Pos        Pos
	Metadata   string // what else a graph file says of the edge, a JSON object; engines do not read it
}

// Unconditional reports whether e belongs to no branch: a node that runs
// always sends a token along it.
func (e *Edge) Unconditional() bool { return e.Branch == None }

// Optional reports whether e exists only in some configurations of the
// program: the code that adds it stands under a condition, its Guard.
func (e *Edge) Optional() bool { return e.Branch == None && len(e.Guard) > 0 }

// A Branch is one decision at a node: the values its router can return, and
// through the edges that name it, where each value leads.
type Branch struct {
	From  NodeID // None only if no edge belongs to the branch
	Multi bool   // any non-empty subset of the edges, or one of Together, not exactly one
	Func  string // the router function, package-qualified
	// Values are the values the router is known to return. They are all of
	// them only if Complete.
	Values   []Value
	Complete bool
	// Together lists the sets of values that one decision of a Multi branch may
	// return, if all of them are known; else it is nil. Each value of a complete
	// branch is in one of them at least.
	Together [][]string
	// Any: what the router returns is not known, and Together lists all sets that edges have.
	Any bool
	// Shared: the program declares these edges for several branches at once, so
	// that one which this branch never takes is no mistake of it.
	Shared bool
	Pos    Pos
}

// A Value is one result of a router.
type Value struct {
	Text  string // the value itself, as the router returns it
	Guard Guard  // the conditions under which it is returned
	Pos   Pos    // the return statement or assignment
}

// An Interrupt is a human gate that the program attaches to a node by name.
type Interrupt struct {
	Name  string // the name that the program gives
	Node  NodeID // None when no node has that name: the gate does not exist
	After bool   // after the node instead of before it
	Pos   Pos
}

// A Jump is an edge, a branch target or a goto to a name that no node has.
type Jump struct {
	From   NodeID // None when the source has no declaration either
	Source string // the name of the source
	Target string
	Branch BranchID // the branch that selects it, or None
	Label  string   // the router value that takes it
	Pos    Pos
}

// An Input says that To reads what From has put out, although no edge passes
// control from one to the other.
type Input struct {
	From, To NodeID
	Pos      Pos
}

// An Unknown is a part of the workflow that extraction could not determine.
// It widens what the workflow may do and never narrows it.
type Unknown struct {
	What   UnknownKind
	Node   NodeID // the node concerned, or None
	Reason reason.Reason
	Param  bool // it depends on what a caller passes
	Pos    Pos
}

// UnknownKind says which part of the workflow an Unknown leaves open.
type UnknownKind uint8

const (
	UnknownAnything UnknownKind = iota // nodes and edges of any kind may exist beside the known ones
	UnknownTargets                     // Node may lead to nodes that are not listed
	UnknownSources                     // Node may be reached from nodes that are not listed
	UnknownTools                       // Node may call tools that are not listed
	UnknownBound                       // Node's bound is not known
	UnknownBody                        // what Node does is not known: any kind, any tool, also none
)

// Mode says when a node that several edges lead to runs.
type Mode uint8

const (
	ModeUnspecified Mode = iota // a graph file that does not say
	ModeAny                     // as soon as one predecessor delivered (superstep engines)
	ModeAll                     // when every predecessor that can still deliver has
)

// DeadEnd says what the engine does at a node without successors that is not
// an exit.
type DeadEnd uint8

const (
	DeadEndUnspecified DeadEnd = iota // a graph file that does not say
	DeadEndStops                      // the token ends there, silently
	DeadEndFails                      // the run ends with an error
	DeadEndExits                      // it is an exit by definition
)

// An Engine is what the framework that runs a workflow does where frameworks
// differ. The zero Engine promises nothing.
type Engine struct {
	DeadEnd DeadEnd
	// ExitEnds: the run ends when the first token reaches an exit; steps that
	// are still active are cut off.
	ExitEnds bool
	// BranchShadows: a branch of a node makes its unconditional edges dead.
	BranchShadows bool
	// LastBranchWins: a second branch of a node replaces the first.
	LastBranchWins bool
	// UniqueTools: a step that holds one tool twice fails, as one does that holds
	// two of one name.
	UniqueTools bool
	// EachToken: in mode any, a step runs once for each token that comes to it, as
	// soon as it comes. Without it, the engine runs in supersteps: all steps that
	// are due, then those that they lead to, a step to which several of them lead
	// once.
	EachToken bool
	// OneRun: with EachToken, a second token that comes to a step which still runs spoils the run: it
	// hangs, or fails.
	OneRun bool
	// RunsOn: that a step waits for somebody does not hold back the steps after it, which run before the answer
	// is there.
	RunsOn bool
	// StepLimit is the number of supersteps after which the engine stops a
	// run; 0 means that it has no limit.
	StepLimit int
	// LimitIsSuccess: a run that the limit stops is reported as a success.
	LimitIsSuccess bool
	// Handovers limits how often the agents of one run hand over to each other. Its state is
	// BoundNone where the framework has no limit for that: each agent then counts its own rounds,
	// and begins again when it is next handed over to.
	Handovers Bound
}

// Kind classifies a node.
type Kind uint8

const (
	KindInvalid Kind = iota
	KindEntry
	KindExit
	KindTool
	KindLLM
	KindRouter
	KindHuman
	KindSubgraph
	KindPassthrough
)

// EdgeKind classifies an edge.
type EdgeKind uint8

const (
	EdgeInvalid EdgeKind = iota
	EdgeDirect
	EdgeConditional
	EdgeParallel
	EdgeLoop
)

// Calls says how a node calls its tools.
type Calls uint8

const (
	CallsUnspecified Calls = iota // a graph file: one tool once, several in any sequence
	CallsOnce                     // code calls the tool once
	CallsAny                      // dispatches what a model chose: any finite sequence
	CallsNone                     // offers them to a model: what this chooses, another step runs
)

// A Past is a step that acts after a question in the code of another one although nobody agreed: Slip says where, and Path leads
// there.
type Past struct {
	Path []EdgeID // from the step that asks
	Slip Slip
	Pos  Pos // of the question
}

// Unheard says whether the code of a node gets the answer to what it asks.
type Unheard uint8

const (
	UnheardNever   Unheard = iota // it gets it, or asks nothing and waits for none
	UnheardAlways                 // the framework hands it to the steps after it, and does not run the code behind the question
	UnheardPerhaps                // that depends on a setting that is not known
)

// BoundState says what is known of a bound.
type BoundState uint8

const (
	BoundNone      BoundState = iota // not a loop, or nothing is said
	BoundUnlimited                   // a loop without any limit
	BoundKnown                       // at most Bound.N
	BoundPresent                     // a limit exists, its value is not known
)

// A Bound limits the rounds of an agent or the iterations of a loop.
type Bound struct {
	State BoundState
	// N is the number of BoundKnown; of BoundPresent, that which holds unless By sets
	// another, 0 if it is not known.
	N  int
	By string // with BoundPresent: what whoever runs the program may set, as in "flag max-turns"
}

// Known returns the bound of at most n rounds.
func Known(n int) Bound { return Bound{State: BoundKnown, N: n} }

// AgentKind says what an agent does with its parts.
type AgentKind uint8

const (
	AgentUnknown    AgentKind = iota // extraction could not tell
	AgentLLM                         // asks a model, which calls its tools and hands over to its sub-agents
	AgentSequential                  // runs its sub-agents one after the other
	AgentParallel                    // runs them at the same time
	AgentLoop                        // runs them, or asks a model, again and again
	AgentWorkflow                    // runs a graph of steps
	AgentTeam                        // one member leads the others
	AgentSwarm                       // the members hand over to each other
	AgentCustom                      // runs code of the program
	AgentRemote                      // runs elsewhere
	AgentServer                      // offers tools and asks no model: an MCP server
)

// An Agent is a node of the delegation graph.
type Agent struct {
	Name      string
	Kind      AgentKind
	Framework string
	Tools     []*Tool
	SubAgents []*Agent
	Bound     Bound
	// Instructions are what a server tells the models of its clients; "" for none, and if they are computed.
	Instructions string
	Returns      string // what it hands back: output key, schema or type; "" for plain text
	Pos          Pos
	Origin       Pos // the call that makes it, if Pos is one that led there
	// Unused: the program builds the agent and then neither runs, returns,
	// stores nor hands it on.
	Unused bool
	// Unset: the framework can limit how often the agent asks its model, and the
	// program sets no limit.
	Unset bool
	// Untyped: the framework can give what the agent hands back a key, a schema or a type, and the
	// program gives it none.
	Untyped  bool
	Replaced []Replacement // tools of a server whose names others take
	// Unhandled are tools of which the model, or the client of a server, is told and for which
	// nothing runs; Untold are tools that run and of which it is not told.
	Unhandled, Untold []*Tool
	Maker             string // the function that makes it, package-qualified; "" if that is not known
	Hooks             []Hook
	Unknowns          []Unknown
}

// A Hook is a function of the program that a framework runs beside the model and the tools of an agent.
type Hook struct {
	What string // where the program names it, as in "BeforeModelCallbacks"
	Func string // package-qualified
	Pos  Pos    // where the agent gets it
}

// A Replacement is a tool of a server, and the tool of its name that is registered
// later: a library keeps the last, silently.
type Replacement struct{ Tool, By *Tool }

// A Program is everything that one analysis found.
type Program struct {
	Workflows []*Workflow
	Agents    []*Agent
	Tools     []*Tool
	Unknowns  []Unknown // what concerns no single workflow
	// Completed are the constructor calls in other packages of which this
	// program knows the outcome for its own callers, so that what they make for
	// callers that are not known says nothing more.
	Completed []Pos
	// Servers are those of a registry, which has no agents.
	Servers []Server
	// Older: it comes from a file of an older form, which says nothing of titles, of servers, of what tools return, and of what schemas say
	// of arguments but for their types.
	Older bool
}

// A Server is what a registry says of a server.
type Server struct {
	Name         string // "" if only a run knows it
	Instructions string
	Pos          Pos
}

// A Pos is a source position. The zero Pos is no position.
type Pos struct {
	File      string
	Line, Col int // from 1; Col counts bytes
}

// IsValid reports whether p is a position.
func (p Pos) IsValid() bool { return p.Line > 0 }

// Compare orders positions by file, line and column.
func (p Pos) Compare(q Pos) int {
	return cmp.Or(strings.Compare(p.File, q.File), p.Line-q.Line, p.Col-q.Col)
}

// String returns "file:line:col", without the parts that are not known.
func (p Pos) String() string {
	switch {
	case p.Line == 0 && p.File == "":
		return "-"
	case p.Line == 0:
		return p.File
	case p.Col == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// A Step is one step of a witness: the node, and the edge taken to get there.
// The edge is None at the first step and where a path enters or leaves the body
// of a SUBGRAPH node. Steps are comparable.
type Step struct {
	Node NodeID
	Edge EdgeID
	// In is the workflow whose node and edge these are; nil stands for the
	// workflow that the witness is about. A path that descends into the body
	// of a SUBGRAPH node has the node's own step first, then the steps of the
	// body, then the steps after the node.
	In *Workflow
}

// A Witness is a path through one workflow, and through the bodies of its
// SUBGRAPH nodes, that shows how something happens.
type Witness []Step

// All returns w and every workflow that is the body of one of its nodes or of
// theirs, each once: w first, then in the order in which a search of nodes in
// order meets them. It is linear and ends on cyclic bodies too.
func (w *Workflow) All() []*Workflow {
	if w == nil {
		return nil
	}
	all := []*Workflow{w}
	seen := map[*Workflow]bool{w: true}
	for i := 0; i < len(all); i++ {
		for j := range all[i].Nodes {
			if sub := all[i].Nodes[j].Sub; sub != nil && !seen[sub] {
				seen[sub] = true
				all = append(all, sub)
			}
		}
	}
	return all
}
