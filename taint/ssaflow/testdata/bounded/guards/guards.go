// Package guards has numbers that are said to keep a limit, and what code does about it. The line before each
// function says what is true of it, with the values that show it.
package guards

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
)

const maxAmount = 1000

type args struct {
	Amount  int64   `json:"amount" bound:">= 0, <= maxAmount"`
	Count   int     `json:"count" bound:"<= 100"`
	Small   int32   `json:"small" bound:"<= 100"`
	Size    uint    `json:"size" bound:">= 0, <= 100"`
	Price   float64 `json:"price" bound:"> 0, <= 99"`
	Maybe   *int    `json:"maybe" bound:"<= 100"`
	List    []int   `json:"list" bound:"<= 100"`
	Quota   int     `json:"quota" bound:"<= quota"`
	Confirm bool    `json:"confirm"`
	Kind    string  `json:"kind"`
	Fee     int64   `json:"fee"`
}

var (
	errDenied = errors.New("denied")
	db        *sql.DB
	total     int64
)

func pay(n any) { db.Exec("insert into payments values (?)", n) }

func quota() int { return 7 }

// violated(Amount = -1): nothing looks at it.
func unchecked(in args) { db.Exec("?", in.Amount) }

// holds: both limits.
func checked(in args) error {
	if in.Amount < 0 || in.Amount > maxAmount {
		return errDenied
	}
	_, err := db.Exec("?", in.Amount)
	return err
}

// holds: what is wrong with a number is no effect of it.
func toldInError(in args) error {
	if in.Amount < 0 || in.Amount > maxAmount {
		err := fmt.Errorf("%d is not an amount", in.Amount)
		db.Exec("?", err.Error())
		return err
	}
	_, err := db.Exec("?", in.Amount)
	return err
}

// violated(Amount = -1): the lower limit is missing.
func upperOnly(in args) error {
	if in.Amount > maxAmount {
		return errDenied
	}
	_, err := db.Exec("?", in.Amount)
	return err
}

// violated(Amount = 1001): off by one.
func offByOne(in args) error {
	if in.Amount < 0 || in.Amount > maxAmount+1 {
		return errDenied
	}
	_, err := db.Exec("?", in.Amount)
	return err
}

// violated(Amount = -1): the wrong operator lets all through.
func wrongOperator(in args) error {
	if in.Amount < 0 && in.Amount > maxAmount {
		return errDenied
	}
	_, err := db.Exec("?", in.Amount)
	return err
}

// violated(Amount = 1001): an answer that nobody waits for.
func logged(in args) error {
	if in.Amount < 0 {
		return errDenied
	}
	if in.Amount > maxAmount {
		fmt.Println("too much", in.Amount)
	}
	_, err := db.Exec("?", in.Amount)
	return err
}

// violated(Amount = 1001, Confirm = true): the model confirms by itself.
func confirmed(in args) error {
	if in.Amount < 0 || in.Amount > maxAmount && !in.Confirm {
		return errDenied
	}
	_, err := db.Exec("?", in.Amount)
	return err
}

// holds: what is used is the smaller.
func clamped(in args) {
	db.Exec("?", max(0, min(in.Amount, maxAmount)))
}

// holds: likewise, in place.
func clampedInPlace(in args) {
	if in.Amount > maxAmount {
		in.Amount = maxAmount
	}
	if in.Amount < 0 {
		in.Amount = 0
	}
	db.Exec("?", in.Amount)
}

// holds: likewise, in a variable.
func clampedInVariable(in args) {
	n := in.Amount
	switch {
	case n > maxAmount:
		n = maxAmount
	case n < 0:
		n = 0
	}
	db.Exec("?", n)
}

// violated(Amount = -1): the smaller, with nothing below.
func clampedAbove(in args) { db.Exec("?", min(in.Amount, maxAmount)) }

// violated(Amount = 1001): the limits are the wrong way round.
func clampedWrong(in args) { db.Exec("?", max(in.Amount, maxAmount)) }

func clamp(n, low, high int64) int64 {
	if n < low {
		return low
	}
	if n > high {
		return high
	}
	return n
}

// holds: a function of the program's.
func clampedByFunction(in args) { db.Exec("?", clamp(in.Amount, 0, maxAmount)) }

// violated(Amount = 1001): with another limit.
func clampedByFunctionTooHigh(in args) { db.Exec("?", clamp(in.Amount, 0, 2*maxAmount)) }

func (a args) validate() error {
	if a.Amount < 0 {
		return fmt.Errorf("negative: %d", a.Amount)
	}
	if a.Amount > maxAmount {
		return errDenied
	}
	return nil
}

// holds: a method that checks.
func validated(in args) error {
	if err := in.validate(); err != nil {
		return err
	}
	_, err := db.Exec("?", in.Amount)
	return err
}

// violated(Amount = -1): the answer of the method is not looked at.
func validatedInVain(in args) error {
	_ = in.validate()
	_, err := db.Exec("?", in.Amount)
	return err
}

func (a *args) check() bool { return a.Amount >= 0 && a.Amount <= maxAmount }

// holds: by a pointer.
func validatedByPointer(in *args) error {
	if !in.check() {
		return errDenied
	}
	_, err := db.Exec("?", in.Amount)
	return err
}

func within(n, low, high int64) bool { return low <= n && n <= high }

// holds: of a number.
func validatedByNumber(in args) error {
	if !within(in.Amount, 0, maxAmount) {
		return errDenied
	}
	_, err := db.Exec("?", in.Amount)
	return err
}

// violated(Amount = -1): read again after the check.
func readAgain(in args, raw []byte) error {
	if in.Amount < 0 || in.Amount > maxAmount {
		return errDenied
	}
	if err := json.Unmarshal(raw, &in); err != nil {
		return err
	}
	_, err := db.Exec("?", in.Amount)
	return err
}

// violated(Amount = -1): another one was checked.
func otherChecked(in, other args) error {
	if other.Amount < 0 || other.Amount > maxAmount {
		return errDenied
	}
	_, err := db.Exec("?", in.Amount)
	return err
}

// holds: what is computed of a number that was checked.
func computed(in args) error {
	if in.Amount < 0 || in.Amount > maxAmount {
		return errDenied
	}
	_, err := db.Exec("?", in.Amount*100)
	return err
}

// violated(Count = 101): thousands are compared with the limit of single ones.
func otherUnit(in args) error {
	thousands := in.Count / 1000
	if thousands > 100 {
		return errDenied
	}
	_, err := db.Exec("?", thousands*1000)
	return err
}

// violated(Count = 9223372036854775803): the sum wraps around.
func wrapped(in args) error {
	if in.Count+5 > 100 {
		return errDenied
	}
	_, err := db.Exec("?", in.Count)
	return err
}

// violated(Count = 9223372036854775803): the sum of a number that is not negative, too.
func notWrapped(in args) error {
	if in.Count < 0 || in.Count+5 > 100 {
		return errDenied
	}
	_, err := db.Exec("?", in.Count)
	return err
}

// violated: what is compared has lost bits.
func narrowed(in args) error {
	if int32(in.Count) > 100 {
		return errDenied
	}
	_, err := db.Exec("?", in.Count)
	return err
}

// holds: what is used has lost them, too.
func narrowedFirst(in args) error {
	n := int32(in.Count)
	if n > 100 {
		return errDenied
	}
	_, err := db.Exec("?", n)
	return err
}

// holds: a wider type.
func widened(in args) error {
	n := int64(in.Small)
	if n > 100 {
		return errDenied
	}
	_, err := db.Exec("?", n)
	return err
}

// holds: negative numbers are large ones.
func unsigned(in args) error {
	if uint64(in.Count) > 100 {
		return errDenied
	}
	_, err := db.Exec("?", in.Count)
	return err
}

// violated(Size = 101): no number is negative, and that limit is not asked for.
func neverNegative(in args) { db.Exec("?", in.Size) }

// holds: floats.
func price(in args) error {
	if in.Price <= 0 || in.Price > 99 {
		return errDenied
	}
	_, err := db.Exec("?", in.Price)
	return err
}

// violated(Price = 0): zero.
func priceZero(in args) error {
	if in.Price < 0 || in.Price > 99 {
		return errDenied
	}
	_, err := db.Exec("?", in.Price)
	return err
}

// unknown: a little more than the limit is rounded to it.
func priceRounded(in args) error {
	if in.Price <= 0 || int(in.Price) > 99 {
		return errDenied
	}
	_, err := db.Exec("?", in.Price)
	return err
}

// unknown: what math makes of it is not followed.
func priceAbs(in args) error {
	if math.Abs(in.Price-50) > 49 {
		return errDenied
	}
	_, err := db.Exec("?", in.Price)
	return err
}

// holds: in cents, of a price that was checked.
func cents(in args) error {
	if in.Price <= 0 || in.Price > 99 {
		return errDenied
	}
	_, err := db.Exec("?", int64(math.Round(in.Price*100)))
	return err
}

// holds: by way of a text.
func text(in args) error {
	if in.Count > 100 {
		return errDenied
	}
	return os.WriteFile("count", []byte(strconv.Itoa(in.Count)), 0o600)
}

// violated(Count = 101): likewise, without a check.
func textUnchecked(in args) error {
	return os.WriteFile("count", []byte(fmt.Sprintf("%d", in.Count)), 0o600)
}

// holds: what a pointer leads to.
func maybe(in args) error {
	if in.Maybe != nil && *in.Maybe > 100 {
		return errDenied
	}
	if in.Maybe != nil {
		db.Exec("?", *in.Maybe)
	}
	return nil
}

// violated(Maybe = 101): likewise.
func maybeUnchecked(in args) {
	if in.Maybe != nil {
		db.Exec("?", *in.Maybe)
	}
}

// holds: each element before it is used.
func list(in args) {
	for _, n := range in.List {
		if n > 100 {
			continue
		}
		db.Exec("?", n)
	}
}

// unknown: all elements, and then each.
func listBefore(in args) error {
	for _, n := range in.List {
		if n > 100 {
			return errDenied
		}
	}
	for _, n := range in.List {
		db.Exec("?", n)
	}
	return nil
}

// holds: a limit that is no constant. Package named has more of them.
func named(in args) error {
	if in.Quota > quota() {
		return errDenied
	}
	_, err := db.Exec("?", in.Quota)
	return err
}

type server struct {
	max    int
	strict bool
	spent  int
	check  func(int) error
}

// unknown: the limit is set elsewhere.
func (s *server) configured(in args) error {
	if in.Count > s.max {
		return errDenied
	}
	_, err := db.Exec("?", in.Count)
	return err
}

// unknown: whether it is looked at at all is set elsewhere.
func (s *server) strictly(in args) error {
	if s.strict && in.Count > 100 {
		return errDenied
	}
	_, err := db.Exec("?", in.Count)
	return err
}

// holds: one of two limits is known.
func (s *server) both(in args) error {
	if in.Count > s.max || in.Count > 100 {
		return errDenied
	}
	_, err := db.Exec("?", in.Count)
	return err
}

// unknown: it is not known what the function looks at.
func (s *server) asked(in args) error {
	if err := s.check(in.Count); err != nil {
		return err
	}
	_, err := db.Exec("?", in.Count)
	return err
}

// violated(Count = 101): what is asked does not look at it.
func (s *server) askedOther(ctx context.Context, in args) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if in.Kind == "" {
		return errDenied
	}
	_, err := db.Exec("?", in.Count)
	return err
}

// violated(Count = 101): it is kept for later.
func (s *server) kept(in args) { s.spent += in.Count }

// violated(Amount = -1): likewise.
func keptInPackage(in args) { total += in.Amount }

// holds: likewise.
func (s *server) keptChecked(in args) {
	if in.Count <= 100 {
		s.spent += in.Count
	}
}

// unknown: half of it at a time, until it is small enough.
func halved(in args) {
	n := in.Count
	for n > 100 {
		n /= 2
	}
	db.Exec("?", n)
}

// holds: in a loop, behind a check.
func repeated(in args) error {
	if in.Count > 100 {
		return errDenied
	}
	for i := 0; i < in.Count; i++ {
		db.Exec("?", in.Count)
	}
	return nil
}

// violated(Count = 101): the check comes after the first time.
func tooLate(in args) {
	for {
		db.Exec("?", in.Count)
		if in.Count > 100 {
			return
		}
	}
}

// unknown: in steps of what is allowed.
func steps(in args) {
	for left := in.Count; left > 0; left -= 100 {
		db.Exec("?", min(left, 100))
	}
}

// violated(Count = 101, Kind != "a"): the way to the effect that has no check.
func oneWay(in args) error {
	if in.Kind == "a" {
		if in.Count > 100 {
			return errDenied
		}
	}
	_, err := db.Exec("?", in.Count)
	return err
}

// holds: the same condition twice.
func sameWay(in args) error {
	if in.Kind == "a" && in.Count > 100 {
		return errDenied
	}
	if in.Kind == "a" {
		db.Exec("?", in.Count)
	}
	return nil
}

// holds: what is deferred was read before.
func deferred(in args) error {
	if in.Count > 100 {
		return errDenied
	}
	defer db.Exec("?", in.Count)
	return nil
}

// violated: a field beside has what was computed of it.
func beside(in args) {
	in.Fee = in.Amount * 3
	db.Exec("?", in.Fee)
}

// Likewise, in a function that is handed all of it.
func besideElsewhere(in args) {
	in.Fee = in.Amount * 3
	payFee(in)
}

// unknown: what is in all of a struct is not followed in its fields.
func payFee(in args) { db.Exec("?", in.Fee) }

// violated: the argument, or something else.
func oneOfTwo(in args) {
	n := in.Fee
	if in.Confirm {
		n = in.Amount
	}
	db.Exec("?", n)
}

// violated(Count = 101): a bit set is no limit.
func masked(in args) error {
	if in.Count&128 != 0 {
		return errDenied
	}
	_, err := db.Exec("?", in.Count)
	return err
}

// holds: what is left of it is small.
func lowBits(in args) error {
	if in.Count&^63 != 0 {
		return errDenied
	}
	_, err := db.Exec("?", in.Count)
	return err
}
