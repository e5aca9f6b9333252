// Package anthropic is a stub of Anthropic's client.
package anthropic

import "context"

type BetaTool interface {
	Name() string
	Description() string
	Execute(ctx context.Context, input []byte) (string, error)
}

type (
	BetaMessageNewParams struct{ Model string }
	BetaToolRunnerParams struct {
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

func (s *BetaMessageService) NewToolRunner(tools []BetaTool, params BetaToolRunnerParams) *BetaToolRunner {
	return &BetaToolRunner{}
}

func (*BetaToolRunner) NextMessage(context.Context) (string, error) { return "", nil }

func (*BetaToolRunner) RunToCompletion(context.Context) (string, error) { return "", nil }

func (b *betaToolRunnerBase) AddTools(tools ...BetaTool) {}

func (b *betaToolRunnerBase) AddToolParams(tools ...BetaToolUnionParam) {}

func (b *betaToolRunnerBase) RemoveToolsByNames(names ...string) {}
