// Package tools has the tools of the refund desk.
package tools

import (
	"context"
	"fmt"
)

// LookupOrder finds an order.
type LookupOrder struct{}

func (LookupOrder) Name() string        { return "lookup_order" }
func (LookupOrder) Description() string { return "Finds an order by its number." }
func (LookupOrder) Call(_ context.Context, input string) (string, error) {
	return "order " + input + ": paid", nil
}

// RefundPayment pays back. Its name depends on nothing, though a field holds it.
type RefundPayment struct{ name string }

// NewRefundPayment returns the tool that pays back.
func NewRefundPayment() *RefundPayment { return &RefundPayment{name: "refund_payment"} }

func (t *RefundPayment) Name() string        { return t.name }
func (t *RefundPayment) Description() string { return "Pays an order back." }
func (t *RefundPayment) Call(_ context.Context, input string) (string, error) {
	return fmt.Sprintf("paid back %s", input), nil
}
