package ledger

import (
	"context"
	"fmt"
)

// A Match is an invoice beside what the bank says.
type Match struct {
	Invoice    string
	Difference int // in cents, never negative
}

func parse(_ context.Context, i Invoice) (Invoice, error) {
	if i.Number == "" {
		return i, fmt.Errorf("invoice without a number")
	}
	return i, nil
}

func bankStatement(_ context.Context, i Invoice) (int, error) { return i.Cents - 1, nil }

func vendorRecord(_ context.Context, i Invoice) (string, error) { return "vendor of " + i.Number, nil }

func exchangeRates(_ context.Context, _ Invoice) (float64, error) { return 1.08, nil }

// match compares what was found. A step that did not run left nothing.
func match(_ context.Context, found map[string]any) (Match, error) {
	paid, _ := found[stepBank].(int)
	if rate, ok := found[stepRates].(float64); ok {
		paid = int(float64(paid) * rate)
	}
	return Match{Invoice: fmt.Sprint(found[stepVendor]), Difference: max(paid, -paid)}, nil
}

func autoBook(_ context.Context, m Match) (string, error) { return "booked " + m.Invoice, nil }

func review(_ context.Context, m Match) (string, error) { return "for review: " + m.Invoice, nil }

func archive(_ context.Context, entry string) (string, error) { return entry + ", archived", nil }
