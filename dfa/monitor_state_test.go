package dfa

import (
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSnapshot: a monitor that goes on from a snapshot decides as the one from which it was taken,
// also where arguments are not known.
func TestSnapshot(t *testing.T) {
	rng := rand.New(rand.NewSource(*seed))
	events := func() (list []*Event) {
		for range rng.Intn(6) {
			list = append(list, randomTags(rng), &Event{Tool: "pay", Open: true})
		}
		return list
	}
	for range 300 {
		rules := append(randomRules(t, rng, 1+rng.Intn(3)), rule("limit", "at most 1 tool:pay(amount > 3)", Halt))
		one := MustMonitor(rules...)
		for _, e := range events() {
			one.Step(e)
		}
		other := one.Fresh()
		if err := other.Restore(one.Snapshot()); err != nil {
			t.Fatal(err)
		}
		for _, e := range events() {
			want := one.Admit(e)
			got := other.Admit(e)
			if got.Handling != want.Handling || !slices.Equal(got.Violated, want.Violated) {
				t.Fatalf("%v: %v, want %v", e, got, want)
			}
		}
		if diff := cmp.Diff(one.Abort(), other.Abort()); diff != "" {
			t.Fatal(diff)
		}
	}
}

// TestSnapshotErrors: where no run can be, no monitor is put, and it stays where it is.
func TestSnapshotErrors(t *testing.T) {
	m := MustMonitor(rule("approve", "human before each tool:pay", Block), rule("limit", "never tool:pay(amount > 3)", Block))
	m.Step(&Event{Human: true})
	before := m.Snapshot()
	for _, tt := range []struct {
		change func(*Snapshot)
		want   string
	}{
		{func(s *Snapshot) { s.Rules = s.Rules[:1] }, "1 rules, want 2"},
		{func(s *Snapshot) { s.Stopped = Warn }, "no run is stopped by the handling warn"},
		{func(s *Snapshot) { s.Stopped = 77 }, "no run is stopped by the handling invalid"},
		{func(s *Snapshot) { s.Rules[0].Live = nil }, `rule "approve": it is in no state`},
		{func(s *Snapshot) { s.Rules[0].Live = []State{-1} }, `rule "approve": no state -1`},
		{func(s *Snapshot) { s.Rules[0].Live = []State{1000} }, `rule "approve": no state 1000`},
		{func(s *Snapshot) { s.Rules[0].Live = []State{0, 0} }, `rule "approve": state 0 is there twice`},
		{func(s *Snapshot) { s.Rules[0].Lost = true }, `rule "approve": it is violated and in state`},
		{func(s *Snapshot) { s.Rules[1].Live = []State{1} }, `rule "limit": state 1 violates the rule`},
	} {
		s := m.Snapshot()
		tt.change(&s)
		if err := m.Restore(s); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("Restore: %v, want %s", err, tt.want)
		}
		if diff := cmp.Diff(before, m.Snapshot()); diff != "" {
			t.Errorf("after %s: %s", tt.want, diff)
		}
	}
}

// TestAdmitAll: what a human says of one call is there for this call, and for no other if it is refused.
func TestAdmitAll(t *testing.T) {
	m := MustMonitor(rule("approve", "human before each tool:pay", Escalate), rule("closed", "never tool:pay after tool:close", Block))
	yes, pay := &Event{Human: true}, call("pay")
	if d := m.AdmitAll(yes, pay); d.Denied() {
		t.Errorf("after a yes: %v", d)
	}
	m.Step(call("close"))
	if d := m.AdmitAll(yes, pay); d.Handling != Block || !slices.Equal(d.Violated, []int{1}) {
		t.Errorf("after it was closed: %v", d)
	}
	if d := m.Check(pay); !slices.Equal(d.Violated, []int{0, 1}) {
		t.Errorf("the yes to a call that was refused is still there: %v", d)
	}
}

// TestSum: rules that differ in anything have other hashes.
func TestSum(t *testing.T) {
	seen := make(map[string]Rule)
	for _, r := range []Rule{
		rule("a", "never tool:pay", Block), rule("b", "never tool:pay", Block), rule("a", "never tool:pay", Halt),
		rule("a", "never tool:pa?", Block), rule("a", `never tool:"pa?"`, Block), rule("a", "never tool:pay(x > 1)", Block), rule("a", "at most 1 tool:pay", Block),
	} {
		sum := MustMonitor(r).Sum()
		if other, ok := seen[sum]; ok {
			t.Errorf("%v and %v have the same hash", other, r)
		}
		seen[sum] = r
		if again := MustMonitor(r).Fresh().Sum(); again != sum {
			t.Errorf("%v has two hashes", r)
		}
	}
}
