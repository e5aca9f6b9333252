// Package transfers hands numbers to its own tools. The line before each function says whether the number keeps its limits
// at the call, with values that show that it does not.
package transfers

import (
	"database/sql"
	"errors"
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
	auditor        interface{ Audit(*State) }
}

var (
	errDenied = errors.New("denied")
	db        *sql.DB
)

// transfer and sendBulk are tools.
func transfer(in transferArgs) { db.Exec("?", in.Amount) }
func sendBulk(in *sendArgs)    { db.Exec("?", in.Count) }

// holds: a guard.
func Guarded(s *State, amount int64) {
	if amount < 0 || amount > s.Balance {
		return
	}
	transfer(transferArgs{Amount: amount})
}

// violated(Balance = 0, amount = -1): nothing looks at the sign.
func NoSign(s *State, amount int64) {
	if amount > s.Balance {
		return
	}
	transfer(transferArgs{Amount: amount})
}

// violated(Balance = 100, amount = 100, which makes 101): the fee is added after the check.
func FeeAfterwards(s *State, amount int64) {
	if amount < 0 || amount > s.Balance {
		return
	}
	transfer(transferArgs{Amount: amount + amount/100})
}

// violated(Balance = 0, a = 9223372036854775807, b = 1): the sum may wrap around.
func SumWraps(s *State, a, b int64) {
	if a < 0 || b < 0 || a+b > s.Balance {
		return
	}
	transfer(transferArgs{Amount: a})
}

// holds: the same check, by what is left.
func WhatIsLeft(s *State, a, b int64) {
	if a < 0 || b < 0 || s.Balance < b || a > s.Balance-b {
		return
	}
	transfer(transferArgs{Amount: a + b})
}

// holds: the smaller and the larger one.
func Clamped(s *State, a int64) {
	if s.Balance < 0 {
		return
	}
	transfer(transferArgs{Amount: max(0, min(a, s.Balance))})
}

// holds: a product of two numbers of 32 bits fits into 64.
func Widened(s *State) {
	if s.Qty < 0 || s.Price < 0 {
		return
	}
	t := int64(s.Qty) * int64(s.Price)
	if t <= s.Balance {
		transfer(transferArgs{Amount: t})
	}
}

// violated(Balance = 0, Price = 2, Qty = 2147483647, which makes -2): the product wraps around before it is widened.
func WidenedAfterwards(s *State) {
	if s.Qty < 0 || s.Price < 0 || s.Balance < 0 {
		return
	}
	t := int64(s.Qty * s.Price)
	if t <= s.Balance {
		transfer(transferArgs{Amount: t})
	}
}

// holds: a part of a hundred.
func Percentage(s *State) {
	if s.Balance < 0 || s.Balance > 1_000_000_000 || s.Rate < 0 || s.Rate > 100 {
		return
	}
	transfer(transferArgs{Amount: s.Balance * int64(s.Rate) / 100})
}

// holds: five shares, none of which is more than an eighth.
func Shares(s *State, a, b, c, d, e int64) {
	if s.Balance > 1<<50 {
		return
	}
	q := s.Balance / 8
	if a < 0 || b < 0 || c < 0 || d < 0 || e < 0 || a > q || b > q || c > q || d > q || e > q || s.Balance < 0 {
		return
	}
	transfer(transferArgs{Amount: a + b + c + d + e})
}

// unknown: what gets the state in between may change the balance.
func Escapes(s *State, amount int64) {
	if amount < 0 || amount > s.Balance {
		return
	}
	s.auditor.Audit(s)
	transfer(transferArgs{Amount: amount})
}

// unreached: no number is more and less.
func Contradiction(s *State, amount int64) {
	if amount > s.Balance && amount < s.Balance {
		transfer(transferArgs{Amount: amount})
	}
}

// unknown: the balance is that of another one.
func OfOther(s, other *State, amount int64) {
	if amount < 0 || amount > other.Balance {
		return
	}
	s.Qty++
	transfer(transferArgs{Amount: amount})
}

// holds: it keeps that of both.
func OfBoth(s, other *State, amount int64) {
	if amount < 0 || amount > other.Balance || amount > s.Balance {
		return
	}
	transfer(transferArgs{Amount: amount})
}

// violated(Balance = 0, amount = -1): whichever is meant, it may be less than zero.
func OfOtherNoSign(s, other *State, amount int64) {
	if amount > other.Balance {
		return
	}
	transfer(transferArgs{Amount: amount})
}

func (s *State) has(amount int64) bool { return amount >= 0 && amount <= s.Balance }

// unknown: likewise, in a method.
func OfOtherByMethod(s, other *State, amount int64) {
	if other.has(amount) {
		transfer(transferArgs{Amount: amount})
	}
}

// holds: in a method, of the only one.
func ByMethod(s *State, amount int64) {
	if s.has(amount) {
		transfer(transferArgs{Amount: amount})
	}
}

// unknown: of two that were looked up.
func LookedUp(all map[string]*State, from, to string, amount int64) {
	payer, payee := all[from], all[to]
	if amount < 0 || amount > payer.Balance {
		return
	}
	payee.Qty++
	transfer(transferArgs{Amount: amount})
}

// holds: it is the limit.
func All(s *State) { sendBulk(&sendArgs{Count: s.Quota}) }

// violated(requested = 9223372036854775807): nothing looks at it.
func Requested(s *State, requested int64) { sendBulk(&sendArgs{Count: requested}) }
