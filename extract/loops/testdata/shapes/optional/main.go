// Command optional has agents with a limit that a number switches off.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"os"

	"shapes/model"
)

const (
	forMain = 0
	forSub  = 0
)

type agent struct {
	most    int // 0 is none
	fewer   int
	capped  int
	turns   int
	history []model.Message
}

type settings struct {
	Rounds int `json:"rounds"`
}

func main() {
	ctx := context.Background()
	a := &agent{most: forMain, fewer: 12, capped: 5}
	a.never(ctx)
	a.always(ctx)
	a.kept(ctx)
	a.method(ctx)
	a.mixed(ctx, 0)
	a.mixed(ctx, 9)
	a.flag(ctx, *flag.Int("rounds", 0, "how often the model is asked, 0 for no limit"))
	a.flagged(ctx, *flag.Int("most", 20, "how often the model is asked, 0 for no limit"))
	steps := flag.Int("steps", 8, "how often the model is asked, up to 15, 0 for no limit")
	a.upTo(ctx, *steps)
	var s settings
	if err := json.NewDecoder(os.Stdin).Decode(&s); err == nil {
		a.setting(ctx, &s)
	}
	a.other(ctx, *steps)
	(&agent{most: forSub}).never(ctx)
}

// never: each agent that the program makes has none.
func (a *agent) never(ctx context.Context) {
	for turn := 0; a.most == 0 || turn < a.most; turn++ {
		if !a.round(ctx) {
			return
		}
	}
}

// always: the number is set, so the limit holds.
func (a *agent) always(ctx context.Context) {
	turns := 0
	for {
		if a.fewer > 0 && turns >= a.fewer {
			return
		}
		turns++
		if !a.round(ctx) {
			return
		}
	}
}

// kept: what is counted is in a field.
func (a *agent) kept(ctx context.Context) {
	for a.round(ctx) {
		a.turns++
		if a.capped != 0 && a.turns >= a.capped {
			return
		}
	}
}

// method: another function looks whether there is a limit.
func (a *agent) method(ctx context.Context) {
	for a.turns = 0; a.mayGoOn(); a.turns++ {
		if !a.round(ctx) {
			return
		}
	}
}

func (a *agent) mayGoOn() bool { return a.capped == 0 || a.turns < a.capped }

// mixed: one of two runs has a limit.
func (a *agent) mixed(ctx context.Context, most int) {
	for i := 0; most <= 0 || i < most; i++ {
		if !a.round(ctx) {
			return
		}
	}
}

// flag: there is none unless whoever runs the program sets one.
func (a *agent) flag(ctx context.Context, most int) {
	for i := 0; most <= 0 || i < most; i++ {
		if !a.round(ctx) {
			return
		}
	}
}

// flagged: whoever runs the program may set another, or none.
func (a *agent) flagged(ctx context.Context, most int) {
	for i := 0; ; i++ {
		if most > 0 && i >= most || !a.round(ctx) {
			return
		}
	}
}

// upTo: no number is greater, and one of them is no limit.
func (a *agent) upTo(ctx context.Context, most int) {
	if most > 15 {
		most = 15
	}
	for i := 0; most == 0 || i < most; i++ {
		if !a.round(ctx) {
			return
		}
	}
}

// setting: what a file leaves out is 0.
func (a *agent) setting(ctx context.Context, s *settings) {
	for i := 0; s.Rounds == 0 || i < s.Rounds; i++ {
		if !a.round(ctx) {
			return
		}
	}
}

// other: another number says whether there is a limit.
func (a *agent) other(ctx context.Context, steps int) {
	for i := 0; steps == 0 || i < a.fewer; i++ {
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
