// Package vendors fills the agent's types with a model's answers.
package vendors

import (
	"context"

	"example.com/module/apart/agent"
	"example.com/module/apart/model"
)

type Chat struct{}

func (Chat) Next(ctx context.Context, turns []agent.Turn) (agent.Turn, error) {
	var history []model.Message
	for _, t := range turns {
		history = append(history, model.Message{Content: t.Text, ToolCallID: t.Ref})
	}
	m, err := model.Ask(ctx, history, nil)
	out := agent.Turn{Text: m.Content}
	for _, c := range m.ToolCalls {
		out.Calls = append(out.Calls, agent.Call{Ref: c.ID, Tool: c.Function.Name, Input: c.Function.Arguments})
	}
	return out, err
}
