// Package agent runs tools for whichever vendor's model there is, and makes some.
package agent

import (
	"context"
	"os"
	"strings"
)

// A Call is what a model wants called.
type Call struct{ Name, Args string }

// A Vendor asks a model.
type Vendor interface {
	Ask(ctx context.Context, history []string) ([]Call, error)
}

// Vendors are those that joined.
var Vendors []Vendor

// A Tool is what a model may call. Most need no Prepare.
type Tool struct {
	Name    string
	Prepare func(args string) string
	Run     func(ctx context.Context, args string) string
}

// Read returns the tool that reads files.
func Read() *Tool {
	return &Tool{Name: "read", Run: func(_ context.Context, args string) string {
		text, _ := os.ReadFile(args)
		return string(text)
	}}
}

// Remove returns the tool that removes files.
func Remove() *Tool {
	return &Tool{Name: "remove", Prepare: trim, Run: func(_ context.Context, args string) string {
		if err := os.Remove(args); err != nil {
			return err.Error()
		}
		return "removed"
	}}
}

func trim(args string) string { return strings.TrimSpace(args) }

// Work runs what the model wants, at most ten times.
func Work(ctx context.Context, v Vendor, tools []Tool, history []string) {
	for range 10 {
		calls, err := v.Ask(ctx, history)
		if err != nil || len(calls) == 0 {
			return
		}
		for _, call := range calls {
			t := find(tools, call.Name)
			if t == nil {
				continue
			}
			args := call.Args
			if t.Prepare != nil {
				args = t.Prepare(args)
			}
			history = append(history, t.Run(ctx, args))
		}
	}
}

func find(tools []Tool, name string) *Tool {
	for i := range tools {
		if tools[i].Name == name {
			return &tools[i]
		}
	}
	return nil
}
