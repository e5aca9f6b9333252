// Package tools is a stub of langchaingo's.
package tools

import "context"

type Tool interface {
	Name() string
	Description() string
	Call(ctx context.Context, input string) (string, error)
}
