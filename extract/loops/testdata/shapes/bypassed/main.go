// Command bypassed has agents whose rounds count, and go past some of what they count.
package main

import (
	"context"
	"os"
	"time"

	"shapes/model"
)

type agent struct {
	reads, lists int
	history      []model.Message
}

func main() {
	ctx := context.Background()
	new(agent).retried(ctx)
	new(agent).reset(ctx)
	new(agent).retriedAndCounted(ctx)
	new(agent).branched(ctx)
	new(agent).kept(ctx)
	new(agent).long(ctx)
	new(agent).switched(ctx, os.Getenv("FREE") != "")
}

// retried counts what fails in a row: answers are without a limit.
func (a *agent) retried(ctx context.Context) {
	tries := 0
	for {
		answer, err := model.Ask(ctx, a.history, nil)
		if err != nil {
			if tries > 3 {
				return
			}
			tries++
			time.Sleep(time.Second)
			continue
		}
		if !a.serve(answer) {
			return
		}
	}
}

type failure struct{ text string }

func ask(ctx context.Context, history []model.Message) (model.Message, *failure) {
	answer, err := model.Ask(ctx, history, nil)
	if err != nil {
		return answer, &failure{err.Error()}
	}
	return answer, nil
}

// reset does too, with a type of its own for what fails, and numbers its rounds.
func (a *agent) reset(ctx context.Context) {
	tries := 0
	for round := 0; ; round++ {
		answer, failed := ask(ctx, a.history)
		if failed != nil {
			println(round, failed.text)
			if tries < 3 {
				tries++
				continue
			}
			return
		}
		tries = 0
		if !a.serve(answer) {
			return
		}
	}
}

// retriedAndCounted counts every round too, but not by one.
func (a *agent) retriedAndCounted(ctx context.Context) {
	tries, calls := 0, 0
	for {
		answer, err := model.Ask(ctx, a.history, nil)
		if err != nil {
			if tries > 3 {
				return
			}
			tries++
			continue
		}
		calls += len(answer.ToolCalls)
		if calls > 20 || !a.serve(answer) {
			return
		}
	}
}

// branched has a limit for each of two kinds of rounds.
func (a *agent) branched(ctx context.Context) {
	reads, lists := 0, 0
	for {
		answer, err := model.Ask(ctx, a.history, nil)
		if err != nil {
			return
		}
		if time.Now().Second() > 30 {
			if reads++; reads > 10 {
				return
			}
		} else {
			if lists++; lists > 10 {
				return
			}
		}
		if !a.serve(answer) {
			return
		}
	}
}

// kept does so with numbers in memory.
func (a *agent) kept(ctx context.Context) {
	for {
		answer, err := model.Ask(ctx, a.history, nil)
		if err != nil {
			return
		}
		if time.Now().Second() > 30 {
			if a.reads++; a.reads > 10 {
				return
			}
		} else {
			if a.lists++; a.lists > 10 {
				return
			}
		}
		if !a.serve(answer) {
			return
		}
	}
}

// long counts each round, and compares it in those with a long answer.
func (a *agent) long(ctx context.Context) {
	for n := 0; ; n++ {
		answer, err := model.Ask(ctx, a.history, nil)
		if err != nil {
			return
		}
		if time.Now().Second() > 30 && n > 10 {
			return
		}
		if !a.serve(answer) {
			return
		}
	}
}

// switched compares what it counts unless the program is told not to.
func (a *agent) switched(ctx context.Context, free bool) {
	n := 0
	for {
		answer, err := model.Ask(ctx, a.history, nil)
		if err != nil {
			return
		}
		if !free {
			if n++; n > 10 {
				return
			}
		}
		if !a.serve(answer) {
			return
		}
	}
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
