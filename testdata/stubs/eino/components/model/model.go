// Package model declares the part of Eino's package of this name that the examples of
// the rules' pages use.
package model

import (
	"context"

	"github.com/cloudwego/eino/schema"
)

type Option struct{}

type ToolCallingChatModel interface {
	Generate(ctx context.Context, input []*schema.Message, opts ...Option) (*schema.Message, error)
	WithTools(tools []*schema.ToolInfo) (ToolCallingChatModel, error)
}
