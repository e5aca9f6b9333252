// Command passed has agents that hand their counter to a function which compares it.
package main

import (
	"context"

	"shapes/model"
)

type config struct {
	turns  int // 0 for no limit
	steps  int
	rounds int
	free   bool
}

func (c *config) validate() {
	if c.turns == 0 {
		c.turns = 100
	}
	if c.steps == 0 && !c.free {
		c.steps = 50
	}
}

// isOver has no limit where max is 0.
func isOver(n, max int) bool { return max > 0 && n >= max }

func isBelow(max, n int) bool { return n+1 < max }

func main() {
	ctx := context.Background()
	c := &config{}
	c.validate()
	var history []model.Message
	defaulted(ctx, c, history)
	perhaps(ctx, c, history)
	never(ctx, c, history)
	constant(ctx, history)
}

// defaulted asks at most 100 times.
func defaulted(ctx context.Context, c *config, history []model.Message) {
	for n := 0; ; n++ {
		if isOver(n, c.turns) || !turn(ctx, &history) {
			return
		}
	}
}

// perhaps has no limit if c is free.
func perhaps(ctx context.Context, c *config, history []model.Message) {
	for n := 0; ; n++ {
		if isOver(n, c.steps) || !turn(ctx, &history) {
			return
		}
	}
}

// never gets a limit.
func never(ctx context.Context, c *config, history []model.Message) {
	for n := 0; ; n++ {
		if isOver(n, c.rounds) || !turn(ctx, &history) {
			return
		}
	}
}

// constant asks at most 8 times.
func constant(ctx context.Context, history []model.Message) {
	for n := 1; isBelow(10, n); n++ {
		if !turn(ctx, &history) {
			return
		}
	}
}

func turn(ctx context.Context, history *[]model.Message) bool {
	m, err := model.Ask(ctx, *history, []string{"read"})
	if err != nil || len(m.ToolCalls) == 0 {
		return false
	}
	for _, c := range m.ToolCalls {
		switch c.Function.Name {
		case "read":
			*history = append(*history, model.Message{Role: "tool", Content: read(c.Function.Arguments), ToolCallID: c.ID})
		}
	}
	return true
}

func read(args string) string { return args }
