// Package mcp has the API of the library of its name, without what it does.
package mcp

import (
	"context"
	"encoding/json"
	"net/http"
)

type Implementation struct{ Name, Title, Version string }

type ServerOptions struct {
	Instructions       string
	InitializedHandler func(context.Context, *InitializedRequest)
}

type InitializedRequest struct{}

type Server struct{}

func NewServer(impl *Implementation, options *ServerOptions) *Server { return &Server{} }

type ToolAnnotations struct {
	DestructiveHint *bool
	IdempotentHint  bool
	OpenWorldHint   *bool
	ReadOnlyHint    bool
	Title           string
}

type Tool struct {
	Annotations  *ToolAnnotations
	Description  string
	InputSchema  any
	Name         string
	OutputSchema any
	Title        string
}

type Content interface{ content() }

type TextContent struct{ Text string }

func (*TextContent) content() {}

type CallToolResult struct {
	Content       []Content
	IsError       bool
	InputRequests InputRequestMap
	RequestState  string
}

type (
	InputRequest     interface{ isInputRequest() }
	InputRequestMap  map[string]InputRequest
	InputResponse    interface{ isInputResponse() }
	InputResponseMap map[string]InputResponse
)

func (*ElicitParams) isInputRequest() {}

func (*CreateMessageParams) isInputRequest() {}

func (*ElicitResult) isInputResponse() {}

func (*CreateMessageResult) isInputResponse() {}

type Params interface{ isParams() }

type CallToolParamsRaw struct {
	Name           string
	Arguments      json.RawMessage
	InputResponses InputResponseMap
	RequestState   string
}

func (*CallToolParamsRaw) isParams() {}

type Request interface{ GetParams() Params }

type ServerRequest[P Params] struct {
	Session *ServerSession
	Params  P
}

func (r *ServerRequest[P]) GetParams() Params { return r.Params }

type CallToolRequest = ServerRequest[*CallToolParamsRaw]

type (
	Result                      any
	ToolHandler                 func(context.Context, *CallToolRequest) (*CallToolResult, error)
	ToolHandlerFor[In, Out any] func(context.Context, *CallToolRequest, In) (*CallToolResult, Out, error)
	MethodHandler               func(ctx context.Context, method string, req Request) (Result, error)
	Middleware                  func(MethodHandler) MethodHandler
)

func AddTool[In, Out any](s *Server, t *Tool, h ToolHandlerFor[In, Out]) {}

func (s *Server) AddTool(t *Tool, h ToolHandler) {}

func (s *Server) RemoveTools(names ...string) {}

func (s *Server) AddReceivingMiddleware(middleware ...Middleware) {}

type Transport interface{ Connect() }

type StdioTransport struct{}

func (*StdioTransport) Connect() {}

func (s *Server) Run(ctx context.Context, t Transport) error { return nil }

type StreamableHTTPOptions struct{}

type StreamableHTTPHandler struct{ sessions map[string]*Server }

func NewStreamableHTTPHandler(get func(*http.Request) *Server, opts *StreamableHTTPOptions) *StreamableHTTPHandler {
	return &StreamableHTTPHandler{}
}

func (*StreamableHTTPHandler) ServeHTTP(http.ResponseWriter, *http.Request) {}

type ServerSession struct{}

type ElicitParams struct {
	Message         string
	RequestedSchema any
}

type ElicitResult struct {
	Action  string
	Content map[string]any
}

func (ss *ServerSession) Elicit(ctx context.Context, params *ElicitParams) (*ElicitResult, error) {
	return nil, nil
}

type CreateMessageParams struct{ MaxTokens int64 }

type CreateMessageResult struct{ Content Content }

func (ss *ServerSession) CreateMessage(ctx context.Context, p *CreateMessageParams) (*CreateMessageResult, error) {
	return nil, nil
}

type (
	CreateMessageWithToolsParams struct{ MaxTokens int64 }
	CreateMessageWithToolsResult struct{ Content Content }
)

func (ss *ServerSession) CreateMessageWithTools(ctx context.Context, p *CreateMessageWithToolsParams) (*CreateMessageWithToolsResult, error) {
	return nil, nil
}

func (s *Server) AddSendingMiddleware(middleware ...Middleware) {}

type ListToolsResult struct{ Tools []*Tool }
