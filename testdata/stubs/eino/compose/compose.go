// Package compose declares the part of Eino's package of this name that the
// command-line scripts use. It does nothing.
package compose

import (
	"context"

	"github.com/cloudwego/eino/components/tool"
)

const (
	START = "start"
	END   = "end"
)

type graph struct{}

type Graph[I, O any] struct{ *graph }

type (
	NewGraphOption     func()
	GraphAddNodeOpt    func()
	GraphCompileOption func()
	LambdaOpt          func()
)

func NewGraph[I, O any](opts ...NewGraphOption) *Graph[I, O] { return &Graph[I, O]{&graph{}} }

type Runnable[I, O any] interface {
	Invoke(ctx context.Context, input I) (O, error)
}

type Lambda struct{}

type InvokeWOOpt[I, O any] func(ctx context.Context, input I) (output O, err error)

func InvokableLambda[I, O any](i InvokeWOOpt[I, O], opts ...LambdaOpt) *Lambda { return nil }

type ToolsNodeConfig struct {
	Tools []tool.BaseTool
}

type ToolsNode struct{}

func NewToolNode(ctx context.Context, conf *ToolsNodeConfig) (*ToolsNode, error) { return nil, nil }

func (g *graph) AddLambdaNode(key string, node *Lambda, opts ...GraphAddNodeOpt) error { return nil }

func (g *graph) AddToolsNode(key string, node *ToolsNode, opts ...GraphAddNodeOpt) error { return nil }

func (g *graph) AddPassthroughNode(key string, opts ...GraphAddNodeOpt) error { return nil }

func (g *graph) AddBranch(startNode string, branch *GraphBranch) error { return nil }

func (g *Graph[I, O]) AddEdge(startNode, endNode string) error { return nil }

func (g *Graph[I, O]) Compile(ctx context.Context, opts ...GraphCompileOption) (Runnable[I, O], error) {
	return nil, nil
}

type GraphBranch struct{}

type GraphBranchCondition[T any] func(ctx context.Context, in T) (endNode string, err error)

func NewGraphBranch[T any](condition GraphBranchCondition[T], endNodes map[string]bool) *GraphBranch {
	return nil
}

func WithNodeTriggerMode(mode NodeTriggerMode) GraphCompileOption { return nil }

func WithInterruptBeforeNodes(nodes []string) GraphCompileOption { return nil }

// NodeTriggerMode says when a node with several predecessors runs.
type NodeTriggerMode string

const (
	AnyPredecessor NodeTriggerMode = "any_predecessor"
	AllPredecessor NodeTriggerMode = "all_predecessor"
)

func StatefulInterrupt(ctx context.Context, info, state any) error { return nil }

func GetInterruptState[T any](ctx context.Context) (wasInterrupted, hasState bool, state T) { return }

func GetResumeContext[T any](ctx context.Context) (isResumeTarget, hasData bool, data T) { return }
