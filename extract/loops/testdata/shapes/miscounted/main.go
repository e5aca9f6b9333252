// Command miscounted has agents of which something is counted that is no limit: none is at most a number.
package main

import (
	"context"
	"net/http"
	"os"
	"strconv"

	"shapes/model"
)

type agent struct {
	max     int
	turns   int
	left    int
	limit   int
	history []model.Message
	said    []string
	notes   []string
	lines   []string
	stats   stats
}

func main() {
	ctx := context.Background()
	(&agent{}).resets(ctx, 4)
	(&agent{}).resetsElsewhere(ctx)
	(&agent{}).some(ctx)
	(&agent{}).shadowed(ctx)
	(&agent{max: 7}).raises(ctx)
	(&agent{max: 7}).fieldReset(ctx)
	(&agent{max: 7}).skips(ctx)
	(&agent{}).refills(ctx)
	(&agent{}).overflows(ctx)
	(&agent{}).wraps(ctx)
	(&agent{}).passes(ctx)
	(&agent{}).trimmed(ctx)
	(&agent{}).emptied(ctx)
	(&agent{}).sometimesAppended(ctx)
	(&agent{}).appendsAll(ctx)
	(&agent{}).saidByModel(ctx)
	(&agent{}).beside(ctx)
	(&agent{}).fresh(ctx)
	(&agent{}).other(ctx)
	(&agent{}).pointer(ctx)
	(&agent{}).down(ctx)
	(&agent{}).forgets(ctx)
	(&agent{}).handedOut(ctx)
	(&agent{}).inTool(ctx)
	(&agent{}).zeroStep(ctx)
	(&agent{}).reassigned(ctx)
	(&agent{}).narrow(ctx)
	(&agent{}).cutOff(ctx)
	(&agent{}).drops(ctx)
	(&agent{}).lent(ctx)
	(&agent{}).whole(ctx)
	(&agent{}).further(ctx)
	(&agent{}).kept(ctx)
	(&agent{}).exact(ctx)
	(&agent{}).late(ctx)
	(&agent{}).served(ctx)
	(&agent{}).stale(ctx)
	(&agent{}).twoLists(ctx)
	(&agent{}).unlessDone(ctx)
}

// drops: a loop in the round makes the list shorter.
func (a *agent) drops(ctx context.Context) {
	list := []model.Message{{Role: "user"}}
	for len(list) < 20 {
		answer, err := model.Ask(ctx, list, nil)
		if err != nil || !a.serve(answer) {
			return
		}
		list = append(list, answer)
		for len(list) > 0 && list[0].Role == "user" {
			list = list[1:]
		}
	}
}

// cutOff: the list is cut off again when it is too long.
func (a *agent) cutOff(ctx context.Context) {
	for len(a.notes) < 6 {
		a.notes = append(a.notes, "next")
		if !a.round(ctx) {
			return
		}
		if len(a.notes) > 3 {
			a.notes = a.notes[1:]
		}
	}
}

// lent: who has the address of the list may set another one.
func (a *agent) lent(ctx context.Context) {
	for len(a.lines) < 6 {
		a.lines = append(a.lines, "next")
		if !a.round(ctx) {
			return
		}
		last(&a.lines)
	}
}

func last(list *[]string) { *list = (*list)[len(*list)-1:] }

// whole: the struct with the counter is set as a whole.
func (a *agent) whole(ctx context.Context) {
	for a.stats.rounds < 6 {
		a.stats.rounds++
		if !a.round(ctx) {
			return
		}
		a.stats = stats{}
	}
}

type stats struct{ rounds int }

// further: the end goes away as fast as it is counted.
func (a *agent) further(ctx context.Context) {
	for i, j := 0, 10; i < j; i, j = i+1, j+1 {
		if !a.round(ctx) {
			return
		}
	}
}

// kept: the limit gets longer with each round.
func (a *agent) kept(ctx context.Context) {
	list := []string{"first"}
	for i := 0; i < len(list); i++ {
		if !a.round(ctx) {
			return
		}
		list = append(list, "next")
	}
}

// exact: some rounds add two, and go past the number.
func (a *agent) exact(ctx context.Context) {
	for n := 0; n != 5; {
		if a.round(ctx) {
			n++
		} else {
			n += 2
		}
	}
}

// late: a literal sets the counter back when the function returns from the round.
func (a *agent) late(ctx context.Context) {
	n := 0
	round := func() bool {
		defer func() { n = 0 }()
		return a.round(ctx)
	}
	for n < 5 {
		n++
		if !round() {
			return
		}
	}
}

// served: whoever asks for that sets the counter back.
func (a *agent) served(ctx context.Context) {
	http.HandleFunc("/again", func(http.ResponseWriter, *http.Request) { visits = 0 })
	for visits < 5 {
		visits++
		if !a.round(ctx) {
			return
		}
	}
}

var visits int

// stale: what is compared was read before the loop.
func (a *agent) stale(ctx context.Context) {
	n := a.limit
	for n < 5 {
		a.limit++
		if !a.round(ctx) {
			return
		}
	}
}

// twoLists: another list gets longer.
func (a *agent) twoLists(ctx context.Context) {
	var said, other []string
	for len(said) < 5 {
		other = append(said, "next")
		if !a.round(ctx) || len(other) > 9 {
			return
		}
	}
}

// unlessDone: a truth value that only some rounds set.
func (a *agent) unlessDone(ctx context.Context) {
	n, done := 0, false
	for !done {
		n++
		if a.round(ctx) {
			done = n >= 5
		}
	}
}

// resets: another literal sets the counter back.
func (a *agent) resets(ctx context.Context, max int) {
	n := 0
	more := func() bool { n++; return n <= max }
	again := func() { n = 0 }
	for more() {
		if !a.round(ctx) {
			return
		}
		if len(a.history) > 10 {
			again()
		}
	}
}

// resetsElsewhere: a function gets the address of the counter.
func (a *agent) resetsElsewhere(ctx context.Context) {
	n := 0
	for n < 5 {
		n++
		if !a.round(ctx) {
			return
		}
		clear(&n)
	}
}

func clear(n *int) { *n = 0 }

// some: only some ways round count.
func (a *agent) some(ctx context.Context) {
	n := 0
	more := func() bool {
		if len(a.history) > 3 {
			n++
		}
		return n <= 5
	}
	for more() {
		if !a.round(ctx) {
			return
		}
	}
}

// shadowed: what is counted is another variable.
func (a *agent) shadowed(ctx context.Context) {
	n := 0
	more := func() bool { n := n; n++; return n <= 5 }
	for more() {
		if !a.round(ctx) {
			return
		}
	}
}

// raises: the limit goes up with the counter.
func (a *agent) raises(ctx context.Context) {
	for a.turns < a.max {
		a.turns++
		a.max++
		if !a.round(ctx) {
			return
		}
	}
}

// fieldReset: the round sets the counter back.
func (a *agent) fieldReset(ctx context.Context) {
	for a.turns < a.max {
		a.turns++
		if !a.round(ctx) {
			return
		}
		a.restart()
	}
}

func (a *agent) restart() {
	if len(a.history) == 3 {
		*a = agent{max: a.max, history: a.history}
	}
}

// skips: what fails is not counted.
func (a *agent) skips(ctx context.Context) {
	for n := 0; n < 5; {
		if !a.round(ctx) {
			continue
		}
		n++
	}
}

// refills: what is left is filled up again.
func (a *agent) refills(ctx context.Context) {
	left := 5
	for left > 0 {
		left--
		if a.round(ctx) {
			left = 5
		}
	}
}

// overflows: a counter of 8 bits is never as large.
func (a *agent) overflows(ctx context.Context) {
	for i := uint8(0); int(i) < 300; i++ {
		if !a.round(ctx) {
			return
		}
	}
}

// wraps: what cannot be less than zero is never less.
func (a *agent) wraps(ctx context.Context) {
	for i := uint(5); i >= 0; i-- {
		if !a.round(ctx) {
			return
		}
	}
}

// passes: it goes past the number that would end the loop.
func (a *agent) passes(ctx context.Context) {
	for i := 0; i != 7; i += 2 {
		if !a.round(ctx) {
			return
		}
	}
}

// trimmed: what is appended is cut off again.
func (a *agent) trimmed(ctx context.Context) {
	var said []string
	for len(said) < 5 {
		answer, err := model.Ask(ctx, a.history, nil)
		if err != nil || !a.serve(answer) {
			return
		}
		said = append(said, answer.Content)
		if len(said) > 3 {
			said = said[1:]
		}
	}
}

// emptied: the list is begun anew in a function.
func (a *agent) emptied(ctx context.Context) {
	for len(a.said) < 5 {
		answer, err := model.Ask(ctx, a.history, nil)
		if err != nil || !a.serve(answer) {
			return
		}
		a.said = append(a.said, answer.Content)
		a.forget()
	}
}

func (a *agent) forget() { a.said = nil }

// sometimesAppended: only what is no empty text.
func (a *agent) sometimesAppended(ctx context.Context) {
	var said []string
	for len(said) < 5 {
		answer, err := model.Ask(ctx, a.history, nil)
		if err != nil {
			return
		}
		a.serve(answer)
		if answer.Content != "" {
			said = append(said, answer.Content)
		}
	}
}

// appendsAll: as many as the model calls, which may be none.
func (a *agent) appendsAll(ctx context.Context) {
	var calls []model.Call
	for len(calls) < 5 {
		answer, err := model.Ask(ctx, a.history, nil)
		if err != nil {
			return
		}
		a.serve(answer)
		calls = append(calls, answer.ToolCalls...)
	}
}

// saidByModel: the model says how often.
func (a *agent) saidByModel(ctx context.Context) {
	n, limit := 0, 5
	for n < limit {
		n++
		answer, err := model.Ask(ctx, a.history, nil)
		if err != nil || !a.serve(answer) {
			return
		}
		limit, _ = strconv.Atoi(answer.Content)
	}
}

// beside: something beside the rounds sets the counter back.
func (a *agent) beside(ctx context.Context) {
	n := 0
	go func() {
		for {
			n = 0
		}
	}()
	for n < 5 {
		n++
		if !a.round(ctx) {
			return
		}
	}
}

// fresh: each round counts in an agent of its own.
func (a *agent) fresh(ctx context.Context) {
	for {
		b := &agent{max: 5}
		b.turns++
		if b.turns >= b.max || !a.round(ctx) {
			return
		}
	}
}

// other: one agent counts, and another one is asked.
func (a *agent) other(ctx context.Context) {
	b := &agent{max: 5}
	for a.left < 5 {
		b.left++
		if !a.round(ctx) {
			return
		}
	}
}

// pointer: what counts is what the pointer leads to, which is another one each time.
func (a *agent) pointer(ctx context.Context) {
	b := &agent{}
	for b.limit < 5 {
		b.limit++
		if !a.round(ctx) {
			return
		}
		b = &agent{}
	}
}

// down: it counts away from the limit.
func (a *agent) down(ctx context.Context) {
	for n := 0; n < 5; n-- {
		if !a.round(ctx) {
			return
		}
	}
}

// forgets: what counts is a copy.
func (a *agent) forgets(ctx context.Context) {
	for a.left < 4 {
		a.counted()
		if !a.round(ctx) {
			return
		}
	}
}

func (a agent) counted() { a.left++ }

// handedOut: a literal that sets the counter back is kept for others.
func (a *agent) handedOut(ctx context.Context) {
	n := 0
	hooks = append(hooks, func() { n = 0 })
	more := func() bool { n++; return n <= 5 }
	for more() {
		if !a.round(ctx) {
			return
		}
		for _, h := range hooks {
			h()
		}
	}
}

var hooks []func()

// inTool: the tool that a model calls sets the counter back.
func (a *agent) inTool(ctx context.Context) {
	for rounds < 5 {
		rounds++
		if !a.round(ctx) {
			return
		}
	}
}

var rounds int

// zeroStep: nothing is added.
func (a *agent) zeroStep(ctx context.Context) {
	n, step := 0, 0
	for n < 5 {
		n += step
		if !a.round(ctx) {
			return
		}
	}
}

// reassigned: the literal that is called is not the one that counts.
func (a *agent) reassigned(ctx context.Context) {
	n := 0
	more := func() bool { n++; return n <= 5 }
	if len(a.history) == 0 {
		more = func() bool { return true }
	}
	for more() {
		if !a.round(ctx) {
			return
		}
	}
}

// narrow: what is compared is cut to eight bits.
func (a *agent) narrow(ctx context.Context) {
	for n := 0; uint8(n) < 255; n += 2 {
		if !a.round(ctx) {
			return
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
	rounds = 0
	data, _ := os.ReadFile(path)
	return string(data)
}
