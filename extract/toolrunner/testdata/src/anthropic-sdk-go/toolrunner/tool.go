// Package toolrunner is a stub of the package of that name.
package toolrunner

import (
	"context"

	"github.com/anthropics/anthropic-sdk-go"
)

func NewBetaToolFromJSONSchema[T any](name, description string, handler func(context.Context, T) (string, error)) (anthropic.BetaTool, error) {
	return nil, nil
}
