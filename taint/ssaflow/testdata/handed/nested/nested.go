// Package nested hands structs to its tools that have the numbers in structs within them.
package nested

import "database/sql"

type money struct {
	Cents int64 `json:"cents" bound:"0..1000"`
	Fee   int64 `json:"fee" bound:"<= Price"`
	Price int64 `json:"price"`
}

type party struct {
	Name  string `json:"name"`
	Money money  `json:"money"`
}

type transferArgs struct {
	Note string `json:"note"`
	From party  `json:"from"`
	To   party  `json:"to"`
}

type sendArgs struct {
	money
	Count int64 `json:"count" bound:"1..1000"`
}

var db *sql.DB

// transfer and sendBulk are tools.
func transfer(in *transferArgs) { db.Exec("?", in.From.Money.Cents, in.To.Money.Cents) }
func sendBulk(in sendArgs)      { db.Exec("?", in.Count, in.Cents) }

// holds: it is written down.
func Written() { transfer(&transferArgs{From: party{Money: money{Cents: 7}}}) }

// violated(Cents = 1001): likewise, and too much.
func WrittenTooMuch() { transfer(&transferArgs{From: party{Money: money{Cents: 1001}}}) }

// violated(Cents = -1): of the other one of two.
func WrittenOther() {
	transfer(&transferArgs{From: party{Money: money{Cents: 1}}, To: party{Money: money{Cents: -1}}})
}

// holds: a guard.
func Guarded(n int64) {
	if n < 0 || n > 1000 {
		return
	}
	var in transferArgs
	in.From.Money.Cents = n
	in.To.Money.Cents = 1000 - n
	transfer(&in)
}

// violated(n = 1001): a guard of one end.
func GuardedBelow(n int64) {
	if n < 0 {
		return
	}
	var in transferArgs
	in.To.Money.Cents = n
	transfer(&in)
}

// violated: the sum is too much.
func Sum(a, b int64) {
	if a < 0 || b < 0 || a > 1000 || b > 1000 {
		return
	}
	transfer(&transferArgs{To: party{Money: money{Cents: a + b}}})
}

// holds: the struct within is made before.
func Before(n int64) {
	m := money{Cents: min(max(n, 0), 1000)}
	transfer(&transferArgs{From: party{Name: "a", Money: m}, To: party{Name: "b", Money: m}})
}

// holds: the limit is beside it.
func Beside(price int64) {
	if price < 0 {
		return
	}
	transfer(&transferArgs{From: party{Money: money{Fee: price / 2, Price: price}}})
}

// violated: the limit is that beside the other one.
func BesideOther(price int64) {
	if price < 2 {
		return
	}
	transfer(&transferArgs{From: party{Money: money{Fee: price}}, To: party{Money: money{Price: price}}})
}

// holds: a struct that another one has as it is.
func Embedded(n int64) {
	var in sendArgs
	in.Count = 1
	if n >= 0 && n <= 1000 {
		in.Cents = n
	}
	sendBulk(in)
}

// violated(n = 1001): likewise.
func EmbeddedTooMuch(n int64) {
	if n < 0 {
		return
	}
	sendBulk(sendArgs{money{Cents: n}, 1})
}

// holds: all of it is checked as it was got.
func Got(in transferArgs) {
	if in.From.Money.Cents < 0 || in.From.Money.Cents > 5 || in.To.Money.Cents != 0 {
		return
	}
	in.From.Money.Fee, in.From.Money.Price, in.To.Money.Fee, in.To.Money.Price = 0, 0, 0, 0
	transfer(&in)
}

// unknown: who calls it may have kept the limit.
func GotUnchecked(in transferArgs) { transfer(&in) }

// violated(n = 0, which makes 2000): it is overwritten after the check.
func Overwritten(n int64) {
	if n < 0 || n > 1000 {
		return
	}
	in := transferArgs{From: party{Money: money{Cents: n}}}
	in.From.Money = money{Cents: 2000}
	transfer(&in)
}

// holds: it is overwritten by what keeps the limit.
func OverwrittenRight(n int64) {
	in := transferArgs{From: party{Money: money{Cents: n}}}
	in.From = party{Name: "x"}
	transfer(&in)
}
