package pocketflow

import (
	"context"
	"time"
)

func WithParam(parent context.Context, param map[any]any) *PfContext
func NewNode() *Node
func NewBatchNode() *BatchNode
func NewFlow(startNode BaseNode) *Flow
func NewBatchFlow(startNode BaseNode) *BatchFlow

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

type BatchFlow struct {
	Flow

	PrepBatchFunc func(ctx *PfContext, params map[string]any) ([]map[string]any, error)
	PostBatchFunc func(ctx *PfContext, params map[string]any, batchPrepResult []map[string]any) (string, error)
}

func (bf *BatchFlow) SetPrepBatch(f func(ctx *PfContext, params map[string]any) ([]map[string]any, error)) *BatchFlow
func (bf *BatchFlow) SetPostBatch(f func(ctx *PfContext, params map[string]any, batchPrepResult []map[string]any) (string, error)) *BatchFlow
func (bf *BatchFlow) Prep(ctx *PfContext) (any, error)
func (bf *BatchFlow) Exec(prepResult any) (any, error)
func (bf *BatchFlow) Post(ctx *PfContext, prepResult any, execResult any) (string, error)
func (bf *BatchFlow) Run(ctx *PfContext) (string, error)
func (bf *BatchFlow) InternalRun(ctx *PfContext) (string, error)

type BatchNode struct {
	nodeCore
	MaxRetries       int
	WaitMilliseconds time.Duration

	PrepFunc func(ctx *PfContext, params map[string]any) ([]any, error)

	ExecItemFunc func(ctx *PfContext, params map[string]any, item any) (any, error)

	PostFunc func(ctx *PfContext, params map[string]any, prepResult []any, execResult []any) (string, error)

	ExecItemFallbackFunc func(ctx *PfContext, params map[string]any, item any, lastErr error) (any, error)
}

func (bn *BatchNode) SetRetry(maxRetries int, waitMilliseconds time.Duration) *BatchNode
func (bn *BatchNode) SetPrep(f func(ctx *PfContext, params map[string]any) ([]any, error)) *BatchNode
func (bn *BatchNode) SetExecItem(f func(ctx *PfContext, params map[string]any, item any) (any, error)) *BatchNode
func (bn *BatchNode) SetPost(f func(ctx *PfContext, params map[string]any, prepResult []any, execResult []any) (string, error)) *BatchNode
func (bn *BatchNode) SetItemFallback(f func(ctx *PfContext, params map[string]any, item any, lastErr error) (any, error)) *BatchNode
func (bn *BatchNode) SetParams(params map[string]any) BaseNode
func (bn *BatchNode) Next(action string, node BaseNode) BaseNode
func (bn *BatchNode) Prep(ctx *PfContext) (any, error)
func (bn *BatchNode) Exec(ctx *PfContext, prepResult any) (any, error)
func (bn *BatchNode) Post(ctx *PfContext, prepResult any, execResult any) (string, error)
func (bn *BatchNode) Run(ctx *PfContext) (string, error)
func (bn *BatchNode) InternalRun(ctx *PfContext) (string, error)

type Flow struct {
	nodeCore
}

func (f *Flow) Start(node BaseNode) BaseNode
func (f *Flow) SetParams(params map[string]any) BaseNode
func (f *Flow) Next(action string, node BaseNode) BaseNode
func (f *Flow) Prep(ctx *PfContext) (any, error)
func (f *Flow) Exec(ctx *PfContext, prepResult any) (any, error)
func (f *Flow) Post(ctx *PfContext, prepResult any, execResult any) (string, error)
func (f *Flow) Run(ctx *PfContext) (string, error)
func (f *Flow) InternalRun(ctx *PfContext) (string, error)

type Node struct {
	nodeCore
	MaxRetries       int
	WaitMilliseconds time.Duration

	PrepFunc func(ctx *PfContext, params map[string]any) (any, error)
	ExecFunc func(ctx *PfContext, params map[string]any, prepResult any) (any, error)
	PostFunc func(ctx *PfContext, params map[string]any, prepResult any, execResult any) (string, error)

	ExecFallbackFunc func(ctx *PfContext, params map[string]any, prepResult any, lastErr error) (any, error)
}

func (n *Node) SetRetry(maxRetries int, waitMilliseconds time.Duration) *Node
func (n *Node) SetPrep(f func(ctx *PfContext, params map[string]any) (any, error)) *Node
func (n *Node) SetExec(f func(ctx *PfContext, params map[string]any, prepResult any) (any, error)) *Node
func (n *Node) SetPost(f func(ctx *PfContext, params map[string]any, prepResult any, execResult any) (string, error)) *Node
func (n *Node) SetFallback(f func(ctx *PfContext, params map[string]any, prepResult any, lastErr error) (any, error)) *Node
func (n *Node) SetParams(params map[string]any) BaseNode
func (n *Node) Next(action string, node BaseNode) BaseNode
func (n *Node) Prep(ctx *PfContext) (any, error)
func (n *Node) Exec(ctx *PfContext, prepResult any) (any, error)
func (n *Node) Post(ctx *PfContext, prepResult any, execResult any) (string, error)
func (n *Node) Run(ctx *PfContext) (string, error)
func (n *Node) InternalRun(ctx *PfContext) (string, error)

type PfContext struct {
	context.Context
}

func (c *PfContext) Value(key any) any
func (c *PfContext) SetValue(key any, value any)

type PocketFlowError struct {
	Message string
	Cause   error
}

func (e *PocketFlowError) Error() string
func (e *PocketFlowError) Unwrap() error

type nodeCore struct {
}

func (n *nodeCore) SetParams(params map[string]any)
func (n *nodeCore) GetParams() map[string]any
func (n *nodeCore) Next(action string, node BaseNode) BaseNode
func (n *nodeCore) GetSuccessors() map[string]BaseNode
func (n *nodeCore) GetNextNode(action string) BaseNode
