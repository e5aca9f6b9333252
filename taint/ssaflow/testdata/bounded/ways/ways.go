// Package ways has numbers that are said to keep a limit, and ways to where they are used: see package guards.
package ways

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

type args struct {
	Amount int64  `json:"amount" bound:">= 0, <= 1000"`
	Items  []item `json:"items"`
}

type item struct {
	N int `json:"n" bound:"<= 10"`
}

var (
	errDenied = errors.New("denied")
	db        *sql.DB
)

// violated: checked in a goroutine's closure, used after.
func inGoroutine(in args) {
	go func() {
		if in.Amount < 0 || in.Amount > 1000 {
			return
		}
	}()
	db.Exec("?", in.Amount)
}

// holds: used in a closure behind the check there.
func inClosure(in args) {
	func() {
		if in.Amount < 0 || in.Amount > 1000 {
			return
		}
		db.Exec("?", in.Amount)
	}()
}

// unknown: checked around the closure.
func aroundClosure(in args) error {
	if in.Amount < 0 || in.Amount > 1000 {
		return errDenied
	}
	return func() error { _, err := db.Exec("?", in.Amount); return err }()
}

// unknown: changed by a closure that was checked before.
func changedByClosure(in args, other args) error {
	change := func() { in.Amount = other.Amount }
	if in.Amount < 0 || in.Amount > 1000 {
		return errDenied
	}
	change()
	_, err := db.Exec("?", in.Amount)
	return err
}

func within[T int | int64](n, low, high T) bool { return low <= n && n <= high }

// unknown: a generic function is not read in its place.
func generic(in args) error {
	if !within(in.Amount, 0, 1000) {
		return errDenied
	}
	_, err := db.Exec("?", in.Amount)
	return err
}

// violated: nested.
func nested(in args) {
	for _, i := range in.Items {
		db.Exec("?", i.N)
	}
}

// holds: nested.
func nestedChecked(in args) {
	for _, i := range in.Items {
		if i.N > 10 {
			continue
		}
		db.Exec("?", i.N)
	}
}

// violated: the first one is checked, and all are used.
func nestedFirst(in args) {
	if len(in.Items) == 0 || in.Items[0].N > 10 {
		return
	}
	for _, i := range in.Items {
		db.Exec("?", i.N)
	}
}

// unknown: a pointer that is handed to a function that nobody knows.
func pointer(in *args, f func(*args)) error {
	if in.Amount < 0 || in.Amount > 1000 {
		return errDenied
	}
	f(in)
	_, err := db.Exec("?", in.Amount)
	return err
}

// violated(Amount = -1): the error of another check.
func shadowed(ctx context.Context, in args) (err error) {
	if in.Amount < 0 || in.Amount > 1000 {
		err := fmt.Errorf("%d", in.Amount)
		_ = err
	}
	if err != nil {
		return err
	}
	_, err = db.Exec("?", in.Amount)
	return err
}

// holds: an error that is set and returned later.
func later(in args) (err error) {
	if in.Amount < 0 || in.Amount > 1000 {
		err = errDenied
	}
	if err != nil {
		return err
	}
	_, err = db.Exec("?", in.Amount)
	return err
}

// unknown: a panic that is recovered.
func recovered(in args) {
	defer func() {
		recover()
		db.Exec("?", in.Amount)
	}()
	if in.Amount < 0 || in.Amount > 1000 {
		panic("no")
	}
}

// violated: a whole struct.
func whole(in args) { db.Exec("?", in) }

// violated: a whole struct, of which one number of two is checked.
func wholeChecked(in args) error {
	if in.Amount < 0 || in.Amount > 1000 {
		return errDenied
	}
	_, err := db.Exec("?", in)
	return err
}

type account struct{ balance int64 }

// violated: a map of the handler's.
func toMap(in args, m map[string]any) { m["amount"] = in.Amount; db.Exec("?", m) }

// unknown: a struct that is built before.
func built(in args) {
	a := account{in.Amount}
	db.Exec("?", &a)
}

type job struct{ n int64 }

var (
	queue = make(chan job)
	last  job
)

// unknown: another function takes it out of the channel.
func enqueue(in args) { queue <- job{in.Amount} }

// unknown: another function looks at it later.
func remembered(in args) { last = job{in.Amount} }

// holds: likewise, behind a check.
func enqueueChecked(in args) {
	if in.Amount >= 0 && in.Amount <= 1000 {
		queue <- job{in.Amount}
	}
}

// violated: swapped.
func swapped(a, b args) error {
	a, b = b, a
	if a.Amount < 0 || a.Amount > 1000 {
		return errDenied
	}
	_, err := db.Exec("?", b.Amount)
	return err
}

// unknown: a label and goto.
func jumps(in args) {
	n := in.Amount
again:
	if n < 0 || n > 1000 {
		n = in.Amount
		goto use
	}
	n = 5
use:
	db.Exec("?", n)
	if n == 7 {
		goto again
	}
}
