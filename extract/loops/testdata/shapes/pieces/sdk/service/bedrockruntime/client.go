// Package bedrockruntime stands for the one of the vendor.
package bedrockruntime

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime/types"
)

type Client struct{}

type ConverseStreamInput struct {
	Messages []types.Message
	Tools    []types.ToolSpecification
}

type ConverseStreamOutput struct{ events chan types.Output }

func (o *ConverseStreamOutput) Events() <-chan types.Output { return o.events }

func (*Client) ConverseStream(context.Context, *ConverseStreamInput) (*ConverseStreamOutput, error) {
	return &ConverseStreamOutput{}, nil
}
