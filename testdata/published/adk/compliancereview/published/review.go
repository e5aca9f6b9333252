// Package compliance reviews a product before it is sold: three checks at the same
// time, remediation until the validator is content, and a signature.
//
//	collector → parallel_checks (legal, financial, security) → aggregator → remediation (fix, recheck ↺) → signoff
package compliance

import (
	"fmt"
	"strings"

	"example.com/adkagents/published/internal/staff"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/workflowagent"
	"google.golang.org/adk/v2/agent/workflowagents/loopagent"
	"google.golang.org/adk/v2/agent/workflowagents/parallelagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool/exitlooptool"
	"google.golang.org/adk/v2/workflow"
)

// maxFixes is how often remediation is tried before the officer has to decide.
const maxFixes = 3

type fetchArgs struct {
	Name string `json:"name"`
}

type document struct {
	Content string `json:"content"`
}

type scanResult struct {
	Findings []string `json:"findings"`
}

func fetchObject(_ agent.Context, a fetchArgs) (document, error) {
	if strings.Contains(a.Name, "..") {
		return document{}, fmt.Errorf("s3_fetch: %q", a.Name)
	}
	return document{"terms of " + a.Name}, nil
}

func callRegistry(_ agent.Context, a fetchArgs) (document, error) {
	return document{a.Name + " is registered"}, nil
}

func scan(_ agent.Context, a fetchArgs) (scanResult, error) {
	if a.Name == "" {
		return scanResult{}, fmt.Errorf("vulnerability_scanner: no target")
	}
	return scanResult{[]string{"cookie without SameSite"}}, nil
}

func validate(_ agent.Context, a document) (scanResult, error) {
	if strings.Contains(a.Content, "SameSite") {
		return scanResult{}, nil
	}
	return scanResult{[]string{"the cookie is still open"}}, nil
}

// New builds the review.
func New(m model.LLM) (agent.Agent, error) {
	objects, err := staff.Tool("s3_fetch", "Reads a document of the product.", fetchObject)
	if err != nil {
		return nil, err
	}
	registry, err := staff.Tool("api_call", "Reads the public register.", callRegistry)
	if err != nil {
		return nil, err
	}
	collector, err := staff.Node(m, "collector", "Collect the documents of the product.", objects, registry)
	if err != nil {
		return nil, err
	}
	checks, err := checks(m)
	if err != nil {
		return nil, err
	}
	aggregator, err := staff.Node(m, "aggregator", "Merge {legal_check}, {financial_check} and {security_check} into one list.")
	if err != nil {
		return nil, err
	}
	remediation, err := remediation(m)
	if err != nil {
		return nil, err
	}
	signoff := workflow.NewEmittingFunctionNode("signoff", askOfficer, staff.Asks())

	return workflowagent.New(workflowagent.Config{
		Name:        "compliance_review",
		Description: "Reviews a product and has it signed off.",
		Edges:       workflow.Chain(workflow.Start, collector, checks, aggregator, remediation, signoff),
	})
}

// checks runs the three checks at the same time.
func checks(m model.LLM) (workflow.Node, error) {
	legal, err := staff.Agent(m, "legal_check", "Check the terms against consumer law.")
	if err != nil {
		return nil, err
	}
	financial, err := staff.Agent(m, "financial_check", "Check the fees against the tariff.")
	if err != nil {
		return nil, err
	}
	scanner, err := staff.Tool("vulnerability_scanner", "Scans a site.", scan)
	if err != nil {
		return nil, err
	}
	security, err := staff.Agent(m, "security_check", "Scan the product's site.", scanner)
	if err != nil {
		return nil, err
	}
	all, err := parallelagent.New(parallelagent.Config{AgentConfig: agent.Config{
		Name:        "parallel_check",
		Description: "Runs all checks.",
		SubAgents:   []agent.Agent{legal, financial, security},
	}})
	if err != nil {
		return nil, err
	}
	return workflow.NewAgentNode(all, workflow.NodeConfig{})
}

// remediation repairs what was found until the validator is content.
func remediation(m model.LLM) (workflow.Node, error) {
	validator, err := staff.Tool("compliance_validator", "Validates a text.", validate)
	if err != nil {
		return nil, err
	}
	done, err := exitlooptool.New()
	if err != nil {
		return nil, err
	}
	fix, err := staff.Agent(m, "fix", "Propose a change for each finding in {aggregator}.")
	if err != nil {
		return nil, err
	}
	recheck, err := staff.Agent(m, "recheck", "Validate {fix}. Exit if nothing is found.", validator, done)
	if err != nil {
		return nil, err
	}
	loop, err := loopagent.New(loopagent.Config{
		MaxIterations: maxFixes,
		AgentConfig: agent.Config{
			Name:        "remediation_loop",
			Description: "Repairs until it holds.",
			SubAgents:   []agent.Agent{fix, recheck},
		},
	})
	if err != nil {
		return nil, err
	}
	return workflow.NewAgentNode(loop, workflow.NodeConfig{})
}

// askOfficer waits for a signature.
func askOfficer(ctx agent.Context, report any, emit func(*session.Event) error) (any, error) {
	signed, err := staff.Ask(ctx, emit, "signoff", "Will you sign this off?", report)
	if err != nil {
		return nil, err
	}
	if !signed {
		return "rejected", nil
	}
	return "signed off", nil
}
