// Package crew is what the members of a crew have in common: they ask a model,
// use tools, and wait for people.
package crew

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

// Ask puts a question to a model in a role.
func Ask(ctx context.Context, m model.BaseChatModel, role, format string, args ...any) (string, error) {
	reply, err := m.Generate(ctx, []*schema.Message{
		schema.SystemMessage(role),
		schema.UserMessage(fmt.Sprintf(format, args...)),
	})
	if err != nil {
		return "", err
	}
	return reply.Content, nil
}

// Use runs a tool with args.
func Use(ctx context.Context, t tool.InvokableTool, args any) (string, error) {
	data, err := json.Marshal(args)
	if err != nil {
		return "", err
	}
	return t.InvokableRun(ctx, string(data))
}

// Approve stops the run until a person has answered a question about state, and
// returns whether they agree. The state survives the wait; the step's input, when
// it runs again, is empty.
func Approve[S any](ctx context.Context, state S, question func(S) string) (kept S, agreed bool, err error) {
	if asked, _, before := compose.GetInterruptState[S](ctx); asked {
		state = before
	}
	resumed, answered, yes := compose.GetResumeContext[bool](ctx)
	if !resumed || !answered {
		return state, false, compose.StatefulInterrupt(ctx, question(state), state)
	}
	return state, yes, nil
}
