package dfa

import (
	"flag"
	"fmt"
	"math/rand"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/internal/golden"
)

var (
	formulas = flag.Int("formulas", 300, "`number` of random formulas to compare with the definition of their meaning")
	seed     = flag.Int64("seed", 1, "of random formulas")
)

// TestPrint compares the automata of the patterns with testdata/automata.txt.
func TestPrint(t *testing.T) {
	const name = "testdata/automata.txt"
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for block := range strings.SplitSeq(strings.TrimSuffix(string(data), "\n"), "\n\n") {
		rule, _, _ := strings.Cut(block, "\n")
		r, err := syntax.Parse(rule)
		if err != nil {
			t.Fatalf("%q: %v", rule, err)
		}
		d, err := Compile(r.Formula())
		if err != nil {
			t.Fatalf("%q: %v", rule, err)
		}
		got.WriteString(rule + "\n" + d.String() + "\n")
	}
	out := strings.TrimSuffix(got.String(), "\n")
	golden.Compare(t, name, out)
}

// A trace is the symbols of its events.
type trace []Symbol

// meaning returns the events of a trace, at most 15, at which f holds, by the
// definition of its operators; bit i is event i. Bit len(tr) says whether f holds
// behind the last event, as if the trace had none. The atoms are tags named by
// letters.
func meaning(f *syntax.Formula, tr trace) uint16 {
	n := len(tr)
	args := make([]uint16, len(f.Args))
	for i, g := range f.Args {
		args[i] = meaning(g, tr)
	}
	holds := func(arg, at int) bool { return args[arg]>>at&1 != 0 }
	var out uint16
	for i := 0; i <= n; i++ {
		if defined(f, tr, i, holds) {
			out |= 1 << i
		}
	}
	return out
}

// defined reports whether f holds at event i of tr; i is len(tr) for the trace
// without events.
func defined(f *syntax.Formula, tr trace, i int, holds func(arg, at int) bool) bool {
	n := len(tr)
	some := func(from, to int, what func(int) bool) bool {
		for j := from; j < to; j++ {
			if what(j) {
				return true
			}
		}
		return false
	}
	all := func(from, to int, what func(int) bool) bool {
		return !some(from, to, func(j int) bool { return !what(j) })
	}
	first := func(j int) bool { return holds(0, j) }
	second := func(j int) bool { return holds(1, j) }
	within := n
	if f.Bounded {
		within = min(n, i+f.K+1)
	}
	switch f.Op {
	case syntax.OpTrue:
		return true
	case syntax.OpFalse:
		return false
	case syntax.OpAtom:
		return i < n && tr[i]>>(f.Atom.Name[0]-'a')&1 != 0
	case syntax.OpNot:
		return !first(i)
	case syntax.OpAnd:
		return first(i) && second(i)
	case syntax.OpOr:
		return first(i) || second(i)
	case syntax.OpImplies:
		return !first(i) || second(i)
	case syntax.OpIff:
		return first(i) == second(i)
	case syntax.OpNext:
		return i+1 < n && first(i+1)
	case syntax.OpWeakNext:
		return i+1 >= n || first(i+1)
	case syntax.OpFinally:
		return some(i, within, first)
	case syntax.OpGlobally:
		return all(i, within, first)
	case syntax.OpUntil:
		return some(i, n, func(j int) bool { return second(j) && all(i, j, first) })
	case syntax.OpWeakUntil:
		return all(i, n, first) || some(i, n, func(j int) bool { return second(j) && all(i, j, first) })
	case syntax.OpRelease: // r holds until and with l, or for ever
		return all(i, n, func(j int) bool { return second(j) || some(i, j, first) })
	}
	if i == n { // of the past, on the trace without events
		return f.Op == syntax.OpHistorically
	}
	switch f.Op {
	case syntax.OpYesterday:
		return i > 0 && first(i-1)
	case syntax.OpOnce:
		return some(0, i+1, first)
	case syntax.OpHistorically:
		return all(0, i+1, first)
	case syntax.OpSince:
		return some(0, i+1, func(j int) bool { return second(j) && all(j+1, i+1, first) })
	}
	panic("no such operator")
}

// randomFormula returns a formula of about the size over the atoms a, b, ….
func randomFormula(rng *rand.Rand, size, atoms int) *syntax.Formula {
	if size <= 1 {
		switch rng.Intn(12) {
		case 0:
			return syntax.True()
		case 1:
			return syntax.False()
		}
		return &syntax.Formula{Op: syntax.OpAtom, Atom: &syntax.Atom{Name: string(rune('a' + rng.Intn(atoms)))}}
	}
	op := syntax.OpNot + syntax.Op(rng.Intn(int(syntax.OpSince-syntax.OpNot)+1))
	switch op {
	case syntax.OpAnd, syntax.OpOr, syntax.OpImplies, syntax.OpIff, syntax.OpUntil, syntax.OpWeakUntil, syntax.OpRelease, syntax.OpSince:
		left := 1 + rng.Intn(size-1)
		return syntax.Of(op, randomFormula(rng, left, atoms), randomFormula(rng, size-left, atoms))
	}
	f := syntax.Of(op, randomFormula(rng, size-1, atoms))
	if (op == syntax.OpFinally || op == syntax.OpGlobally) && rng.Intn(2) == 0 {
		f.Bounded, f.K = true, rng.Intn(4)
	}
	return f
}

// TestMeaning compares automata with the definition, on all traces up to six
// events over two atoms, or four over three.
func TestMeaning(t *testing.T) {
	rng := rand.New(rand.NewSource(*seed))
	for i := range *formulas {
		atoms, length := 2, 6
		if i%4 == 0 {
			atoms, length = 3, 4
		}
		f := randomFormula(rng, 1+rng.Intn(9), atoms)
		d, err := Compile(f)
		if err != nil {
			t.Fatalf("seed %d: %q: %v", *seed, f, err)
		}
		checkMinimal(t, f, d)
		compare(t, f, d, atoms, length)
		if t.Failed() {
			t.Fatalf("seed %d, formula %d", *seed, i)
		}
	}
}

// compare checks d against the definition on all traces of at most length
// events, and what it says is settled.
func compare(t *testing.T, f *syntax.Formula, d *DFA, atoms, length int) {
	t.Helper()
	letters := make([]int, len(d.Atoms)) // the letter of each atom of d
	for i, a := range d.Atoms {
		letters[i] = int(a.Name[0] - 'a')
	}
	var walk func(tr trace, q State)
	walk = func(tr trace, q State) {
		want := meaning(f, tr)&1 != 0
		if d.Accepting(q) != want {
			t.Errorf("%q on %v: accepted %v, want %v", f, tr, !want, want)
		}
		if d.Violating(q) && want || d.Satisfied(q) && !want {
			t.Errorf("%q on %v: settled, and yet %v", f, tr, want)
		}
		if len(tr) == length || t.Failed() {
			return
		}
		for s := range Symbol(1) << atoms {
			var own Symbol
			for i, l := range letters {
				own |= s >> l & 1 << i
			}
			walk(append(tr[:len(tr):len(tr)], s), d.Next(q, own))
		}
	}
	walk(nil, d.Start)
}

// checkMinimal checks by the table of distinguishable pairs that no two states of
// d accept the same, that all of them can be reached, and that the settled ones
// are marked.
func checkMinimal(t *testing.T, f *syntax.Formula, d *DFA) {
	t.Helper()
	n := d.Len()
	if n > 60 {
		return // the table takes too long
	}
	symbols := Symbol(1) << len(d.Atoms)
	differ := make([][]bool, n)
	for p := range differ {
		differ[p] = make([]bool, n)
		for q := range n {
			differ[p][q] = d.Accepting(State(p)) != d.Accepting(State(q))
		}
	}
	for changed := true; changed; {
		changed = false
		for p := range n {
			for q := range n {
				for s := range symbols {
					if !differ[p][q] && differ[d.Next(State(p), s)][d.Next(State(q), s)] {
						differ[p][q], changed = true, true
					}
				}
			}
		}
	}
	reached := map[State]bool{d.Start: true}
	for todo := []State{d.Start}; len(todo) > 0; todo = todo[1:] {
		for s := range symbols {
			if q := d.Next(todo[0], s); !reached[q] {
				reached[q] = true
				todo = append(todo, q)
			}
		}
	}
	for p := range n {
		for q := range p {
			if !differ[p][q] {
				t.Errorf("%q: the states %d and %d accept the same", f, q, p)
			}
		}
		if !reached[State(p)] {
			t.Errorf("%q: the state %d cannot be reached", f, p)
		}
		stays := true
		for s := range symbols {
			stays = stays && d.Next(State(p), s) == State(p)
		}
		if d.Violating(State(p)) != (stays && !d.Accepting(State(p))) || d.Satisfied(State(p)) != (stays && d.Accepting(State(p))) {
			t.Errorf("%q: the state %d is marked wrong", f, p)
		}
	}
}

// TestUnfold: an automaton that is unfolded on demand accepts the same.
func TestUnfold(t *testing.T) {
	rng := rand.New(rand.NewSource(*seed))
	for range 200 {
		f := randomFormula(rng, 1+rng.Intn(9), 2)
		d, err := Unfold(f)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, f, d, 2, 5)
	}
}

// TestOrder: the automaton does not depend on how the formula is written.
func TestOrder(t *testing.T) {
	for _, same := range [][]string{
		{"G !a", "ltlf: !F a", "ltlf: false R !a", "at most 0 a", "ltlf: H true && G !a"},
		{"a -> F b", "ltlf: G(!a || F b)", "ltlf: G(a -> true U b)"},
		{"a before b", "ltlf: G(b -> Y O (a && H !b)) && G(b -> Y O (a && H !b))", "at least 1 a before b"},
		{"never a after b", "ltlf: !F (b && X F a)", "ltlf: true && G(b -> WX G !a)"},
	} {
		want := ""
		for _, rule := range same {
			d := MustCompile(rule)
			if len(d.Atoms) > 1 && d.Atoms[0].Name != "a" {
				continue // another order of atoms makes another automaton
			}
			if want == "" {
				want = d.String()
			} else if diff := cmp.Diff(want, d.String()); diff != "" {
				t.Errorf("%q and %q (-want +got):\n%s", same[0], rule, diff)
			}
		}
	}
}

// TestCounts: rules that count have the automata of their formulas, and large ones are made.
func TestCounts(t *testing.T) {
	operands := []string{"a", "!a", "(a && b)", "(a || !b)", "(a && !a)", "(a || !a)", "(a -> b)", "(a <-> b)", "(X a)", "(O b)"}
	for _, a := range operands {
		rules := []string{"at most %d " + a}
		for _, b := range operands {
			rules = append(rules, "at least %d "+a+" before "+b)
		}
		for _, rule := range rules {
			for n := 1; n <= 3; n++ {
				r := syntax.MustParse(fmt.Sprintf(rule, n))
				got, err := CompileRule(r)
				if err != nil {
					t.Fatal(err)
				}
				want, err := Compile(r.Formula())
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want.String(), got.String()); diff != "" {
					t.Errorf("%q (-want +got):\n%s", r, diff)
				}
			}
		}
	}
	for _, rule := range []string{"at most 1000 a", "at least 1000 a before b"} {
		d, err := CompileRule(syntax.MustParse(rule))
		if err != nil || d.Len() < 1001 || d.Len() > 1002 {
			t.Errorf("%q: %d states, %v", rule, d.Len(), err)
		}
	}
}

// TestCosts: what would take too much time or memory ends in an error, or is unfolded until
// it does.
func TestCosts(t *testing.T) {
	for _, rule := range []string{"at most 1000 (a && X b)"} {
		d, err := Compile(syntax.MustParse(rule).Formula())
		if err == nil && d.Unfolding() {
			err = Guard(func() {
				q := d.Start
				for i := range 1 << 12 {
					q = d.Next(q, Symbol(i%4))
				}
			})
		}
		if _, ok := err.(*LimitError); !ok && err != nil {
			t.Errorf("%q: %v", rule, err)
		}
	}
}

func TestLimits(t *testing.T) {
	var many []string
	for i := range MaxAtoms + 1 {
		many = append(many, "(G !t"+string(rune('0'+i/10))+string(rune('0'+i%10))+")")
	}
	_, err := Compile(syntax.MustParse(strings.Join(many, " OR ")).Formula())
	if limit, ok := err.(*LimitError); !ok || limit.Limit != "MaxAtoms" {
		t.Errorf("%d atoms: %v, want an error that names MaxAtoms", MaxAtoms+1, err)
	}
	// Each atom at most three times: 4^8 states.
	var counts []string
	for _, a := range "abcdefgh" {
		counts = append(counts, "(at most 3 "+string(a)+")")
	}
	d, err := Compile(syntax.MustParse(strings.Join(counts, " AND ")).Formula())
	if err != nil || !d.Unfolding() {
		t.Fatalf("a product of eight counters is not unfolded: %v", err)
	}
	q := d.Start
	for range 3 {
		q = d.Next(q, 1)
	}
	if !d.Accepting(q) || !d.Violating(d.Next(q, 1)) {
		t.Error("the unfolded automaton counts wrong")
	}
}

func TestMatch(t *testing.T) {
	call := &Event{
		Tool: "delete_user", Agent: "clerk", Caps: []string{"fs.write.tmp"}, Tags: []string{"destructive", "tool:purge", "human"},
		Args: []Arg{{Path: "n", Value: syntax.Number(7)}, {Path: "who", Value: syntax.String("bob")}},
	}
	router := &Event{Node: "route", Kind: "router", Decision: "yes"}
	for _, tt := range []struct {
		atom string
		e    *Event
		want bool
	}{
		{"tool:delete_*", call, true}, {"tool:purge", call, true}, {`tool:"delete_*"`, call, false}, {"tool:*", router, false},
		{"agent:clerk", call, true}, {"node:*", call, false}, {"destructive", call, true}, {"*", call, true}, {"purge", call, false},
		{"human", call, true}, {"human", &Event{Human: true}, true}, {"human", router, false},
		{"cap:fs", call, true}, {"cap:fs.write", call, true}, {"cap:fs.read", call, false}, {"cap:fs.*", call, true},
		{"kind:router", router, true}, {"action:router", router, true}, {"decision:yes", router, true}, {"decision:no", router, false},
		{"tool:delete_user(n > 5)", call, true}, {"tool:delete_user(n > 5, who == \"eve\")", call, false},
		{"tool:delete_user(other == 1)", call, false}, {"tool:delete_user(other != 1)", call, true},
	} {
		f, err := syntax.ParseFormula(tt.atom)
		if err != nil {
			t.Fatal(err)
		}
		if got, certain := Match(f.Atom, tt.e); got != tt.want || !certain {
			t.Errorf("Match(%s, %+v) = %v, %v; want %v for certain", tt.atom, tt.e, got, certain, tt.want)
		}
	}
	for _, tt := range []struct {
		test     string
		value    syntax.Value
		may, yes bool
	}{
		{"n > 5", syntax.String("7"), true, false}, {"n > 5", syntax.String("5"), false, true}, {"n > 5", syntax.String(" 7e0 "), true, false},
		{"n > 5", syntax.String("many"), false, true}, {"n > 5", syntax.String("-"), false, true}, {"n < 5", syntax.String("-7"), true, false},
		{"n > 5", syntax.String("1e999"), true, false}, {"n != 5", syntax.String("5"), true, false}, {"n != 5", syntax.String("6"), true, true},
		{"n == 5", syntax.String("5"), true, false}, {`n == "5"`, syntax.Number(5), false, true},
		{`n == "five"`, syntax.Number(5), false, true}, {"n == true", syntax.Number(1), false, true},
	} {
		f, err := syntax.ParseFormula("tool:pay(" + tt.test + ")")
		if err != nil {
			t.Fatal(err)
		}
		if holds, certain := Match(f.Atom, &Event{Tool: "pay", Args: []Arg{{Path: "n", Value: tt.value}}}); holds != tt.may || certain != tt.yes {
			t.Errorf("%s of %v: %v, %v; want %v, %v", tt.test, tt.value, holds, certain, tt.may, tt.yes)
		}
	}
	open, err := syntax.ParseFormula("tool:pay(n > 5)")
	if err != nil {
		t.Fatal(err)
	}
	if got, certain := Match(open.Atom, &Event{Tool: "pay", Open: true}); !got || certain {
		t.Errorf("a test of an unknown argument: %v, %v; want that it may hold", got, certain)
	}
}

// TestEach: the states after an event of which some atoms are not certain are
// those after each event that it may be.
func TestEach(t *testing.T) {
	rng := rand.New(rand.NewSource(*seed))
	for range 300 {
		d, err := Compile(randomFormula(rng, 1+rng.Intn(9), 3))
		if err != nil {
			t.Fatal(err)
		}
		all := Symbol(1)<<len(d.Atoms) - 1
		must := Symbol(rng.Intn(8)) & all
		may := Symbol(rng.Intn(8)) & all &^ must
		q := State(rng.Intn(d.Len()))
		want, got := make(map[State]bool), make(map[State]bool)
		for s := range all + 1 {
			if s&^may == must {
				want[d.Next(q, s)] = true
			}
		}
		d.Each(q, must, may, func(q State) bool { got[q] = true; return true })
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("Each(%d, %b, %b) (-want +got):\n%s\n%s", q, must, may, diff, d)
		}
	}
}
