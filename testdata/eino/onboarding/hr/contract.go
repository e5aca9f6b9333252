// Package hr knows the new colleague and writes the contract.
package hr

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

// A Hire is somebody who starts on Monday.
type Hire struct {
	Name    string
	Country string
	Remote  bool
}

// Steps of a contract.
const (
	StepDraft = "draft_contract"
	StepSign  = "sign_contract"
)

// A Contract is the paper and its legal terms.
type Contract struct {
	Text  string
	Terms string
}

// NewContract returns the workflow that prepares a contract under the law of
// country and signs it in the name of the company.
func NewContract(country string) *compose.Workflow[Hire, string] {
	wf := compose.NewWorkflow[Hire, string]()
	wf.AddLambdaNode(StepDraft, compose.InvokableLambda(func(_ context.Context, h Hire) (Contract, error) {
		return Contract{Text: "Contract for " + h.Name, Terms: "law of " + country}, nil
	})).AddInput(compose.START)
	wf.AddLambdaNode(StepSign, compose.InvokableLambda(sign)).AddInput(StepDraft)
	wf.End().AddInput(StepSign)
	return wf
}

func sign(_ context.Context, c Contract) (string, error) {
	return c.Text + ", " + c.Terms + ", signed", nil
}
