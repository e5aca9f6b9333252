// Package passed hands structs to its tools that it did not build field by field, counts with loops, and has limits that are other
// fields. The line before each function says whether the number keeps its limits at the call.
package passed

import (
	"database/sql"
	"encoding/json"
)

type transferArgs struct {
	Amount int64 `json:"amount" bound:"0..1000"`
	Note   string
}

type sendArgs struct {
	Count int64 `json:"count" bound:"1..1000"`
	Fee   int64 `json:"fee" bound:"<= Price"`
	Price int64 `json:"price"`
}

// An Order is what a run of the program has.
type Order struct {
	args transferArgs
}

var db *sql.DB

// transfer and sendBulk are tools.
func transfer(in transferArgs) { db.Exec("?", in.Amount) }
func sendBulk(in sendArgs)     { db.Exec("?", in.Count, in.Fee) }

// holds: zero is not too much.
func Zero() { transfer(transferArgs{}) }

// holds: what is left out is zero.
func LeftOut() { transfer(transferArgs{Note: "x"}) }

// violated(Count = 0): it is too little.
func ZeroIsLess() { sendBulk(sendArgs{}) }

// violated(Count = 0): likewise, where other fields are set.
func LeftOutIsLess() { sendBulk(sendArgs{Price: 3}) }

// violated(n = 1, which makes 0): whatever the caller gives.
func LeftOutIfGiven(n int64) {
	if n > 0 {
		var in sendArgs
		in.Fee = -n
		sendBulk(in)
	}
}

// holds: a guard of all that the function got.
func Got(in transferArgs) {
	if in.Amount >= 0 && in.Amount <= 5 {
		transfer(in)
	}
}

// unknown: who calls it may have kept the limit.
func GotUnseen(in transferArgs) { transfer(in) }

// unknown: it is looked at, and not well enough.
func GotHalf(in transferArgs) {
	if in.Amount < 2000 {
		transfer(in)
	}
}

// holds: behind a pointer.
func GotPointer(in *transferArgs) {
	if in.Amount < 0 || in.Amount > 5 {
		return
	}
	transfer(*in)
}

// unknown: it was another one when it was looked at.
func GotAnother(in, other *transferArgs) {
	if other.Amount < 0 || other.Amount > 5 {
		return
	}
	transfer(*in)
}

// holds: a part of something else.
func Loaded(o *Order) {
	if o.args.Amount >= 0 && o.args.Amount <= 1000 {
		transfer(o.args)
	}
}

// unknown: nobody looks at it.
func LoadedUnseen(o *Order) { transfer(o.args) }

// nothing: what was decoded is the model's, and flows tell.
func Decoded(data []byte) {
	var in transferArgs
	if json.Unmarshal(data, &in) == nil {
		transfer(in)
	}
}

func made(n int64) transferArgs { return transferArgs{Amount: n} }

// holds: what another function builds.
func Made() { transfer(made(5)) }

// violated(Amount = 1001): likewise.
func MadeTooMuch() { transfer(made(1001)) }

// violated(n = -1): likewise, of what the caller gives.
func MadeOfAny(n int64) {
	if n <= 1000 {
		transfer(made(n))
	}
}

func chosen(small bool) transferArgs {
	in := made(7)
	if small {
		in = made(1)
	}
	return in
}

// holds: whichever it is.
func Chosen(small bool) { transfer(chosen(small)) }

// unknown(Amount = 2000): a choice of two, by what is not followed.
func ChosenHere() {
	in := made(7)
	if len(db.Stats().WaitDuration.String()) >= 0 {
		in = made(2000)
	}
	transfer(in)
}

// unknown: nothing is known of what makes it.
func FromSomewhere(find func() transferArgs) { transfer(find()) }

// holds: a loop that counts up.
func CountsUp() {
	for i := int64(0); i < 10; i++ {
		transfer(transferArgs{Amount: i})
	}
}

// holds: likewise, to a limit that the caller gives.
func CountsUpTo(n int64) {
	for i := int64(0); i < n && i <= 1000; i++ {
		transfer(transferArgs{Amount: i})
	}
}

// holds: a range.
func Ranges() {
	for i := range int64(1000) {
		transfer(transferArgs{Amount: i})
	}
}

// holds: places in a list.
func Places(list []string) {
	for i := range list {
		if i > 1000 {
			break
		}
		transfer(transferArgs{Amount: int64(i)})
	}
}

// holds: down to zero.
func CountsDown() {
	for i := int64(1000); i >= 0; i-- {
		transfer(transferArgs{Amount: i})
	}
}

// holds: what is left behind the loop.
func Behind() {
	i := int64(0)
	for i < 10 {
		i++
	}
	transfer(transferArgs{Amount: i})
}

// unknown: the last rounds are too many.
func CountsTooFar() {
	for i := int64(0); i < 2000; i++ {
		transfer(transferArgs{Amount: i})
	}
}

// unknown: it wraps around, which the loop never gets to.
func NeverStops() {
	for i := int64(0); i != 7; i += 2 {
		if i <= 1000 {
			transfer(transferArgs{Amount: i})
		}
	}
}

// unknown: the caller may begin anywhere.
func BeginsAnywhere(i int64) {
	for ; i < 10; i++ {
		transfer(transferArgs{Amount: i})
	}
}

// unknown: it is set within the loop.
func IsSet(next func() int64) {
	for i := int64(0); i < 10; i++ {
		transfer(transferArgs{Amount: i})
		i = next()
	}
}

// holds: rounds within rounds.
func Nested() {
	for i := int64(0); i < 10; i++ {
		for j := i; j < 100; j++ {
			transfer(transferArgs{Amount: i + j})
		}
	}
}

// unknown(Amount = 2000): the loop before it is never begun, which says nothing of what comes behind.
func BehindNone() {
	for i := int64(8); i < 5; i++ {
		for j := range int64(3) {
			transfer(transferArgs{Amount: j})
		}
	}
	transfer(transferArgs{Amount: 2000})
}

// holds: both are set in one place.
func Both() { sendBulk(sendArgs{Count: 1, Price: 5, Fee: 5}) }

// violated(Price = 5, Fee = 6): likewise.
func BothTooMuch() { sendBulk(sendArgs{Count: 1, Price: 5, Fee: 6}) }

// violated(fee = 1, Price = 0): the price is left out.
func FeeAlone(fee int64) { sendBulk(sendArgs{Count: 1, Fee: fee}) }

// holds: a guard.
func FeeGuarded(fee, price int64) {
	if fee > price {
		return
	}
	sendBulk(sendArgs{Count: 1, Fee: fee, Price: price})
}

// violated(fee = 0, other = 0, price = -1): a guard of another one.
func FeeOfOther(fee, price, other int64) {
	if fee > other {
		return
	}
	sendBulk(sendArgs{Count: 1, Fee: fee, Price: price})
}

// holds: a part of the price.
func FeePart(price int64) {
	if price >= 0 {
		sendBulk(sendArgs{Count: 1, Fee: price / 10, Price: price})
	}
}

// violated(price = -1, which makes 0): of one that is negative, it is more.
func FeePartAny(price int64) { sendBulk(sendArgs{Count: 1, Fee: price / 10, Price: price}) }

// holds: as it got both.
func FeeGot(in sendArgs) {
	if in.Count != 1 || in.Fee > in.Price {
		return
	}
	sendBulk(in)
}

// unknown: the price is another one by now.
func FeeGotChanged(in sendArgs, price int64) {
	if in.Count != 1 || in.Fee > in.Price {
		return
	}
	in.Price = price
	sendBulk(in)
}
