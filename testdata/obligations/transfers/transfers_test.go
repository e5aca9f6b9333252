package transfers

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
)

// TestValues: the values that agentvet shows get numbers to the tools that break their limits.
func TestValues(t *testing.T) {
	ctx := context.Background()
	for name, run := range map[string]func() State{
		"NoSign":            func() State { s := State{}; NoSign(ctx, &s, -1); return s },
		"FeeAfterwards":     func() State { s := State{Balance: 100}; FeeAfterwards(ctx, &s, 100); return s },
		"SumWraps":          func() State { s := State{}; SumWraps(ctx, &s, math.MaxInt64, 1); return s },
		"WidenedAfterwards": func() State { s := State{Price: 2, Qty: math.MaxInt32}; WidenedAfterwards(ctx, &s); return s },
	} {
		Amounts = nil
		s := run()
		if len(Amounts) != 1 || 0 <= Amounts[0] && Amounts[0] <= s.Balance {
			t.Errorf("%s: %d, and the balance is %d", name, Amounts, s.Balance)
		}
	}
	Counts = nil
	if Requested(ctx, &State{}, math.MaxInt64); len(Counts) != 1 || Counts[0] <= 0 {
		t.Errorf("Requested: %d", Counts)
	}
}

// TestKept: where agentvet says that a number keeps its limits, it does so for whatever numbers.
func TestKept(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(14, 20))
	any64 := func() int64 {
		edges := []int64{0, 1, -1, math.MaxInt64, math.MinInt64, math.MaxInt32, math.MinInt32, 100}
		if r.IntN(2) == 0 {
			return edges[r.IntN(len(edges))] + int64(r.IntN(5)) - 2
		}
		return r.Int64() >> r.IntN(64)
	}
	calls := 0
	for range 200_000 {
		s := State{Balance: any64(), Quota: any64(), Qty: int32(any64()), Price: int32(any64()), Rate: int(any64())}
		Amounts, Counts = nil, nil
		Guarded(ctx, &s, any64())
		WhatIsLeft(ctx, &s, any64(), any64())
		Clamped(ctx, &s, any64())
		Widened(ctx, &s)
		Percentage(ctx, &s)
		Shares(ctx, &s, any64(), any64(), any64(), any64(), any64())
		Contradiction(ctx, &s, any64())
		All(ctx, &s)
		for _, n := range Amounts {
			if calls++; n < 0 || n > s.Balance {
				t.Fatalf("%d of %+v", n, s)
			}
		}
		if len(Counts) != 1 || Counts[0] > s.Quota {
			t.Fatalf("%d of %+v", Counts, s)
		}
	}
	if calls < 10_000 {
		t.Errorf("only %d calls", calls)
	}
}

func TestTools(t *testing.T) {
	list, err := Tools()
	if err != nil || len(list) != 2 {
		t.Fatal(list, err)
	}
	Amounts = nil
	if _, err := list[0].InvokableRun(context.Background(), `{"amount": -7}`); err != nil || len(Amounts) != 1 || Amounts[0] != -7 {
		t.Error("what a model writes does not get to the tool:", Amounts, err)
	}
}
