// Package shared has the shape of the package of that name of the Claude Agent SDK.
package shared

import "context"

type PermissionMode string

const (
	PermissionModeDefault           PermissionMode = "default"
	PermissionModeAcceptEdits       PermissionMode = "acceptEdits"
	PermissionModeBypassPermissions PermissionMode = "bypassPermissions"
)

type AgentDefinition struct {
	Description string
	Prompt      string
	Tools       []string
}

type Options struct{}

type McpServerConfig interface{ GetType() string }

type McpStdioServerConfig struct{ Command string }

func (c *McpStdioServerConfig) GetType() string { return "stdio" }

type McpServer interface{ Name() string }

type McpSdkServerConfig struct{ Instance McpServer }

func (c *McpSdkServerConfig) GetType() string { return "sdk" }

type ToolAnnotations struct {
	ReadOnlyHint    *bool
	DestructiveHint *bool
	IdempotentHint  *bool
	OpenWorldHint   *bool
}

type McpToolResult struct{ IsError bool }

type Handler func(ctx context.Context, args map[string]any) (*McpToolResult, error)

type SandboxSettings struct{ AutoAllowBashIfSandboxed bool }
