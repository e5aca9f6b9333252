// Package environments is a stub of the package of Anthropic's client.
package environments

import (
	"context"

	"github.com/anthropics/anthropic-sdk-go"
)

type EnvironmentWorkerOptions struct {
	Tools     []anthropic.BetaTool
	ToolsFunc func() []anthropic.BetaTool
}

type EnvironmentWorker struct{}

func NewEnvironmentWorker(client anthropic.Client, opts EnvironmentWorkerOptions) *EnvironmentWorker {
	return nil
}

func (w *EnvironmentWorker) Run(ctx context.Context) error { return nil }
