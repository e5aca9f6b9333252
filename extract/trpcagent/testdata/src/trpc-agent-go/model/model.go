package model

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/tool"
)

type Request struct {
	Messages []Message
	Tools    map[string]tool.Tool
}
type Response struct{}
type Message struct{ Content string }

type Model interface {
	GenerateContent(ctx context.Context, request *Request) (<-chan *Response, error)
}

type BeforeModelArgs struct{ Request *Request }

type BeforeModelResult struct{ CustomResponse *Response }

type AfterModelArgs struct {
	Request  *Request
	Response *Response
}

type AfterModelResult struct{ CustomResponse *Response }

type BeforeModelCallbackStructured = func(ctx context.Context, args *BeforeModelArgs) (*BeforeModelResult, error)

type AfterModelCallbackStructured = func(ctx context.Context, args *AfterModelArgs) (*AfterModelResult, error)

type Callbacks struct {
	BeforeModel []BeforeModelCallbackStructured
	AfterModel  []AfterModelCallbackStructured
}

func NewCallbacks(opts ...any) *Callbacks                  { return &Callbacks{} }
func (c *Callbacks) RegisterBeforeModel(cb any) *Callbacks { return c }
func (c *Callbacks) RegisterAfterModel(cb any) *Callbacks  { return c }
