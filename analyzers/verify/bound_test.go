package verify

import (
	"testing"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/taint"
)

// TestHandedUnproved: without proofs, what they show is not known, and nothing else is said otherwise.
func TestHandedUnproved(t *testing.T) {
	at := func(line int) graph.Pos { return graph.Pos{File: "a.go", Line: line, Col: 1} }
	list := []taint.Handed{
		{Field: "p.args.A", Label: "@bound:<= 5", To: "pay", Pos: at(1), Verdict: verdict.Holds},
		{Field: "p.args.A", Label: "@bound:>= 0", To: "pay", Pos: at(1), Verdict: verdict.Violated, Values: "A = -1"},
		{Field: "p.args.A", Label: "@bound:<= 5", To: "pay", Pos: at(2), Verdict: verdict.Holds, Unreached: true},
		{Field: "p.args.A", Label: "@bound:>= 0", To: "pay", Pos: at(2), Verdict: verdict.Unknown, Doubt: taint.HandedHard},
		{Field: "p.args.A", Label: "@bound:<= 5", To: "sql.DB.Exec", Pos: at(3), Verdict: verdict.Holds, OfModel: true},
	}
	with, without := Handed(list, true), Handed(list, false)
	if len(with) != 5 || len(without) != len(with) {
		t.Fatalf("%d and %d findings", len(with), len(without))
	}
	for i := range with {
		a, b := &with[i], &without[i]
		if a.Verdict == verdict.Holds {
			if b.Verdict != verdict.Unknown || b.Pos != a.Pos || b.Proof != "" {
				t.Errorf("%s: %v at %v without proofs", a.Message, b.Verdict, b.Pos)
			}
			continue
		}
		if a.Message != b.Message || a.Verdict != b.Verdict || a.Pos != b.Pos {
			t.Errorf("%q, and without proofs %q", a.Message, b.Message)
		}
	}
}
