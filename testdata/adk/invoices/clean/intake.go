// Package invoices reads the post.
//
//	START → split → read_pages (one worker a page) → assemble → check ─complete→ post → approve → pay → archive
//	                                           ↑        └─otherwise→ clerk (a person)
//	                                           └────────────────────────┘
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
	cfg := Config{Workers: 4, Guesses: 3}
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
	check := workflow.NewEmittingFunctionNode("check", verdict, workflow.NodeConfig{})
	clerk := workflow.NewEmittingFunctionNode("clerk", askClerk, workflow.NodeConfig{})
	post := workflow.NewDynamicNode("post", cfg.post, workflow.NodeConfig{})
	approve := workflow.NewEmittingFunctionNode("approve", askPayment, workflow.NodeConfig{RerunOnResume: new(true)})

	tool, err := paper.Pay()
	if err != nil {
		return nil, fmt.Errorf("invoices: %w", err)
	}
	pay, err := workflow.NewToolNode(tool, workflow.NodeConfig{})
	if err != nil {
		return nil, fmt.Errorf("invoices: %w", err)
	}
	archive := workflow.NewFunctionNode("archive", paper.Archive, workflow.NodeConfig{})

	return workflowagent.New(workflowagent.Config{
		Name:        "invoice_intake",
		Description: "Reads, posts, pays and archives an invoice.",
		Edges: workflow.Concat(
			workflow.Chain(workflow.Start, split, read, assemble, check),
			workflow.Edge{From: check, To: post, Route: workflow.StringRoute(complete)},
			workflow.Edge{From: check, To: clerk, Route: workflow.Default},
			workflow.Edge{From: clerk, To: assemble, Route: workflow.Default},
			workflow.Chain(post, approve, pay, archive),
		),
	})
}

// verdict says whether the invoice is complete. The word has to be a route:
// what a node returns chooses nothing.
func verdict(ctx agent.Context, inv paper.Invoice, emit func(*session.Event) error) (any, error) {
	ev := session.NewEvent(ctx, ctx.InvocationID())
	ev.Output = inv
	ev.Routes = []string{"incomplete"}
	if inv.Complete() {
		ev.Routes = []string{complete}
	}
	return nil, emit(ev)
}

// askClerk shows an invoice that makes no sense to somebody who may know. The
// answer goes straight to assemble.
func askClerk(ctx agent.Context, inv paper.Invoice, emit func(*session.Event) error) (any, error) {
	return nil, emit(workflow.NewRequestInputEvent(ctx, session.RequestInput{
		InterruptID: "clerk-" + ctx.InvocationID(),
		Message:     "What is missing here?",
		Payload:     inv,
	}))
}

// askPayment lets nothing be paid that no person has seen.
func askPayment(ctx agent.Context, payment map[string]any, emit func(*session.Event) error) (any, error) {
	answer, err := workflow.ResumeOrRequestInput(ctx, emit, session.RequestInput{
		InterruptID: "payment-" + ctx.InvocationID(),
		Message:     "Pay this?",
		Payload:     payment,
	})
	if err != nil {
		return nil, err
	}
	if answer != "yes" {
		return nil, fmt.Errorf("invoices: payment of %v refused", payment["number"])
	}
	return payment, nil
}

// post tries accounts until one fits. Both halves of the guesswork are nodes
// of their own, so that every attempt is in the trace.
func (cfg Config) post(ctx agent.Context, inv paper.Invoice, _ func(*session.Event) error) (map[string]any, error) {
	guess := workflow.NewFunctionNode("guess", paper.Guess, workflow.NodeConfig{})
	verify := workflow.NewFunctionNode("verify", paper.Verify, workflow.NodeConfig{})

	for attempt := 1; cfg.Guesses == 0 || attempt <= cfg.Guesses; attempt++ {
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
