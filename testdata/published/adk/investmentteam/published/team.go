// Package investment prepares decisions of an investment committee. A team that
// speaks once each, in a fixed order, is a graph without a branch.
//
//	analyst → market_data → risk → compliance → approver
package investment

import (
	"fmt"

	"example.com/adkagents/published/internal/staff"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/workflowagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/workflow"
)

type quoteArgs struct {
	Symbol string `json:"symbol"`
	Days   int    `json:"days"`
}

type quotes struct {
	Close []float64 `json:"close"`
}

// history returns a tool handler that reads one provider's prices.
func history(provider string, base float64) func(agent.Context, quoteArgs) (quotes, error) {
	return func(_ agent.Context, a quoteArgs) (quotes, error) {
		if a.Days < 1 || a.Days > 30 {
			return quotes{}, fmt.Errorf("%s: %d days", provider, a.Days)
		}
		var q quotes
		for day := range a.Days {
			q.Close = append(q.Close, base+float64(day%3))
		}
		return q, nil
	}
}

// New gathers the team.
func New(m model.LLM) (agent.Agent, error) {
	yahoo, err := staff.Tool("yahoo_finance", "Reads daily prices.", history("yahoo_finance", 100))
	if err != nil {
		return nil, err
	}
	bloomberg, err := staff.Tool("bloomberg_api", "Reads daily prices, adjusted.", history("bloomberg_api", 99.5))
	if err != nil {
		return nil, err
	}
	analyst, err := staff.Node(m, "analyst", "Name one security that fits the mandate, and why.")
	if err != nil {
		return nil, err
	}
	data, err := staff.Node(m, "market_data", "Read its prices for the last 20 days from both providers.", yahoo, bloomberg)
	if err != nil {
		return nil, err
	}
	risk, err := staff.Node(m, "risk", "Rate the risk from 1 to 7.")
	if err != nil {
		return nil, err
	}
	compliance, err := staff.Node(m, "compliance", "Say whether the mandate allows it.")
	if err != nil {
		return nil, err
	}
	approver := workflow.NewEmittingFunctionNode("approver", askCommittee, staff.Asks())

	return workflowagent.New(workflowagent.Config{
		Name:        "investment_team",
		Description: "Prepares an investment and has it approved.",
		Edges:       workflow.Chain(workflow.Start, analyst, data, risk, compliance, approver),
	})
}

// askCommittee waits for the vote and returns the minutes.
func askCommittee(ctx agent.Context, proposal string, emit func(*session.Event) error) (any, error) {
	agreed, err := staff.Ask(ctx, emit, "committee", "Do you approve?", proposal)
	if err != nil {
		return nil, err
	}
	if !agreed {
		return "declined: " + proposal, nil
	}
	return "approved: " + proposal, nil
}
