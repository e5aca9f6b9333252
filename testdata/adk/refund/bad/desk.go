// Package refund is a desk that pays customers back.
//
//	refund_desk ── orders       looks orders up
//	            ├─ billing      pays
//	            └─ escalation   writes to a person
//
// The front agent only talks and hands on; a person stands between billing and
// the till. That was the plan.
package refund

import (
	"log"

	"example.com/adkagents/refund/staff"
	"example.com/adkagents/refund/tools"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/tool"
)

// needsPerson names the tools that nobody may use alone.
var needsPerson = map[string]bool{
	"refund_payment": true, // DEFECT(policy) structure/human-gate issue_refund: the tool is called issue_refund; the gate guards a name that no tool has
}

// New opens the desk.
func New(m model.LLM) (agent.Agent, error) {
	ledger := tools.Paper{"A-1": {ID: "A-1", Item: "teapot", Cents: 2999}}

	search, err := searchTools(ledger)
	if err != nil {
		return nil, err
	}
	till, err := tillTools(ledger)
	if err != nil {
		return nil, err
	}
	note, err := tools.Note()
	if err != nil {
		return nil, err
	}

	orders, err := staff.Orders(m, search)
	if err != nil {
		return nil, err
	}
	billing, err := staff.Billing(m, till, staff.Gate(askPerson))
	if err != nil {
		return nil, err
	}
	escalation, err := staff.Escalation(m, []tool.Tool{note}, staff.StaysPut())
	if err != nil {
		return nil, err
	}
	fraud, err := staff.FraudWatch(m) // DEFECT structure/unreachable fraud_watch: hired, greeted in the log, and never given a desk
	if err != nil {
		return nil, err
	}
	log.Printf("refund desk: %s is watching", fraud.Name())

	cfg := llmagent.Config{
		Name:        "refund_desk",
		Model:       m,
		Description: "Talks to customers who want their money back.",
		Instruction: "Be kind. Find out what happened, then hand on to the right colleague.",
	}
	cfg.SubAgents = append(cfg.SubAgents, orders, billing)
	cfg.SubAgents = append(cfg.SubAgents, escalation)
	return llmagent.New(cfg) // DEFECT(strict) delegation/cycle orders: orders and billing may send a customer to each other, and back to the desk, for ever
}

// searchTools returns the two ways to find an order.
func searchTools(l tools.Ledger) ([]tool.Tool, error) {
	lookup, err := tools.Lookup(l)
	if err != nil {
		return nil, err
	}
	archive, err := tools.LookupArchive(l, "lookup_order") // DEFECT structure/undeclared-tool lookup_order: both tools of orders have this name; New accepts it, the first request fails
	if err != nil {
		return nil, err
	}
	return []tool.Tool{lookup, archive}, nil
}

// tillTools returns what only billing may hold.
func tillTools(l tools.Ledger) ([]tool.Tool, error) {
	refund, err := tools.Refund(l)
	if err != nil {
		return nil, err
	}
	closeAccount, err := tools.CloseAccount(tools.LongReason) // DEFECT(strict) delegation/destructive close_account: the provider replaces RequireConfirmation, so a short reason closes an account unasked
	if err != nil {
		return nil, err
	}
	return []tool.Tool{refund, closeAccount}, nil
}

// askPerson lets a guarded tool run only after a person said yes.
func askPerson(ctx agent.Context, t tool.Tool, args map[string]any) (map[string]any, error) {
	if !needsPerson[t.Name()] {
		return nil, nil
	}
	switch answer := ctx.ToolConfirmation(); {
	case answer == nil:
		ctx.Actions().SkipSummarization = true
		return map[string]any{"status": "waiting for a person"}, ctx.RequestConfirmation("Pay this back?", args)
	case !answer.Confirmed:
		return map[string]any{"status": "a person said no"}, nil
	}
	return nil, nil
}
