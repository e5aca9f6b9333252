// Package vendor asks a model. No command of the module imports it: somebody who builds one may.
package vendor

import (
	"context"

	"shapes/model"
	"shapes/unlinked/words"
)

func init() { words.Join(vendor{}) }

type vendor struct{}

func (vendor) Ask(ctx context.Context, text string) (calls []words.Call, err error) {
	answer, err := model.Ask(ctx, []model.Message{{Role: "user", Content: text}}, nil)
	if err != nil {
		return nil, err
	}
	for _, call := range answer.ToolCalls {
		calls = append(calls, words.Call{Name: call.Function.Name, Args: call.Function.Arguments})
	}
	return calls, nil
}
