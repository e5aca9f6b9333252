// Package control has the shape of the package of that name of the Claude Agent SDK.
package control

import "context"

type PermissionResult interface{ result() }

type PermissionResultAllow struct{ UpdatedInput map[string]any }

func (PermissionResultAllow) result() {}

type PermissionResultDeny struct{ Message string }

func (PermissionResultDeny) result() {}

func NewPermissionResultAllow() PermissionResultAllow { return PermissionResultAllow{} }

func NewPermissionResultDeny(message string) PermissionResultDeny { return PermissionResultDeny{} }

type ToolPermissionContext struct{}

type CanUseToolCallback func(ctx context.Context, toolName string, input map[string]any, permCtx ToolPermissionContext) (PermissionResult, error)

type HookEvent string

const (
	HookEventPreToolUse HookEvent = "PreToolUse"
	HookEventStop       HookEvent = "Stop"
)

type PreToolUseHookInput struct {
	ToolName  string
	ToolInput map[string]any
}

type PreToolUseHookSpecificOutput struct{ PermissionDecision *string }

type HookJSONOutput struct {
	Continue           *bool
	Decision           *string
	HookSpecificOutput any
}

type HookContext struct{}

type HookCallback func(ctx context.Context, input any, toolUseID *string, hookCtx HookContext) (HookJSONOutput, error)

type HookMatcher struct {
	Matcher string
	Hooks   []HookCallback
}
