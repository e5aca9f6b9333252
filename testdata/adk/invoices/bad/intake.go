// Package invoices reads the post.
//
//	START → split → read_pages (one worker a page) → assemble → check ─complete→ post → pay → archive
//	                                                    └─otherwise─┘
//
// Posting an invoice to an account is guesswork: post guesses, verifies, and
// guesses again.
package invoices

import (
	"fmt"

	"example.com/adkagents/invoices/paper"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/workflowagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/workflow"
)

const complete = "complete"

// Config says how hard the intake tries.
type Config struct {
	Workers int // pages read at the same time
	Guesses int // accounts tried before a person has to look; 0 tries for ever
}

// New builds the intake with the settings of the accounts department.
func New(m model.LLM) (agent.Agent, error) {
	cfg := Config{Workers: 4}
	return cfg.build(m)
}

func (cfg Config) build(model.LLM) (agent.Agent, error) {
	split := workflow.NewFunctionNode("split", paper.Split, workflow.NodeConfig{})
	read, err := workflow.NewParallelWorker("read_pages",
		workflow.NewFunctionNode("read", paper.Read, workflow.NodeConfig{}), cfg.Workers, workflow.NodeConfig{})
	if err != nil {
		return nil, fmt.Errorf("invoices: %w", err)
	}
	assemble := workflow.NewFunctionNode("assemble", paper.Assemble, workflow.NodeConfig{})
	check := workflow.NewFunctionNode("check", verdict, workflow.NodeConfig{})
	post := workflow.NewDynamicNode("post", cfg.post, workflow.NodeConfig{})

	tool, err := paper.Pay()
	if err != nil {
		return nil, fmt.Errorf("invoices: %w", err)
	}
	pay, err := workflow.NewToolNode(tool, workflow.NodeConfig{}) // DEFECT(policy) structure/human-gate pay_invoice: money leaves and no person saw the invoice
	if err != nil {
		return nil, fmt.Errorf("invoices: %w", err)
	}
	archive := workflow.NewFunctionNode("archive", paper.Archive, workflow.NodeConfig{})

	return workflowagent.New(workflowagent.Config{
		Name:        "invoice_intake",
		Description: "Reads, posts, pays and archives an invoice.",
		Edges: workflow.Concat(
			workflow.Chain(workflow.Start, split, read, assemble, check),
			workflow.Edge{From: check, To: post, Route: workflow.StringRoute(complete)}, // DEFECT structure/router-target post: check returns the word as its output; only an event with Routes can choose an edge
			workflow.Edge{From: check, To: assemble, Route: workflow.Default},           // DEFECT(may) structure/livelock check: so this edge is taken every time, and round it goes
			workflow.Chain(post, pay, archive),
		),
	})
}

// verdict says whether the invoice is complete.
func verdict(_ agent.Context, inv paper.Invoice) (string, error) {
	if inv.Complete() {
		return complete, nil
	}
	return "incomplete", nil
}

// post tries accounts until one fits. Both halves of the guesswork are nodes
// of their own, so that every attempt is in the trace.
func (cfg Config) post(ctx agent.Context, inv paper.Invoice, _ func(*session.Event) error) (map[string]any, error) {
	guess := workflow.NewFunctionNode("guess", paper.Guess, workflow.NodeConfig{})
	verify := workflow.NewFunctionNode("verify", paper.Verify, workflow.NodeConfig{})

	for attempt := 1; cfg.Guesses == 0 || attempt <= cfg.Guesses; attempt++ { // New leaves Guesses at 0; no model runs in here, so that it is not what delegation/unbounded is about
		account, err := workflow.RunNode[string](ctx, guess, inv)
		if err != nil {
			return nil, err
		}
		problem, err := workflow.RunNode[string](ctx, verify, account)
		if err != nil {
			return nil, err
		}
		if problem == "" {
			return map[string]any{"number": inv.Number, "total": inv.Total}, nil
		}
	}
	return nil, fmt.Errorf("invoices: no account fits %s", inv.Number)
}
