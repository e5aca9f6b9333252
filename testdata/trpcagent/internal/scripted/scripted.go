// Package scripted has a model that answers what it is told to, offline.
package scripted

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/model"
)

// A Model always says its text.
type Model struct{ Text string }

// GenerateContent implements model.Model.
func (m Model) GenerateContent(context.Context, *model.Request) (<-chan *model.Response, error) {
	out := make(chan *model.Response, 1)
	out <- &model.Response{Done: true, Choices: []model.Choice{{Message: model.NewAssistantMessage(m.Text)}}}
	close(out)
	return out, nil
}

// Info implements model.Model.
func (m Model) Info() model.Info { return model.Info{Name: "scripted"} }
