// Package kit holds tools.
package kit

import (
	"context"
	"fmt"
)

type File struct{ Verb string }

func (f File) Name() string                                 { return f.Verb + "_file" }
func (f File) Description() string                          { return "Can " + f.Verb + " a file." }
func (f File) Call(context.Context, string) (string, error) { return f.Verb, nil }

// Asked asks first.
type Asked struct{ File }

func (a Asked) Call(ctx context.Context, input string) (string, error) {
	var answer string
	if fmt.Scanln(&answer); answer != "yes" {
		return "refused", nil
	}
	return a.File.Call(ctx, input)
}

// InVain asks, and does not listen.
type InVain struct{ File }

func (v InVain) Call(ctx context.Context, input string) (string, error) {
	var answer string
	fmt.Scanln(&answer)
	return v.File.Call(ctx, input)
}
