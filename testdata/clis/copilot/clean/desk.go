// Package clean is a help desk that Copilot works at. A human agrees before anything that
// changes something.
package clean

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	copilot "github.com/github/copilot-sdk/go"
	"github.com/github/copilot-sdk/go/rpc"
)

type ticketArgs struct {
	ID string `json:"id" jsonschema:"number of the ticket"`
}

func show(in ticketArgs, _ copilot.ToolInvocation) (string, error) {
	return "ticket " + in.ID + ": the printer is on fire", nil
}

func remove(in ticketArgs, _ copilot.ToolInvocation) (string, error) {
	root, err := os.OpenRoot("tickets")
	if err != nil {
		return "", err
	}
	defer root.Close()
	return "removed", root.Remove(filepath.Base(in.ID))
}

func agreed(question string) bool {
	fmt.Printf("%s? [y/N] ", question)
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	return err == nil && strings.TrimSpace(line) == "y"
}

// permit lets Copilot read, and asks about the rest.
func permit(request copilot.PermissionRequest, _ copilot.PermissionInvocation) (rpc.PermissionDecision, error) {
	switch r := request.(type) {
	case *copilot.PermissionRequestRead:
		return &rpc.PermissionDecisionApproveOnce{}, nil
	case *copilot.PermissionRequestShell:
		if !agreed("run " + r.FullCommandText) {
			return &rpc.PermissionDecisionReject{}, nil
		}
		return &rpc.PermissionDecisionApproveOnce{}, nil
	}
	if agreed("allow " + string(request.Kind())) {
		return &rpc.PermissionDecisionApproveOnce{}, nil
	}
	return &rpc.PermissionDecisionReject{}, nil
}

// Desk answers tickets.
func Desk(ctx context.Context, client *copilot.Client) (*copilot.Session, error) {
	return client.CreateSession(ctx, &copilot.SessionConfig{
		Tools: []copilot.Tool{
			copilot.DefineTool("show_ticket", "Shows a ticket.", show),
			copilot.DefineTool("remove_ticket", "Removes a ticket.", remove),
		},
		OnPermissionRequest: permit,
	})
}

// Reader has no shell, and what it has changes nothing.
func Reader(ctx context.Context, client *copilot.Client) (*copilot.Session, error) {
	lookup := copilot.Tool{
		Name: "show_ticket", Description: "Shows a ticket.", SkipPermission: true, IsTerminal: true,
		Parameters: map[string]any{"type": "object", "properties": map[string]any{"id": map[string]any{"type": "string"}}},
		Handler: func(inv copilot.ToolInvocation) (copilot.ToolResult, error) {
			return copilot.ToolResult{TextResultForLLM: fmt.Sprint(inv.Arguments), ResultType: "success"}, nil
		},
	}
	return client.CreateSession(ctx, &copilot.SessionConfig{
		AvailableTools:      copilot.NewToolSet().AddBuiltIn(copilot.BuiltInToolsIsolated...).AddCustom("show_ticket").ToSlice(),
		Tools:               []copilot.Tool{lookup},
		OnPermissionRequest: copilot.PermissionHandler.ApproveAll,
	})
}

// Team hands research to an agent that reads.
func Team(ctx context.Context, client *copilot.Client) (*copilot.Session, error) {
	return client.CreateSession(ctx, &copilot.SessionConfig{
		AvailableTools: []string{"builtin:task", "builtin:grep", "builtin:view", "builtin:bash", "mcp:*"},
		MCPServers: map[string]copilot.MCPServerConfig{
			"docs": copilot.MCPHTTPServerConfig{URL: "https://docs.example.com/mcp", Tools: []string{"search"}},
		},
		CustomAgents: []copilot.CustomAgentConfig{
			{Name: "researcher", Description: "Finds things out.", Tools: []string{"grep", "view", "docs-search"}, Prompt: "You find things out."},
			{Name: "hidden", Tools: []string{"bash"}, Prompt: "You are never chosen.", Infer: copilot.Bool(false)},
		},
		OnPermissionRequest: permit,
	})
}
