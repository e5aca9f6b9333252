// Package agenttool is a stub with the API of the framework.
package agenttool

import (
	"github.com/microsoft/agent-framework-go/agent"
	"github.com/microsoft/agent-framework-go/tool"
)

type Config struct{ RunOptions []agent.Option }

func New(a *agent.Agent, c Config) tool.FuncTool { return nil }
