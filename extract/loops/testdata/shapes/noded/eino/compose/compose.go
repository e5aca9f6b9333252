// Package compose has the node of eino that runs tools.
package compose

import (
	"context"
	"errors"

	"github.com/cloudwego/eino/schema"
)

type ToolsNode struct{}

func (*ToolsNode) Invoke(ctx context.Context, input *schema.Message) ([]*schema.Message, error) {
	return nil, errors.New("not here")
}
