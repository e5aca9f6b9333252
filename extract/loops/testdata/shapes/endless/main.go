// Command endless has agents in which numbers are compared, and none limits them.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"shapes/model"
)

type agent struct {
	max     int
	asked   int
	failed  int
	price   float64
	history []model.Message
}

func main() {
	ctx := context.Background()
	new(agent).retries(ctx)
	new(agent).statistics(ctx)
	new(agent).shortened(ctx)
	new(agent).apart(ctx)
	new(agent).equal(ctx)
	new(agent).metered(ctx)
	new(agent).priced(ctx)
	new(agent).warned(ctx)
	new(agent).hinted(ctx)
	new(agent).failures(ctx)
	new(agent).refused(ctx)
	new(agent).wrapped(ctx, plain{})
	new(agent).wrapped(ctx, &sampled{of: &sampled{of: plain{}}})
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

// equal: what is counted is the same call again and again. Other calls go on for ever.
func (a *agent) equal(ctx context.Context) {
	for {
		answer, err := a.ask(ctx)
		if err != nil || a.repeats(answer) || !a.serve(answer) {
			return
		}
	}
}

var (
	last  string
	times int
)

func (a *agent) repeats(answer model.Message) bool {
	if len(answer.ToolCalls) == 0 {
		times = 0
		return false
	}
	if call := answer.ToolCalls[0].Function; call.Name+call.Arguments != last {
		last, times = call.Name+call.Arguments, 1
		return false
	}
	times++
	return times >= 3
}

// metered: a sum is looked at where it is made, and not in each round.
func (a *agent) metered(ctx context.Context) {
	for {
		answer, err := a.ask(ctx)
		if err != nil || !a.serve(answer) {
			return
		}
		a.note(nil)
	}
}

// priced: what a round costs is computed of what is summed up.
func (a *agent) priced(ctx context.Context) {
	for {
		answer, err := a.ask(ctx)
		if err != nil || !a.serve(answer) {
			return
		}
		a.asked += len(answer.Content)
		a.price = price(a.asked)
	}
}

func price(tokens int) float64 {
	if tokens <= 0 {
		return 0
	}
	return float64(tokens) / 1e6
}

// warned: many rounds are logged.
func (a *agent) warned(ctx context.Context) {
	for n := 0; ; n++ {
		a.asked++
		answer, err := a.ask(ctx)
		if err != nil || !a.serve(answer) {
			return
		}
		if a.asked > 20 || n > 20 {
			log.Printf("%d rounds", a.asked)
		}
	}
}

// hinted: many rounds are told to the model.
func (a *agent) hinted(ctx context.Context) {
	for {
		a.asked++
		a.history = append(a.history, model.Message{Role: "user", Content: a.hint()})
		answer, err := a.ask(ctx)
		if err != nil || !a.serve(answer) {
			return
		}
	}
}

func (a *agent) hint() string {
	var b strings.Builder
	b.WriteString("Go on.")
	if a.asked > 10 {
		fmt.Fprintf(&b, " You have gone on %d times.", a.asked)
		if a.asked > 20 {
			b.WriteString(" Come to an end.")
		}
	}
	return b.String()
}

// failures: each round compares what only failures change. Other rounds go on for ever.
func (a *agent) failures(ctx context.Context) {
	for {
		if a.failed >= 3 {
			return
		}
		answer, err := a.ask(ctx)
		if err != nil || !a.serve(answer) {
			return
		}
		switch {
		case a.hasFailed():
			a.failed++
		case answer.Content != "":
			a.failed = 0
		}
	}
}

func (a *agent) hasFailed() bool {
	return len(a.history) > 0 && strings.HasPrefix(a.history[len(a.history)-1].Content, "error")
}

// refused: an answer that comes too early does not end the rounds. Other answers do not end them at all.
func (a *agent) refused(ctx context.Context) {
	for {
		a.asked++
		if done, err := a.step(ctx); done || err != nil {
			return
		}
	}
}

type decision struct {
	final bool
	text  string
	calls []model.Call
}

func (a *agent) step(ctx context.Context) (bool, error) {
	d, err := a.decide(ctx)
	if err != nil {
		return false, err
	}
	if d.final {
		if strings.Contains(d.text, "cannot") && a.asked < 20 {
			a.history = append(a.history, model.Message{Role: "user", Content: "Try again."})
			return false, nil
		}
		return true, nil
	}
	a.serve(model.Message{ToolCalls: d.calls})
	return false, nil
}

func (a *agent) decide(ctx context.Context) (*decision, error) {
	answer, err := a.ask(ctx)
	if err != nil {
		return nil, err
	}
	return &decision{final: len(answer.ToolCalls) == 0, text: answer.Content, calls: answer.ToolCalls}, nil
}

// wrapped: a client that has another one looks at what it has counted, of some answers.
func (a *agent) wrapped(ctx context.Context, c client) {
	for {
		answer, err := c.ask(ctx, a.history)
		if err != nil || !a.serve(answer) {
			return
		}
	}
}

type client interface {
	ask(ctx context.Context, history []model.Message) (model.Message, error)
}

type plain struct{}

func (plain) ask(ctx context.Context, history []model.Message) (model.Message, error) {
	return model.Ask(ctx, history, nil)
}

type sampled struct {
	of   client
	seen int
}

func (s *sampled) ask(ctx context.Context, history []model.Message) (model.Message, error) {
	answer, err := s.of.ask(ctx, history)
	if err == nil && answer.Content != "" {
		if s.seen++; s.seen > 0 && s.seen%10 == 0 {
			os.Stderr.WriteString(answer.Content)
		}
	}
	return answer, err
}

type usage struct{ tokens int }

var all usage

func (a *agent) note(u *usage) {
	if u != nil && u.tokens > 0 {
		all.tokens += u.tokens
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
