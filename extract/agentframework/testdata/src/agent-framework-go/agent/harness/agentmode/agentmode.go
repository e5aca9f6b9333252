// Package agentmode is a stub with the API of the framework.
package agentmode

import "github.com/microsoft/agent-framework-go/agent"

type (
	Options  struct{}
	Provider struct{ agent.ContextProvider }
)

func New(o *Options) *Provider { return nil }
