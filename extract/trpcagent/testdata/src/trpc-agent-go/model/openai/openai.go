package openai

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/model"
)

type Model struct{}

func New(name string) *Model { return &Model{} }

func (m *Model) GenerateContent(ctx context.Context, request *model.Request) (<-chan *model.Response, error) {
	return nil, nil
}
