// Command endless has agents in which numbers are compared, and none limits them.
package main

import (
	"context"
	"errors"
	"os"

	"shapes/model"
)

type agent struct {
	max     int
	asked   int
	history []model.Message
}

func main() {
	ctx := context.Background()
	new(agent).retries(ctx)
	new(agent).statistics(ctx)
	new(agent).shortened(ctx)
	new(agent).apart(ctx)
}

// retries: each round tries a few times, and what is counted is new in each round.
func (a *agent) retries(ctx context.Context) {
	for {
		var answer model.Message
		var err error
		for try := 0; try < 3; try++ {
			if answer, err = a.ask(ctx); err == nil {
				break
			}
		}
		if err != nil || !a.serve(answer) {
			return
		}
	}
}

// statistics: what is counted is not compared.
func (a *agent) statistics(ctx context.Context) {
	for {
		a.asked++
		answer, err := a.ask(ctx)
		if err != nil || !a.serve(answer) {
			return
		}
	}
}

// shortened: a long history is cut.
func (a *agent) shortened(ctx context.Context) {
	for {
		if len(a.history) > 100 {
			a.history = a.history[50:]
		}
		answer, err := a.ask(ctx)
		if err != nil || !a.serve(answer) {
			return
		}
	}
}

// apart: the limit is that of another agent.
func (a *agent) apart(ctx context.Context) {
	for a.max < 5 {
		answer, err := a.ask(ctx)
		if err != nil || !a.serve(answer) {
			return
		}
	}
}

func (a *agent) ask(ctx context.Context) (model.Message, error) {
	answer, err := model.Ask(ctx, a.history, nil)
	if err == nil && len(answer.Content) > 1<<20 {
		return answer, errors.New("too much")
	}
	return answer, err
}

var tools = map[string]func(string) string{"read": read}

func (a *agent) serve(answer model.Message) bool {
	for _, call := range answer.ToolCalls {
		if run := tools[call.Function.Name]; run != nil {
			a.history = append(a.history, model.Message{Role: "tool", ToolCallID: call.ID, Content: run(call.Function.Arguments)})
		}
	}
	return len(answer.ToolCalls) > 0
}

func read(path string) string {
	data, _ := os.ReadFile(path)
	return string(data)
}
