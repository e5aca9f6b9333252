// Package hooks has sessions of Claude Code with hooks before calls.
package hooks

import (
	"context"
	"fmt"

	claudecode "github.com/severity1/claude-agent-sdk-go"
)

func ptr[T any](v T) *T { return &v }

func decides(decision string) claudecode.HookCallback {
	return func(context.Context, any, *string, claudecode.HookContext) (claudecode.HookJSONOutput, error) {
		return claudecode.HookJSONOutput{HookSpecificOutput: claudecode.PreToolUseHookSpecificOutput{PermissionDecision: ptr(decision)}}, nil
	}
}

func asks(ctx context.Context, input any, _ *string, _ claudecode.HookContext) (claudecode.HookJSONOutput, error) {
	fmt.Println(input)
	var a string
	fmt.Scanln(&a)
	if a != "yes" {
		return claudecode.HookJSONOutput{Continue: ptr(false)}, nil
	}
	return claudecode.HookJSONOutput{}, nil
}

func logs(ctx context.Context, input any, _ *string, _ claudecode.HookContext) (claudecode.HookJSONOutput, error) {
	fmt.Println(input)
	return claudecode.HookJSONOutput{}, nil
}

var (
	tools   = claudecode.WithTools("Bash", "Edit", "Read")
	allowed = claudecode.WithAllowedTools("Bash", "Edit")
)

// Allows, Denies and Reads have a hook for the shell.
func Allows() claudecode.Client {
	return claudecode.NewClient(tools, claudecode.WithPreToolUseHook("Bash", decides("allow")))
}

func Denies() claudecode.Client {
	return claudecode.NewClient(tools, allowed, claudecode.WithPreToolUseHook("Bash|Edit", decides("deny")))
}

func Reads(as string) claudecode.Client {
	return claudecode.NewClient(tools, allowed, claudecode.WithPreToolUseHook("Bash", decides(as)))
}

// Asks has one that asks, and one that only writes down what happens.
func Asks() claudecode.Client {
	return claudecode.NewClient(tools, allowed, claudecode.WithHooks(map[claudecode.HookEvent][]claudecode.HookMatcher{
		claudecode.HookEventPreToolUse: {{Matcher: "", Hooks: []claudecode.HookCallback{logs}}, {Matcher: "Bash", Hooks: []claudecode.HookCallback{asks}}},
		claudecode.HookEventStop:       {{Hooks: []claudecode.HookCallback{decides("deny")}}},
	}))
}

// Named asks about one tool, whose name it reads.
func Named() claudecode.Client {
	return claudecode.NewClient(tools, allowed, claudecode.WithHook(claudecode.HookEventPreToolUse, "", func(ctx context.Context, input any, id *string, h claudecode.HookContext) (claudecode.HookJSONOutput, error) {
		if in, ok := input.(*claudecode.PreToolUseHookInput); ok && in.ToolName == "Bash" {
			return asks(ctx, input, id, h)
		}
		return claudecode.HookJSONOutput{}, nil
	}))
}

// Odd has a pattern that is not known.
func Odd(pattern string) claudecode.Client {
	return claudecode.NewClient(tools, allowed, claudecode.WithPreToolUseHook(pattern, asks))
}
