// Package model has the models of eino.
package model

import (
	"context"

	"github.com/cloudwego/eino/schema"
)

type BaseChatModel interface {
	Generate(ctx context.Context, input []*schema.Message) (*schema.Message, error)
}
