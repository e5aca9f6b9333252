// Package claudecode has the shape of the Claude Agent SDK: declarations whose names and
// types are those of the original, without what they do.
package claudecode

import (
	"context"

	"github.com/severity1/claude-agent-sdk-go/internal/control"
	"github.com/severity1/claude-agent-sdk-go/internal/shared"
)

type (
	Options                      = shared.Options
	PermissionMode               = shared.PermissionMode
	AgentDefinition              = shared.AgentDefinition
	McpServerConfig              = shared.McpServerConfig
	McpStdioServerConfig         = shared.McpStdioServerConfig
	McpSdkServerConfig           = shared.McpSdkServerConfig
	McpServer                    = shared.McpServer
	McpToolResult                = shared.McpToolResult
	ToolAnnotations              = shared.ToolAnnotations
	SandboxSettings              = shared.SandboxSettings
	PermissionResult             = control.PermissionResult
	PermissionResultAllow        = control.PermissionResultAllow
	PermissionResultDeny         = control.PermissionResultDeny
	ToolPermissionContext        = control.ToolPermissionContext
	CanUseToolCallback           = control.CanUseToolCallback
	HookEvent                    = control.HookEvent
	HookCallback                 = control.HookCallback
	HookContext                  = control.HookContext
	HookMatcher                  = control.HookMatcher
	HookJSONOutput               = control.HookJSONOutput
	PreToolUseHookInput          = control.PreToolUseHookInput
	PreToolUseHookSpecificOutput = control.PreToolUseHookSpecificOutput
)

const (
	PermissionModeDefault           = shared.PermissionModeDefault
	PermissionModeAcceptEdits       = shared.PermissionModeAcceptEdits
	PermissionModeBypassPermissions = shared.PermissionModeBypassPermissions
	HookEventPreToolUse             = control.HookEventPreToolUse
	HookEventStop                   = control.HookEventStop
)

var (
	NewPermissionResultAllow = control.NewPermissionResultAllow
	NewPermissionResultDeny  = control.NewPermissionResultDeny
)

type Option func(*Options)

type MessageIterator interface{ Close() error }

type Client interface {
	Connect(ctx context.Context) error
	Query(ctx context.Context, prompt string) error
	SetPermissionMode(ctx context.Context, mode PermissionMode) error
}

func Query(ctx context.Context, prompt string, opts ...Option) (MessageIterator, error) {
	return nil, nil
}

func NewClient(opts ...Option) Client { return nil }

func WithClient(ctx context.Context, fn func(Client) error, opts ...Option) error { return nil }

func WithTools(tools ...string) Option                            { return nil }
func WithClaudeCodeTools() Option                                 { return nil }
func WithAllowedTools(tools ...string) Option                     { return nil }
func WithDisallowedTools(tools ...string) Option                  { return nil }
func WithPermissionMode(mode PermissionMode) Option               { return nil }
func WithCanUseTool(callback CanUseToolCallback) Option           { return nil }
func WithPermissionPromptToolName(name string) Option             { return nil }
func WithHooks(hooks map[HookEvent][]HookMatcher) Option          { return nil }
func WithHook(e HookEvent, matcher string, h HookCallback) Option { return nil }
func WithPreToolUseHook(matcher string, h HookCallback) Option    { return nil }
func WithMcpServers(servers map[string]McpServerConfig) Option    { return nil }
func WithSdkMcpServer(name string, s *McpSdkServerConfig) Option  { return nil }
func WithAgents(agents map[string]AgentDefinition) Option         { return nil }
func WithAgent(name string, agent AgentDefinition) Option         { return nil }
func WithExtraArgs(args map[string]*string) Option                { return nil }
func WithAutoAllowBashIfSandboxed(autoAllow bool) Option          { return nil }
func WithSettings(settings string) Option                         { return nil }
func WithMaxTurns(turns int) Option                               { return nil }
func WithMaxBudgetUSD(budget float64) Option                      { return nil }
func WithModel(model string) Option                               { return nil }

type McpTool struct{}

type McpToolHandler = shared.Handler

type ToolOption func(*McpTool)

func WithToolAnnotations(ann *ToolAnnotations) ToolOption { return nil }

func NewTool(name, description string, inputSchema map[string]any, handler McpToolHandler, opts ...ToolOption) *McpTool {
	return nil
}

func CreateSDKMcpServer(name, version string, tools ...*McpTool) *McpSdkServerConfig { return nil }
