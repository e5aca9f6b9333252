// Package onboarding opens accounts for new customers.
//
//	kyc_check → credit_check → risk_assess → account_create → welcome
package onboarding

import (
	"example.com/adkagents/published/customeronboarding/bank"
	"example.com/adkagents/published/internal/staff"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/workflowagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/workflow"
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
	score, err := bank.Step("credit_check", credit) // DEFECT(policy) structure/human-gate credit_check: credit_bureau_api is asked about somebody whom nobody has looked at
	if err != nil {
		return nil, err
	}
	assess, err := staff.Node(m, "risk_assess", "Decide on the overdraft. Answer with JSON: name and limit.")
	if err != nil {
		return nil, err
	}
	open, err := bank.Step("account_create", accounts) // DEFECT(policy) structure/human-gate account_create: core_banking_api opens an account and nobody has confirmed who the customer is
	if err != nil {
		return nil, err
	}
	welcome, err := staff.Node(m, "welcome", "Write a short mail that welcomes the customer.")
	if err != nil {
		return nil, err
	}
	return workflowagent.New(workflowagent.Config{ // DEFECT(human) structure/human-gate customer_onboarding: no person has a say in who becomes a customer
		Name:        "customer_onboarding",
		Description: "Checks an applicant and opens an account.",
		Edges:       workflow.Chain(workflow.Start, kyc, score, assess, open, welcome),
	})
}
