// Package options has sessions of Claude Code with other options.
package options

import (
	"context"

	claudecode "github.com/severity1/claude-agent-sdk-go"
)

// Plain has what there is by default.
func Plain(ctx context.Context) { claudecode.Query(ctx, "Go.") }

// Limited has limits, the second perhaps.
func Limited(some bool) claudecode.Client {
	opts := []claudecode.Option{claudecode.WithTools()}
	if some {
		opts = append(opts, claudecode.WithMaxBudgetUSD(1))
	}
	return claudecode.NewClient(opts...)
}

func Turns() claudecode.Client {
	return claudecode.NewClient(claudecode.WithTools(), claudecode.WithMaxTurns(4))
}

func Zero() claudecode.Client {
	return claudecode.NewClient(claudecode.WithTools(), claudecode.WithMaxTurns(0))
}

// Own has an option of the program's own, and one of a caller's.
func Own(more claudecode.Option) claudecode.Client {
	return claudecode.NewClient(claudecode.WithTools("Read"), func(o *claudecode.Options) {}, more)
}

// Preset has the preset in place of a list.
func Preset() claudecode.Client {
	return claudecode.NewClient(claudecode.WithTools("Read"), claudecode.WithClaudeCodeTools())
}

// Settings says more in files, and asks a tool for permission.
func Settings() claudecode.Client {
	return claudecode.NewClient(claudecode.WithTools("Bash"), claudecode.WithSettings("settings.json"))
}

func Prompt() claudecode.Client {
	return claudecode.NewClient(claudecode.WithTools("Bash"), claudecode.WithPermissionPromptToolName("mcp__auth__ask"))
}

func Sandboxed() claudecode.Client {
	return claudecode.NewClient(claudecode.WithTools("Bash", "Edit"), claudecode.WithAutoAllowBashIfSandboxed(true))
}

type server struct{}

func (server) Name() string { return "own" }

// Servers has tools of other processes, and of a server that the program writes itself.
func Servers() claudecode.Client {
	return claudecode.NewClient(claudecode.WithTools(), claudecode.WithAllowedTools("mcp__files"),
		claudecode.WithMcpServers(map[string]claudecode.McpServerConfig{
			"files": &claudecode.McpStdioServerConfig{Command: "files"},
			"own":   &claudecode.McpSdkServerConfig{Instance: server{}},
		}))
}
