package feasible

// This file is the border to gini, the SAT solver: nothing else imports it. gini is
// fast and has sharp edges, so it is used in one way only, which its tests compare
// with brute force:
//
//   - The clauses stay satisfiable for ever: they define gates, each by a literal that
//     no clause had before. What is asked is assumed, never added. Once the clauses
//     themselves are contradictory, gini ends the process at the next question.
//   - A question is Try with a time, never Solve: after a Try, a Solve answers 0 when
//     the time of the Try is over. Try with no time left is not called: it would keep
//     what was assumed for the next question.
//   - Activate, Deactivate, Test, GoSolve, Copy and package logic are not used.

import (
	"bytes"
	"slices"
	"strconv"
	"time"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"
)

// A lit is a variable of the solver, from 1, or its opposite, negative.
type lit int32

func (l lit) not() lit { return -l }

// yes is the literal that holds.
const yes lit = 1

// A solver is a set of gates and what gini knows of them.
type solver struct {
	g       *gini.Gini
	vars    lit
	clauses [][]lit // as they were added: proofs are checked against these
	gates   map[gate]lit
}

func newSolver() *solver {
	s := &solver{g: gini.NewVc(64, 128), gates: make(map[gate]lit)}
	s.fresh()
	s.define(yes)
	return s
}

// fresh returns a new variable.
func (s *solver) fresh() lit {
	s.vars++
	if got := s.g.Lit().Dimacs(); got != int(s.vars) {
		panic("feasible: internal error: variable " + strconv.Itoa(got) + " of gini is not the next")
	}
	return s.vars
}

// define adds a clause that defines a gate.
func (s *solver) define(clause ...lit) {
	for _, l := range clause {
		s.g.Add(z.Dimacs2Lit(int(l)))
	}
	s.g.Add(z.LitNull)
	s.clauses = append(s.clauses, slices.Clone(clause))
}

// check asks whether all literals of a list can hold. Of an Impossible, core are some of
// them that cannot.
func (s *solver) check(budget time.Duration, assumed []lit) (state State, core []lit) {
	seen := make(map[lit]bool, len(assumed))
	for _, l := range assumed {
		switch {
		case l == yes.not():
			return Impossible, []lit{l}
		case seen[l.not()]:
			return Impossible, []lit{l.not(), l}
		}
		seen[l] = true
	}
	if budget <= 0 {
		return Unknown, nil
	}
	for _, l := range assumed {
		s.g.Assume(z.Dimacs2Lit(int(l)))
	}
	switch s.g.Try(budget) {
	case 1:
		return Possible, nil
	case -1:
		for _, l := range s.g.Why(nil) {
			core = append(core, lit(l.Dimacs()))
		}
		return Impossible, core
	}
	return Unknown, nil
}

// holds returns the value of a literal after check said Possible.
func (s *solver) holds(l lit) bool { return s.g.Value(z.Dimacs2Lit(int(l))) }

// lemmas returns the clauses that gini has stored, what it learnt among them, in the order
// in which it came to them. They are hints for a proof and no more.
func (s *solver) lemmas() [][]lit {
	var b bytes.Buffer
	if err := s.g.Write(&b); err != nil {
		return nil
	}
	var list [][]lit
	for line := range bytes.Lines(b.Bytes()) {
		var clause []lit
		for word := range bytes.FieldsSeq(line) {
			n, err := strconv.Atoi(string(word))
			if err != nil { // the header
				clause = nil
				break
			}
			if n != 0 {
				clause = append(clause, lit(n))
			}
		}
		if clause != nil {
			list = append(list, clause)
		}
	}
	return list
}
