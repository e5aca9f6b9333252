package toolautocall

import (
	"context"
	"log/slog"

	"github.com/microsoft/agent-framework-go/agent"
	"github.com/microsoft/agent-framework-go/message"
	"github.com/microsoft/agent-framework-go/tool"
)

func New(cfg Config) agent.Middleware
func MessageInjectorFromContext(ctx context.Context) *MessageInjector

type Config struct {
	Logger *slog.Logger

	LogSensitiveData bool

	AdditionalTools []tool.Tool

	IncludeDetailedErrors bool

	TerminateOnUnknownCalls bool

	AllowConcurrentInvocations bool

	MaximumConsecutiveErrorsPerRequest int

	MaximumIterationsPerRequest int

	NewID func() string

	EnableMessageInjection bool
}

type MessageInjector struct {
}

func (mi *MessageInjector) EnqueueMessages(msgs ...*message.Message)
