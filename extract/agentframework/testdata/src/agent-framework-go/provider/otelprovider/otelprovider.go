// Package otelprovider is a stub with the API of the framework.
package otelprovider

import "github.com/microsoft/agent-framework-go/agent"

type MiddlewareConfig struct{ SourceName string }

func NewMiddleware(c MiddlewareConfig) agent.Middleware { return nil }
