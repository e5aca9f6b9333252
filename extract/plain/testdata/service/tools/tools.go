// Package tools dispatches for other packages.
package tools

import (
	"context"

	openai "github.com/sashabaranov/go-openai"
)

func Dispatch(ctx context.Context, call openai.ToolCall) string {
	if call.Function.Name == "lookup" {
		return lookup(call.Function.Arguments)
	} else if call.Function.Name == "refund" {
		return refund(call.Function.Arguments)
	}
	return "unknown tool"
}

func lookup(args string) string { return args }
func refund(args string) string { return args }
