// Package llms is a stub of langchaingo's package of that name.
package llms

import "context"

type Model interface {
	Call(ctx context.Context, prompt string) (string, error)
}
