// Package condition says what is known of numbers where an instruction of a function
// runs: it makes terms of go/ssa, and asks whether they imply a limit.
//
// # What for
//
//	func refund(in args) error {
//		if in.Amount < 0 || in.Amount > 1000 {
//			return errTooMuch
//		}
//		return bank.Pay(in.Amount)
//	}
//
// bank.Pay is reached only where both comparisons are false. That is the condition of its
// block, a term over the variable in.Amount, and it implies in.Amount <= 1000. Reader.Keeps
// says so, with a proof that has been replayed. Where a limit is not implied, Reader.Shows
// returns values for which the instruction runs and the limit is not kept.
//
// # Terms
//
// Terms are made of values as they are needed, from the instruction backwards. A block runs
// if one of the ways to it is taken; a value that depends on the way is chosen by these
// conditions. A variable stands for everything that is not understood: what is read from
// memory, what a call returns, division by what is not constant, arithmetic of floats. Two
// reads of one place are one variable if nothing may have written there in between, which
// Memory knows. Functions of the package that are called are read in their place, to a
// certain depth: those that check and those that clamp.
//
// Integers are the machine's and wrap around. A float stands for its place in the order of all
// floats, an integer: comparisons are exact then, also those of what is no number.
//
// What a loop changes is a variable, of which is known, for numbers that are handed over, how it compares with where it begins and
// what the loop compares it with (counting.go); and the condition of a block in a loop is what led to the
// loop, and what happened since this round of it began. Both are of the last time that the block
// ran, which is the time that is asked about. In functions whose loops have two entries
// nothing is known.
//
// # Which number keeps a limit
//
// What has an effect is often not the argument itself but what was made of it: the smaller of
// it and a limit, or the argument in another type. These are the argument still, and it
// is enough that they keep the limit. What was computed is another number, in another unit perhaps: there the
// argument itself must keep it. A number owes the limit accordingly (number.owes).
//
// # Limits that are no constants
//
//	left, err := d.quota(ctx, in.To)
//	…
//	if in.Count > left {
//
// The limit is then any value that the options say is it: what a function has returned, what a field or a variable holds. Such
// a reference is a variable, beside one for whether it was made at all; a number keeps the limit if it keeps one that
// was made, and that has stayed what it was if it was read. What a reference is as a term, is given. Functions that are read in
// their place have references, too. Where a function has several structs with the field that is the limit, a number keeps the limit of
// each, as nothing says which is meant (owner.go). A limit may be another field of the argument's struct (beside.go).
//
// # Values that show it
//
// Shows is sure only where no code decides against the value that it shows: another value that
// keeps the limit is let through under no circumstances under which this one is not. A
// limit that the configuration sets, or a function whose answer nobody understands, make it
// unsure. Where the limit is no constant, the value is shown with one that the limit may have; if none was looked up, only a value
// that no limit lets through shows anything.
//
// # Tests
//
// TestBounded and TestBoundedRandom of package ssaflow hold what is said here to what compiled functions do. A long
// run:
//
//	go test ./taint/ssaflow -run TestBoundedRandom -bounded 4000 -bounded.seed 7
//
// Letters: r *Reader, c *call, b *ssa.BasicBlock, v ssa.Value, n number, t *feasible.Term.
package condition
