package condition

// This file finds out what stays true of the numbers that loops count with.
//
//	for i := 0; i < n; i++ {
//
// What may be so of i is guessed: that it is not less than it was at first, not more, and how it compares with what the loop compares
// it with. What is true where the loop begins, and in each round if it was in the one before, is always true (Houdini: Flanagan and
// Leino, FME 2001). Both are decided, with proofs, as any other question.

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/graph/feasible"
)

// learnLoops adds to what is given what is always true of the numbers of loops that terms have.
func (r *Reader) learnLoops() {
	for n := 0; n < maxCounters; n++ {
		c, phi := r.nextCounter()
		if phi == nil {
			return
		}
		r.counters[counterKey{c, phi}] = true
		r.given = append(r.given, c.always(phi)...)
	}
}

// maxCounters is how many numbers of loops are looked at for one function.
const maxCounters = 8

// maxLoopQuestions is how many questions about the loops of one function are decided; what is guessed beyond that is not known.
const maxLoopQuestions = 60

// A counterKey is a number that a loop changes, in a call.
type counterKey struct {
	call *call
	phi  *ssa.Phi
}

// nextCounter returns an integer that a loop changes, that terms have, and that has not been looked at: the first that was met.
func (r *Reader) nextCounter() (c *call, phi *ssa.Phi) {
	first := 0
	for t, o := range r.origins {
		at, ok := o.value.(*ssa.Phi)
		if !ok || o.truth != "" || len(o.fields) > 0 || o.float || !t.Type().IsInteger() || !o.call.heads[at.Block()] || o.call.lost || r.counters[counterKey{o.call, at}] {
			continue
		}
		if n := r.numbers[t]; phi == nil || n < first {
			c, phi, first = o.call, at, n
		}
	}
	return c, phi
}

// always returns what is always true of a number that a loop changes, if it runs.
func (c *call) always(phi *ssa.Phi) (out []*feasible.Term) {
	is := c.value(phi)
	if is.t == nil {
		return nil
	}
	guesses := c.guesses(phi)
	for again := true; again && len(guesses) > 0; {
		again = false
		guesses = slices.DeleteFunc(guesses, func(g guess) bool {
			if c.stays(phi, g, guesses) {
				return false
			}
			again = true
			return true
		})
	}
	never := c.Not(c.reached(phi.Block())) // a loop that is not begun makes any guess true
	for _, g := range guesses {
		out = append(out, c.Or(never, g.of(c, is.t)))
	}
	return out
}

// A guess is a comparison that a number which a loop changes may keep with one that it does not change.
type guess struct {
	op string
	to *feasible.Term
}

func (g guess) of(c *call, t *feasible.Term) *feasible.Term { return c.compare(g.op, t, g.to) }

// guesses returns what may be true of a number that a loop changes.
func (c *call) guesses(phi *ssa.Phi) (out []guess) {
	add := func(op string, v ssa.Value) {
		if n := c.value(v); n.t != nil && !n.float && n.t.Type() == c.value(phi).t.Type() && len(out) < maxGuesses && !slices.Contains(out, guess{op, n.t}) {
			out = append(out, guess{op, n.t})
		}
	}
	compared := []ssa.Value{phi}
	for i, v := range phi.Edges {
		if c.isBack(phi.Block().Preds[i], phi.Block()) {
			compared = append(compared, v)
			continue
		}
		add(">=", v)
		add("<=", v)
	}
	for _, v := range compared {
		if v.Referrers() == nil {
			continue
		}
		for _, ref := range *v.Referrers() {
			with, ok := ref.(*ssa.BinOp)
			if !ok || comparisons[with.Op] == "" {
				continue
			}
			other := with.Y
			if other == v {
				other = with.X
			}
			if !c.isBefore(other, phi.Block()) {
				continue
			}
			for _, op := range []string{"<", "<=", ">", ">="} {
				add(op, other)
			}
		}
	}
	return out
}

// maxGuesses is how much is guessed of one number.
const maxGuesses = 8

// isBefore reports whether a value is there before a loop begins, so that it is one in all rounds.
func (c *call) isBefore(v ssa.Value, head *ssa.BasicBlock) bool {
	instr, ok := v.(ssa.Instruction)
	return !ok || instr.Block() != head && instr.Block().Dominates(head)
}

// stays reports whether a guess is true where a loop begins, and in each round if all guesses were in the one before.
func (c *call) stays(phi *ssa.Phi, g guess, all []guess) bool {
	head := phi.Block()
	for i, v := range phi.Edges {
		n := c.value(v)
		if n.t == nil {
			return false
		}
		asked := []*feasible.Term{c.way(i, head), c.Not(g.of(c, n.t))}
		if c.isBack(head.Preds[i], head) {
			for _, other := range all {
				asked = append(asked, other.of(c, c.value(phi).t))
			}
		}
		c.loopQuestions++
		if c.loopQuestions > maxLoopQuestions || c.Decide(c.given, asked).State != feasible.Impossible {
			return false
		}
	}
	return true
}
