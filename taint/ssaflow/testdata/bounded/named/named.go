// Package named has numbers whose limit is no constant: what a function returns, or what a field or a variable holds. The line before
// each function says what is true of it, with the values that show it.
package named

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"strconv"
)

type args struct {
	Count   int     `json:"count" bound:"<= quota"`
	Amount  int64   `json:"amount" bound:">= 0, <= balance"`
	Seats   int32   `json:"seats" bound:"< free"`
	Part    int     `json:"part" bound:"<= most"`
	Share   int     `json:"share" bound:"<= desk.limit"`
	Rate    float64 `json:"rate" bound:"<= ceiling"`
	Account string  `json:"account"`
}

var (
	errDenied = errors.New("denied")
	db        *sql.DB
	most      = 10 // others may set it
)

// A store keeps what accounts have.
type store interface {
	balance(ctx context.Context, account string) (int64, error)
	touch()
}

func quota() int {
	n, _ := strconv.Atoi(os.Getenv("QUOTA"))
	return n
}

func ceiling() float64 { return float64(quota()) / 100 }

type desk struct {
	store store
	limit int
	other int
}

func (d *desk) free() int64 {
	n, _ := strconv.ParseInt(os.Getenv("FREE"), 10, 64)
	return n
}

// holds: it is compared with what the function returns.
func compared(in args) error {
	if in.Count > quota() {
		return errDenied
	}
	_, err := db.Exec("?", in.Count)
	return err
}

// holds: the smaller one.
func clamped(in args) {
	db.Exec("?", min(in.Count, quota()))
}

// violated(Count = 9223372036854775807): nothing looks at it.
func unchecked(in args) { db.Exec("?", in.Count) }

// violated: the limit is looked up, and not compared.
func onlyLooked(in args) {
	if quota() == 0 {
		return
	}
	db.Exec("?", in.Count)
}

// violated: the wrong way round.
func inverted(in args) error {
	if in.Count < quota() {
		return errDenied
	}
	_, err := db.Exec("?", in.Count)
	return err
}

// violated: one too many.
func oneMore(in args) error {
	if in.Count > quota()+1 {
		return errDenied
	}
	_, err := db.Exec("?", in.Count)
	return err
}

// holds: what is asked twice is asked, and one answer is enough.
func twice(in args) error {
	if in.Count > quota() && in.Count > 3 || in.Count > quota() {
		return errDenied
	}
	_, err := db.Exec("?", in.Count)
	return err
}

// violated: only some are compared.
func someCompared(in args) error {
	if in.Account != "" && in.Count > quota() {
		return errDenied
	}
	_, err := db.Exec("?", in.Count)
	return err
}

// unknown: ten may be less than the quota, or more.
func otherLimit(in args) error {
	if in.Count > 10 {
		return errDenied
	}
	_, err := db.Exec("?", in.Count)
	return err
}

// holds: both limits of an amount; the balance is that of the account.
func (d *desk) pay(ctx context.Context, in args) error {
	have, err := d.store.balance(ctx, in.Account)
	if err != nil {
		return err
	}
	if in.Amount < 0 || in.Amount > have {
		return errDenied
	}
	_, err = db.Exec("?", in.Amount)
	return err
}

// violated: the sign is not looked at.
func (d *desk) payAny(ctx context.Context, in args) error {
	have, err := d.store.balance(ctx, in.Account)
	if err != nil {
		return err
	}
	if in.Amount > have {
		return errDenied
	}
	_, err = db.Exec("?", in.Amount)
	return err
}

// holds: the form with a difference.
func (d *desk) payRest(ctx context.Context, in args) error {
	have, err := d.store.balance(ctx, in.Account)
	if err != nil || have < 0 || in.Amount < 0 {
		return errDenied
	}
	if have-in.Amount < 0 {
		return errDenied
	}
	_, err = db.Exec("?", in.Amount)
	return err
}

// unknown: the sum may wrap around, if others set the fee so.
func (d *desk) payFee(ctx context.Context, in args, fee int64) error {
	have, err := d.store.balance(ctx, in.Account)
	if err != nil || fee < 0 || in.Amount < 0 || in.Amount+fee > have {
		return errDenied
	}
	_, err = db.Exec("?", in.Amount)
	return err
}

// holds: types of different size.
func (d *desk) seat(in args) error {
	if int64(in.Seats) >= d.free() {
		return errDenied
	}
	_, err := db.Exec("?", in.Seats)
	return err
}

// violated: it may be just as many.
func (d *desk) seatAll(in args) error {
	if int64(in.Seats) > d.free() {
		return errDenied
	}
	_, err := db.Exec("?", in.Seats)
	return err
}

// holds: a method checks.
func (d *desk) checked(in args) error {
	if err := d.check(in.Share); err != nil {
		return err
	}
	_, err := db.Exec("?", in.Share)
	return err
}

func (d *desk) check(n int) error {
	if n > d.limit {
		return errDenied
	}
	return nil
}

// holds: the field, here.
func (d *desk) field(in args) error {
	if in.Share > d.limit {
		return errDenied
	}
	_, err := db.Exec("?", in.Share)
	return err
}

// unknown: another field may have the same number, or another one.
func (d *desk) otherField(in args) error {
	if in.Share > d.other {
		return errDenied
	}
	_, err := db.Exec("?", in.Share)
	return err
}

// unknown: code that is not known may have set the field since.
func (d *desk) touched(in args) error {
	if in.Share > d.limit {
		return errDenied
	}
	d.store.touch()
	_, err := db.Exec("?", in.Share)
	return err
}

// unknown: it was set to less since.
func (d *desk) set(in args) error {
	if in.Share > d.limit {
		return errDenied
	}
	d.limit = 0
	_, err := db.Exec("?", in.Share)
	return err
}

// holds: a variable.
func variable(in args) error {
	if in.Part > most {
		return errDenied
	}
	_, err := db.Exec("?", in.Part)
	return err
}

// unknown: a variable was set in between.
func variableSet(in args) error {
	if in.Part > most {
		return errDenied
	}
	most = 5
	_, err := db.Exec("?", in.Part)
	return err
}

// holds: floats.
func rated(in args) error {
	if !(in.Rate <= ceiling()) {
		return errDenied
	}
	_, err := db.Exec("?", in.Rate)
	return err
}

// unknown: others decide on the branch that has none.
func branched(in args, trusted bool) {
	if !trusted {
		in.Count = min(in.Count, quota())
	}
	db.Exec("?", in.Count)
}

// holds: the limit of a loop's round.
func rounds(in args) {
	for range 3 {
		if in.Count > quota() {
			continue
		}
		db.Exec("?", in.Count)
	}
}

// holds: the last round has compared it.
func behind(in args) {
	for range 3 {
		if in.Count > quota() {
			return
		}
	}
	db.Exec("?", in.Count)
}

// unknown: there may be no round.
func behindSome(in args, rounds int) {
	for range rounds {
		if in.Count > quota() {
			return
		}
	}
	db.Exec("?", in.Count)
}

// unknown: nor here.
func behindAll(in args, names []string) {
	for _, name := range names {
		if in.Count > quota() && name != "" {
			return
		}
	}
	db.Exec("?", in.Count)
}

// violated: it goes on behind the loop whatever the comparison says.
func out(in args) {
	for range 3 {
		if in.Count > quota() {
			break
		}
	}
	db.Exec("?", in.Count)
}

// A request is what somebody else's model writes.
type request struct {
	Ceiling2 int `json:"ceiling2"`
}

// A config is what whoever runs the program writes.
type config struct {
	Top int `json:"top"`
}

type more struct {
	N int `json:"n" bound:"<= Ceiling2"`
	M int `json:"m" bound:"<= config.Top"`
}

// unknown: what JSON is decoded into is no limit by its name alone.
func byRequest(in more, r *request) error {
	if in.N > r.Ceiling2 {
		return errDenied
	}
	_, err := db.Exec("?", in.N)
	return err
}

// holds: it is, if the tag says of which type.
func byConfig(in more, c *config) error {
	if in.M > c.Top {
		return errDenied
	}
	_, err := db.Exec("?", in.M)
	return err
}

// parts are shares of one quota.
type parts struct {
	A int64 `json:"a" bound:"0..quota"`
	B int64 `json:"b"`
	C int64 `json:"c"`
	D int64 `json:"d"`
}

func tooMuch(n int64) bool { return n < 0 || n > 1<<40 }

// holds: a part of a sum that keeps it, of numbers that do not wrap around.
func partOfSum(in parts) error {
	if tooMuch(in.A) || tooMuch(in.B) || tooMuch(in.C) || tooMuch(in.D) || in.A+in.B+in.C+in.D > int64(quota()) {
		return errDenied
	}
	_, err := db.Exec("?", in.A)
	return err
}

// violated: the sum may wrap around.
func partOfWrapped(in parts) error {
	if in.A < 0 || in.B < 0 || in.C < 0 || in.D < 0 || in.A+in.B+in.C+in.D > int64(quota()) {
		return errDenied
	}
	_, err := db.Exec("?", in.A)
	return err
}

// holds: the product with a number from 1 to 100 is compared.
func manyTimes(in parts) error {
	if in.B < 1 || in.B > 100 || tooMuch(in.A) || in.A*in.B > int64(quota()) {
		return errDenied
	}
	_, err := db.Exec("?", in.A)
	return err
}

// unknown: it is compared with the limit of another desk.
func (d *desk) shareOfOther(other *desk, in args) error {
	if in.Share > other.limit {
		return errDenied
	}
	_, err := db.Exec("?", in.Share, d.other)
	return err
}

// holds: it keeps the limits of both desks.
func (d *desk) shareOfBoth(other *desk, in args) error {
	if in.Share > other.limit || in.Share > d.limit {
		return errDenied
	}
	_, err := db.Exec("?", in.Share)
	return err
}
