// Package trades runs the desks.
package trades

import (
	"context"
	"testing"

	charged "example.com/langgraphgostate/trades/charged"
	checked "example.com/langgraphgostate/trades/checked"
)

// TestRuns pins down what the framework really does: the first desk asks about each order above 10,000, and the other one
// places one of 10,020 without.
func TestRuns(t *testing.T) {
	for _, c := range []struct {
		value            float64
		asked            bool
		checked, charged string
	}{
		{500, false, "BND for 500", "BND for 525"},
		{9_995, false, "BND for 9995", "BND for 10020"},
		{10_001, true, "BND for 10001", "BND for 10026"},
	} {
		asked := 0
		s, err := checked.Serve(context.Background(), func(string) (checked.Order, error) { return checked.Order{Symbol: "BND", Value: c.value}, nil },
			"ann", func(checked.Order) string { asked++; return "yes" })
		if err != nil || s.Receipt != c.checked || (asked > 0) != c.asked {
			t.Errorf("%v: %q, asked %d times, %v", c.value, s.Receipt, asked, err)
		}
		asked = 0
		b, err := charged.Serve(context.Background(), func(string) (charged.Order, error) { return charged.Order{Symbol: "BND", Value: c.value}, nil },
			"ann", func(charged.Order) string { asked++; return "yes" })
		if err != nil || b.Receipt != c.charged || (asked > 0) != c.asked {
			t.Errorf("%v: %q, asked %d times, %v", c.value, b.Receipt, asked, err)
		}
	}
}
