// Package toolautocall is a stub with the API of the framework.
package toolautocall

import (
	"github.com/microsoft/agent-framework-go/agent"
	"github.com/microsoft/agent-framework-go/tool"
)

type Config struct {
	AdditionalTools             []tool.Tool
	MaximumIterationsPerRequest int
}

func New(c Config) agent.Middleware { return nil }
