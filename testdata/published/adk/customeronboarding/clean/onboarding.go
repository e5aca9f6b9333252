// Package onboarding opens accounts for new customers.
//
//	kyc_check → kyc_review ─verified→ credit_check → risk_assess → account_create → welcome
//	                       └refused→ decline
package onboarding

import (
	"example.com/adkagents/published/customeronboarding/bank"
	"example.com/adkagents/published/internal/staff"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/workflowagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/workflow"
)

// What an officer says of an identity.
const (
	verified = "verified"
	refused  = "refused"
)

// New builds the workflow. Its input is an application as JSON.
func New(m model.LLM) (agent.Agent, error) {
	identity, credit, accounts, err := bank.Tools()
	if err != nil {
		return nil, err
	}
	kyc, err := bank.Step("kyc_check", identity)
	if err != nil {
		return nil, err
	}
	score, err := bank.Step("credit_check", credit)
	if err != nil {
		return nil, err
	}
	assess, err := staff.Node(m, "risk_assess", "Decide on the overdraft. Answer with JSON: name and limit.")
	if err != nil {
		return nil, err
	}
	open, err := bank.Step("account_create", accounts)
	if err != nil {
		return nil, err
	}
	welcome, err := staff.Node(m, "welcome", "Write a short mail that welcomes the customer.")
	if err != nil {
		return nil, err
	}
	review := workflow.NewEmittingFunctionNode("kyc_review", reviewIdentity, staff.Asks())
	decline := workflow.NewFunctionNode("decline", refuse, workflow.NodeConfig{})

	edges := workflow.NewEdgeBuilder().
		Add(workflow.Start, kyc).
		Add(kyc, review).
		AddRoutes(review, map[string]workflow.Node{verified: score, refused: decline}).
		Add(score, assess).
		Add(assess, open).
		Add(open, welcome).
		Build()
	return workflowagent.New(workflowagent.Config{
		Name:        "customer_onboarding",
		Description: "Checks an applicant and opens an account.",
		Edges:       edges,
	})
}

// reviewIdentity waits for an officer.
func reviewIdentity(ctx agent.Context, a bank.Applicant, emit func(*session.Event) error) (any, error) {
	agreed, err := staff.Ask(ctx, emit, "kyc", "Is this the person on the passport?", a)
	if err != nil {
		return nil, err
	}
	if !agreed {
		return nil, staff.Go(ctx, emit, refused, a)
	}
	return nil, staff.Go(ctx, emit, verified, a)
}

func refuse(_ agent.Context, a bank.Applicant) (string, error) {
	return "We cannot open an account for " + a.Name + ".", nil
}
