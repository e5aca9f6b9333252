// Package desk has two agents that others give their tools. One gets them after it was made with
// none; the other one gets none here.
package desk

import (
	"context"

	"shapes/model"
)

type Tool struct {
	Name string
	Run  func(args string) string
}

type Desk struct {
	state *state
}

type state struct {
	tools   []Tool
	history []model.Message
}

func New() *Desk { return &Desk{newState()} }

func newState() *state { return &state{tools: []Tool{}} }

// SetTools gives the desk its tools.
func (d *Desk) SetTools(tools []Tool) { d.state.tools = tools }

func (d *Desk) Run(ctx context.Context) {
	for {
		answer, err := model.Ask(ctx, d.state.history, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		for _, call := range answer.ToolCalls {
			for _, t := range d.state.tools {
				if t.Name == call.Function.Name {
					d.state.history = append(d.state.history, model.Message{Role: "tool", ToolCallID: call.ID, Content: t.Run(call.Function.Arguments)})
				}
			}
		}
	}
}

type Job struct {
	Name string
	Run  func(args string) string
}

type Counter struct {
	Jobs    []Job
	history []model.Message
}

func (c *Counter) Run(ctx context.Context) {
	for range 5 {
		answer, err := model.Ask(ctx, c.history, nil)
		if err != nil {
			return
		}
		for _, call := range answer.ToolCalls {
			for _, t := range c.Jobs {
				if t.Name == call.Function.Name {
					c.history = append(c.history, model.Message{Role: "tool", ToolCallID: call.ID, Content: t.Run(call.Function.Arguments)})
				}
			}
		}
	}
}

// Count counts the calls of one answer, and runs none.
func (c *Counter) Count(ctx context.Context) (n int) {
	for range 5 {
		answer, err := model.Ask(ctx, c.history, nil)
		if err != nil {
			return n
		}
		for _, call := range answer.ToolCalls {
			for _, t := range c.Jobs {
				if t.Name == call.Function.Name {
					n++
				}
			}
		}
	}
	return n
}
