// Package bank is what the onboarding of a bank's customers is connected to.
package bank

import (
	"errors"
	"fmt"

	"example.com/adkagents/published/internal/staff"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/workflow"
)

// An Applicant wants an account. Each step adds what it found out.
type Applicant struct {
	Name     string `json:"name"`
	Passport string `json:"passport"`
	Verified bool   `json:"verified"`
	Score    int    `json:"score"`
}

// A Contract is what the risk assessment grants.
type Contract struct {
	Name  string `json:"name"`
	Limit int    `json:"limit" jsonschema:"overdraft in euros"`
}

// An Account is open.
type Account struct {
	IBAN string `json:"iban"`
}

// VerifyIdentity compares a passport with the register.
func VerifyIdentity(_ agent.Context, a Applicant) (Applicant, error) {
	if len(a.Passport) != 9 {
		return a, fmt.Errorf("id_verify_api: %q is no passport number", a.Passport)
	}
	a.Verified = true
	return a, nil
}

// ScoreCredit asks the bureau.
func ScoreCredit(_ agent.Context, a Applicant) (Applicant, error) {
	if !a.Verified {
		return a, errors.New("credit_bureau_api: identity not verified")
	}
	a.Score = 600 + len(a.Name)
	return a, nil
}

// OpenAccount opens one.
func OpenAccount(_ agent.Context, c Contract) (Account, error) {
	if c.Limit > 5000 {
		return Account{}, fmt.Errorf("core_banking_api: limit %d", c.Limit)
	}
	return Account{"XX00 0000 0000 0017"}, nil
}

// Step returns a step that calls a tool with what the step before it returned.
func Step(name string, t tool.Tool) (workflow.Node, error) {
	return workflow.NewNamedToolNode(name, t, workflow.NodeConfig{})
}

// Tools returns the connections by what they are for.
func Tools() (identity, credit, accounts tool.Tool, err error) {
	if identity, err = staff.Tool("id_verify_api", "Verifies a passport.", VerifyIdentity); err != nil {
		return nil, nil, nil, err
	}
	if credit, err = staff.Tool("credit_bureau_api", "Reads a credit score. The bureau records the request.", ScoreCredit); err != nil {
		return nil, nil, nil, err
	}
	accounts, err = staff.Tool("core_banking_api", "Opens an account.", OpenAccount)
	return identity, credit, accounts, err
}
