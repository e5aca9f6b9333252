// Package catalog lists the programs of this module.
package catalog

import (
	"fmt"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/model"

	brainstormBad "example.com/adkagents/published/brainstorm/bad"
	brainstormClean "example.com/adkagents/published/brainstorm/clean"
	compliance "example.com/adkagents/published/compliancereview/published"
	content "example.com/adkagents/published/contentpipeline/published"
	onboardingClean "example.com/adkagents/published/customeronboarding/clean"
	onboarding "example.com/adkagents/published/customeronboarding/published"
	documents "example.com/adkagents/published/documentprocessing/published"
	incidentBad "example.com/adkagents/published/incidentresponse/bad"
	incidentClean "example.com/adkagents/published/incidentresponse/clean"
	investment "example.com/adkagents/published/investmentteam/published"
)

// A Program is one workflow in one form.
type Program struct {
	Name  string // workflow/form
	Build func(model.LLM) (agent.Agent, error)
}

// Package returns the import path of the package that builds the program.
func (p Program) Package() string { return "example.com/adkagents/published/" + p.Name }

// Programs lists them all, by name.
var Programs = []Program{
	{"brainstorm/bad", brainstormBad.New},
	{"brainstorm/clean", brainstormClean.New},
	{"compliancereview/published", compliance.New},
	{"contentpipeline/published", content.New},
	{"customeronboarding/clean", onboardingClean.New},
	{"customeronboarding/published", onboarding.New},
	{"documentprocessing/published", documents.New},
	{"incidentresponse/bad", incidentBad.New},
	{"incidentresponse/clean", incidentClean.New},
	{"investmentteam/published", investment.New},
}

// Build builds the program that has a name.
func Build(name string, m model.LLM) (agent.Agent, error) {
	for _, p := range Programs {
		if p.Name == name {
			return p.Build(m)
		}
	}
	return nil, fmt.Errorf("no program %q", name)
}
