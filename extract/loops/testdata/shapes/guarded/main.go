// Command guarded has agents of which another function says whether they may go on.
package main

import (
	"context"
	"errors"
	"os"
	"sync"

	"shapes/model"
)

type agent struct {
	mu      sync.Mutex
	turns   int
	most    int
	free    bool
	history []model.Message
}

func newAgent() *agent { return &agent{most: 7, free: len(os.Args) > 1} }

func main() {
	ctx := context.Background()
	newAgent().allowed(ctx)
	newAgent().budgeted(ctx)
	newAgent().locked(ctx)
	newAgent().over(ctx)
	newAgent().pair(ctx)
	newAgent().before(ctx)
	newAgent().after(ctx)
	newAgent().once(ctx)
	newAgent().stale(ctx)
	newAgent().some(ctx)
	newAgent().either(ctx)
	newAgent().swallowed(ctx)
}

var errLimit = errors.New("too many turns")

func (a *agent) allow() error {
	if a.turns+1 > a.most {
		return errLimit
	}
	a.turns++
	return nil
}

// allowed: the function fails where the limit is reached.
func (a *agent) allowed(ctx context.Context) {
	for {
		if err := a.allow(); err != nil {
			return
		}
		if !a.round(ctx) {
			return
		}
	}
}

type budget struct{ used, most int }

func (b *budget) take(what string) error {
	if what == "" {
		return errors.New("nothing to take")
	}
	if b.most > 0 && b.used >= b.most {
		return errors.New("no more " + what)
	}
	b.used++
	return nil
}

// budgeted: the counter is in an object of its own, and 0 is no limit.
func (a *agent) budgeted(ctx context.Context) {
	b := &budget{most: 4}
	for b.take("turns") == nil {
		if !a.round(ctx) {
			return
		}
	}
}

func (a *agent) mayGoOn() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.turns < a.most
}

func (a *agent) count() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.turns++
}

// locked: with a lock.
func (a *agent) locked(ctx context.Context) {
	for {
		if !a.mayGoOn() {
			return
		}
		a.count()
		if !a.round(ctx) {
			return
		}
	}
}

func (a *agent) isOver() bool {
	if a.turns >= a.most {
		return true
	}
	a.turns++
	return false
}

// over: the function counts where it says no.
func (a *agent) over(ctx context.Context) {
	for !a.isOver() {
		if !a.round(ctx) {
			return
		}
	}
}

func (a *agent) next() (int, bool) {
	a.turns++
	return a.turns, a.turns <= a.most
}

// pair: one of two results.
func (a *agent) pair(ctx context.Context) {
	for {
		_, ok := a.next()
		if !ok || !a.round(ctx) {
			return
		}
	}
}

func (a *agent) first() bool {
	ok := a.turns < a.most
	a.turns++
	return ok
}

// before: the number is compared before it grows.
func (a *agent) before(ctx context.Context) {
	for a.first() {
		if !a.round(ctx) {
			return
		}
	}
}

func (a *agent) then() bool {
	a.turns++
	return a.turns < a.most
}

// after: it grows first, so there is one round less.
func (a *agent) after(ctx context.Context) {
	for a.then() {
		if !a.round(ctx) {
			return
		}
	}
}

// once: the function was called once, before the loop.
func (a *agent) once(ctx context.Context) {
	ok := a.mayGoOn()
	for ok {
		a.count()
		if !a.round(ctx) {
			return
		}
	}
}

// stale: the number was read once, before the loop.
func (a *agent) stale(ctx context.Context) {
	turns := a.turns
	for turns < a.most {
		a.turns++
		if !a.round(ctx) {
			return
		}
	}
}

func (a *agent) allowSome() error {
	if a.turns >= a.most {
		return errLimit
	}
	if len(a.history) > 0 {
		a.turns++
	}
	return nil
}

// some: not each round counts.
func (a *agent) some(ctx context.Context) {
	for a.allowSome() == nil {
		if !a.round(ctx) {
			return
		}
	}
}

func (a *agent) mayAlways() bool {
	if a.free {
		return true
	}
	a.turns++
	return a.turns < a.most
}

// either: the function may say yes without a look at the number.
func (a *agent) either(ctx context.Context) {
	for a.mayAlways() {
		if !a.round(ctx) {
			return
		}
	}
}

// swallowed: the loop goes on where the function fails.
func (a *agent) swallowed(ctx context.Context) {
	for {
		if err := a.allow(); err != nil {
			os.Stderr.WriteString(err.Error())
		}
		if !a.round(ctx) {
			return
		}
	}
}

var tools = map[string]func(string) string{"read": read}

func (a *agent) round(ctx context.Context) bool {
	answer, err := model.Ask(ctx, a.history, nil)
	if err != nil {
		return false
	}
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
