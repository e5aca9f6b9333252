package verify

import (
	"slices"
	"testing"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/taint"
)

// TestPassedOn: what one model tells another is not said of what that one chooses by itself, unless it is more certain.
func TestPassedOn(t *testing.T) {
	sink := taint.Sink{Name: "os.ReadFile", Kind: taint.KindRead, Pos: graph.Pos{File: "a.go", Line: 9, Col: 1}}
	flow := func(tool string, line int, sure bool, between ...taint.Op) taint.Flow {
		pos := graph.Pos{File: "a.go", Line: line, Col: 1}
		labels := taint.NewLabels(taint.LabelModel, taint.MarkOf("path"), taint.MarkEnd)
		if sure {
			labels = labels.Union(taint.NewLabels(taint.MarkApart))
		}
		f := taint.Flow{Source: taint.Source{Name: tool, Labels: labels, Pos: pos}, Sink: sink, Labels: labels, Hops: []taint.Hop{{Op: taint.OpSource, Pos: pos}}}
		for _, op := range between {
			f.Hops = append(f.Hops, taint.Hop{Op: op, Pos: graph.Pos{File: "a.go", Line: 5, Col: 1}})
		}
		f.Hops = append(f.Hops, taint.Hop{Op: taint.OpSink, Pos: sink.Pos})
		return f
	}
	direct, passed := flow("read", 5, true), flow("ask_reader", 1, true, taint.OpModel)
	for _, test := range []struct {
		name  string
		flows []taint.Flow
		want  []verdict.Verdict
	}{
		{"of both", []taint.Flow{passed, direct}, []verdict.Verdict{verdict.Violated}},
		{"of the other alone", []taint.Flow{passed}, []verdict.Verdict{verdict.Violated}},
		{"less certain", []taint.Flow{passed, flow("read", 5, false)}, []verdict.Verdict{verdict.Violated, verdict.Unknown}},
		{"with no model between", []taint.Flow{direct, flow("show", 1, true)}, []verdict.Verdict{verdict.Violated, verdict.Violated}},
	} {
		var got []verdict.Verdict
		for _, f := range reads(test.flows) {
			got = append(got, f.Verdict)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// TestImplied: what a tool reads is no news where the model has it write by the same argument, and is one where it reads what another one
// names.
func TestImplied(t *testing.T) {
	flow := func(kind, argument string) taint.Flow {
		pos := graph.Pos{File: "a.go", Line: 1, Col: 1}
		labels := taint.NewLabels(taint.LabelModel, taint.MarkOf("path"), taint.MarkEnd, taint.MarkApart)
		return taint.Flow{
			Source: taint.Source{Name: "copy", Labels: labels, Pos: pos}, Sink: taint.Sink{Name: "f", Kind: kind}, Labels: labels,
			Hops: []taint.Hop{{Op: taint.OpSource, Pos: pos}, {Op: taint.OpLoad, Name: argument, Pos: pos}, {Op: taint.OpSink, Pos: pos}},
		}
	}
	for _, test := range []struct {
		reads, writes string
		want          int
	}{{"From", "To", 2}, {"Path", "Path", 1}, {"", "To", 1}, {"From", "", 1}} {
		if got := WithoutImplied([]taint.Flow{flow(taint.KindRead, test.reads), flow("path", test.writes)}); len(got) != test.want {
			t.Errorf("reads %q, writes %q: %d flows, want %d", test.reads, test.writes, len(got), test.want)
		}
	}
}
