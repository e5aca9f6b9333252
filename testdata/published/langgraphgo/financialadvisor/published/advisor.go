// Package advisor recommends trades to the clients of a bank, has them checked,
// and places them.
//
//	intake → portfolio_fetch → market_analysis → risk_model → recommendation → compliance_check → compliance_router
//	    compliance_router ─needs_review→ advisor_review → execute_trades
//	                      └auto_approved→ execute_trades
package advisor

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/smallnest/langgraphgo/graph"
	"github.com/tmc/langchaingo/llms"

	"example.com/langgraphgoagents/published/internal/toolkit"
)

// autoLimit is the value in euros up to which nobody looks at a trade.
const autoLimit = 10_000

// An Advice is what the bank does for one client.
type Advice struct {
	Client    string
	Goals     string
	Holdings  []string
	Quotes    map[string]float64
	Risk      string
	Proposal  Order
	Objection string
	Approved  bool
	Receipt   string
}

// A Desk advises clients.
type Desk struct {
	model llms.Model
	bank  broker
	graph *graph.StateRunnable[Advice]
}

// New builds the graph.
func New(model llms.Model) (*Desk, error) {
	d := &Desk{model: model, bank: newBroker()}

	g := graph.NewStateGraph[Advice]()
	g.AddNode("intake", "client_intake", d.intake)
	g.AddNode("portfolio_fetch", "portfolio_fetch", d.fetchPortfolio) // DEFECT(policy) structure/human-gate portfolio_fetch: brokerage_api is read before anybody was asked
	g.AddNode("market_analysis", "market_analysis", d.analyseMarket)
	g.AddNode("risk_model", "risk_modeler", d.modelRisk)
	g.AddNode("recommendation", "recommendation_engine", d.recommend)
	g.AddNode("compliance_check", "compliance_checker", d.checkCompliance)
	g.AddNode("compliance_router", "compliance_decision", decide)
	g.AddNode("advisor_review", "human_advisor", review)
	g.AddNode("execute_trades", "trade_executor", d.execute) // DEFECT(policy) structure/human-gate execute_trades: what is approved automatically reaches trading_api without advisor_review

	g.SetEntryPoint("intake")
	g.AddEdge("intake", "portfolio_fetch")
	g.AddEdge("portfolio_fetch", "market_analysis")
	g.AddEdge("market_analysis", "risk_model")
	g.AddEdge("risk_model", "recommendation")
	g.AddEdge("recommendation", "compliance_check")
	g.AddEdge("compliance_check", "compliance_router")
	g.AddConditionalEdge("compliance_router", byCompliance)
	g.AddEdge("advisor_review", "execute_trades")
	g.AddEdge("execute_trades", graph.END)
	run, err := g.Compile()
	d.graph = run
	return d, err
}

// Advise serves one client. If it returns a graph.GraphInterrupt, the client's
// advisor has to agree: see Resume.
func (d *Desk) Advise(ctx context.Context, client string) (Advice, error) {
	return d.graph.Invoke(ctx, Advice{Client: client})
}

// Resume goes on with the advisor's answer.
func (d *Desk) Resume(ctx context.Context, a Advice, answer string) (Advice, error) {
	return d.graph.InvokeWithConfig(ctx, a, &graph.Config{ResumeFrom: []string{"advisor_review"}, ResumeValue: answer})
}

// Serve advises one client and asks the advisor on the way.
func Serve(ctx context.Context, model llms.Model, client string, ask func(Order) string) (Advice, error) {
	d, err := New(model)
	if err != nil {
		return Advice{}, err
	}
	a, err := d.Advise(ctx, client)
	var stop *graph.GraphInterrupt
	if errors.As(err, &stop) {
		return d.Resume(ctx, a, ask(a.Proposal))
	}
	return a, err
}

func (d *Desk) intake(ctx context.Context, a Advice) (Advice, error) {
	text, err := llms.GenerateFromSinglePrompt(ctx, d.model, "Summarise this client's goals and horizon: "+a.Client)
	a.Goals = text
	return a, err
}

func (d *Desk) fetchPortfolio(ctx context.Context, a Advice) (Advice, error) {
	text, err := toolkit.Call(ctx, d.bank.portfolio, accountArgs{Client: a.Client})
	a.Holdings = strings.Fields(text)
	return a, err
}

func (d *Desk) analyseMarket(ctx context.Context, a Advice) (Advice, error) {
	a.Quotes = make(map[string]float64)
	for _, symbol := range a.Holdings {
		text, err := toolkit.Call(ctx, d.bank.quotes, quoteArgs{Symbol: symbol})
		if err != nil {
			return a, err
		}
		var price float64
		if _, err := fmt.Sscan(text, &price); err != nil {
			return a, err
		}
		a.Quotes[symbol] = price
	}
	return a, nil
}

func (d *Desk) modelRisk(ctx context.Context, a Advice) (Advice, error) {
	text, err := llms.GenerateFromSinglePrompt(ctx, d.model,
		fmt.Sprintf("Rate the risk of %v at prices %v: low, medium or high.", a.Holdings, a.Quotes))
	a.Risk = text
	return a, err
}

// recommend has the model propose one order, as "SYMBOL QUANTITY".
func (d *Desk) recommend(ctx context.Context, a Advice) (Advice, error) {
	text, err := llms.GenerateFromSinglePrompt(ctx, d.model,
		fmt.Sprintf("Goals: %s\nRisk: %s\nPropose one order as SYMBOL QUANTITY.", a.Goals, a.Risk))
	if err != nil {
		return a, err
	}
	if _, err := fmt.Sscan(text, &a.Proposal.Symbol, &a.Proposal.Quantity); err != nil {
		return a, fmt.Errorf("proposal %q: %w", text, err)
	}
	a.Proposal.Value = a.Quotes[a.Proposal.Symbol] * float64(a.Proposal.Quantity)
	return a, nil
}

func (d *Desk) checkCompliance(ctx context.Context, a Advice) (Advice, error) {
	text, err := llms.GenerateFromSinglePrompt(ctx, d.model,
		fmt.Sprintf("Does %+v suit a client with the goals %q? Answer OK or name the rule that it breaks.", a.Proposal, a.Goals))
	a.Objection = text
	return a, err
}

func decide(_ context.Context, a Advice) (Advice, error) {
	a.Approved = a.Objection == "OK" && a.Proposal.Value <= autoLimit
	return a, nil
}

func byCompliance(_ context.Context, a Advice) string {
	if a.Approved {
		return "execute_trades"
	}
	return "advisor_review"
}

// review waits for the client's advisor.
func review(ctx context.Context, a Advice) (Advice, error) {
	answer, err := graph.Interrupt(ctx, a.Proposal)
	if err != nil {
		return a, err
	}
	if answer != "yes" {
		return a, errors.New("the advisor declined the order")
	}
	a.Approved = true
	return a, nil
}

func (d *Desk) execute(ctx context.Context, a Advice) (Advice, error) {
	receipt, err := toolkit.Call(ctx, d.bank.trades, a.Proposal)
	a.Receipt = receipt
	return a, err
}
