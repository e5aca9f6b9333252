// Command noded hands what a model calls to a node of a framework, in a loop of its own.
package main

import (
	"context"
	"fmt"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

type agent struct {
	model, last model.BaseChatModel
	node        *compose.ToolsNode
}

func main() {
	a := &agent{node: &compose.ToolsNode{}}
	ctx := context.Background()
	if _, err := a.run(ctx, nil); err != nil {
		return
	}
	a.shows(ctx, nil)
}

// run asks eight times, and once more for an answer without tools.
func (a *agent) run(ctx context.Context, history []*schema.Message) (*schema.Message, error) {
	for range 8 {
		answer, err := a.model.Generate(ctx, history)
		if err != nil || len(answer.ToolCalls) == 0 {
			return answer, err
		}
		allowed := *answer
		allowed.ToolCalls = nil
		for _, call := range answer.ToolCalls {
			if call.ID != "" {
				allowed.ToolCalls = append(allowed.ToolCalls, call)
			}
		}
		results, err := a.node.Invoke(ctx, &allowed)
		if err != nil {
			return nil, err
		}
		history = append(append(history, answer), results...)
	}
	return a.last.Generate(ctx, history)
}

// shows only prints what the model calls.
func (a *agent) shows(ctx context.Context, history []*schema.Message) {
	for range 3 {
		answer, err := a.model.Generate(ctx, history)
		if err != nil {
			return
		}
		for _, call := range answer.ToolCalls {
			fmt.Println(call.Function.Name, call.Function.Arguments)
		}
		history = append(history, answer)
	}
}
