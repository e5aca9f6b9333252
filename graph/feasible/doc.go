// Package feasible decides whether conditions of a program can hold together, and
// proves it if they cannot.
//
// # What for
//
// An engine that searches the paths of a workflow finds some that no run takes: one
// that goes along an edge which exists if cfg.Badge, and lacks another one which exists
// if cfg.Badge, too. Whether the conditions of a path can hold together is a question
// about values, not about graphs. It goes to a solver, and a finding whose path cannot
// be is no finding.
//
// # Terms
//
// A question is a list of Terms, which Terms makes: Bools joined by And, Or and Not,
// comparisons and arithmetic of integers, and texts of which is asked whether they are
// equal, what they begin with and how long they are. Integers are those of the machine:
// int8 has 8 bits and wraps around, -7/2 is -3, and x << 70 is 0. A term is made once,
// so that equal terms are identical, and what is constant is worked out at once.
//
// Model.Eval says what a term means: it works it out as Go does, and tests compare
// it with what compiled Go does, for all values of 8 bits and samples of the others.
//
//	ts := feasible.NewTerms()
//	n := ts.Var("n", feasible.Int64)
//	large := ts.Op(feasible.Less, ts.Int(feasible.Int64, 10), n)
//	small := ts.Op(feasible.Less, n, ts.Int(feasible.Int64, 5))
//	ts.Decide(nil, []*feasible.Term{large, small}).State // Impossible
//
// Guard asks about guards of workflows, which is what engines need: it makes terms of
// their conditions.
//
// # Three answers, two of them checked
//
// Terms become bits, bits become gates, and gates become clauses, of which gini, a SAT
// solver, says whether they can be satisfied. It is not trusted:
//
//   - Possible comes with a Model, and Eval has said that each term holds in it.
//   - Impossible comes with a Proof, and a checker that shares no code with the solver
//     has replayed it: it knows the clauses and one rule. Of what cannot hold together,
//     Core is a part that has nothing to spare: it is the explanation.
//   - Everything else is Unknown, with a reason: a question that is too large, a product
//     of two large variables, an answer that did not stand its check. Limits are limits
//     of size first, and of time last.
//
// Who drops a finding does so for Impossible alone.
//
// # What is trusted
//
// That gates say what terms mean: tests compare them with Eval. That the axioms of texts
// are true (text.go). And that terms say what the program does, which is up to whoever
// makes them: where a value is not understood, it has to be a variable of its own.
//
// # Reading order
//
// types.go, term.go and eval.go are the language. decide.go is the way from a question to
// an answer; text.go has the axioms of texts, blast.go makes bits of terms, gates.go gates
// of bits, sat.go is the border to gini, replay.go checks proofs. guard.go makes terms of
// guards.
//
// Names in this package: t *Term, ts *Terms, v Value, m Model, l lit, b *blaster, q *question.
package feasible
