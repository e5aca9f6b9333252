// Package paper turns scanned pages into invoices.
package paper

import (
	"fmt"
	"strings"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
)

// A Page is one scanned sheet.
type Page struct {
	No   int    `json:"no"`
	Text string `json:"text"`
}

// An Invoice is what a stack of pages means.
type Invoice struct {
	Number string `json:"number"`
	Lines  int    `json:"lines"`
	Total  int    `json:"total"`
}

// Split cuts a scan into its pages. A form feed ends a page, as it always has.
func Split(_ agent.Context, scan string) ([]Page, error) {
	var pages []Page
	for i, text := range strings.Split(scan, "\f") {
		pages = append(pages, Page{No: i + 1, Text: text})
	}
	return pages, nil
}

// Read recognizes the text of one page.
func Read(_ agent.Context, p Page) (string, error) { return strings.TrimSpace(p.Text), nil }

// Assemble puts what was read into an invoice.
func Assemble(_ agent.Context, in any) (Invoice, error) {
	lines, _ := in.([]any)
	return Invoice{Number: fmt.Sprintf("R-%d", len(lines)), Lines: len(lines), Total: 100 * len(lines)}, nil
}

// Complete reports whether nothing is missing.
func (inv Invoice) Complete() bool { return inv.Number != "" && inv.Lines > 0 }

// Archive keeps the invoice for ten years.
func Archive(_ agent.Context, inv Invoice) (string, error) { return inv.Number + " archived", nil }

// Guess and Verify are the two halves of bookkeeping: which account an invoice
// belongs to, and whether that can be.
func Guess(_ agent.Context, inv Invoice) (string, error) { return "4711", nil }

// Verify returns an empty string if the account is right.
func Verify(_ agent.Context, account string) (string, error) {
	if account == "4711" {
		return "", nil
	}
	return "no such account", nil
}

type payArgs struct {
	Number string `json:"number"`
	Total  int    `json:"total"`
}

type payResult struct {
	Paid bool `json:"paid"`
}

// Pay returns the tool that sends money to whoever wrote the invoice.
func Pay() (tool.Tool, error) {
	return functiontool.New(functiontool.Config{
		Name:        "pay_invoice",
		Description: "Pays an invoice.",
	}, func(_ agent.Context, in payArgs) (payResult, error) {
		return payResult{Paid: in.Number != "" && in.Total > 0}, nil
	})
}
