// Package server has the API of the library of its name, without what it does.
package server

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
)

type (
	ToolHandlerFunc       func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error)
	TaskToolHandlerFunc   func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error)
	ToolHandlerMiddleware func(ToolHandlerFunc) ToolHandlerFunc
	ServerTool            struct {
		Tool    mcp.Tool
		Handler ToolHandlerFunc
	}
	ServerTaskTool struct {
		Tool    mcp.Tool
		Handler TaskToolHandlerFunc
	}
	MCPServer    struct{}
	ServerOption func(*MCPServer)
)

func NewMCPServer(name, version string, opts ...ServerOption) *MCPServer { return &MCPServer{} }

func WithToolCapabilities(listChanged bool) ServerOption { return nil }
func WithElicitation() ServerOption                      { return nil }
func WithInstructions(instructions string) ServerOption  { return nil }
func WithRecovery() ServerOption                         { return nil }

func WithToolHandlerMiddleware(mw ToolHandlerMiddleware) ServerOption { return nil }

func (s *MCPServer) Use(mw ...ToolHandlerMiddleware)                               {}
func (s *MCPServer) AddTool(tool mcp.Tool, handler ToolHandlerFunc)                {}
func (s *MCPServer) AddTaskTool(tool mcp.Tool, handler TaskToolHandlerFunc)        {}
func (s *MCPServer) AddTools(tools ...ServerTool)                                  {}
func (s *MCPServer) AddTaskTools(tools ...ServerTaskTool)                          {}
func (s *MCPServer) SetTools(tools ...ServerTool)                                  {}
func (s *MCPServer) DeleteTools(names ...string)                                   {}
func (s *MCPServer) AddSessionTool(id string, t mcp.Tool, h ToolHandlerFunc) error { return nil }
func (s *MCPServer) AddSessionTools(id string, tools ...ServerTool) error          { return nil }

func (s *MCPServer) RequestElicitation(ctx context.Context, r mcp.ElicitationRequest) (*mcp.ElicitationResult, error) {
	return nil, nil
}

func (s *MCPServer) RequestURLElicitation(ctx context.Context, session ClientSession, id, url, message string) (*mcp.ElicitationResult, error) {
	return nil, nil
}

func (s *MCPServer) RequestSampling(ctx context.Context, r mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
	return nil, nil
}

type ClientSession interface{ SessionID() string }

type SessionWithElicitation interface {
	ClientSession
	RequestElicitation(ctx context.Context, r mcp.ElicitationRequest) (*mcp.ElicitationResult, error)
}

type SessionWithSampling interface {
	ClientSession
	RequestSampling(ctx context.Context, r mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error)
}

func ServerFromContext(ctx context.Context) *MCPServer { return nil }

func ServeStdio(s *MCPServer) error { return nil }

type InputRequestBuilder struct{}

func NewInputRequestBuilder(requestState string) *InputRequestBuilder { return &InputRequestBuilder{} }

func (b *InputRequestBuilder) Elicit(id string, params mcp.ElicitationParams) *InputRequestBuilder {
	return b
}

func (b *InputRequestBuilder) Sample(id string, params any) *InputRequestBuilder { return b }

func (b *InputRequestBuilder) ToolResult() *mcp.CallToolResult { return nil }

func ElicitationResponse(responses mcp.InputResponses, id string) *mcp.ElicitationResult { return nil }

type ToolFilterFunc func(ctx context.Context, tools []mcp.Tool) []mcp.Tool

func WithToolFilter(filter ToolFilterFunc) ServerOption { return nil }

type (
	OnAfterListToolsFunc      func(ctx context.Context, id any, message *mcp.ListToolsRequest, result *mcp.ListToolsResult)
	OnSuccessHookFunc         func(ctx context.Context, id any, method mcp.MCPMethod, message any, result any)
	OnRegisterSessionHookFunc func(ctx context.Context, session ClientSession)

	Hooks struct {
		OnRegisterSession []OnRegisterSessionHookFunc
		OnSuccess         []OnSuccessHookFunc
		OnAfterListTools  []OnAfterListToolsFunc
	}
)

func (c *Hooks) AddOnRegisterSession(hook OnRegisterSessionHookFunc) {}

func (c *Hooks) AddAfterListTools(hook OnAfterListToolsFunc) {}

func (c *Hooks) AddOnSuccess(hook OnSuccessHookFunc) {}

func WithHooks(hooks *Hooks) ServerOption { return nil }

type SessionWithTools interface {
	ClientSession
	SetSessionTools(tools map[string]ServerTool)
}
