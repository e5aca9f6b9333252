// Package catalog lists the programs of this module.
package catalog

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/model"

	complianceBad "example.com/adkagents/compliance/bad"
	complianceClean "example.com/adkagents/compliance/clean"
	incidentBad "example.com/adkagents/incident/bad"
	incidentClean "example.com/adkagents/incident/clean"
	invoicesBad "example.com/adkagents/invoices/bad"
	invoicesClean "example.com/adkagents/invoices/clean"
	kycBad "example.com/adkagents/kyc/bad"
	kycClean "example.com/adkagents/kyc/clean"
	mailroomBad "example.com/adkagents/mailroom/bad"
	mailroomGated "example.com/adkagents/mailroom/gated"
	mailroomRedacted "example.com/adkagents/mailroom/redacted"
	moderationBad "example.com/adkagents/moderation/bad"
	moderationClean "example.com/adkagents/moderation/clean"
	refundBad "example.com/adkagents/refund/bad"
	refundClean "example.com/adkagents/refund/clean"
	releaseBad "example.com/adkagents/release/bad"
	releaseClean "example.com/adkagents/release/clean"
	researchBad "example.com/adkagents/research/bad"
	researchClean "example.com/adkagents/research/clean"
	travelBad "example.com/adkagents/travel/bad"
	travelClean "example.com/adkagents/travel/clean"
)

// A Program is one agent that a team ships, bad or repaired.
type Program struct {
	Name  string // program/form
	Build func(model.LLM) (agent.Agent, error)
}

// Package returns the import path of the package that builds the program.
func (p Program) Package() string { return "example.com/adkagents/" + p.Name }

// Programs lists them all, by name.
var Programs = []Program{
	{"compliance/bad", complianceBad.New},
	{"compliance/clean", complianceClean.New},
	{"incident/bad", incidentBad.New},
	{"incident/clean", incidentClean.New},
	{"invoices/bad", invoicesBad.New},
	{"invoices/clean", invoicesClean.New},
	{"kyc/bad", kycBad.New},
	{"kyc/clean", kycClean.New},
	{"mailroom/bad", mailroomBad.New},
	{"mailroom/gated", mailroomGated.New},
	{"mailroom/redacted", mailroomRedacted.New},
	{"moderation/bad", moderationBad.New},
	{"moderation/clean", moderationClean.New},
	{"refund/bad", refundBad.New},
	{"refund/clean", refundClean.New},
	{"release/bad", releaseBad.New},
	{"release/clean", releaseClean.New},
	{"research/bad", researchBad.New},
	{"research/clean", researchClean.New},
	{"travel/bad", travelBad.New},
	{"travel/clean", travelClean.New},
}
