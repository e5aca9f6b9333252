// Package todo is a stub with the API of the framework.
package todo

import "github.com/microsoft/agent-framework-go/agent"

type (
	Options  struct{ Instructions string }
	Provider struct{ agent.ContextProvider }
)

func New(o *Options) *Provider { return nil }
