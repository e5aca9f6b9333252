// Package workflow stands for the package of the same name of the Agent
// Development Kit, version 2. The functions that make lists of edges have bodies,
// because the rows say that they mean what their bodies do.
package workflow

import (
	"iter"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
)

// Node is a step of a workflow.
type Node interface {
	Name() string
	Run(ctx agent.Context, input any) iter.Seq2[*session.Event, error]
}

// BaseNode is embedded in nodes of a program's own.
type BaseNode struct{ name string }

// Name returns the name of the node.
func (n BaseNode) Name() string { return n.name }

// NewBaseNode returns a base.
func NewBaseNode(name, description string, cfg NodeConfig) BaseNode { return BaseNode{name} }

// NewBaseNodeWithSchemas returns a base.
func NewBaseNodeWithSchemas(name, description string, cfg NodeConfig, in, out *Schema) BaseNode {
	return BaseNode{name}
}

// Schema describes a value.
type Schema struct{ Type string }

// NodeConfig configures a node.
type NodeConfig struct {
	ParallelWorker bool
	RerunOnResume  *bool
}

// Route selects an edge.
type Route interface {
	Matches(event *session.Event) bool
}

// Routes by value.
type (
	StringRoute              string
	IntRoute                 int
	BoolRoute                bool
	MultiRoute[T comparable] []T
)

func (StringRoute) Matches(*session.Event) bool   { panic("stub") }
func (IntRoute) Matches(*session.Event) bool      { panic("stub") }
func (BoolRoute) Matches(*session.Event) bool     { panic("stub") }
func (MultiRoute[T]) Matches(*session.Event) bool { panic("stub") }

// Default is taken when no other route is.
var Default Route = StringRoute("")

// Start is where a workflow begins.
var Start Node = &startNode{NewBaseNode("START", "", NodeConfig{})}

type startNode struct{ BaseNode }

func (*startNode) Run(agent.Context, any) iter.Seq2[*session.Event, error] { panic("stub") }

// Edge joins two nodes.
type Edge struct {
	From, To Node
	Route    Route
}

// EdgeBuilder collects edges.
type EdgeBuilder struct{ edges []Edge }

// NewEdgeBuilder returns an empty builder.
func NewEdgeBuilder() *EdgeBuilder { return &EdgeBuilder{} }

// Add adds an edge.
func (b *EdgeBuilder) Add(from, to Node) *EdgeBuilder {
	b.edges = append(b.edges, Edge{From: from, To: to})
	return b
}

// AddRoute adds an edge with a route.
func (b *EdgeBuilder) AddRoute(from, to Node, route Route) *EdgeBuilder {
	b.edges = append(b.edges, Edge{From: from, To: to, Route: route})
	return b
}

// AddFanOut adds an edge to each of several nodes.
func (b *EdgeBuilder) AddFanOut(from Node, to ...Node) *EdgeBuilder {
	for _, t := range to {
		b.Add(from, t)
	}
	return b
}

// AddFanIn adds an edge from each of several nodes.
func (b *EdgeBuilder) AddFanIn(to Node, from ...Node) *EdgeBuilder {
	for _, f := range from {
		b.Add(f, to)
	}
	return b
}

// AddRoutes adds an edge a label.
func (b *EdgeBuilder) AddRoutes(from Node, routes map[string]Node) *EdgeBuilder {
	for route, to := range routes {
		b.AddRoute(from, to, StringRoute(route))
	}
	return b
}

// Build returns the edges.
func (b *EdgeBuilder) Build() []Edge { return b.edges }

// Chain joins nodes one after the other.
func Chain(nodes ...Node) []Edge {
	if len(nodes) < 2 {
		return nil
	}
	edges := make([]Edge, len(nodes)-1)
	for i := 0; i < len(nodes)-1; i++ {
		edges[i] = Edge{From: nodes[i], To: nodes[i+1]}
	}
	return edges
}

// Concat joins edges and lists of edges.
func Concat(items ...any) []Edge {
	var edges []Edge
	for _, item := range items {
		switch v := item.(type) {
		case Edge:
			edges = append(edges, v)
		case []Edge:
			edges = append(edges, v...)
		}
	}
	return edges
}

// Workflow is a graph that can run.
type Workflow struct{ name string }

// New returns a workflow.
func New(name string, edges []Edge) (*Workflow, error) { panic("stub") }

// Nodes by kind.
type (
	WorkflowNode   struct{ BaseNode }
	FunctionNode   struct{ BaseNode }
	AgentNode      struct{ BaseNode }
	ToolNode       struct{ BaseNode }
	JoinNode       struct{ BaseNode }
	ParallelWorker struct{ BaseNode }
)

func (*WorkflowNode) Run(agent.Context, any) iter.Seq2[*session.Event, error]   { panic("stub") }
func (*FunctionNode) Run(agent.Context, any) iter.Seq2[*session.Event, error]   { panic("stub") }
func (*AgentNode) Run(agent.Context, any) iter.Seq2[*session.Event, error]      { panic("stub") }
func (*ToolNode) Run(agent.Context, any) iter.Seq2[*session.Event, error]       { panic("stub") }
func (*JoinNode) Run(agent.Context, any) iter.Seq2[*session.Event, error]       { panic("stub") }
func (*ParallelWorker) Run(agent.Context, any) iter.Seq2[*session.Event, error] { panic("stub") }

// NewWorkflowNode makes a node of a workflow.
func NewWorkflowNode(name string, edges []Edge) (*WorkflowNode, error) { panic("stub") }

// NewFunctionNode makes a node of a function.
func NewFunctionNode[IN, OUT any](name string, fn func(ctx agent.Context, input IN) (OUT, error), cfg NodeConfig) *FunctionNode {
	panic("stub")
}

// NewFunctionNodeWithSchema is NewFunctionNode with schemas.
func NewFunctionNodeWithSchema[IN, OUT any](name string, fn func(ctx agent.Context, input IN) (OUT, error), in, out *Schema, cfg NodeConfig) (*FunctionNode, error) {
	panic("stub")
}

// NewFunctionNodeFromState makes a node of a function of the state.
func NewFunctionNodeFromState[Params, OUT any](name string, fn func(ctx agent.InvocationContext, p Params) (OUT, error), cfg NodeConfig) (*FunctionNode, error) {
	panic("stub")
}

// NewEmittingFunctionNode makes a node of a function that reports events.
func NewEmittingFunctionNode[IN, OUT any](name string, fn func(ctx agent.Context, input IN, emit func(*session.Event) error) (OUT, error), cfg NodeConfig) *FunctionNode {
	panic("stub")
}

// NewEmittingFunctionNodeWithSchema is NewEmittingFunctionNode with schemas.
func NewEmittingFunctionNodeWithSchema[IN, OUT any](name string, fn func(ctx agent.Context, input IN, emit func(*session.Event) error) (OUT, error), in, out *Schema, cfg NodeConfig) (*FunctionNode, error) {
	panic("stub")
}

// DynamicFn is the body of a dynamic node.
type DynamicFn[IN, OUT any] = func(ctx agent.Context, in IN, emit func(*session.Event) error) (OUT, error)

// NewDynamicNode makes a node of a function that runs other nodes.
func NewDynamicNode[IN, OUT any](name string, fn DynamicFn[IN, OUT], cfg NodeConfig) Node {
	panic("stub")
}

// NewDynamicNodeWithSchema is NewDynamicNode with schemas.
func NewDynamicNodeWithSchema[IN, OUT any](name string, fn DynamicFn[IN, OUT], in, out *Schema, cfg NodeConfig) (Node, error) {
	panic("stub")
}

// RunNodeOption changes how RunNode runs.
type RunNodeOption func()

// RunNode runs a node from the body of a dynamic one.
func RunNode[OUT any](ctx agent.Context, child Node, input any, opts ...RunNodeOption) (OUT, error) {
	panic("stub")
}

// NewAgentNode makes a node of an agent.
func NewAgentNode(a agent.Agent, cfg NodeConfig) (*AgentNode, error) { panic("stub") }

// NewAgentNodeTyped makes a node of an agent.
func NewAgentNodeTyped[Input, Output any](a agent.Agent, cfg NodeConfig) (*AgentNode, error) {
	panic("stub")
}

// NewAgentNodeWithSchemas makes a node of an agent.
func NewAgentNodeWithSchemas(a agent.Agent, in, out *Schema, cfg NodeConfig) (*AgentNode, error) {
	panic("stub")
}

// NewToolNode makes a node of a tool.
func NewToolNode(t tool.Tool, cfg NodeConfig) (*ToolNode, error) { panic("stub") }

// NewToolNodeTyped makes a node of a tool.
func NewToolNodeTyped[Input, Output any](t tool.Tool, cfg NodeConfig) (*ToolNode, error) {
	panic("stub")
}

// NewToolNodeWithSchemas makes a node of a tool.
func NewToolNodeWithSchemas(t tool.Tool, in, out *Schema, cfg NodeConfig) (*ToolNode, error) {
	panic("stub")
}

// NewNamedToolNode makes a node of a tool, with a name of its own.
func NewNamedToolNode(name string, t tool.Tool, cfg NodeConfig) (*ToolNode, error) { panic("stub") }

// NewJoinNode makes a node that waits for all its predecessors.
func NewJoinNode(name string) *JoinNode { panic("stub") }

// NewJoinNodeWithSchema is NewJoinNode with a schema.
func NewJoinNodeWithSchema(name string, schema *Schema) *JoinNode { panic("stub") }

// NewParallelWorker makes a node that runs another one for each item.
func NewParallelWorker(name string, wrapped Node, maxConcurrency int, cfg NodeConfig) (*ParallelWorker, error) {
	panic("stub")
}

// NewRequestInputEvent returns an event that asks a human.
func NewRequestInputEvent(ctx agent.InvocationContext, req session.RequestInput) *session.Event {
	panic("stub")
}

// ResumeOrRequestInput asks a human, or returns the answer.
func ResumeOrRequestInput(ctx agent.Context, emit func(*session.Event) error, req session.RequestInput) (any, error) {
	panic("stub")
}
