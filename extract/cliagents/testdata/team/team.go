// Package team has sessions that hand tasks to agents.
package team

import (
	"context"

	copilot "github.com/github/copilot-sdk/go"
	claudecode "github.com/severity1/claude-agent-sdk-go"
)

// Copilot has three agents, one of which the model may not choose.
func Copilot(ctx context.Context, client *copilot.Client, name string) {
	client.CreateSession(ctx, &copilot.SessionConfig{
		AvailableTools: []string{"task", "view", "bash"},
		DefaultAgent:   &copilot.DefaultAgentConfig{ExcludedTools: []string{"bash"}},
		CustomAgents: []copilot.CustomAgentConfig{
			{Name: "reader", Tools: []string{"view", "lint"}},
			{Name: "worker", MCPServers: map[string]copilot.MCPServerConfig{"x": copilot.MCPStdioServerConfig{}}},
			{Name: "silent", Tools: []string{}, Infer: copilot.Bool(false)},
			{Name: name},
		},
		OnPermissionRequest: copilot.PermissionHandler.ApproveAll,
	})
}

// Begun begins as one of them.
func Begun(ctx context.Context, client *copilot.Client) {
	client.CreateSession(ctx, &copilot.SessionConfig{
		AvailableTools:      []string{"view", "bash"},
		Agent:               "reader",
		CustomAgents:        []copilot.CustomAgentConfig{{Name: "reader", Tools: []string{"view"}}},
		OnPermissionRequest: copilot.PermissionHandler.ApproveAll,
	})
}

var reader = claudecode.AgentDefinition{Description: "Reads.", Prompt: "You read.", Tools: []string{"Read"}}

// Claude has two agents.
func Claude() claudecode.Client {
	return claudecode.NewClient(
		claudecode.WithTools("Task", "Read", "Bash"),
		claudecode.WithPermissionMode(claudecode.PermissionModeBypassPermissions),
		claudecode.WithAgents(map[string]claudecode.AgentDefinition{"reader": reader}),
		claudecode.WithAgent("worker", claudecode.AgentDefinition{Prompt: "You work."}))
}

// Alone has an agent and nothing to call it by.
func Alone() claudecode.Client {
	return claudecode.NewClient(claudecode.WithTools("Read"), claudecode.WithAgent("reader", reader))
}
