// Package transfers hands numbers to its own tools, which Eino offers to a model. The line before each function says whether the number
// keeps its limits at the call, with values that show that it does not.
package transfers

import (
	"context"
	"errors"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

type transferArgs struct {
	Amount int64 `json:"amount" bound:"0..Balance"`
}

type sendArgs struct {
	Count int64 `json:"count" bound:"<= Quota"`
}

// A State is what a run of the program has.
type State struct {
	Balance, Quota int64
	Qty, Price     int32
	Rate           int
	Auditor        interface{ Audit(*State) }
}

var errDenied = errors.New("denied")

// Amounts and Counts are what the tools have got.
var Amounts, Counts []int64

// transfer and sendBulk serve the tools.
func transfer(_ context.Context, in transferArgs) (string, error) {
	Amounts = append(Amounts, in.Amount)
	return "done", nil
}

func sendBulk(_ context.Context, in *sendArgs) (string, error) {
	Counts = append(Counts, in.Count)
	return "done", nil
}

// Tools returns the tools.
func Tools() ([]tool.InvokableTool, error) {
	pay, err := utils.InferTool("transfer", "Transfers an amount.", transfer)
	if err != nil {
		return nil, err
	}
	send, err := utils.InferTool("send_bulk", "Sends letters.", sendBulk)
	if err != nil {
		return nil, err
	}
	return []tool.InvokableTool{pay, send}, nil
}

// holds: a guard.
func Guarded(ctx context.Context, s *State, amount int64) {
	if amount < 0 || amount > s.Balance {
		return
	}
	transfer(ctx, transferArgs{Amount: amount})
}

// violated(Balance = 0, amount = -1): nothing looks at the sign.
func NoSign(ctx context.Context, s *State, amount int64) {
	if amount > s.Balance {
		return
	}
	transfer(ctx, transferArgs{Amount: amount})
}

// violated(Balance = 100, amount = 100, which makes 101): the fee is added after the check.
func FeeAfterwards(ctx context.Context, s *State, amount int64) {
	if amount < 0 || amount > s.Balance {
		return
	}
	transfer(ctx, transferArgs{Amount: amount + amount/100})
}

// violated(Balance = 0, a = 9223372036854775807, b = 1): the sum may wrap around.
func SumWraps(ctx context.Context, s *State, a, b int64) {
	if a < 0 || b < 0 || a+b > s.Balance {
		return
	}
	transfer(ctx, transferArgs{Amount: a})
}

// holds: the same check, by what is left.
func WhatIsLeft(ctx context.Context, s *State, a, b int64) {
	if a < 0 || b < 0 || s.Balance < b || a > s.Balance-b {
		return
	}
	transfer(ctx, transferArgs{Amount: a + b})
}

// holds: the smaller and the larger one.
func Clamped(ctx context.Context, s *State, a int64) {
	if s.Balance < 0 {
		return
	}
	transfer(ctx, transferArgs{Amount: max(0, min(a, s.Balance))})
}

// holds: a product of two numbers of 32 bits fits into 64.
func Widened(ctx context.Context, s *State) {
	if s.Qty < 0 || s.Price < 0 {
		return
	}
	t := int64(s.Qty) * int64(s.Price)
	if t <= s.Balance {
		transfer(ctx, transferArgs{Amount: t})
	}
}

// violated(Balance = 0, Price = 2, Qty = 2147483647, which makes -2): the product wraps around before it is widened.
func WidenedAfterwards(ctx context.Context, s *State) {
	if s.Qty < 0 || s.Price < 0 || s.Balance < 0 {
		return
	}
	t := int64(s.Qty * s.Price)
	if t <= s.Balance {
		transfer(ctx, transferArgs{Amount: t})
	}
}

// holds: a part of a hundred.
func Percentage(ctx context.Context, s *State) {
	if s.Balance < 0 || s.Balance > 1_000_000_000 || s.Rate < 0 || s.Rate > 100 {
		return
	}
	transfer(ctx, transferArgs{Amount: s.Balance * int64(s.Rate) / 100})
}

// holds: five shares, none of which is more than an eighth.
func Shares(ctx context.Context, s *State, a, b, c, d, e int64) {
	if s.Balance > 1<<50 {
		return
	}
	q := s.Balance / 8
	if a < 0 || b < 0 || c < 0 || d < 0 || e < 0 || a > q || b > q || c > q || d > q || e > q || s.Balance < 0 {
		return
	}
	transfer(ctx, transferArgs{Amount: a + b + c + d + e})
}

// unknown: what gets the state in between may change the balance.
func Escapes(ctx context.Context, s *State, amount int64) {
	if amount < 0 || amount > s.Balance {
		return
	}
	s.Auditor.Audit(s)
	transfer(ctx, transferArgs{Amount: amount})
}

// unreached: no number is more and less.
func Contradiction(ctx context.Context, s *State, amount int64) {
	if amount > s.Balance && amount < s.Balance {
		transfer(ctx, transferArgs{Amount: amount})
	}
}

// holds: it is the limit.
func All(ctx context.Context, s *State) { sendBulk(ctx, &sendArgs{Count: s.Quota}) }

// violated(requested = 9223372036854775807): nothing looks at it.
func Requested(ctx context.Context, s *State, requested int64) {
	sendBulk(ctx, &sendArgs{Count: requested})
}
