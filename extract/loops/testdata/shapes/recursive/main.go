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
	limited(context.Background(), c)
}

func limited(ctx context.Context, c *chat) {
	c.deep(ctx, 0)
	c.down(ctx, 5)
	c.wide(ctx, 0)
	c.begunAnew(ctx, 0)
	c.unlimited(ctx, 0)
	if err := c.counted(ctx, &run{}); err != nil {
		return
	}
	c.twice(ctx, &run{})
	c.fresh(ctx, &run{})
	c.ask(ctx, &run{})
	c.forgets(ctx, &resettable{})
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

const most = 6

// deep: a number says how often the function may call itself.
func (c *chat) deep(ctx context.Context, n int) {
	if n > most || !c.round(ctx) {
		return
	}
	c.deep(ctx, n+1)
}

// down: what is left becomes less.
func (c *chat) down(ctx context.Context, left int) {
	if left <= 0 {
		return
	}
	if c.round(ctx) {
		c.down(ctx, left-1)
	}
}

// wide: a depth is no number of questions where a function calls itself twice.
func (c *chat) wide(ctx context.Context, n int) {
	if n > most || !c.round(ctx) {
		return
	}
	c.wide(ctx, n+1)
	c.wide(ctx, n+1)
}

// begunAnew: one of two calls begins anew.
func (c *chat) begunAnew(ctx context.Context, n int) {
	if n > most || !c.round(ctx) {
		return
	}
	if len(c.history) > 100 {
		c.begunAnew(ctx, 0)
		return
	}
	c.begunAnew(ctx, n+1)
}

// unlimited: the number is compared, and the function calls itself either way.
func (c *chat) unlimited(ctx context.Context, n int) {
	if n > most {
		c.history = nil
	}
	if c.round(ctx) {
		c.unlimited(ctx, n+1)
	}
}

type run struct{ turns int }

func (r *run) isOver() bool {
	if r.turns >= 15 {
		return true
	}
	r.turns++
	return false
}

// counted: an object that is handed on counts.
func (c *chat) counted(ctx context.Context, r *run) error {
	if r.isOver() {
		return context.Canceled
	}
	if c.round(ctx) {
		return c.counted(ctx, r)
	}
	return nil
}

// twice: however often the function calls itself, the object counts each time.
func (c *chat) twice(ctx context.Context, r *run) {
	if r.isOver() || !c.round(ctx) {
		return
	}
	c.twice(ctx, r)
	c.twice(ctx, r)
}

// fresh: a new object begins anew.
func (c *chat) fresh(ctx context.Context, r *run) {
	if r.isOver() {
		return
	}
	if c.round(ctx) {
		c.fresh(ctx, &run{})
	}
}

// ask and serve call each other.
func (c *chat) ask(ctx context.Context, r *run) {
	if r.isOver() {
		return
	}
	answer, err := model.Ask(ctx, c.history, nil)
	if err == nil && len(answer.ToolCalls) > 0 {
		c.serve(ctx, r, answer)
	}
}

func (c *chat) serve(ctx context.Context, r *run, answer model.Message) {
	for _, call := range answer.ToolCalls {
		c.call(call)
	}
	c.ask(ctx, r)
}

// forgets sets back what is counted.
func (c *chat) forgets(ctx context.Context, r *resettable) {
	if r.turns >= most {
		return
	}
	r.turns++
	if !c.round(ctx) {
		r.turns = 0
		return
	}
	c.forgets(ctx, r)
}

type resettable struct{ turns int }

func (c *chat) round(ctx context.Context) bool {
	answer, err := model.Ask(ctx, c.history, nil)
	if err != nil {
		return false
	}
	for _, call := range answer.ToolCalls {
		c.call(call)
	}
	return len(answer.ToolCalls) > 0
}
