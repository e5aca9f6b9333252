// Package clean is a help desk that Claude Code works at. A human agrees before anything
// that changes something, and the turns have a limit.
package clean

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	claudecode "github.com/severity1/claude-agent-sdk-go"
)

var ticketSchema = map[string]any{
	"type":       "object",
	"properties": map[string]any{"id": map[string]any{"type": "string"}},
	"required":   []string{"id"},
}

func text(s string) *claudecode.McpToolResult {
	return &claudecode.McpToolResult{Content: []claudecode.McpContent{{Type: "text", Text: s}}}
}

func show(ctx context.Context, args map[string]any) (*claudecode.McpToolResult, error) {
	return text(fmt.Sprintf("ticket %v: the printer is on fire", args["id"])), nil
}

func remove(ctx context.Context, args map[string]any) (*claudecode.McpToolResult, error) {
	root, err := os.OpenRoot("tickets")
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return text("removed"), root.Remove(filepath.Base(fmt.Sprint(args["id"])))
}

func ptr[T any](v T) *T { return &v }

func desk() *claudecode.McpSdkServerConfig {
	return claudecode.CreateSDKMcpServer("desk", "1.0.0",
		claudecode.NewTool("show_ticket", "Shows a ticket.", ticketSchema, show,
			claudecode.WithToolAnnotations(&claudecode.ToolAnnotations{ReadOnlyHint: ptr(true)})),
		claudecode.NewTool("remove_ticket", "Removes a ticket.", ticketSchema, remove,
			claudecode.WithToolAnnotations(&claudecode.ToolAnnotations{DestructiveHint: ptr(true)})))
}

// ask lets Claude show tickets, and asks about the rest.
func ask(ctx context.Context, tool string, in map[string]any, _ claudecode.ToolPermissionContext) (claudecode.PermissionResult, error) {
	if tool == "mcp__desk__show_ticket" {
		return claudecode.NewPermissionResultAllow(), nil
	}
	fmt.Printf("%s %v? [y/N] ", tool, in)
	var answer string
	fmt.Scanln(&answer)
	if answer != "y" {
		return claudecode.NewPermissionResultDeny("the user refused"), nil
	}
	return claudecode.NewPermissionResultAllow(), nil
}

// Desk answers tickets.
func Desk() claudecode.Client {
	return claudecode.NewClient(
		claudecode.WithSystemPrompt("You work at a help desk."),
		claudecode.WithMaxTurns(10),
		claudecode.WithSdkMcpServer("desk", desk()),
		claudecode.WithCanUseTool(ask))
}

// Hooked asks in a hook.
func Hooked(ctx context.Context) error {
	return claudecode.WithClient(ctx, func(client claudecode.Client) error {
		if err := client.Query(ctx, "What is new?"); err != nil {
			return err
		}
		return drain(ctx, client.ReceiveResponse(ctx))
	},
		claudecode.WithMaxTurns(10),
		claudecode.WithTools("Bash", "Read"),
		claudecode.WithAllowedTools("Bash"),
		claudecode.WithPreToolUseHook("Bash", before))
}

// drain reads to the end of an answer.
func drain(ctx context.Context, messages claudecode.MessageIterator) error {
	for {
		m, err := messages.Next(ctx)
		if err != nil {
			return err
		}
		if _, is := m.(*claudecode.ResultMessage); is {
			return nil
		}
	}
}

func before(ctx context.Context, input any, _ *string, _ claudecode.HookContext) (claudecode.HookJSONOutput, error) {
	in, ok := input.(*claudecode.PreToolUseHookInput)
	if !ok {
		return claudecode.HookJSONOutput{Decision: ptr("block")}, nil
	}
	fmt.Printf("%s %v? [y/N] ", in.ToolName, in.ToolInput)
	var answer string
	fmt.Scanln(&answer)
	if answer == "y" {
		return claudecode.HookJSONOutput{}, nil
	}
	return claudecode.HookJSONOutput{HookSpecificOutput: claudecode.PreToolUseHookSpecificOutput{
		HookEventName: "PreToolUse", PermissionDecision: ptr("deny"),
	}}, nil
}

// Reader answers one question, with tools that change nothing. What it may not do is denied:
// a query asks nobody.
func Reader(ctx context.Context) (claudecode.MessageIterator, error) {
	return claudecode.Query(ctx, "What do the tickets say?",
		claudecode.WithMaxTurns(3),
		claudecode.WithTools("Read", "Grep", "Glob", "Bash"),
		claudecode.WithAllowedTools("Read"))
}

// Team hands reviews to an agent that reads.
func Team() claudecode.Client {
	return claudecode.NewClient(
		claudecode.WithMaxTurns(10),
		claudecode.WithDisallowedTools("Bash", "WebFetch"),
		claudecode.WithAgents(map[string]claudecode.AgentDefinition{
			"reviewer": {Description: "Reviews code.", Prompt: "You review code.", Tools: []string{"Read", "Grep"}},
		}),
		claudecode.WithCanUseTool(ask))
}
