package agentmode

import (
	"context"

	"github.com/microsoft/agent-framework-go/agent"
	"github.com/microsoft/agent-framework-go/message"
)

func New(cfg Config) *Provider

type Config struct {
	Modes []Mode

	DefaultMode string

	Instructions string
}

type Mode struct {
	Name        string
	Description string
}

type Provider struct {
}

func (p *Provider) Invoking(ctx context.Context, invoking agent.InvokingContext) ([]*message.Message, []agent.Option, error)
func (p *Provider) Invoked(ctx context.Context, invoked agent.InvokedContext) error
func (p *Provider) GetMode(opts ...agent.Option) string
func (p *Provider) SetMode(mode string, opts ...agent.Option) error
