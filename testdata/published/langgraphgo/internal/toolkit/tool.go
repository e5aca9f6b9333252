// Package toolkit makes tools of functions with typed arguments.
package toolkit

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/tmc/langchaingo/tools"
)

// A function is a tool whose input is JSON.
type function struct {
	name, description string
	run               func(ctx context.Context, input string) (string, error)
}

// New makes a tool of run, whose arguments are the JSON of A.
func New[A any](name, description string, run func(context.Context, A) (string, error)) tools.Tool {
	return &function{name, description, func(ctx context.Context, input string) (string, error) {
		var args A
		if err := json.Unmarshal([]byte(input), &args); err != nil {
			return "", fmt.Errorf("%s: %w", name, err)
		}
		return run(ctx, args)
	}}
}

// Name is what a model calls the tool by.
func (f *function) Name() string { return f.name }

// Description is what a model is told of the tool.
func (f *function) Description() string { return f.description }

// Call runs the tool.
func (f *function) Call(ctx context.Context, input string) (string, error) { return f.run(ctx, input) }

// Call runs t with args.
func Call(ctx context.Context, t tools.Tool, args any) (string, error) {
	input, err := json.Marshal(args)
	if err != nil {
		return "", err
	}
	return t.Call(ctx, string(input))
}
