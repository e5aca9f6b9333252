// Package truth asks Eino what a program builds. Graphs come from the framework's
// own compile callback, agents from a walk over its agent tree; nothing here
// reads source code. README.md of the module describes the format.
package truth

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/compose"
)

// A Dump is all that the framework says about one program.
type Dump struct {
	Program   string     `json:"program"`
	Workflows []Workflow `json:"workflows"`
	Agents    []Agent    `json:"agents"`
}

// A Workflow is one compiled graph. Graphs that are a node of another graph
// are in that node's Sub; those that a library compiles first and exports
// later (react.NewAgent) appear on their own as well.
type Workflow struct {
	Name        string      `json:"name"`
	Constructor string      `json:"constructor,omitempty"` // what compiled it, as the program calls it
	File        string      `json:"file,omitempty"`        // directory of the calling package
	Func        string      `json:"func,omitempty"`        // calling function
	Line        int         `json:"line,omitempty"`        // line of the call
	Mode        string      `json:"mode"`                  // any (superstep) or all (dag)
	MaxSteps    int         `json:"max_steps"`             // as the program says; 0 if it does not
	StepLimit   int         `json:"step_limit"`            // as the engine applies; 0 if it has none
	Checkpoint  bool        `json:"checkpoint"`            // a store for interrupted runs is set
	Nodes       []Node      `json:"nodes"`
	Edges       []Edge      `json:"edges"`
	Data        []DataEdge  `json:"data"` // data without control
	Interrupts  []Interrupt `json:"interrupts"`
}

// A Node is a step. START and END are no nodes, as in the framework.
type Node struct {
	ID        string    `json:"id"`
	Component string    `json:"component"`
	Kind      string    `json:"kind"` // "" for Lambda: the framework cannot see into a function
	Label     string    `json:"label,omitempty"`
	Tools     []string  `json:"tools,omitempty"` // what a tools node can run, in order, repeats included
	Bound     []string  `json:"bound,omitempty"` // what a model was told of by WithTools before it became a node
	Sub       *Workflow `json:"sub,omitempty"`
}

// An Edge passes control. The edges of one branch have the same From and
// Index.
type Edge struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Branch bool   `json:"branch"`
	Multi  bool   `json:"multi"`
	Index  int    `json:"index,omitempty"`  // which branch of From, from 0
	Router string `json:"router,omitempty"` // the symbol of the condition
}

// A DataEdge passes data and no control. If To has no control edge at all,
// the arrival of its data starts it.
type DataEdge struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// An Interrupt is a gate that the compile options name.
type Interrupt struct {
	Name  string `json:"name"`
	After bool   `json:"after"`
	Known bool   `json:"known"` // a node has that name
}

// An Agent is one agent of the ADK. Those that a tool runs are in the list too.
type Agent struct {
	Name           string   `json:"name"`
	Type           string   `json:"type"`
	Root           bool     `json:"root,omitempty"`
	SubAgents      []string `json:"sub_agents"`
	Tools          []string `json:"tools"`
	AgentTools     []string `json:"agent_tools,omitempty"` // tools that run an agent
	ReturnDirectly []string `json:"return_directly,omitempty"`
	Exit           string   `json:"exit,omitempty"`  // name of the tool that ends the run
	MaxIterations  int      `json:"max_iterations"`  // 0: the default of the type, which is none for loop
	TransferTo     []string `json:"transfer_to"`     // always, when it is done
	MayTransferTo  []string `json:"may_transfer_to"` // what its model is told of
	Wraps          []string `json:"wraps,omitempty"` // types around the agent, outermost first
}

// Of builds the program that has a name, which is its directory, in a module, and
// returns what came of it.
func Of(ctx context.Context, module, name string, build func(context.Context) ([]adk.Agent, error)) (Dump, error) {
	compiled.start(module)
	roots, err := build(ctx)
	if err != nil {
		return Dump{}, fmt.Errorf("%s: %w", name, err)
	}
	d := Dump{Program: name, Workflows: compiled.stop(ctx), Agents: []Agent{}}
	for _, r := range roots {
		d.Agents = appendAgents(ctx, d.Agents, r, true)
	}
	return d, nil
}

var compiled = func() *collector {
	c := &collector{}
	compose.InitGraphCompileCallbacks([]compose.GraphCompileCallback{c})
	return c
}()

// GoldenName returns the name of the file that holds the dump of a program.
func GoldenName(program string) string {
	return strings.ReplaceAll(program, "/", "-") + ".json"
}

// Encode returns v, a Dump or several, as golden files have it.
func Encode(v any) []byte {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		panic(fmt.Sprintf("truth: %v", err)) // only plain structs get here
	}
	return append(data, '\n')
}
