// Package wikipedia is a stub of langchaingo's package of that name.
package wikipedia

import (
	"context"

	"github.com/tmc/langchaingo/tools"
)

type Tool struct{ tools.Calculator }

func New(userAgent string) Tool { return Tool{} }

func (Tool) Call(context.Context, string) (string, error) { return "", nil }
