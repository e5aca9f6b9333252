// Package beside has arguments whose limit is another argument. The line before each function says whether it keeps it.
package beside

import (
	"database/sql"
	"encoding/json"
	"errors"
)

type args struct {
	Fee    int64   `json:"fee" bound:"<= amount"`
	Amount int64   `json:"amount"`
	Rate   float64 `json:"rate" bound:"< Top"`
	Top    float64
}

var (
	db        *sql.DB
	errDenied = errors.New("denied")
)

// violated(Fee = 1, Amount = 0): nothing looks at it.
func Nothing(in args) { db.Exec("?", in.Fee) }

// holds: a guard.
func Guard(in args) error {
	if in.Fee > in.Amount {
		return errDenied
	}
	db.Exec("?", in.Fee, in.Amount)
	return nil
}

// violated(Fee = 1): the guard is of the other side.
func Reversed(in args) error {
	if in.Fee < in.Amount {
		return errDenied
	}
	db.Exec("?", in.Fee)
	return nil
}

// violated: what is compared may wrap around.
func Wraps(in args) error {
	if in.Fee+1 > in.Amount+1 {
		return errDenied
	}
	db.Exec("?", in.Fee)
	return nil
}

// holds: behind a pointer.
func Pointer(in *args) error {
	if in.Fee > in.Amount {
		return errDenied
	}
	db.Exec("?", in.Fee)
	return nil
}

// holds: decoded.
func Decoded(data []byte) error {
	var in args
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	if in.Fee > in.Amount {
		return errDenied
	}
	db.Exec("?", in.Fee)
	return nil
}

// violated: decoded again behind the guard.
func Twice(data, again []byte) error {
	var in args
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	if in.Fee > in.Amount {
		return errDenied
	}
	if err := json.Unmarshal(again, &in); err != nil {
		return err
	}
	db.Exec("?", in.Fee)
	return nil
}

// holds: the smaller one.
func Smaller(in args) { db.Exec("?", min(in.Fee, in.Amount)) }

// holds: it is set to the limit.
func Clamped(in args) {
	fee := in.Fee
	if fee > in.Amount {
		fee = in.Amount
	}
	db.Exec("?", fee)
}

// violated: the larger one.
func Larger(in args) { db.Exec("?", max(in.Fee, in.Amount+1)) }

func (a args) check() error {
	if a.Fee > a.Amount {
		return errDenied
	}
	return nil
}

// holds: a method of its own.
func Method(in args) error {
	if err := in.check(); err != nil {
		return err
	}
	db.Exec("?", in.Fee)
	return nil
}

// unknown: the limit is that of other arguments.
func OfOther(in, other args) error {
	if in.Fee > other.Amount {
		return errDenied
	}
	db.Exec("?", in.Fee)
	return nil
}

// unknown: the program has set the limit itself.
func Set(in args) error {
	in.Amount = 1 << 40
	if in.Fee > in.Amount {
		return errDenied
	}
	db.Exec("?", in.Fee)
	return nil
}

// holds: floats, of which JSON has numbers only.
func Float(in args) error {
	if in.Rate >= in.Top {
		return errDenied
	}
	db.Exec("?", in.Rate)
	return nil
}

// violated: the limit itself is not less.
func FloatEnd(in args) error {
	if in.Rate > in.Top {
		return errDenied
	}
	db.Exec("?", in.Rate)
	return nil
}

func pay(fee, amount int64) { db.Exec("?", fee, amount) }

// holds: where it is handed on.
func HandsOn(in args) error {
	if in.Fee > in.Amount {
		return errDenied
	}
	pay(in.Fee, in.Amount)
	return nil
}

// unknown: which number is the limit of which is not known here.
func payGuarded(fee, amount int64) {
	if fee <= amount {
		db.Exec("?", fee)
	}
}

func HandsBoth(in args) { payGuarded(in.Fee, in.Amount) }

// unknown: it has a default.
func Default(in args) error {
	if in.Amount == 0 {
		in.Amount = 100
	}
	if in.Fee > in.Amount {
		return errDenied
	}
	db.Exec("?", in.Fee)
	return nil
}

type partArgs struct {
	Part  int64 `json:"part" bound:"<= share"`
	Share int64 `json:"share"`
}

func share() int64 { return 5 }

// unknown: the function may be meant, and a model writes the field.
func Spoofed(in partArgs) error {
	if in.Part > in.Share {
		return errDenied
	}
	db.Exec("?", in.Part)
	return nil
}
