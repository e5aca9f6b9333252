// Package errands is a library of which there are no rows, and which runs what it is told the name of.
package errands

import "context"

type Runner struct{}

// Run runs something.
func (r *Runner) Run(ctx context.Context, name string, args map[string]any) (string, error) {
	return "", nil
}

// Note keeps a note of something.
func (r *Runner) Note(ctx context.Context, name string, args map[string]any) (string, error) {
	return "", nil
}

// All runs whatever it is given as it likes.
func All(answer any, tools []any, options ...any) {}
