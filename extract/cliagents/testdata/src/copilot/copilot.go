// Package copilot has the shape of GitHub's Copilot SDK: declarations whose names and types
// are those of the original, without what they do.
package copilot

import (
	"context"

	"github.com/github/copilot-sdk/go/rpc"
)

type (
	PermissionRequest           = rpc.PermissionRequest
	PermissionRequestShell      = rpc.PermissionRequestShell
	PermissionRequestRead       = rpc.PermissionRequestRead
	PermissionRequestCustomTool = rpc.PermissionRequestCustomTool
)

type Client struct{}

type ClientOptions struct{}

func NewClient(options *ClientOptions) *Client { return nil }

func (c *Client) CreateSession(ctx context.Context, config *SessionConfig) (*Session, error) {
	return nil, nil
}

func (c *Client) ResumeSession(ctx context.Context, id string, config *ResumeSessionConfig) (*Session, error) {
	return nil, nil
}

type Session struct{ RPC *rpc.SessionRPC }

func (s *Session) SendPrompt(ctx context.Context, prompt string) (string, error) { return "", nil }

func (s *Session) UI() *SessionUI { return nil }

type SessionUI struct{}

func (ui *SessionUI) Confirm(ctx context.Context, message string) (bool, error) { return false, nil }

type SessionConfig struct {
	Tools                 []Tool
	AvailableTools        []string
	ExcludedTools         []string
	OnPermissionRequest   PermissionHandlerFunc
	OnUserInputRequest    func(question string) (string, error)
	Hooks                 *SessionHooks
	MCPServers            map[string]MCPServerConfig
	DisabledMCPServers    []string
	CustomAgents          []CustomAgentConfig
	Canvases              []string
	DefaultAgent          *DefaultAgentConfig
	Agent                 string
	SessionLimits         *rpc.SessionLimitsConfig
	PluginDirectories     []string
	EnableConfigDiscovery *bool
	EnableManagedSettings *bool
	ManagedSettings       *ManagedSettings
}

type ResumeSessionConfig struct {
	Tools               []Tool
	AvailableTools      []string
	OnPermissionRequest PermissionHandlerFunc
}

type ManagedSettings struct{}

type Tool struct {
	Name           string
	Description    string
	Parameters     map[string]any
	SkipPermission bool
	IsTerminal     bool
	Handler        ToolHandler
}

type ToolInvocation struct{ Arguments any }

type ToolResult struct{ TextResultForLLM string }

type ToolHandler func(invocation ToolInvocation) (ToolResult, error)

func DefineTool[T any, U any](name, description string, handler func(T, ToolInvocation) (U, error)) Tool {
	return Tool{}
}

type PermissionInvocation struct{}

type PermissionHandlerFunc func(request PermissionRequest, invocation PermissionInvocation) (rpc.PermissionDecision, error)

var PermissionHandler = struct{ ApproveAll PermissionHandlerFunc }{
	ApproveAll: func(PermissionRequest, PermissionInvocation) (rpc.PermissionDecision, error) { return nil, nil },
}

type AttributedPermissionResult struct{ rpc.PermissionDecision }

func NewAttributedPermissionResult(result rpc.PermissionDecision, decisionContext any) *AttributedPermissionResult {
	return nil
}

type SessionHooks struct{ OnPreToolUse PreToolUseHandler }

type PreToolUseHookInput struct{ ToolName string }

type PreToolUseHookOutput struct{ PermissionDecision string }

type HookInvocation struct{}

type PreToolUseHandler func(input PreToolUseHookInput, invocation HookInvocation) (*PreToolUseHookOutput, error)

type MCPServerConfig interface{ mcpServerConfig() }

type MCPStdioServerConfig struct {
	Tools   []string
	Command string
}

func (MCPStdioServerConfig) mcpServerConfig() {}

type CustomAgentConfig struct {
	Name       string
	Tools      []string
	Prompt     string
	MCPServers map[string]MCPServerConfig
	Infer      *bool
}

type DefaultAgentConfig struct{ ExcludedTools []string }

func Bool(v bool) *bool { return &v }

type ToolSet struct{}

func NewToolSet() *ToolSet { return nil }

func (s *ToolSet) AddBuiltIn(names ...string) *ToolSet { return s }
func (s *ToolSet) AddCustom(name string) *ToolSet      { return s }
func (s *ToolSet) AddMCP(name string) *ToolSet         { return s }
func (s *ToolSet) ToSlice() []string                   { return nil }

var BuiltInToolsIsolated = []string{"task", "skill"}
