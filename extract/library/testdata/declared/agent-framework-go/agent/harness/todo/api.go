package todo

import (
	"context"

	"github.com/microsoft/agent-framework-go/agent"
	"github.com/microsoft/agent-framework-go/message"
)

func New(opts *Options) *Provider

type CompleteInput struct {
	ID     int
	Reason string
}

type Item struct {
	ID          int
	Title       string
	Description string
	IsComplete  bool
}

type ItemInput struct {
	Title       string
	Description string
}

type Options struct {
	Instructions string

	SuppressTodoListMessage bool

	TodoListMessageBuilder func([]Item) string
}

type Provider struct {
}

func (p *Provider) Invoking(ctx context.Context, invoking agent.InvokingContext) ([]*message.Message, []agent.Option, error)
func (p *Provider) Invoked(ctx context.Context, invoked agent.InvokedContext) error
func (p *Provider) GetAllItems(opts ...agent.Option) []Item
func (p *Provider) GetRemainingItems(opts ...agent.Option) []Item
