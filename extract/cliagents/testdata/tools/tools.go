// Package tools has sessions of Copilot with tools of all sources, and lists of those that
// are there.
package tools

import (
	"context"
	"fmt"

	copilot "github.com/github/copilot-sdk/go"
	"github.com/github/copilot-sdk/go/rpc"
)

type args struct{ ID string }

func show(in args, _ copilot.ToolInvocation) (string, error) { return in.ID, nil }

var all = copilot.PermissionHandler.ApproveAll

// Default has what the process brings.
func Default(client *copilot.Client, ctx context.Context) {
	limit := 1.0
	client.CreateSession(ctx, &copilot.SessionConfig{
		OnUserInputRequest: func(string) (string, error) { return "", nil },
		SessionLimits:      &rpc.SessionLimitsConfig{MaxAiCredits: &limit},
	})
}

// None has no tools.
func None(client *copilot.Client, ctx context.Context) {
	client.CreateSession(ctx, &copilot.SessionConfig{AvailableTools: []string{}})
}

// Own has tools of the program.
func Own(client *copilot.Client, ctx context.Context, quiet bool) {
	last := copilot.DefineTool("finish", "Ends the turn.", show)
	last.IsTerminal = true
	free := copilot.DefineTool("free", "Needs no permission.", show)
	free.SkipPermission = true
	perhaps := copilot.DefineTool("perhaps", "Needs none perhaps.", show)
	perhaps.SkipPermission = quiet
	client.CreateSession(ctx, &copilot.SessionConfig{
		AvailableTools: []string{"custom:*"},
		Tools: []copilot.Tool{
			last, free, perhaps,
			{Name: "literal", Handler: func(in copilot.ToolInvocation) (copilot.ToolResult, error) {
				return copilot.ToolResult{TextResultForLLM: fmt.Sprint(in.Arguments)}, nil
			}},
			{Name: "by_hand", SkipPermission: true},
		},
		OnPermissionRequest: func(r copilot.PermissionRequest, _ copilot.PermissionInvocation) (rpc.PermissionDecision, error) {
			if c, ok := r.(*copilot.PermissionRequestCustomTool); ok && c.ToolName == "literal" {
				return &rpc.PermissionDecisionReject{}, nil
			}
			var answer string
			fmt.Scanln(&answer)
			if answer == "yes" {
				return &rpc.PermissionDecisionApproveOnce{}, nil
			}
			return &rpc.PermissionDecisionReject{}, nil
		},
	})
}

// Set lists them with a set.
func Set(client *copilot.Client, ctx context.Context) {
	set := copilot.NewToolSet().AddBuiltIn("bash").AddBuiltIn(copilot.BuiltInToolsIsolated...)
	client.CreateSession(ctx, &copilot.SessionConfig{
		AvailableTools: set.AddMCP("*").AddCustom("show").ToSlice(),
		ExcludedTools:  (&copilot.ToolSet{}).AddBuiltIn("bash", "task").ToSlice(),
		Tools:          []copilot.Tool{copilot.DefineTool("show", "", show), copilot.DefineTool("hide", "", show)},
		MCPServers: map[string]copilot.MCPServerConfig{
			"open":  copilot.MCPStdioServerConfig{Command: "open"},
			"some":  copilot.MCPStdioServerConfig{Command: "some", Tools: []string{"search"}},
			"empty": &copilot.MCPStdioServerConfig{Command: "empty", Tools: []string{}},
		},
		OnPermissionRequest: all,
	})
}

// Listed has names that come from elsewhere.
func Listed(client *copilot.Client, ctx context.Context, names []string) {
	client.CreateSession(ctx, &copilot.SessionConfig{AvailableTools: names, ExcludedTools: names, OnPermissionRequest: all})
}

// Files may say more.
func Files(client *copilot.Client, ctx context.Context) {
	client.CreateSession(ctx, &copilot.SessionConfig{
		AvailableTools: []string{"view"}, PluginDirectories: []string{"plugins"}, EnableConfigDiscovery: copilot.Bool(false),
	})
}

// Overrides has a tool in the place of one of the process, a server that is switched off, and
// a canvas.
func Overrides(client *copilot.Client, ctx context.Context) {
	client.CreateSession(ctx, &copilot.SessionConfig{
		Tools:              []copilot.Tool{copilot.DefineTool("bash", "Runs nothing.", show)},
		AvailableTools:     []string{"bash", "mcp:*"},
		MCPServers:         map[string]copilot.MCPServerConfig{"x": copilot.MCPStdioServerConfig{Command: "x"}},
		DisabledMCPServers: []string{"x"},
		Canvases:           []string{"c"}, OnPermissionRequest: all,
	})
}

// Configured has a configuration of a caller's.
func Configured(client *copilot.Client, ctx context.Context, config *copilot.SessionConfig) {
	client.CreateSession(ctx, config)
}

// Resumed goes on.
func Resumed(client *copilot.Client, ctx context.Context) {
	client.ResumeSession(ctx, "id", &copilot.ResumeSessionConfig{AvailableTools: []string{"bash"}, OnPermissionRequest: all})
}
