// Package flows has agents that run others, and middleware around agents.
package flows

import (
	"context"

	"github.com/go-kratos/blades"
	"github.com/go-kratos/blades/flow"
	"github.com/go-kratos/blades/tools"
)

type clock struct{}

func (clock) Name() string                                         { return "clock" }
func (clock) Description() string                                  { return "tells the time" }
func (clock) Handle(ctx context.Context, _ string) (string, error) { return "noon", nil }

// logged passes everything on.
func logged(next blades.Handler) blades.Handler {
	return blades.HandleFunc(func(ctx context.Context, inv *blades.Invocation) {
		println(inv.Message.Text)
		next.Handle(ctx, inv)
	})
}

// armed gives an agent one more tool.
func armed(next blades.Handler) blades.Handler {
	return blades.HandleFunc(func(ctx context.Context, inv *blades.Invocation) {
		inv.Tools = append(inv.Tools, clock{})
		next.Handle(ctx, inv)
	})
}

func Build(given blades.Agent, skill blades.Skill) error {
	plan, err := blades.NewAgent("plan", blades.WithMiddleware(logged))
	if err != nil {
		return err
	}
	act, err := blades.NewAgent("act", blades.WithTools(clock{}), blades.WithMiddleware(logged, armed))
	if err != nil {
		return err
	}
	skilled, err := blades.NewAgent("skilled", blades.WithSkills(skill))
	if err != nil {
		return err
	}
	loop := flow.NewLoopAgent(flow.LoopConfig{Name: "again", SubAgents: []blades.Agent{plan, act}})
	flow.NewSequentialAgent(flow.SequentialConfig{Name: "all", SubAgents: []blades.Agent{loop, skilled}})
	flow.NewSequentialAgent(flow.SequentialConfig{Name: "open", SubAgents: []blades.Agent{given}})
	if _, err := flow.NewRoutingAgent(flow.RoutingConfig{Name: "desk", SubAgents: []blades.Agent{plan}, Middlewares: []blades.Middleware{logged}}); err != nil {
		return err
	}
	_, err = flow.NewDeepAgent(flow.DeepConfig{Name: "deep", Tools: []tools.Tool{clock{}}, MaxIterations: 5, WithoutGeneralPurposeAgent: true})
	return err
}
