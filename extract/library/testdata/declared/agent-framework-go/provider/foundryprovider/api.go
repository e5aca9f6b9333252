package foundryprovider

import (
	"context"
	"log/slog"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/microsoft/agent-framework-go/agent"
	"github.com/microsoft/agent-framework-go/message"
	"github.com/microsoft/agent-framework-go/message/messagefilter"
	"github.com/openai/openai-go/v3/option"
)

func NewAgent(endpoint string, credential azcore.TokenCredential, target AgentTarget, config AgentConfig) *agent.Agent
func WithClientHeader(name string, value string) agent.Option
func WithClientHeaders(headers map[string]string) agent.Option
func NewMemoryProvider(endpoint string, credential azcore.TokenCredential, memoryStoreName string, scope func(*agent.Session) string, config MemoryProviderConfig) *MemoryProvider

type AgentConfig struct {
	agent.Config

	Instructions string

	DisableStoreOutput bool

	OpenAIOptions []option.RequestOption
}

type AgentTarget interface {
	foundryAgentTarget()
}

type MemoryProvider struct {
}

func (p *MemoryProvider) Invoking(ctx context.Context, invoking agent.InvokingContext) ([]*message.Message, []agent.Option, error)
func (p *MemoryProvider) Invoked(ctx context.Context, invoked agent.InvokedContext) error

type MemoryProviderConfig struct {
	ClientOptions azcore.ClientOptions

	Logger *slog.Logger

	ContextPrompt string

	MaxMemories int32

	SearchInputFilter messagefilter.Filter

	UpdateDelay int32
}

type ModelDeployment string

type ServerAgent string
