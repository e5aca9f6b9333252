// Package anthropic is a stub of Anthropic's client.
package anthropic

import (
	"context"

	"github.com/anthropics/anthropic-sdk-go/option"
)

type BetaTool interface {
	Name() string
	Description() string
	Execute(ctx context.Context, input []byte) (string, error)
}

type (
	BetaMessageNewParams struct {
		Model      string
		MCPServers []BetaRequestMCPServerURLDefinitionParam
	}
	BetaRequestMCPServerURLDefinitionParam struct{ Name, URL string }
	SessionToolRunnerOptions               struct{ Tools []BetaTool }
	SessionToolRunner                      struct{}
	BetaToolRunnerParams                   struct {
		BetaMessageNewParams
		MaxIterations int
	}
	BetaToolUnionParam struct{ Name string }
	betaToolRunnerBase struct{ Params BetaToolRunnerParams }
	BetaToolRunner     struct{ betaToolRunnerBase }
	BetaMessageService struct{}
	BetaService        struct{ Messages BetaMessageService }
	Client             struct{ Beta BetaService }
)

func NewClient() Client { return Client{} }

func (s *BetaMessageService) NewToolRunner(tools []BetaTool, params BetaToolRunnerParams, opts ...option.RequestOption) *BetaToolRunner {
	return &BetaToolRunner{}
}

func (*BetaToolRunner) NextMessage(context.Context) (string, error) { return "", nil }

func (*BetaToolRunner) RunToCompletion(context.Context) (string, error) { return "", nil }

func NewSessionToolRunner(ctx context.Context, client Client, sessionID string, opts SessionToolRunnerOptions) *SessionToolRunner {
	return nil
}

func (r *SessionToolRunner) Next() bool { return false }

func (b *betaToolRunnerBase) AddTools(tools ...BetaTool) {}

func (b *betaToolRunnerBase) AddToolParams(tools ...BetaToolUnionParam) {}

func (b *betaToolRunnerBase) RemoveToolsByNames(names ...string) {}
