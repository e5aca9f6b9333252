// Package gates has a tool for each way to put a human in front of it, and some
// that only look like it.
package gates

import (
	"os"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/adk/v2/tool/mcptoolset"
)

type args struct {
	Amount int `json:"amount"`
}

func do(agent.Context, args) (string, error) { return "", nil }

func fn(cfg functiontool.Config) tool.Tool {
	t, _ := functiontool.New(cfg, do)
	return t
}

func asks(ctx agent.Context, in args) (string, error) {
	if answer := ctx.ToolConfirmation(); answer == nil {
		return "", ctx.RequestConfirmation("really?", in)
	} else if !answer.Confirmed {
		return "no", nil
	}
	return "yes", nil
}

func asksForMuch(ctx agent.Context, in args) (string, error) {
	if in.Amount > 1000 && ctx.ToolConfirmation() == nil {
		return "", ctx.RequestConfirmation("that much?", in)
	}
	return "yes", nil
}

var guarded = map[string]bool{"listed": true}

func guard(ctx agent.Context, t tool.Tool, in map[string]any) (map[string]any, error) {
	if !guarded[t.Name()] || ctx.ToolConfirmation() != nil {
		return nil, nil
	}
	return map[string]any{"status": "waiting"}, ctx.RequestConfirmation("may it?", in)
}

// strict asks before some tools of own types, and looks at the answer; lax lets the tool run when
// there is any.
func strict(ctx agent.Context, t tool.Tool, in map[string]any) (map[string]any, error) {
	if t.Name() != "watched" {
		return nil, nil
	}
	answer := ctx.ToolConfirmation()
	switch {
	case answer == nil:
		return map[string]any{"status": "waiting"}, ctx.RequestConfirmation("may it?", in)
	case !answer.Confirmed:
		return map[string]any{"error": "refused"}, nil
	}
	return nil, nil
}

func lax(ctx agent.Context, t tool.Tool, in map[string]any) (map[string]any, error) {
	if t.Name() != "waved" || ctx.ToolConfirmation() != nil {
		return nil, nil
	}
	return map[string]any{"status": "waiting"}, ctx.RequestConfirmation("may it?", in)
}

type watched struct{ plainOwn }

func (*watched) Name() string { return "watched" }

type waved struct{ plainOwn }

func (*waved) Name() string { return "waved" }

type plainOwn struct{}

func (*plainOwn) Description() string { return "is a type of its own" }

func (*plainOwn) IsLongRunning() bool { return false }

func (*plainOwn) Run(ctx agent.Context, in any) (map[string]any, error) {
	return nil, os.Remove("file")
}

// notice asks, but lets the tool run all the same.
func notice(ctx agent.Context, t tool.Tool, in map[string]any) (map[string]any, error) {
	if t.Name() == "noticed" {
		return nil, ctx.RequestConfirmation("by the way", in)
	}
	return nil, nil
}

type own struct{}

func (*own) Name() string        { return "own" }
func (*own) Description() string { return "is a type of its own" }
func (*own) IsLongRunning() bool { return false }
func (*own) Run(ctx agent.Context, in any) (map[string]any, error) {
	return nil, ctx.RequestConfirmation("own?", in)
}

// heeds asks, and looks at the answer.
type heeds struct{ own }

func (*heeds) Name() string { return "heeds" }

func (*heeds) Run(ctx agent.Context, in any) (map[string]any, error) {
	answer := ctx.ToolConfirmation()
	if answer == nil {
		return nil, ctx.RequestConfirmation("remove it?", in)
	}
	if !answer.Confirmed {
		return nil, os.ErrPermission
	}
	return nil, os.Remove("file")
}

// heedless asks, and goes on when there is an answer, whatever it is.
type heedless struct{ own }

func (*heedless) Name() string { return "heedless" }

func (*heedless) Run(ctx agent.Context, in any) (map[string]any, error) {
	if ctx.ToolConfirmation() == nil {
		return nil, ctx.RequestConfirmation("remove it?", in)
	}
	return nil, os.Remove("file")
}

func New(ask bool) (agent.Agent, error) {
	body, err := functiontool.New(functiontool.Config{Name: "body"}, asks)
	if err != nil {
		return nil, err
	}
	much, err := functiontool.New(functiontool.Config{Name: "much"}, asksForMuch)
	if err != nil {
		return nil, err
	}
	far, err := mcptoolset.New(mcptoolset.Config{ToolFilter: tool.StringPredicate([]string{"far_read", "far_write"})})
	if err != nil {
		return nil, err
	}
	open, err := mcptoolset.New(mcptoolset.Config{RequireConfirmation: true})
	if err != nil {
		return nil, err
	}
	return llmagent.New(llmagent.Config{
		Name: "clerk",
		Tools: []tool.Tool{
			fn(functiontool.Config{Name: "plain"}),
			fn(functiontool.Config{Name: "flag", RequireConfirmation: true}),
			fn(functiontool.Config{Name: "provider", RequireConfirmation: true, RequireConfirmationProvider: func(in args) bool { return in.Amount > 10 }}),
			fn(functiontool.Config{Name: "never", RequireConfirmation: true, RequireConfirmationProvider: func(args) bool { return false }}),
			fn(functiontool.Config{Name: "asked", RequireConfirmation: ask}),
			fn(functiontool.Config{Name: "long", IsLongRunning: true}),
			fn(functiontool.Config{Name: "listed"}),
			fn(functiontool.Config{Name: "noticed"}),
			body, much, &own{}, &heeds{}, &heedless{}, &watched{}, &waved{},
		},
		Toolsets: []tool.Toolset{
			tool.WithConfirmation(far, true, nil), open,
			tool.FilterToolset(open, tool.AllowedToolsPredicate([]string{"near"})),
		},
		BeforeToolCallbacks: []llmagent.BeforeToolCallback{guard, strict, lax, notice},
	})
}
