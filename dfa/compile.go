package dfa

// This file is the way from a formula to its minimal automaton.

import "github.com/agentvet/agentvet/dfa/syntax"

// Compile returns the minimal automaton of f; if that has more than MaxStates
// states, or the way to it would, one that is unfolding. The result depends on
// what f means and on the order of its atoms only. The error is a *LimitError:
// there are more than MaxAtoms atoms, or a single state is too large.
func Compile(f *syntax.Formula) (d *DFA, err error) {
	defer catchLimit(&err)
	u, err := newUnfolder(f)
	if err != nil {
		return nil, err
	}
	for q := State(0); int(q) < len(u.states); q++ {
		if len(u.states) > MaxStates {
			return Unfold(f)
		}
		u.unfold(q)
	}
	u.d.source = nil
	return minimize(u.d), nil
}

// MustCompile is Compile for rules that are constants of the program.
func MustCompile(rule string) *DFA {
	d, err := CompileRule(syntax.MustParse(rule))
	if err != nil {
		panic(err)
	}
	return d
}

// Unfold returns an automaton of f whose states are made when they are reached.
// Next and Each panic with a *LimitError if they are too many; Guard turns that
// into an error.
func Unfold(f *syntax.Formula) (*DFA, error) {
	u, err := newUnfolder(f)
	if err != nil {
		return nil, err
	}
	return u.d, nil
}

// Guard calls use, which may run an automaton that is unfolding, and returns the
// *LimitError at which it stopped.
func Guard(use func()) (err error) {
	defer catchLimit(&err)
	use()
	return nil
}

func catchLimit(err *error) {
	switch e := recover().(type) {
	case nil:
	case *LimitError:
		*err = e
	default:
		panic(e)
	}
}
