// Command retried has loops around the question that may run a tool before the answer is complete.
package main

import (
	"context"
	"os"

	"shapes/model"
)

type agent struct {
	most    int
	early   bool
	history []model.Message
}

func main() {
	ctx := context.Background()
	a := &agent{most: 6}
	a.limited(ctx)
	a.endless(ctx)
	a.waiting(ctx)
	a.apart(ctx)
}

// endless: the limit of four is that of the tries.
func (a *agent) endless(ctx context.Context) {
	for {
		var answer model.Message
		var err error
		for try := 0; try <= 3; try++ {
			if answer, err = a.stream(ctx); err == nil {
				break
			}
		}
		if err != nil || !a.serve(answer) {
			return
		}
	}
}

// limited: each of six rounds tries four times.
func (a *agent) limited(ctx context.Context) {
	for turn := 0; turn < a.most; turn++ {
		var answer model.Message
		var err error
		for try := 0; try <= 3; try++ {
			if answer, err = a.stream(ctx); err == nil {
				break
			}
		}
		if err != nil || !a.serve(answer) {
			return
		}
	}
}

// waiting: each of six rounds tries until there is an answer.
func (a *agent) waiting(ctx context.Context) {
	for turn := 0; turn < a.most; turn++ {
		answer, err := a.stream(ctx)
		for err == nil && answer.Role == "" {
			answer, err = a.stream(ctx)
		}
		if err != nil || !a.serve(answer) {
			return
		}
	}
}

// apart: the loop outside asks for itself, and its limit is that of another agent.
func (a *agent) apart(ctx context.Context) {
	for _, name := range os.Args {
		answer, err := model.Ask(ctx, []model.Message{{Content: name}}, nil)
		for i := 0; i < 5 && err == nil && a.serve(answer); i++ {
			answer, err = model.Ask(ctx, a.history, nil)
		}
	}
}

// stream runs a tool as soon as the model has called it.
func (a *agent) stream(ctx context.Context) (model.Message, error) {
	answer, err := model.Ask(ctx, a.history, nil)
	if a.early {
		a.serve(answer)
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
