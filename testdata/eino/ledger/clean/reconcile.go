// Package ledger matches invoices with payments and reminds those who have
// not paid.
//
// Reconciliation is a graph in which every step waits for all of its
// predecessors; the dunning letters are an ordinary graph with a loop, because
// a letter is rewritten until the reviewer likes it.
package ledger

import (
	"context"

	"github.com/cloudwego/eino/compose"

	"example.com/einoagents/ledger/flow"
)

// An Invoice is what somebody owes us.
type Invoice struct {
	Number string
	Cents  int
	VAT    string
}

// Names of the steps of reconciliation.
const (
	stepParse    = "parse"
	stepBank     = "bank_statement"
	stepRates    = "exchange_rates"
	stepVendor   = "vendor_record"
	stepMatch    = "match"
	stepAutoBook = "auto_book"
	stepReview   = "accountant"
	stepArchive  = "archive"
)

// smallAmount is what may be booked without an accountant, in cents.
const smallAmount = 50_00

// NewReconciliation builds the graph that matches one invoice.
func NewReconciliation(ctx context.Context) (compose.Runnable[Invoice, string], error) {
	g := compose.NewGraph[Invoice, string]()

	flow.Step(g, stepParse, parse)
	flow.Step(g, stepBank, bankStatement, compose.WithOutputKey(stepBank))
	flow.Step(g, stepVendor, vendorRecord, compose.WithOutputKey(stepVendor))
	flow.Step(g, stepRates, exchangeRates, compose.WithOutputKey(stepRates))
	flow.Step(g, stepMatch, match)
	flow.Step(g, stepAutoBook, autoBook)
	flow.Step(g, stepReview, review)
	flow.Step(g, stepArchive, archive)

	flow.Line(g, compose.START, stepParse, stepBank)
	flow.Line(g, stepParse, stepVendor)
	flow.Line(g, stepParse, stepRates)
	flow.Join(g, stepMatch, stepBank, stepRates, stepVendor)

	route, ends := flow.Threshold(smallAmount, func(m Match) int { return m.Difference }, stepAutoBook, stepReview)
	_ = g.AddBranch(stepMatch, compose.NewGraphBranch(route, ends))
	flow.Join(g, stepArchive, stepAutoBook, stepReview)
	flow.Line(g, stepArchive, compose.END)

	return g.Compile(ctx,
		compose.WithGraphName("reconciliation"),
		compose.WithNodeTriggerMode(compose.AllPredecessor),
	)
}
