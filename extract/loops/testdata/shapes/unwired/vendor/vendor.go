// Package vendor asks a model. No command of the module imports it: somebody who builds one may.
package vendor

import (
	"context"

	"shapes/model"
	"shapes/unwired/agent"
)

func init() { agent.Vendors = append(agent.Vendors, vendor{}) }

type vendor struct{}

func (vendor) Ask(ctx context.Context, history []string) (calls []agent.Call, err error) {
	var messages []model.Message
	for _, text := range history {
		messages = append(messages, model.Message{Role: "user", Content: text})
	}
	answer, err := model.Ask(ctx, messages, nil)
	if err != nil {
		return nil, err
	}
	for _, call := range answer.ToolCalls {
		calls = append(calls, agent.Call{Name: call.Function.Name, Args: call.Function.Arguments})
	}
	return calls, nil
}
