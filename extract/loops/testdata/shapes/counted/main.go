// Command counted has agents whose rounds are counted in the ways in which programs do that.
package main

import (
	"context"
	"os"

	"shapes/model"
)

type options struct {
	Rounds  int
	Retries int
}

type agent struct {
	opts    options
	max     int
	turns   int
	left    int
	history []model.Message
	said    []string
	notes   []string
}

func main() {
	ctx := context.Background()
	(&agent{}).closure(ctx, 4)
	(&agent{}).before(ctx)
	(&agent{}).stored(ctx)
	(&agent{max: 7}).field(ctx)
	(&agent{max: 7}).done(ctx)
	(&agent{}).captured(ctx)
	(&agent{}).down(ctx, 5)
	(&agent{}).downTo(ctx)
	(&agent{}).downField(ctx)
	(&agent{}).spends(ctx)
	(&agent{}).ranged(ctx, 6)
	(&agent{}).appended(ctx)
	(&agent{}).appendedField(ctx)
	(&agent{}).twice(ctx)
	(&agent{opts: options{Rounds: 9}}).literal(ctx)
	run(ctx, options{Rounds: 3})
	(&agent{}).wide(ctx)
	(&agent{}).byTwo(ctx)
	(&agent{}).plus(ctx, 6)
	(&agent{}).labelled(ctx)
	(&agent{}).either(ctx)
	(&agent{}).flagged(ctx)
	(&agent{}).chosen(ctx, len(os.Args))
	(&agent{}).switched(ctx)
	(&agent{}).jump(ctx)
	(&agent{}).eachWay(ctx)
	(&agent{}).remembers(ctx)
	(&agent{}).answered(ctx)
	(&agent{}).full(ctx)
	(&agent{}).nearer(ctx)
	(&agent{}).summed(ctx, 1000)
}

// answered: each round makes the list longer, by as much as the model calls and one.
func (a *agent) answered(ctx context.Context) {
	list := []model.Message{{Role: "user"}}
	for len(list) < 20 {
		answer, err := model.Ask(ctx, list, nil)
		if err != nil || len(answer.ToolCalls) == 0 {
			return
		}
		list = append(list, answer)
		for _, call := range answer.ToolCalls {
			if run := tools[call.Function.Name]; run != nil {
				list = append(list, model.Message{Role: "tool", Content: run(call.Function.Arguments)})
			}
		}
	}
}

// remembers: a field of the receiver gets longer.
func (a *agent) remembers(ctx context.Context) {
	for len(a.said) < 6 {
		answer, err := model.Ask(ctx, a.history, nil)
		if err != nil || !a.serve(answer) {
			return
		}
		a.said = append(a.said, answer.Content, "go on")
	}
}

func (a *agent) isFull() bool { return len(a.notes) >= 4 }

func (a *agent) note(text string) { a.notes = append(a.notes, text) }

// full: methods append and compare.
func (a *agent) full(ctx context.Context) {
	for !a.isFull() {
		a.note("next")
		if !a.round(ctx) {
			return
		}
	}
}

// nearer: two numbers come nearer to each other.
func (a *agent) nearer(ctx context.Context) {
	for i, j := 0, 10; i < j; i, j = i+1, j-1 {
		if !a.round(ctx) {
			return
		}
	}
}

// summed: there is a limit, and it is no number of rounds.
func (a *agent) summed(ctx context.Context, most int) {
	for sum := 0; sum < most; sum += len(a.history) {
		if !a.round(ctx) {
			return
		}
	}
}

// closure: a literal counts, up to what the sole caller passes.
func (a *agent) closure(ctx context.Context, max int) {
	n := 0
	more := func() bool { n++; return n <= max }
	for more() {
		if !a.round(ctx) {
			return
		}
	}
}

// before: a literal compares before it counts.
func (a *agent) before(ctx context.Context) {
	left := 5
	more := func() bool {
		if left == 0 {
			return false
		}
		left--
		return true
	}
	for more() {
		if !a.round(ctx) {
			return
		}
	}
}

// stored: one literal counts, another compares.
func (a *agent) stored(ctx context.Context) {
	n := 0
	count := func() { n++ }
	over := func() bool { return n >= 5 }
	for !over() {
		count()
		if !a.round(ctx) {
			return
		}
	}
}

// field: both numbers are fields of the receiver.
func (a *agent) field(ctx context.Context) {
	for a.turns < a.max {
		a.turns++
		if !a.round(ctx) {
			return
		}
	}
}

func (a *agent) isDone() bool { return a.turns >= a.max }

// done: a method compares them.
func (a *agent) done(ctx context.Context) {
	for !a.isDone() {
		if !a.round(ctx) {
			return
		}
		a.turns++
	}
}

// captured: the round is a literal, which counts.
func (a *agent) captured(ctx context.Context) {
	n := 0
	step := func() bool {
		n++
		return a.round(ctx)
	}
	for n < 4 {
		if !step() {
			return
		}
	}
}

// down: what is left is counted, from what the sole caller passes.
func (a *agent) down(ctx context.Context, n int) {
	for left := n; left > 0; left-- {
		if !a.round(ctx) {
			return
		}
	}
}

func (a *agent) downTo(ctx context.Context) {
	left := 6
	for left != 0 {
		left--
		if !a.round(ctx) {
			return
		}
	}
}

func (a *agent) downField(ctx context.Context) {
	a.left = 3
	for a.left > 0 {
		a.left--
		if !a.round(ctx) {
			return
		}
	}
}

// spends: what is left is compared in the middle.
func (a *agent) spends(ctx context.Context) {
	budget := 8
	for {
		if budget <= 0 {
			return
		}
		if !a.round(ctx) {
			return
		}
		budget -= 2
	}
}

func (a *agent) ranged(ctx context.Context, n int) {
	for i := range n {
		if i > 0 && !a.round(ctx) {
			return
		}
	}
}

// appended: each round makes the list longer by one.
func (a *agent) appended(ctx context.Context) {
	var said []string
	for len(said) < 5 {
		answer, err := model.Ask(ctx, a.history, nil)
		if err != nil || !a.serve(answer) {
			return
		}
		said = append(said, answer.Content)
	}
}

// appendedField: likewise, of a field, two at a time.
func (a *agent) appendedField(ctx context.Context) {
	log := struct{ said []string }{}
	for len(log.said) < 6 {
		answer, err := model.Ask(ctx, a.history, nil)
		if err != nil || !a.serve(answer) {
			return
		}
		log.said = append(log.said, answer.Role, answer.Content)
	}
}

// twice: a list with something in it at first.
func (a *agent) twice(ctx context.Context) {
	said := []string{"system", "user"}
	for {
		if len(said) >= 8 {
			return
		}
		answer, err := model.Ask(ctx, a.history, nil)
		if err != nil || !a.serve(answer) {
			return
		}
		said = append(said, answer.Content, "go on")
	}
}

// literal: the limit is a field of the options that the agent is made with.
func (a *agent) literal(ctx context.Context) {
	for i := 0; i < a.opts.Rounds; i++ {
		if !a.round(ctx) {
			return
		}
	}
}

// run: the options are passed, and what is left out gets a default.
func run(ctx context.Context, opts options) {
	if opts.Retries == 0 {
		opts.Retries = 2
	}
	a := &agent{}
	for i := 0; i < opts.Rounds*1; i++ {
		if !a.round(ctx) {
			return
		}
	}
	for n := opts.Rounds; n > 0; n-- {
		if !a.round(ctx) {
			return
		}
	}
	for try := 0; try <= opts.Retries; try++ {
		if !a.round(ctx) {
			return
		}
	}
}

// wide: the counter has another type than the limit.
func (a *agent) wide(ctx context.Context) {
	const most uint8 = 5
	for i := int64(0); i < int64(most); i++ {
		if !a.round(ctx) {
			return
		}
	}
}

func (a *agent) byTwo(ctx context.Context) {
	for i := 0; i <= 9; i += 2 {
		if !a.round(ctx) {
			return
		}
	}
}

// plus: the limit is worked out.
func (a *agent) plus(ctx context.Context, n int) {
	for i := 0; i < n+1; i++ {
		if !a.round(ctx) {
			return
		}
	}
}

func (a *agent) labelled(ctx context.Context) {
	n := 0
again:
	if n++; n > 4 {
		return
	}
	if a.round(ctx) {
		goto again
	}
}

// either: of two conditions in one, each ends the loop.
func (a *agent) either(ctx context.Context) {
	going := true
	for n := 0; going && n < 6; n++ {
		going = a.round(ctx)
	}
}

// flagged: a truth value that the limit sets ends the loop.
func (a *agent) flagged(ctx context.Context) {
	n, done := 0, false
	for !done {
		n++
		done = !a.round(ctx) || n >= 5
	}
}

// chosen: there is a limit, and it is what the program is started with.
func (a *agent) chosen(ctx context.Context, n int) {
	for left := n; left > 0; left-- {
		if !a.round(ctx) {
			return
		}
	}
}

func (a *agent) switched(ctx context.Context) {
	n := 0
	for {
		switch {
		case n >= 3:
			return
		case !a.round(ctx):
			return
		default:
			n++
		}
	}
}

// jump: what goes on early has counted before.
func (a *agent) jump(ctx context.Context) {
	n := 0
	for n < 5 {
		n++
		if !a.round(ctx) {
			continue
		}
		a.history = append(a.history, model.Message{Role: "user", Content: "go on"})
	}
}

// eachWay: each way round counts, by itself.
func (a *agent) eachWay(ctx context.Context) {
	n := 0
	for n < 5 {
		if a.round(ctx) {
			n++
		} else {
			n += 2
		}
	}
}

var tools = map[string]func(string) string{"read": read}

func (a *agent) round(ctx context.Context) bool {
	answer, err := model.Ask(ctx, a.history, nil)
	return err == nil && a.serve(answer)
}

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
