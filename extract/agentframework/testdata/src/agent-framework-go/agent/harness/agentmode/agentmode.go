// Package agentmode is a stub with the API of the framework.
package agentmode

import "github.com/microsoft/agent-framework-go/agent"

type (
	Mode   struct{ Name, Description string }
	Config struct {
		Modes        []Mode
		Instructions string
	}
	Provider struct{ agent.ContextProvider }
)

func New(c Config) *Provider { return nil }
