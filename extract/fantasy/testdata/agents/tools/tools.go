// Package tools makes tools for other packages.
package tools

import (
	"context"

	"charm.land/fantasy"
)

type query struct {
	Text string `json:"text"`
}

func Search() fantasy.AgentTool {
	return fantasy.NewParallelAgentTool("search", "searches", func(ctx context.Context, q query, _ fantasy.ToolCall) (fantasy.ToolResponse, error) {
		return fantasy.NewTextResponse(q.Text), nil
	})
}

func Named(name string) fantasy.AgentTool {
	return fantasy.NewAgentTool(name, "", func(ctx context.Context, q query, _ fantasy.ToolCall) (fantasy.ToolResponse, error) {
		return fantasy.NewTextResponse(q.Text), nil
	})
}
