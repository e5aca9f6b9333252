// Package tools is a stub of langchaingo's package of that name.
package tools

import "context"

type Tool interface {
	Name() string
	Description() string
	Call(ctx context.Context, input string) (string, error)
}

type Calculator struct{}

func (Calculator) Name() string                                 { return "calculator" }
func (Calculator) Description() string                          { return "" }
func (Calculator) Call(context.Context, string) (string, error) { return "", nil }
