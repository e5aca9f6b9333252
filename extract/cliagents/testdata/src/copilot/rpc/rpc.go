// Package rpc has the shape of the package of that name of GitHub's Copilot SDK.
package rpc

import "context"

type SessionRPC struct {
	Permissions *PermissionsAPI
	MCP         *MCPAPI
}

type PermissionsAPI struct{}

type PermissionsSetApproveAllRequest struct{ Enabled bool }

func (a *PermissionsAPI) SetApproveAll(ctx context.Context, params *PermissionsSetApproveAllRequest) (any, error) {
	return nil, nil
}

type MCPAPI struct{}

func (a *MCPAPI) StartServer(ctx context.Context, params any) (any, error) { return nil, nil }

type PermissionRequestKind string

const (
	PermissionRequestKindShell PermissionRequestKind = "shell"
	PermissionRequestKindRead  PermissionRequestKind = "read"
)

type PermissionRequest interface{ Kind() PermissionRequestKind }

type PermissionRequestShell struct{ FullCommandText string }

func (PermissionRequestShell) Kind() PermissionRequestKind { return PermissionRequestKindShell }

type PermissionRequestRead struct{ Path string }

func (PermissionRequestRead) Kind() PermissionRequestKind { return PermissionRequestKindRead }

type PermissionRequestCustomTool struct{ ToolName string }

func (PermissionRequestCustomTool) Kind() PermissionRequestKind { return "custom-tool" }

type PermissionDecision interface{ permissionDecision() }

type (
	PermissionDecisionApproveOnce        struct{}
	PermissionDecisionApprovePermanently struct{ Domain string }
	PermissionDecisionReject             struct{ Feedback *string }
	PermissionDecisionNoResult           struct{}
)

func (PermissionDecisionApproveOnce) permissionDecision()        {}
func (PermissionDecisionApprovePermanently) permissionDecision() {}
func (PermissionDecisionReject) permissionDecision()             {}
func (PermissionDecisionNoResult) permissionDecision()           {}

type SessionLimitsConfig struct{ MaxAiCredits *float64 }
