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
// A question goes through two solvers, neither of which is trusted.
//
// The first one takes machine integers for integers. A comparison that holds is an inequality, each value lies in the
// range of its type, and a sum or a product is worth what it is worth on paper if bounds or the other inequalities exclude that it
// wraps around. Then it adds inequalities up until 1 <= 0 is left (the simplex method, exact, on fractions). It says only that
// something cannot be. Sums of twenty variables and a percentage of a balance are a matter of milliseconds here, and out of reach for bits.
//
// For the second one, terms become bits, bits become gates, and gates become clauses, of which gini, a SAT solver, says
// whether they can be satisfied. What multiplies large variables it does not get: a few thousand values, those at which
// mistakes show, are tried instead.
//
//   - Possible comes with a Model, and Eval has said that each term holds in it.
//   - Impossible comes with a Proof, and a checker has replayed it that shares no code with the solver: one knows terms and
//     how to add, the other one clauses and one rule. Of what cannot hold together, Core is a part that is needed: it is the explanation.
//   - Everything else is Unknown, with a reason: a question that is too large, a product
//     of two large variables, an answer that did not stand its check. Limits are limits
//     of size first, and of time last.
//
// Who drops a finding does so for Impossible alone.
//
// # What is trusted
//
// That gates say what terms mean: tests compare them with Eval. That the axioms of texts
// are true (text.go). That the rules of the checker of sums are true of Go's integers (farkas.go): tests compare them with gates. And
// that terms say what the program does, which is up to whoever
// makes them: where a value is not understood, it has to be a variable of its own.
//
// # Tests
//
// Each test asks a small number of random questions. A long run:
//
//	go test ./graph/feasible -questions 100000 -timeout 5h
//
// # Reading order
//
// types.go, term.go and eval.go are the language. decide.go is the way from a question to an answer. Of integers: linear.go defines proofs,
// lift.go looks for them, by truths.go, meanings.go, bounds.go and simplex.go, farkas.go checks them, words.go writes them down. Of bits: text.go has the axioms of texts, blast.go
// makes bits of terms, gates.go gates of bits, sat.go is the border to gini, replay.go checks proofs, write.go writes them down.
// example.go tries values. guard.go makes terms of guards.
//
// Names in this package: t *Term, ts *Terms, v Value, m Model, l lit, b *blaster, q *question, r *refutation.
package feasible
