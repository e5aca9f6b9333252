// Command recursive asks again by calling itself. What comes round to it for another reason, such
// as a message of the user, is no loop of the agent's.
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
	c.read(os.Args[2:])
}

func (c *chat) read(messages []string) {
	if len(messages) > 0 {
		c.hear(messages[0], messages[1:])
	}
}

func (c *chat) hear(message string, more []string) {
	c.history = append(c.history, model.Message{Role: "user", Content: message})
	c.turn(context.Background())
	c.read(more)
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
