// Package rules has sessions of Claude Code whose options decide what runs unasked.
package rules

import (
	"context"
	"fmt"

	claudecode "github.com/severity1/claude-agent-sdk-go"
)

func answer(ctx context.Context, args map[string]any) (*claudecode.McpToolResult, error) {
	return nil, nil
}

func ptr[T any](v T) *T { return &v }

func servers() claudecode.Option {
	return claudecode.WithSdkMcpServer("desk", claudecode.CreateSDKMcpServer("desk", "1",
		claudecode.NewTool("show", "Shows.", nil, answer, claudecode.WithToolAnnotations(&claudecode.ToolAnnotations{ReadOnlyHint: ptr(true)})),
		claudecode.NewTool("drop", "Drops.", nil, answer, claudecode.WithToolAnnotations(&claudecode.ToolAnnotations{DestructiveHint: ptr(true)}))))
}

var tools = claudecode.WithTools("Bash", "Edit", "Read")

func asks(ctx context.Context, tool string, in map[string]any, _ claudecode.ToolPermissionContext) (claudecode.PermissionResult, error) {
	fmt.Println(tool)
	var a string
	fmt.Scanln(&a)
	if a == "y" {
		r := claudecode.NewPermissionResultAllow()
		r.UpdatedInput = in
		return r, nil
	}
	return claudecode.PermissionResultDeny{Message: "no"}, nil
}

func allows(context.Context, string, map[string]any, claudecode.ToolPermissionContext) (claudecode.PermissionResult, error) {
	return claudecode.PermissionResultAllow{}, nil
}

// Nobody is asked: what needs a question is denied.
func Nobody() claudecode.Client { return claudecode.NewClient(tools, servers()) }

// Asks, Allows and Given have a function that decides.
func Asks() claudecode.Client {
	return claudecode.NewClient(tools, servers(), claudecode.WithCanUseTool(asks))
}

func Allows() claudecode.Client {
	return claudecode.NewClient(tools, servers(), claudecode.WithCanUseTool(allows))
}

func Given(f claudecode.CanUseToolCallback) claudecode.Client {
	return claudecode.NewClient(tools, claudecode.WithCanUseTool(f))
}

// Names has names that are allowed beforehand, and one that is a pattern.
func Names() claudecode.Client {
	return claudecode.NewClient(tools, servers(), claudecode.WithCanUseTool(asks),
		claudecode.WithAllowedTools("Edit", "Bash(git log:*)", "mcp__desk__show"))
}

// Server has all tools of a server allowed, but one taken away.
func Server() claudecode.Client {
	return claudecode.NewClient(tools, servers(),
		claudecode.WithAllowedTools("mcp__desk"), claudecode.WithDisallowedTools("mcp__desk__drop", "Bash(rm:*)"))
}

// Edits, Bypass and Mode have a mode.
func Edits() claudecode.Client {
	return claudecode.NewClient(tools, claudecode.WithPermissionMode(claudecode.PermissionModeAcceptEdits))
}

func Bypass() claudecode.Client {
	return claudecode.NewClient(tools, servers(), claudecode.WithDisallowedTools("Bash"),
		claudecode.WithPermissionMode(claudecode.PermissionModeBypassPermissions))
}

func Mode(mode string) claudecode.Client {
	return claudecode.NewClient(tools, claudecode.WithPermissionMode(claudecode.PermissionMode(mode)))
}

// Twice sets the mode twice: the last one counts.
func Twice() claudecode.Client {
	return claudecode.NewClient(tools,
		claudecode.WithPermissionMode(claudecode.PermissionModeBypassPermissions),
		claudecode.WithPermissionMode(claudecode.PermissionModeDefault))
}

// Perhaps skips questions if it is told to.
func Perhaps(yolo bool) claudecode.Client {
	opts := []claudecode.Option{tools}
	if yolo {
		opts = append(opts, claudecode.WithPermissionMode(claudecode.PermissionModeBypassPermissions))
	}
	return claudecode.NewClient(opts...)
}

// Flags hands arguments to the process.
func Flags() claudecode.Client {
	return claudecode.NewClient(tools, claudecode.WithExtraArgs(map[string]*string{"verbose": nil, "dangerously-skip-permissions": nil}))
}

func Other() claudecode.Client {
	return claudecode.NewClient(tools, claudecode.WithExtraArgs(map[string]*string{"permission-mode": ptr("bypassPermissions"), "agent": nil}))
}

// Once is a query: it has neither its tools nor its function.
func Once(ctx context.Context) {
	claudecode.Query(ctx, "Go.", tools, servers(), claudecode.WithCanUseTool(allows), claudecode.WithAllowedTools("mcp__desk__drop"))
}
