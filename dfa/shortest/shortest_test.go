package shortest

import (
	"math/bits"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/syntax"
)

func text(r *Run) string {
	if r == nil {
		return "none"
	}
	var words []string
	for i := range r.Events {
		words = append(words, r.Events[i].String())
	}
	if r.Unmet {
		words = append(words, "end")
	}
	return strings.Join(words, ", ")
}

func TestOf(t *testing.T) {
	for _, test := range []struct{ rule, kept, broken string }{
		{"human before tool:rm", "human, tool:rm", "tool:rm"},
		{"G !tool:rm", "an event", "tool:rm"},
		{"tool:a -> F tool:b", "tool:a, tool:b", "tool:a, end"},
		{"tool:a -> F tool:b -> F tool:c", "tool:a, tool:b, tool:c", "tool:a, end"},
		{"tool:a U tool:b", "tool:a, tool:b", "an event"},
		{"never tool:a after tool:b", "tool:a, tool:b", "tool:b, tool:a"},
		{"at most 2 tool:a", "tool:a", "tool:a, tool:a, tool:a"},
		{"at least 2 tool:a before node:b", "tool:a, tool:a, node:b", "node:b"},
		{"tool:a only between node:b and node:c", "node:b, tool:a, node:c", "tool:a"},
		{"(human before tool:a) AND (tool:a -> F tool:b)", "human, tool:a, tool:b", "tool:a"},
		{"never tool:pay(amount > 10) after human", "human, tool:pay(amount = 10)", "human, tool:pay(amount = 11)"},
		{`G !tool:mail(to != "me", urgent == true)`, `tool:mail(to = "me", urgent = true)`, `tool:mail(to = "mex", urgent = true)`},
		{"never tool:refund(account != account of tool:pay)", `tool:pay(account = "A"), tool:refund(account = "A")`, `tool:refund(account = "A")`},
		{"tool:pay before tool:refund(account == account of tool:pay)", `tool:pay(account = "A"), tool:refund(account = "A")`, "none"},
		{"never tool:delete(id != result.id of tool:create)", `tool:create, tool:delete(id = "A")`, `tool:delete(id = "A")`},
		{"never tool:delete_*", "an event", "tool:delete_x"},
		{`ltlf: G(tool:a -> agent:boss)`, "agent:boss", "tool:a"},
		{`ltlf: F(tool:a && agent:boss && cap:fs)`, "tool:a agent:boss cap:fs", "tool:a, end"},
		{"ltlf: F true", "an event", "end"},
		{"(never tool:a) AND (G !tool:a)", "an event", "tool:a"},
		{"decision:yes before tool:a", "decision:yes, tool:a", "tool:a"},
	} {
		runs, err := Of(syntax.MustParse(test.rule))
		if err != nil {
			t.Errorf("%s: %v", test.rule, err)
			continue
		}
		if kept, broken := text(runs.Kept), text(runs.Broken); kept != test.kept || broken != test.broken || runs.Partial {
			t.Errorf("%s:\n\tkept %s, want %s\n\tbroken %s, want %s\n\tpartial %v", test.rule, kept, test.kept, broken, test.broken, runs.Partial)
		}
	}
}

// TestShortest compares with all runs of the same events up to a length, and the automaton of the whole rule.
func TestShortest(t *testing.T) {
	const longest = 4
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		r := randomRule(rng)
		runs, err := Of(r)
		if err != nil {
			continue // no run keeps it
		}
		d, err := dfa.CompileRule(r)
		if err != nil {
			t.Fatal(err)
		}
		v := newVocabulary(r)
		best := &tried{d: d, events: v.plain(), broken: longest + 1}
		for best.length = 1; best.length <= longest; best.length++ {
			best.try(d.Start, 0, 0)
		}
		if n := length(runs.Broken); runs.Broken != nil && !several(runs.Broken) && n > 0 && n <= longest && n != best.broken {
			t.Errorf("%s: %s does not keep it; there is one of %d events", r, text(runs.Broken), best.broken)
		}
		if runs.Broken == nil && best.broken <= longest {
			t.Errorf("%s: all runs keep it; one of %d events does not", r, best.broken)
		}
		if n := length(runs.Kept); runs.Kept != nil && !several(runs.Kept) && n <= longest {
			if things := best.of(runs.Kept); things < best.things || things == best.things && n != best.kept {
				t.Errorf("%s: %s keeps it; there is one with %d things and %d events", r, text(runs.Kept), best.things, best.kept)
			}
		}
		if runs.Kept == nil && best.kept > 0 {
			t.Errorf("%s: no run keeps it; one of %d events does", r, best.kept)
		}
	}
}

// tried is what is known of the runs of events up to a length.
type tried struct {
	d      *dfa.DFA
	events []event
	length int // of the runs that are tried

	broken       int // length of the shortest that breaks the rule
	kept, things int // length of the shortest that keeps it and has the most things, and how many
}

func (b *tried) try(q dfa.State, n int, seen uint64) {
	if n == b.length {
		if !b.d.Accepting(q) {
			b.broken = min(b.broken, n)
		} else if things := bits.OnesCount64(seen); b.kept == 0 || things > b.things {
			b.kept, b.things = n, things
		}
		return
	}
	for i := range b.events {
		e := &b.events[i]
		b.try(b.d.Next(q, b.d.Symbol(&e.Event)), n+1, seen|e.things)
	}
}

// of returns how many things a run of these events has.
func (b *tried) of(r *Run) int {
	var seen uint64
	for i := range r.Events {
		for j := range b.events {
			if r.Events[i].String() == b.events[j].String() {
				seen |= b.events[j].things
			}
		}
	}
	return bits.OnesCount64(seen)
}

func length(r *Run) int {
	if r == nil {
		return 0
	}
	return len(r.Events)
}

// several reports whether an event of r is several things at once.
func several(r *Run) bool { return strings.Contains(strings.ReplaceAll(text(r), ", ", ","), " ") }

func randomRule(rng *rand.Rand) *syntax.Rule {
	atoms := []string{"tool:a", "tool:b", "human", "node:n", "tool:a(x > 1)", "tool:*"}
	forms := []string{
		"G !P", "P -> F Q", "P -> F Q -> F R", "P -> F[<=2] Q", "P U Q", "P before Q", "P before each Q", "never P after Q", "at most 2 P",
		"at least 2 P before Q", "P only between Q and R", "ltlf: F(P && X Q)", "ltlf: (P R !Q) || F R", "(P before Q) AND (Q -> F R)",
	}
	text := regexp.MustCompile(`\b[PQ]\b|\bR$|\bR\)$`).ReplaceAllStringFunc(forms[rng.IntN(len(forms))], func(s string) string {
		return atoms[rng.IntN(len(atoms))] + s[1:]
	})
	return syntax.MustParse(text)
}
