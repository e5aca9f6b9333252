// Command limited has agents whose limits stand elsewhere than in their loops.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"strconv"
	"strings"
	"time"

	"shapes/model"
)

type agent struct {
	maxTurns int
	turns    int
	spent    int
	ticks    int
	history  []model.Message
}

type option func(*agent)

func withMaxTurns(n int) option { return func(a *agent) { a.maxTurns = n } }

func newAgent(opts ...option) *agent {
	a := &agent{}
	for _, o := range opts {
		o(a)
	}
	if a.maxTurns == 0 {
		a.maxTurns = 8
	}
	return a
}

var tasks = flag.Int("tasks", 7, "how often the model is asked about tasks")

type settings struct {
	Rounds int `json:"rounds"`
	Other  int `json:"other"`
}

func main() {
	ctx := context.Background()
	n := flag.Int("max-turns", 20, "how often the model is asked")
	tries, err := strconv.Atoi(os.Getenv("TRIES"))
	if err != nil {
		tries = 4
	}
	var s settings
	if err := json.NewDecoder(os.Stdin).Decode(&s); err != nil {
		return
	}
	newAgent().options(ctx)
	newAgent(withMaxTurns(12)).options(ctx)
	new(agent).flag(ctx, *n)
	new(agent).variable(ctx, tries)
	new(agent).address(ctx)
	new(agent).config(ctx, &s)
	new(agent).method(ctx)
	new(agent).closure(ctx)
	new(agent).restarted(ctx)
	new(agent).budget(ctx, 1000)
	new(agent).clock(ctx)
	new(agent).deep(ctx, 0)
	new(agent).checked(ctx)
	new(agent).failing(ctx)
	new(agent).pending(ctx)
	new(agent).handed(ctx)
	new(agent).told(ctx)
	new(agent).whatever(ctx)
	new(agent).reasoned(ctx)
	new(agent).measured(ctx)
	a := new(agent)
	go a.tick()
	a.ticking(ctx)
	new(agent).variable(ctx, fromEnv("ROUNDS", 9))
	if conf, err := load(os.LookupEnv); err == nil {
		new(agent).loaded(ctx, conf)
	}
	new(agent).closing(ctx)
	new(agent).followed(ctx)
	new(agent).planned(ctx)
	steps := flag.Int("steps", 8, "how often the model is asked, up to 15")
	new(agent).capped(ctx, *steps)
	new(agent).raised(ctx, *steps)
	new(agent).least(ctx, len(os.Args), *steps)
	new(agent).either(ctx, *steps)
}

// options: a default in the constructor, another number by an option.
func (a *agent) options(ctx context.Context) {
	for i := 0; i < a.maxTurns; i++ {
		if !a.round(ctx) {
			return
		}
	}
}

// flag: whoever runs the program sets it.
func (a *agent) flag(ctx context.Context, n int) {
	for i := 0; ; i++ {
		if i >= n || !a.round(ctx) {
			return
		}
	}
}

func (a *agent) variable(ctx context.Context, n int) {
	for i := 1; i <= n; i++ {
		if !a.round(ctx) {
			return
		}
	}
}

// address: the flag is a variable of the package.
func (a *agent) address(ctx context.Context) {
	for range *tasks {
		if !a.round(ctx) {
			return
		}
	}
}

func (a *agent) config(ctx context.Context, s *settings) {
	for i := 0; i < s.Rounds; i++ {
		if !a.round(ctx) {
			return
		}
	}
}

const most = 6

func (a *agent) mayGoOn() bool { return a.turns < most }

func (a *agent) count() { a.turns++ }

// method: what is counted is in a field, and two methods count and compare it.
func (a *agent) method(ctx context.Context) {
	for a.mayGoOn() {
		a.count()
		if !a.round(ctx) {
			return
		}
	}
}

// closure: a function literal counts.
func (a *agent) closure(ctx context.Context) {
	n := 0
	again := func() bool { n++; return n <= 5 }
	for again() {
		if !a.round(ctx) {
			return
		}
	}
}

// restarted: the counter begins anew in a round, and limits nothing for sure.
func (a *agent) restarted(ctx context.Context) {
	for a.mayGoOn() {
		a.count()
		if !a.round(ctx) {
			return
		}
		if len(a.history) == 0 {
			a.turns = 0
		}
	}
}

// budget: there is a limit, and it is no number of rounds.
func (a *agent) budget(ctx context.Context, most int) {
	for a.round(ctx) {
		a.spent += len(a.history)
		if a.spent > most {
			return
		}
	}
}

func (a *agent) clock(ctx context.Context) {
	begin := time.Now()
	for a.round(ctx) {
		if time.Since(begin) > time.Minute {
			return
		}
	}
}

// deep: a limit on how deep the function calls itself.
func (a *agent) deep(ctx context.Context, n int) {
	if n > most || !a.round(ctx) {
		return
	}
	a.deep(ctx, n+1)
}

// checked: each round counts, and only some look at the number.
func (a *agent) checked(ctx context.Context) {
	for a.round(ctx) {
		a.count()
		if len(a.history) > 10 && !a.mayGoOn() {
			return
		}
	}
}

// failing: what fails is not counted. It may be that nothing can fail for ever.
func (a *agent) failing(ctx context.Context) {
	for a.mayGoOn() {
		if !a.round(ctx) {
			return
		}
		if err := os.WriteFile("log", nil, 0o600); err != nil {
			continue
		}
		a.count()
	}
}

// pending: the first answer is from before the loop, and the model is asked once more than
// the loop goes round.
func (a *agent) pending(ctx context.Context) {
	answer, err := model.Ask(ctx, a.history, nil)
	for i := 0; i < 10 && err == nil && a.serve(answer); i++ {
		answer, err = model.Ask(ctx, a.history, nil)
	}
}

// handed: likewise, and another function has asked.
func (a *agent) handed(ctx context.Context) {
	answer, err := model.Ask(ctx, a.history, nil)
	if err == nil {
		a.serveAll(ctx, answer)
	}
}

// fromEnv returns what a variable of the environment has, or something else.
func fromEnv(name string, other int) int {
	if n, err := strconv.Atoi(strings.TrimSpace(os.Getenv(name))); err == nil {
		return n
	}
	return other
}

type conf struct{ most, least int }

// load gets from who calls it where the settings are.
func load(getenv func(string) (string, bool)) (c conf, err error) {
	c.most = 10
	if text, ok := getenv("MAX_ROUNDS"); ok {
		if c.most, err = strconv.Atoi(text); err != nil {
			return conf{}, err
		}
	}
	return c, nil
}

func (a *agent) loaded(ctx context.Context, c conf) {
	for i := 0; i < c.most; i++ {
		if !a.round(ctx) {
			return
		}
	}
}

// closing: when the rounds are used up, the model is asked once more.
func (a *agent) closing(ctx context.Context) {
	for i := 0; i < 10; i++ {
		if !a.round(ctx) {
			return
		}
	}
	a.close(ctx)
}

func (a *agent) close(ctx context.Context) {
	var answer model.Message
	var err error
	for try := 0; try < 3; try++ {
		if answer, err = model.Ask(ctx, a.history, nil); err == nil {
			break
		}
	}
	a.history = append(a.history, answer)
}

// followed: another agent goes on, with a limit of its own.
func (a *agent) followed(ctx context.Context) {
	for i := 0; i < 10; i++ {
		if !a.round(ctx) {
			break
		}
	}
	a.variable(ctx, 3)
}

// planned: the model is asked for a plan before, and so is it before the next one.
func (a *agent) planned(ctx context.Context) {
	for {
		plan, err := model.Ask(ctx, a.history, nil)
		if err != nil || plan.Content == "" {
			return
		}
		a.history = append(a.history, plan)
		for i := 0; i < 10; i++ {
			if !a.round(ctx) {
				break
			}
		}
	}
}

// whatever: whatever the model answers, the number is compared.
func (a *agent) whatever(ctx context.Context) {
	for {
		a.turns++
		answer, err := model.Ask(ctx, a.history, nil)
		if err != nil {
			return
		}
		a.serve(answer)
		if answer.Content == "" {
			if a.turns > most {
				return
			}
		} else if a.turns > 2*most {
			return
		}
	}
}

// told: what is logged is the end.
func (a *agent) told(ctx context.Context) {
	for a.round(ctx) {
		a.turns++
		if a.turns > most {
			log.Print("enough")
			break
		}
	}
}

// reasoned: a text says that there have been enough.
func (a *agent) reasoned(ctx context.Context) {
	for a.round(ctx) {
		reason := ""
		a.turns++
		if a.turns > most {
			reason = fmt.Sprint(a.turns)
		}
		if reason != "" {
			return
		}
	}
}

// measured: each round sets the number anew, to what is longer each time.
func (a *agent) measured(ctx context.Context) {
	for a.round(ctx) {
		a.spent = a.length()
		if a.spent > most {
			return
		}
	}
}

func (a *agent) length() int {
	n := 0
	for _, m := range a.history {
		n += len(m.Content)
	}
	return n
}

// tick counts beside the rounds.
func (a *agent) tick() {
	for range time.Tick(time.Second) {
		a.ticks++
	}
}

func (a *agent) ticking(ctx context.Context) {
	for a.round(ctx) {
		if a.ticks > 60 {
			return
		}
	}
}

// capped: whatever the flag says, there are no more rounds than that.
func (a *agent) capped(ctx context.Context, n int) {
	if n > 15 {
		n = 15
	}
	for i := 0; i < n; i++ {
		if !a.round(ctx) {
			return
		}
	}
}

// raised looks like that: the flag may set more.
func (a *agent) raised(ctx context.Context, n int) {
	if n < 15 {
		n = 15
	}
	for i := 0; i < n; i++ {
		if !a.round(ctx) {
			return
		}
	}
}

// least: nothing is known of one of two numbers, and both are cut.
func (a *agent) least(ctx context.Context, n, steps int) {
	for i := 0; i < min(n, 9)+1; i++ {
		if !a.round(ctx) {
			return
		}
	}
	most := min(n, steps, 11)
	for i := 0; i < most; i++ {
		if !a.round(ctx) {
			return
		}
	}
}

// either: what is too much stands for another number.
func (a *agent) either(ctx context.Context, n int) {
	if n <= 0 || n >= 100 {
		n = 20
	}
	for i := 0; i < n; i++ {
		if !a.round(ctx) {
			return
		}
	}
}

func (a *agent) serveAll(ctx context.Context, answer model.Message) {
	var err error
	for i := 0; i < 3 && err == nil && a.serve(answer); i++ {
		answer, err = model.Ask(ctx, a.history, nil)
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
