// Package onlyclient is a client for others: it puts calls together from the pieces of a stream,
// numbers them, and tells who asked of each.
package onlyclient

import (
	"context"
	"fmt"

	"shapes/model"
)

// A Call is one in the words of this package.
type Call struct {
	ID, Name, Args string
	Number         int
}

// A Client asks a model.
type Client struct {
	// OnCall hears of each call.
	OnCall func(Call)

	numbers map[string]int
}

// Ask returns the calls of the model.
func (c *Client) Ask(ctx context.Context, text string) ([]Call, error) {
	answer, err := model.Ask(ctx, []model.Message{{Role: "user", Content: text}}, nil)
	if err != nil {
		return nil, err
	}
	var out []Call
	for i, call := range answer.ToolCalls {
		n, known := c.numbers[call.Function.Name]
		if !known {
			n = i
			c.numbers[call.Function.Name] = n
		}
		out = append(out, Call{ID: fmt.Sprintf("%s_%d", call.Function.Name, i), Name: call.Function.Name, Args: call.Function.Arguments, Number: n})
		if c.OnCall != nil {
			c.OnCall(out[i])
		}
	}
	return out, nil
}
