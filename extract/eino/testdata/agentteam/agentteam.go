// Package agentteam composes teams of agents that another package makes.
package agentteam

import (
	"context"

	"example.com/golden/agentteam/desks"
	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/adk/prebuilt/supervisor"
)

// Supervised lets the lead supervise.
func Supervised(ctx context.Context) (adk.Agent, error) {
	lead, err := desks.NewLead(ctx)
	if err != nil {
		return nil, err
	}
	billing, err := desks.NewBilling(ctx)
	if err != nil {
		return nil, err
	}
	return supervisor.New(ctx, &supervisor.Config{Supervisor: lead, SubAgents: []adk.Agent{billing}})
}

// Parent lets the lead hand over.
func Parent(ctx context.Context) (adk.Agent, error) {
	lead, err := desks.NewLead(ctx)
	if err != nil {
		return nil, err
	}
	billing, err := desks.NewBilling(ctx)
	if err != nil {
		return nil, err
	}
	return adk.SetSubAgents(ctx, lead, []adk.Agent{billing})
}

// Run only runs one.
func Run(ctx context.Context) error {
	billing, err := desks.NewBilling(ctx)
	if err != nil {
		return err
	}
	adk.NewRunner(ctx, adk.RunnerConfig{Agent: billing}).Query(ctx, "go")
	return nil
}

// Hired only runs a team that is complete, which the other package answers for.
func Hired(ctx context.Context) error {
	team, err := desks.NewTeam(ctx)
	if err != nil {
		return err
	}
	adk.NewRunner(ctx, adk.RunnerConfig{Agent: team}).Query(ctx, "go")
	return nil
}
