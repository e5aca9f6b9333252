package dfa

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/dfa/syntax"
)

func rule(name, text string, h Handling) Rule { return Rule{name, MustCompile(text), h} }

func call(tool string) *Event { return &Event{Tool: tool} }

// randomRules returns rules that some run keeps, over the tags a to d.
func randomRules(t *testing.T, rng *rand.Rand, n int) []Rule {
	t.Helper()
	var rules []Rule
	for len(rules) < n {
		d, err := Compile(randomFormula(rng, 1+rng.Intn(9), 4))
		if err != nil {
			t.Fatal(err)
		}
		if !d.Violating(d.Start) && !d.Unfolding() {
			rules = append(rules, Rule{fmt.Sprint(len(rules)), d, Handling(1 + rng.Intn(4))})
		}
	}
	return rules
}

func randomTags(rng *rand.Rand) *Event {
	e := new(Event)
	for _, tag := range "abcd" {
		if rng.Intn(3) == 0 {
			e.Tags = append(e.Tags, string(tag))
		}
	}
	return e
}

// TestMonitorFollowsDFA: a monitor says of each rule what its automaton says, and
// reports a violation at the event with which a violating state is entered.
func TestMonitorFollowsDFA(t *testing.T) {
	rng := rand.New(rand.NewSource(*seed))
	for range 500 {
		rules := randomRules(t, rng, 1+rng.Intn(4))
		m, err := NewMonitor(rules...)
		if err != nil {
			t.Fatal(err)
		}
		at := make([]State, len(rules))
		for i, r := range rules {
			at[i] = r.DFA.Start
		}
		for range rng.Intn(8) {
			e := randomTags(rng)
			var want Decision
			for i, r := range rules {
				before := at[i]
				at[i] = r.DFA.Next(before, r.DFA.Symbol(e))
				if r.DFA.Violating(at[i]) && !r.DFA.Violating(before) {
					want.Violated = append(want.Violated, i)
					want.Handling = max(want.Handling, r.Handling)
				}
			}
			if got := m.Step(e); got.Handling != want.Handling || !slices.Equal(got.Violated, want.Violated) {
				t.Fatalf("Step(%v) = %v, want %v", e.Tags, got, want)
			}
		}
		_, verdicts := m.Finish()
		for i, r := range rules {
			want := Unmet
			switch {
			case r.DFA.Violating(at[i]):
				want = Violated
			case r.DFA.Accepting(at[i]):
				want = Accepted
			}
			if verdicts[i] != want {
				t.Fatalf("Finish: rule %d is %v, want %v\n%s", i, verdicts[i], want, r.DFA)
			}
		}
	}
}

// TestMonitorUnknownArguments: where arguments are not known, a verdict is one
// that they cannot change.
func TestMonitorUnknownArguments(t *testing.T) {
	rng := rand.New(rand.NewSource(*seed))
	// A letter is a call of which an argument has a value.
	tests := strings.NewReplacer("A", "tool:t(a == 1)", "B", "tool:t(b == 1)", "C", "tool:t(c == 1)")
	rules := []string{"G !A", "A before B", "A before each B", "never A after B", "at most 1 A", "A only between B and C", "A U B", "A -> F B"}
	for range 300 {
		text := rules[rng.Intn(len(rules))]
		d := MustCompile(tests.Replace(text))
		m := MustMonitor(Rule{"r", d, Block})
		states := map[State]bool{d.Start: true}
		for range 4 {
			e := &Event{Tool: "t", Open: rng.Intn(2) == 0}
			symbols := []Symbol{0}
			for i, a := range d.Atoms {
				if e.Open {
					for _, s := range symbols {
						symbols = append(symbols, s|1<<i)
					}
				} else if rng.Intn(2) == 0 {
					e.Args = append(e.Args, Arg{Path: a.Tests[0].Path, Value: syntax.Number(1)})
					symbols[0] |= 1 << i
				}
			}
			next := make(map[State]bool)
			mayFail := false
			for q := range states {
				for _, s := range symbols {
					to := d.Next(q, s)
					next[to] = true
					mayFail = mayFail || d.Violating(to) && !d.Violating(q)
				}
			}
			before := allOf(states, d.Violating)
			if got := m.Check(e); got.Denied() != mayFail {
				t.Fatalf("%s: Check = %v, want denied = %v", text, got, mayFail)
			}
			if got := m.Step(e); got.Denied() != (!before && allOf(next, d.Violating)) {
				t.Fatalf("%s: Step = %v, states %v", text, got, next)
			}
			m.Resume()
			states = next
		}
		want := Inconclusive
		switch {
		case allOf(states, d.Violating):
			want = Violated
		case allOf(states, d.Accepting):
			want = Accepted
		case !anyOf(states, d.Accepting):
			want = Unmet
		}
		if _, got := m.Finish(); got[0] != want {
			t.Fatalf("%s: Finish = %v, want %v: %v", text, got, want, states)
		}
	}
}

func allOf(states map[State]bool, is func(State) bool) bool {
	return !anyOf(states, func(q State) bool { return !is(q) })
}

func anyOf(states map[State]bool, is func(State) bool) bool {
	for q := range states {
		if is(q) {
			return true
		}
	}
	return false
}

// TestLetters: the fast test of a letter says what Match says.
func TestLetters(t *testing.T) {
	atoms := []string{
		"tool:rm", "tool:r*", `tool:"r*"`, "tool:rm(n > 1)", "node:rm", "kind:tool", "action:tool", "agent:rm", "decision:rm",
		"human", "cap:fs", "rm", "*", `"tool:rm"`,
	}
	events := []*Event{{}, {Human: true}, {Open: true, Tool: "rm"}, {Tool: "rm", Args: []Arg{{Path: "n", Value: syntax.Number(2)}}}}
	for _, name := range []string{"rm", "r*", "tool", "x", ""} {
		for _, tags := range [][]string{nil, {"rm"}, {"tool:rm"}, {"human", "node:rm"}, {"cap:fs.x", "kind:tool", "action:tool"}} {
			events = append(events, &Event{Tool: name, Tags: tags}, &Event{Node: name, Tags: tags}, &Event{Kind: name, Tags: tags},
				&Event{Agent: name, Tags: tags}, &Event{Decision: name, Tags: tags}, &Event{Caps: []string{"fs.read"}, Tags: tags})
		}
	}
	m := MustMonitor(rule("all", "ltlf: F("+strings.Join(atoms, " && ")+")", Warn))
	if len(m.letters) != len(atoms) {
		t.Fatalf("%d letters for %d atoms", len(m.letters), len(atoms))
	}
	plain := 0
	for _, e := range events {
		clear(m.memo)
		for range 2 { // read, and read again
			for i, l := range m.letters {
				if l.plain {
					plain++
				}
				if got, want := m.truth(int32(i), e), match(l.atom, e); got != want {
					t.Errorf("%s of %+v is %d, want %d", l.atom, e, got, want)
				}
			}
		}
	}
	if plain == 0 {
		t.Error("no letter is plain")
	}
}

func TestMonitorGuards(t *testing.T) {
	m := MustMonitor(
		rule("approve", "human before each tool:refund", HandlingUnset),
		rule("quiet", "never tool:mail", Warn),
		rule("lock", "never tool:close after tool:open", Halt),
		rule("wipe", "never tool:wipe", Escalate),
	)
	want := func(e *Event, h Handling, rules ...int) {
		t.Helper()
		check := m.Check(e)
		check.Violated = slices.Clone(check.Violated)
		if got := m.Admit(e); got.Handling != h || !slices.Equal(got.Violated, rules) || !cmp.Equal(got, check) {
			t.Errorf("Admit(%s) = %v, Check = %v; want %v %v", e.Tool, got, check, h, rules)
		}
	}
	want(call("refund"), Block, 0)
	want(call("refund"), Block, 0) // it did not happen, and lacks the same
	want(&Event{Human: true}, HandlingUnset)
	want(call("refund"), HandlingUnset)
	want(call("refund"), Block, 0)
	want(call("mail"), Warn, 1)
	want(call("mail"), HandlingUnset) // that rule is over
	want(call("open"), HandlingUnset)
	want(&Event{Tool: "refund", Tags: []string{"tool:close"}}, Halt, 0, 2)
	want(call("open"), Halt) // the run is over
	m.Resume()
	want(call("open"), HandlingUnset)
	want(&Event{Tool: "wipe", Tags: []string{"tool:close"}}, Escalate, 2, 3)
	want(call("open"), Escalate)
	if _, got := m.Finish(); !slices.Equal(got, []Verdict{Accepted, Violated, Accepted, Accepted}) {
		t.Errorf("Finish = %v: what was refused violates nothing", got)
	}
	m.Reset()
	want(call("mail"), Warn, 1)
	if got := m.Fresh().Admit(call("mail")); got.Handling != Warn {
		t.Errorf("Fresh().Admit(mail) = %v, want a warning", got)
	}
}

func TestMonitorEnds(t *testing.T) {
	m := MustMonitor(
		rule("report", "tool:deploy -> F tool:report", Escalate),
		rule("before", "human before tool:deploy", Block),
		rule("once", "at most 1 tool:deploy", Warn),
		rule("settled", "human before tool:x", Warn),
	)
	verdicts := func(want ...Verdict) {
		t.Helper()
		var got []Verdict
		for i := range m.Len() {
			got = append(got, m.Verdict(i))
		}
		if !slices.Equal(got, want) {
			t.Errorf("verdicts %v, want %v", got, want)
		}
	}
	verdicts(Open, Open, Open, Open)
	m.Step(call("deploy"))
	verdicts(Open, Violated, Open, Open)
	if d := m.Step(&Event{Human: true}); d.Handling != HandlingUnset {
		t.Errorf("a violation is said again: %v", d)
	}
	verdicts(Open, Violated, Open, Accepted)
	d, got := m.Finish()
	if d.Handling != Escalate || !slices.Equal(d.Violated, []int{0}) || !slices.Equal(got, []Verdict{Unmet, Violated, Accepted, Accepted}) {
		t.Errorf("Finish = %v, %v", d, got)
	}
	if got := m.Abort(); !slices.Equal(got, []Verdict{Inconclusive, Violated, Accepted, Accepted}) {
		t.Errorf("Abort = %v", got)
	}
}

func TestNewMonitorErrors(t *testing.T) {
	var counts []string
	for _, a := range "abcdefgh" {
		counts = append(counts, "(at most 3 "+string(a)+")")
	}
	ok := MustCompile("never a")
	for _, tt := range []struct {
		rules []Rule
		want  string
	}{
		{[]Rule{{"big", MustCompile(strings.Join(counts, " AND ")), Warn}}, `rule "big": the automaton is too large`},
		{[]Rule{{"false", MustCompile("ltlf: false"), Warn}}, `rule "false": no run can keep it`},
		{[]Rule{{"none", nil, Warn}}, `rule "none": no automaton`},
		{[]Rule{{"a", ok, Warn}, {"a", ok, Halt}}, `rule "a": the name occurs twice`},
		{[]Rule{{"a", ok, numHandlings}}, `rule "a": no such handling: 5`},
	} {
		if _, err := NewMonitor(tt.rules...); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("NewMonitor: %v, want %s", err, tt.want)
		}
	}
}

func TestMonitorWords(t *testing.T) {
	for h := range numHandlings {
		got, ok := ParseHandling(h.String())
		if h == HandlingUnset && ok || h != HandlingUnset && (!ok || got != h) {
			t.Errorf("ParseHandling(%q) = %v, %v", h, got, ok)
		}
	}
	for v := range numVerdicts {
		if v.String() == "" {
			t.Errorf("verdict %d has no word", v)
		}
	}
}

// TestShared: of many calls at once, as many are admitted as the rule allows.
func TestShared(t *testing.T) {
	s := NewShared(MustMonitor(rule("twice", "at most 2 tool:pay", Block)))
	var wg sync.WaitGroup
	var mu sync.Mutex
	admitted := 0
	for range 20 {
		wg.Go(func() {
			d := s.Admit(call("pay"))
			mu.Lock()
			defer mu.Unlock()
			if !d.Denied() {
				admitted++
			} else if names := s.Names(d); !slices.Equal(names, []string{"twice"}) {
				t.Errorf("refused by %v", names)
			}
		})
	}
	wg.Wait()
	if _, verdicts := s.Finish(); admitted != 2 || verdicts[0] != Accepted {
		t.Errorf("%d calls admitted, want 2; %v", admitted, verdicts)
	}
}

func TestMonitorAllocatesNothing(t *testing.T) {
	m := MustMonitor(benchmarkRules(5)...)
	typed := MustMonitor(rule("limit", "human before each tool:pay(amount > 1000)", Block), rule("glob", "never tool:delete_*", Warn))
	events := append(benchmarkEvents(), &Event{Tool: "pay", Open: true}, &Event{Tool: "pay", Args: []Arg{{Path: "amount", Value: syntax.Number(5)}}}, call("delete_x"))
	if n := testing.AllocsPerRun(100, func() {
		for _, e := range events {
			m.Check(e)
			m.Admit(e)
			m.Step(e)
			typed.Admit(e)
			typed.Step(e)
		}
		m.Reset()
		typed.Reset()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// benchmarkRules returns rules of the usual kinds over few tools.
func benchmarkRules(n int) []Rule {
	return []Rule{
		rule("approve", "human before each tool:refund", Block),
		rule("report", "tool:deploy -> F tool:report", Escalate),
		rule("once", "at most 3 tool:deploy", Halt),
		rule("sealed", "never tool:mail after tool:read_inbox", Block),
		rule("window", "tool:open only between human and tool:close", Warn),
	}[:n]
}

func benchmarkEvents() []*Event {
	return []*Event{
		{Kind: "llm", Agent: "clerk"}, {Tool: "read_orders", Agent: "clerk"}, {Human: true}, {Tool: "refund", Agent: "clerk"},
		{Kind: "llm", Agent: "ops"}, {Tool: "deploy", Agent: "ops"}, {Tool: "report", Agent: "ops"}, {Tool: "close", Agent: "ops"},
	}
}

// TestDecisionIsNoStep: an event that is a decision and nothing else is there for
// rules that name it only, as it is in workflows.
func TestDecisionIsNoStep(t *testing.T) {
	pay, other := Event{Decision: "pay"}, Event{Decision: "other"}
	a, b, step := Event{Tool: "a"}, Event{Tool: "b"}, Event{Node: "n", Decision: "other"}
	for _, tt := range []struct {
		rule   string
		events []Event
		want   Verdict
	}{
		{"tool:a -> F[<=1] tool:b", []Event{a, other, b}, Accepted},
		{"tool:a -> F[<=1] tool:b", []Event{a, step, b}, Violated},
		{"ltlf: G(tool:a -> X decision:pay)", []Event{a, other, pay}, Accepted},
		{"ltlf: G(tool:a -> X tool:b) && F decision:p*", []Event{a, pay, b}, Violated},
	} {
		m := MustMonitor(rule("r", tt.rule, Warn))
		for i := range tt.events {
			m.Step(&tt.events[i])
		}
		if _, verdicts := m.Finish(); verdicts[0] != tt.want {
			t.Errorf("%q: verdict %v, want %v", tt.rule, verdicts[0], tt.want)
		}
	}
}

// TestWatch: a part of a rule that names no decision does not see one, joined with a part that does.
func TestWatch(t *testing.T) {
	for _, tt := range []struct {
		rule string
		want []string
	}{
		{"(tool:a -> F[<=1] tool:b) AND (never tool:c)", []string{"r"}},
		{"never decision:x", []string{"r"}},
		{"(tool:a -> F[<=1] tool:b) AND (never decision:x)", []string{"r/1", "r/2"}},
	} {
		watched, err := Watch("r", syntax.MustParse(tt.rule), Warn)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		var rules []Rule
		for _, w := range watched {
			names, rules = append(names, w.Name), append(rules, w.Rule)
		}
		if !slices.Equal(names, tt.want) {
			t.Errorf("Watch(%q) = %v, want %v", tt.rule, names, tt.want)
		}
		m := MustMonitor(rules...)
		for _, e := range []*Event{call("a"), {Decision: "y"}, call("b")} {
			if d := m.Step(e); d.Handling != HandlingUnset {
				t.Errorf("%q: %v violates it", tt.rule, e)
			}
		}
	}
}

func BenchmarkMonitor(b *testing.B) {
	for _, n := range []int{1, 5} {
		b.Run(fmt.Sprintf("rules=%d", n), func(b *testing.B) {
			m := MustMonitor(benchmarkRules(n)...)
			events := benchmarkEvents()
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				m.Step(events[i&7])
				i++
			}
			b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "events/s")
		})
	}
}
