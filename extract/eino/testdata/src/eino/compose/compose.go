package compose

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/schema"
)

const (
	START = "start"
	END   = "end"
)

type NodeTriggerMode string

const (
	AnyPredecessor NodeTriggerMode = "any_predecessor"
	AllPredecessor NodeTriggerMode = "all_predecessor"
)

type graph struct{}

type (
	Graph[I, O any]    struct{ *graph }
	Chain[I, O any]    struct{ gg *Graph[I, O] }
	Workflow[I, O any] struct{ g *graph }
	WorkflowNode       struct{}
	Parallel           struct{}
	ChainBranch        struct{}
	GraphBranch        struct{}
	Lambda             struct{}
	ToolsNode          struct{}
	FieldMapping       struct{}
)

type (
	NewGraphOption      func()
	GraphAddNodeOpt     func()
	GraphCompileOption  func()
	LambdaOpt           func()
	WorkflowAddInputOpt func()
)

type AnyGraph interface{ component() }

func (g *graph) component()          {}
func (c *Chain[I, O]) component()    {}
func (w *Workflow[I, O]) component() {}

func NewGraph[I, O any](opts ...NewGraphOption) *Graph[I, O] { return &Graph[I, O]{&graph{}} }

func NewChain[I, O any](opts ...NewGraphOption) *Chain[I, O] { return nil }

func NewWorkflow[I, O any](opts ...NewGraphOption) *Workflow[I, O] { return nil }

type (
	GenLocalState[S any]       func(ctx context.Context) (state S)
	StatePreHandler[I, S any]  func(ctx context.Context, in I, state S) (I, error)
	StatePostHandler[O, S any] func(ctx context.Context, out O, state S) (O, error)
)

func WithGenLocalState[S any](gls GenLocalState[S]) NewGraphOption { return nil }

type Runnable[I, O any] interface {
	Invoke(ctx context.Context, input I, opts ...Option) (O, error)
	Stream(ctx context.Context, input I, opts ...Option) (*schema.StreamReader[O], error)
}

type Option struct{}

func WithRuntimeMaxSteps(maxSteps int) Option { return Option{} }

type (
	InvokeWOOpt[I, O any] func(ctx context.Context, input I) (output O, err error)
	StreamWOOpt[I, O any] func(ctx context.Context, input I) (output *schema.StreamReader[O], err error)
	Invoke[I, O, X any]   func(ctx context.Context, input I, opts ...X) (output O, err error)
	Stream[I, O, X any]   func(ctx context.Context, input I, opts ...X) (output *schema.StreamReader[O], err error)
)

func AnyLambda[I, O, TOption any](i Invoke[I, O, TOption], s Stream[I, O, TOption], c, t any, opts ...LambdaOpt) (*Lambda, error) {
	return nil, nil
}

func InvokableLambda[I, O any](i InvokeWOOpt[I, O], opts ...LambdaOpt) *Lambda { return nil }

func StreamableLambda[I, O any](s StreamWOOpt[I, O], opts ...LambdaOpt) *Lambda { return nil }

type ToolsNodeConfig struct {
	Tools                []tool.BaseTool
	ToolAliases          map[string]ToolAliasConfig
	UnknownToolsHandler  func(ctx context.Context, name, input string) (string, error)
	ToolArgumentsHandler func(ctx context.Context, name, arguments string) (string, error)
	ToolCallMiddlewares  []ToolMiddleware
}

type ToolAliasConfig struct{ NameAliases []string }

type (
	ToolInput                struct{ Name, Arguments string }
	ToolOutput               struct{ Result string }
	StreamToolOutput         struct{ Result *schema.StreamReader[string] }
	InvokableToolEndpoint    func(ctx context.Context, input *ToolInput) (*ToolOutput, error)
	StreamableToolEndpoint   func(ctx context.Context, input *ToolInput) (*StreamToolOutput, error)
	InvokableToolMiddleware  func(InvokableToolEndpoint) InvokableToolEndpoint
	StreamableToolMiddleware func(StreamableToolEndpoint) StreamableToolEndpoint
)

type ToolMiddleware struct {
	Invokable  InvokableToolMiddleware
	Streamable StreamableToolMiddleware
}

func NewToolNode(ctx context.Context, conf *ToolsNodeConfig) (*ToolsNode, error) { return nil, nil }

func (g *Graph[I, O]) AddEdge(startNode, endNode string) error { return nil }

func (g *graph) AddBranch(startNode string, branch *GraphBranch) error { return nil }

type GraphBranchCondition[T any] func(ctx context.Context, in T) (endNode string, err error)

type GraphMultiBranchCondition[T any] func(ctx context.Context, in T) (endNode map[string]bool, err error)

func NewGraphBranch[T any](condition GraphBranchCondition[T], endNodes map[string]bool) *GraphBranch {
	return nil
}

func NewGraphMultiBranch[T any](condition GraphMultiBranchCondition[T], endNodes map[string]bool) *GraphBranch {
	return nil
}

func NewChainBranch[T any](cond GraphBranchCondition[T]) *ChainBranch { return nil }

func NewParallel() *Parallel { return nil }

func (w *Workflow[I, O]) End() *WorkflowNode { return nil }

func (w *Workflow[I, O]) AddBranch(from string, branch *GraphBranch) *WorkflowBranch { return nil }

type WorkflowBranch struct{}

func (n *WorkflowNode) AddInput(from string, inputs ...*FieldMapping) *WorkflowNode { return n }

func (n *WorkflowNode) AddInputWithOptions(from string, inputs []*FieldMapping, opts ...WorkflowAddInputOpt) *WorkflowNode {
	return n
}

func (n *WorkflowNode) AddDependency(from string) *WorkflowNode { return n }

func (n *WorkflowNode) SetStaticValue(path []string, value any) *WorkflowNode { return n }

func WithNoDirectDependency() WorkflowAddInputOpt { return nil }

func (c *Chain[I, O]) AppendBranch(b *ChainBranch) *Chain[I, O] { return c }

func (c *Chain[I, O]) AppendParallel(p *Parallel) *Chain[I, O] { return c }

func WithMaxRunSteps(n int) GraphCompileOption { return nil }

func WithGraphName(name string) GraphCompileOption { return nil }

func WithNodeTriggerMode(mode NodeTriggerMode) GraphCompileOption { return nil }

func WithInterruptBeforeNodes(nodes []string) GraphCompileOption { return nil }

func WithInterruptAfterNodes(nodes []string) GraphCompileOption { return nil }

func WithNodeName(n string) GraphAddNodeOpt { return nil }

func WithNodeKey(key string) GraphAddNodeOpt { return nil }

func WithOutputKey(k string) GraphAddNodeOpt { return nil }

func WithGraphCompileOptions(opts ...GraphCompileOption) GraphAddNodeOpt { return nil }

func WithStatePreHandler[I, S any](pre StatePreHandler[I, S]) GraphAddNodeOpt {
	return nil
}

func WithStatePostHandler[O, S any](post StatePostHandler[O, S]) GraphAddNodeOpt {
	return nil
}

func ProcessState[S any](ctx context.Context, handler func(context.Context, S) error) error {
	return nil
}

func Interrupt(ctx context.Context, info any) error { return nil }

func StatefulInterrupt(ctx context.Context, info any, state any) error { return nil }

func (g *graph) AddChatModelNode(key string, node model.BaseChatModel, opts ...GraphAddNodeOpt) error {
	return nil
}

func (w *Workflow[I, O]) AddChatModelNode(key string, node model.BaseChatModel, opts ...GraphAddNodeOpt) *WorkflowNode {
	return nil
}

func (c *Chain[I, O]) AppendChatModel(node model.BaseChatModel, opts ...GraphAddNodeOpt) *Chain[I, O] {
	return c
}

func (c *ChainBranch) AddChatModel(key string, node model.BaseChatModel, opts ...GraphAddNodeOpt) *ChainBranch {
	return c
}

func (p *Parallel) AddChatModel(key string, node model.BaseChatModel, opts ...GraphAddNodeOpt) *Parallel {
	return p
}

func (g *graph) AddToolsNode(key string, node *ToolsNode, opts ...GraphAddNodeOpt) error { return nil }

func (w *Workflow[I, O]) AddToolsNode(key string, node *ToolsNode, opts ...GraphAddNodeOpt) *WorkflowNode {
	return nil
}

func (c *Chain[I, O]) AppendToolsNode(node *ToolsNode, opts ...GraphAddNodeOpt) *Chain[I, O] {
	return c
}

func (c *ChainBranch) AddToolsNode(key string, node *ToolsNode, opts ...GraphAddNodeOpt) *ChainBranch {
	return c
}

func (p *Parallel) AddToolsNode(key string, node *ToolsNode, opts ...GraphAddNodeOpt) *Parallel {
	return p
}

func (g *graph) AddLambdaNode(key string, node *Lambda, opts ...GraphAddNodeOpt) error { return nil }

func (w *Workflow[I, O]) AddLambdaNode(key string, node *Lambda, opts ...GraphAddNodeOpt) *WorkflowNode {
	return nil
}

func (c *Chain[I, O]) AppendLambda(node *Lambda, opts ...GraphAddNodeOpt) *Chain[I, O] { return c }

func (c *ChainBranch) AddLambda(key string, node *Lambda, opts ...GraphAddNodeOpt) *ChainBranch {
	return c
}

func (p *Parallel) AddLambda(key string, node *Lambda, opts ...GraphAddNodeOpt) *Parallel { return p }

func (g *graph) AddGraphNode(key string, node AnyGraph, opts ...GraphAddNodeOpt) error { return nil }

func (w *Workflow[I, O]) AddGraphNode(key string, node AnyGraph, opts ...GraphAddNodeOpt) *WorkflowNode {
	return nil
}

func (c *Chain[I, O]) AppendGraph(node AnyGraph, opts ...GraphAddNodeOpt) *Chain[I, O] { return c }

func (c *ChainBranch) AddGraph(key string, node AnyGraph, opts ...GraphAddNodeOpt) *ChainBranch {
	return c
}

func (p *Parallel) AddGraph(key string, node AnyGraph, opts ...GraphAddNodeOpt) *Parallel { return p }

func (g *graph) AddPassthroughNode(key string, opts ...GraphAddNodeOpt) error { return nil }

func (w *Workflow[I, O]) AddPassthroughNode(key string, opts ...GraphAddNodeOpt) *WorkflowNode {
	return nil
}

func (c *Chain[I, O]) AppendPassthrough(opts ...GraphAddNodeOpt) *Chain[I, O] { return c }

func (c *ChainBranch) AddPassthrough(key string, opts ...GraphAddNodeOpt) *ChainBranch { return c }

func (p *Parallel) AddPassthrough(key string, opts ...GraphAddNodeOpt) *Parallel { return p }

func (g *Graph[I, O]) Compile(ctx context.Context, opts ...GraphCompileOption) (Runnable[I, O], error) {
	return nil, nil
}

func (g *Chain[I, O]) Compile(ctx context.Context, opts ...GraphCompileOption) (Runnable[I, O], error) {
	return nil, nil
}

func (g *Workflow[I, O]) Compile(ctx context.Context, opts ...GraphCompileOption) (Runnable[I, O], error) {
	return nil, nil
}

func GetInterruptState[T any](ctx context.Context) (wasInterrupted bool, hasState bool, state T) {
	return
}

func GetResumeContext[T any](ctx context.Context) (isResume bool, hasData bool, data T) { return }

func (t *ToolsNode) Invoke(ctx context.Context, in *schema.Message) ([]*schema.Message, error) {
	return nil, nil
}

type CheckPointStore interface {
	Get(ctx context.Context, checkPointID string) ([]byte, bool, error)
	Set(ctx context.Context, checkPointID string, checkPoint []byte) error
}

func WithCheckPointStore(store CheckPointStore) GraphCompileOption { return nil }
