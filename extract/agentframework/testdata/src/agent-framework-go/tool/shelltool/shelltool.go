// Package shelltool is a stub with the API of the framework.
package shelltool

import (
	"context"

	"github.com/microsoft/agent-framework-go/agent"
)

type (
	LocalConfig struct {
		WorkingDirectory  string
		AcknowledgeUnsafe bool
	}
	Local                     struct{}
	Executor                  interface{ Close() error }
	EnvironmentProviderConfig struct{}
	EnvironmentProvider       struct{ agent.ContextProvider }
)

func NewLocal(c LocalConfig) (*Local, error)                                              { return nil, nil }
func (t *Local) Name() string                                                             { return "" }
func (t *Local) Description() string                                                      { return "" }
func (t *Local) Schema() any                                                              { return nil }
func (t *Local) ReturnSchema() any                                                        { return nil }
func (t *Local) Call(ctx context.Context, args string) (any, error)                       { return nil, nil }
func (t *Local) Close() error                                                             { return nil }
func NewEnvironmentProvider(e Executor, c EnvironmentProviderConfig) *EnvironmentProvider { return nil }
