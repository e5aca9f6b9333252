package module

import (
	"slices"
	"testing"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/graph/verdict"
)

// TestTemplates: what a helper builds for any caller goes where a caller is known,
// with what could not be decided; a definite finding stays.
func TestTemplates(t *testing.T) {
	at := func(line int) graph.Pos { return graph.Pos{File: "desk.go", Line: line, Col: 1} }
	open := func(line int, param bool) *graph.Workflow {
		nodes := []graph.Node{{Name: "ask", Kind: graph.KindPassthrough, Pos: at(line + 2)}}
		return &graph.Workflow{Name: "w", Pos: at(line), Nodes: nodes, Unknowns: []graph.Unknown{{Node: graph.None, Reason: reason.Words("r"), Param: param, Pos: at(line + 1)}}}
	}
	desk := &Package{
		Path:    "desk",
		Program: &graph.Program{Workflows: []*graph.Workflow{open(10, true), open(20, true), open(30, false), {Name: "done", Pos: at(40)}}},
		Findings: []report.Finding{
			{Verdict: verdict.Unknown, Pos: at(11)}, {Verdict: verdict.Violated, Pos: at(11)},
			{Verdict: verdict.Unknown, Pos: at(12)},
			{Verdict: verdict.Unknown, Pos: at(21)}, {Verdict: verdict.Unknown, Pos: at(31)},
		},
	}
	caller := &Package{Path: "main", Program: &graph.Program{Completed: []graph.Pos{at(10), at(30), at(40)}}}
	for _, c := range []struct {
		name             string
		packages         []*Package
		lines, undecided []int
	}{
		{"alone", []*Package{desk}, []int{10, 20, 30, 40}, []int{11, 12, 21, 31}},
		{"with a caller", []*Package{desk, caller}, []int{20, 30, 40}, []int{21, 31}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var lines, undecided []int
			for _, w := range Join(c.packages).Program.Workflows {
				lines = append(lines, w.Pos.Line)
			}
			definite := 0
			for _, f := range withoutTemplates(desk, Join(c.packages).done) {
				if f.Verdict == verdict.Unknown {
					undecided = append(undecided, f.Pos.Line)
				} else {
					definite++
				}
			}
			if !slices.Equal(lines, c.lines) || !slices.Equal(undecided, c.undecided) || definite != 1 {
				t.Errorf("workflows at %v, undecided at %v, %d definite, want %v, %v, 1", lines, undecided, definite, c.lines, c.undecided)
			}
		})
	}
}
