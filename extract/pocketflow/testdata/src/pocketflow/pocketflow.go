// Package pocketflow is a stub with the API of the library.
package pocketflow

import (
	"context"
	"time"
)

type PfContext struct{ context.Context }

func WithParam(parent context.Context, param map[any]any) *PfContext { return nil }

func (c *PfContext) SetValue(key, value any) {}
func (c *PfContext) Value(key any) any       { return nil }

const DefaultAction = "default"

type BaseNode interface {
	Prep(ctx *PfContext) (any, error)
	Exec(ctx *PfContext, prepResult any) (any, error)
	Post(ctx *PfContext, prepResult any, execResult any) (string, error)
	SetParams(params map[string]any) BaseNode
	GetParams() map[string]any
	Next(action string, node BaseNode) BaseNode
	GetSuccessors() map[string]BaseNode
	GetNextNode(action string) BaseNode
	Run(ctx *PfContext) (string, error)
	InternalRun(ctx *PfContext) (string, error)
}

type nodeCore struct {
	params     map[string]any
	successors map[string]BaseNode
}

func (n *nodeCore) GetParams() map[string]any                  { return nil }
func (n *nodeCore) GetSuccessors() map[string]BaseNode         { return nil }
func (n *nodeCore) GetNextNode(action string) BaseNode         { return nil }
func (n *nodeCore) Next(action string, node BaseNode) BaseNode { return node }

type (
	prepFunc     = func(ctx *PfContext, params map[string]any) (any, error)
	execFunc     = func(ctx *PfContext, params map[string]any, prepResult any) (any, error)
	postFunc     = func(ctx *PfContext, params map[string]any, prepResult any, execResult any) (string, error)
	fallbackFunc = func(ctx *PfContext, params map[string]any, prepResult any, lastErr error) (any, error)
)

type Node struct {
	nodeCore
	MaxRetries       int
	WaitMilliseconds time.Duration
	PrepFunc         prepFunc
	ExecFunc         execFunc
	PostFunc         postFunc
	ExecFallbackFunc fallbackFunc
}

func NewNode() *Node {
	return &Node{
		MaxRetries: 1,
		PrepFunc:   func(*PfContext, map[string]any) (any, error) { return nil, nil },
		ExecFunc:   func(*PfContext, map[string]any, any) (any, error) { return nil, nil },
		PostFunc:   func(*PfContext, map[string]any, any, any) (string, error) { return DefaultAction, nil },
	}
}

func (n *Node) SetRetry(maxRetries int, wait time.Duration) *Node {
	n.MaxRetries, n.WaitMilliseconds = maxRetries, wait
	return n
}

func (n *Node) SetPrep(f prepFunc) *Node         { n.PrepFunc = f; return n }
func (n *Node) SetExec(f execFunc) *Node         { n.ExecFunc = f; return n }
func (n *Node) SetPost(f postFunc) *Node         { n.PostFunc = f; return n }
func (n *Node) SetFallback(f fallbackFunc) *Node { n.ExecFallbackFunc = f; return n }

func (n *Node) SetParams(params map[string]any) BaseNode                        { return nil }
func (n *Node) Next(action string, node BaseNode) BaseNode                      { return node }
func (n *Node) Prep(ctx *PfContext) (any, error)                                { return nil, nil }
func (n *Node) Exec(ctx *PfContext, prepResult any) (any, error)                { return nil, nil }
func (n *Node) Post(ctx *PfContext, prepResult, execResult any) (string, error) { return "", nil }
func (n *Node) Run(ctx *PfContext) (string, error)                              { return "", nil }
func (n *Node) InternalRun(ctx *PfContext) (string, error)                      { return "", nil }

type (
	prepItemsFunc = func(ctx *PfContext, params map[string]any) ([]any, error)
	postItemsFunc = func(ctx *PfContext, params map[string]any, prepResult []any, execResult []any) (string, error)
)

type BatchNode struct {
	nodeCore
	MaxRetries           int
	WaitMilliseconds     time.Duration
	PrepFunc             prepItemsFunc
	ExecItemFunc         execFunc
	PostFunc             postItemsFunc
	ExecItemFallbackFunc fallbackFunc
}

func NewBatchNode() *BatchNode {
	return &BatchNode{
		MaxRetries:   1,
		PrepFunc:     func(*PfContext, map[string]any) ([]any, error) { return nil, nil },
		ExecItemFunc: func(_ *PfContext, _ map[string]any, item any) (any, error) { return item, nil },
		PostFunc:     func(*PfContext, map[string]any, []any, []any) (string, error) { return DefaultAction, nil },
	}
}

func (n *BatchNode) SetRetry(maxRetries int, wait time.Duration) *BatchNode {
	n.MaxRetries, n.WaitMilliseconds = maxRetries, wait
	return n
}

func (n *BatchNode) SetPrep(f prepItemsFunc) *BatchNode        { n.PrepFunc = f; return n }
func (n *BatchNode) SetExecItem(f execFunc) *BatchNode         { n.ExecItemFunc = f; return n }
func (n *BatchNode) SetPost(f postItemsFunc) *BatchNode        { n.PostFunc = f; return n }
func (n *BatchNode) SetItemFallback(f fallbackFunc) *BatchNode { n.ExecItemFallbackFunc = f; return n }

func (n *BatchNode) SetParams(params map[string]any) BaseNode                        { return nil }
func (n *BatchNode) Next(action string, node BaseNode) BaseNode                      { return node }
func (n *BatchNode) Prep(ctx *PfContext) (any, error)                                { return nil, nil }
func (n *BatchNode) Exec(ctx *PfContext, prepResult any) (any, error)                { return nil, nil }
func (n *BatchNode) Post(ctx *PfContext, prepResult, execResult any) (string, error) { return "", nil }
func (n *BatchNode) Run(ctx *PfContext) (string, error)                              { return "", nil }
func (n *BatchNode) InternalRun(ctx *PfContext) (string, error)                      { return "", nil }

type Flow struct {
	nodeCore
	startNode BaseNode
}

func NewFlow(startNode BaseNode) *Flow { return &Flow{startNode: startNode} }

func (f *Flow) Start(node BaseNode) BaseNode {
	f.startNode = node
	return node
}

func (f *Flow) SetParams(params map[string]any) BaseNode                        { return nil }
func (f *Flow) Next(action string, node BaseNode) BaseNode                      { return node }
func (f *Flow) Prep(ctx *PfContext) (any, error)                                { return nil, nil }
func (f *Flow) Exec(ctx *PfContext, prepResult any) (any, error)                { return nil, nil }
func (f *Flow) Post(ctx *PfContext, prepResult, execResult any) (string, error) { return "", nil }
func (f *Flow) Run(ctx *PfContext) (string, error)                              { return "", nil }
func (f *Flow) InternalRun(ctx *PfContext) (string, error)                      { return "", nil }

type (
	prepBatchFunc = func(ctx *PfContext, params map[string]any) ([]map[string]any, error)
	postBatchFunc = func(ctx *PfContext, params map[string]any, batch []map[string]any) (string, error)
)

type BatchFlow struct {
	Flow
	PrepBatchFunc prepBatchFunc
	PostBatchFunc postBatchFunc
}

func NewBatchFlow(startNode BaseNode) *BatchFlow {
	return &BatchFlow{Flow: Flow{startNode: startNode}}
}

func (f *BatchFlow) SetPrepBatch(g prepBatchFunc) *BatchFlow { f.PrepBatchFunc = g; return f }
func (f *BatchFlow) SetPostBatch(g postBatchFunc) *BatchFlow { f.PostBatchFunc = g; return f }

func (f *BatchFlow) Run(ctx *PfContext) (string, error)         { return "", nil }
func (f *BatchFlow) InternalRun(ctx *PfContext) (string, error) { return "", nil }
