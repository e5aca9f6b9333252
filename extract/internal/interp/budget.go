package interp

// This file limits evaluations.

import "github.com/agentvet/agentvet/internal/recipe"

// Limits of one evaluation. Builder code is short: the longest builder of the
// frameworks' own examples takes some thousand steps. What a program generates is long
// and straight, so each function that builds something adds its own instructions to what
// an evaluation may run: limits are about loops. Reaching a limit is an Unknown at the
// place where it happened, and of all that the evaluation built (Abort).
const (
	maxSteps    = 400_000 // instructions of one root function, beside maxOnce for each of those that build
	maxOnce     = 2       // how often each instruction of a function that builds runs for free
	maxSpare    = 400_000 // more of them, for what builds nothing in other packages
	maxObserve  = 60_000  // instructions of one observed function
	maxCuts     = 4       // times that a function is observed for so long without an end …
	maxMore     = 2_000   // … and the limit after that: a closure that many callers make does the same for most
	maxCall     = 20_000  // instructions of one call of a library's function that builds nothing
	maxOwnCall  = 100_000 // of one of another package of the module under analysis
	maxInitCall = 5_000   // instructions that a package initialiser gets for each of its calls, beside maxSteps
	maxDepth    = 48      // calls
	maxSameFunc = 4       // of one function on the stack
	maxCallBack = 2       // of one function by code that is not known, each within the one before
	maxRounds   = 200     // of one undecided condition in one activation
	maxWidened  = 6       // times that one is run again because a round changes something else
	maxKnown    = 2000    // of one loop whose conditions are all decided
	maxOps      = 4000    // operations on one object, beside the calls in the functions that build
)

// budget is the number of instructions that an evaluation has run, and has.
type budget struct {
	steps, limit int
	spare        *int // more of them, for calls of what builds nothing in other packages; nil in such a call
}

// rootBudget returns that of a function with which an evaluation begins.
func rootBudget() budget {
	spare := maxSpare
	return budget{limit: maxSteps, spare: &spare}
}

// share returns the budget of a call that may take half of what is left.
func (b budget) share() budget {
	return budget{limit: (b.limit - b.steps) / 2, spare: b.spare}
}

// aside returns the budget of a call that may take most of the steps to spare; without
// these, its share up to as many.
func (b budget) aside(most int) budget {
	if b.spare != nil && *b.spare >= most {
		return budget{limit: most}
	}
	share := b.share()
	share.limit = min(share.limit, most)
	return share
}

// after returns b when a call with a budget from it has ended.
func (b budget) after(call budget) budget {
	if b.spare != nil && call.spare == nil {
		*b.spare -= call.steps
	} else {
		b.steps += call.steps
	}
	return b
}

// allow adds what a function that builds something may do without a loop to what the
// evaluation may, once.
func (m *Machine) allow(fn *recipe.Func) {
	if !fn.Builds || m.evaluation.allowed[fn] || m.evaluation.allowed == nil {
		return
	}
	m.evaluation.allowed[fn] = true
	for i := range fn.Blocks {
		m.budget.limit += maxOnce * len(fn.Blocks[i].Instrs)
	}
	m.evaluation.calls += countCalls(fn)
}
