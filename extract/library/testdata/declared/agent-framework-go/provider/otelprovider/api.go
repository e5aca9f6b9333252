package otelprovider

import (
	"github.com/microsoft/agent-framework-go/agent"
)

func NewMiddleware(cfg MiddlewareConfig) agent.Middleware

type MiddlewareConfig struct {
	SourceName string
}
