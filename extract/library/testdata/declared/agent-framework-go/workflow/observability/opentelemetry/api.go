package opentelemetry

import (
	"github.com/microsoft/agent-framework-go/workflow/observability"
)

func New(config Config) observability.Tracer

type Config struct {
	SourceName string
}
