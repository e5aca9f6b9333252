// Command recursive asks again by calling itself.
package main

import (
	"context"
	"os"

	"shapes/model"
)

type chat struct {
	history []model.Message
	tools   map[string]func(string) string
}

func main() {
	c := &chat{tools: map[string]func(string) string{"read": read}}
	c.history = append(c.history, model.Message{Role: "user", Content: os.Args[1]})
	c.turn(context.Background())
}

func (c *chat) turn(ctx context.Context) {
	answer, err := model.Ask(ctx, c.history, nil)
	if err != nil {
		return
	}
	for _, call := range answer.ToolCalls {
		c.call(call)
	}
	if len(answer.ToolCalls) > 0 {
		c.turn(ctx)
	}
}

func (c *chat) call(call model.Call) {
	if run := c.tools[call.Function.Name]; run != nil {
		c.history = append(c.history, model.Message{Role: "tool", ToolCallID: call.ID, Content: run(call.Function.Arguments)})
	}
}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}
