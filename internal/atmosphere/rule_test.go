package atmosphere

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/syntax"
)

// TestRules compares rules with the automata that they are made of, on random calls.
func TestRules(t *testing.T) {
	const times = 4000
	said := 0
	for seed := range times {
		r := rand.New(rand.NewSource(int64(seed)))
		a := randomAutomaton(r)
		text, err := a.Rule()
		if err != nil {
			continue
		}
		if text == "" {
			text = "ltlf: true"
		} else {
			said++
		}
		rule, err := syntax.Parse(text)
		if err != nil {
			t.Fatalf("seed %d: %s: %v", seed, text, err)
		}
		d, err := dfa.CompileRule(rule)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		m := dfa.MustMonitor(dfa.Rule{Name: "r", DFA: d, Handling: dfa.Warn})
		for range 20 {
			m.Reset()
			in, refused := []string{a.Initial}, false
			var calls []string
			for range 7 {
				tool, n := string("ab"[r.Intn(2)]), float64(r.Intn(3))
				calls = append(calls, fmt.Sprintf("%s(%v)", tool, n))
				in = a.step(in, tool, n)
				args, err := dfa.ParseArgs(fmt.Sprintf(`{"n": %v}`, n))
				if err != nil {
					t.Fatal(err)
				}
				if len(m.Step(&dfa.Event{Tool: tool, Args: args}).Violated) > 0 {
					refused = true
				}
				bad := slices.ContainsFunc(in, func(q string) bool { return slices.Contains(a.Errors, q) })
				if bad != refused {
					t.Fatalf("seed %d: after %v the automaton is in %v, and the rule is broken: %v\n%+v\n%s", seed, calls, in, refused, a, text)
				}
				if bad {
					break
				}
			}
		}
	}
	if said < times/4 {
		t.Errorf("of %d automata, %d became rules: the test says little", times, said)
	}
}

// step is the definition: a state moves along all transitions that match, and stays if there is none.
func (a *Automaton) step(in []string, tool string, n float64) (out []string) {
	for _, q := range in {
		moved := false
		for _, m := range a.Moves {
			if m.From == q && m.tool == tool && (m.Atom == atom(tool, "") || m.Atom == atom(tool, "(n > 0)") && n > 0) {
				out, moved = append(out, m.To), true
			}
		}
		if !moved {
			out = append(out, q)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func randomAutomaton(r *rand.Rand) *Automaton {
	a := &Automaton{Name: "a", Initial: "q0", States: []string{"q0", "q1", "q2", "e"}, Errors: []string{"e"}}
	if r.Intn(4) == 0 { // login and logout
		for _, q := range a.States[:2] {
			for i, tool := range []string{"a", "b"} {
				if to := a.States[i]; to != q {
					a.Moves = append(a.Moves, Move{q, to, atom(tool, ""), tool})
				}
			}
		}
		a.Moves = append(a.Moves, Move{"q1", "e", atom("a", "(n > 0)"), "a"})
		if r.Intn(2) == 0 {
			a.Moves = a.Moves[:2]
			a.Moves = append(a.Moves, Move{"q0", "e", atom("a", "(n > 0)"), "a"})
		}
		return a
	}
	for range r.Intn(5) + 1 {
		tool := string("ab"[r.Intn(2)])
		a.Moves = append(a.Moves, Move{a.States[r.Intn(3)], a.States[r.Intn(4)], atom(tool, []string{"", "(n > 0)"}[r.Intn(2)]), tool})
	}
	return a
}
