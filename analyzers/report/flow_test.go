package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/taint"
)

// flowOf returns a flow through some hops, each on a line of its own but for those whose names begin
// with "same ".
func flowOf(hops ...taint.Hop) *taint.Flow {
	line := 0
	for i := range hops {
		name, same := strings.CutPrefix(hops[i].Name, "same ")
		if !same {
			line++
		}
		hops[i].Name, hops[i].Pos = name, graph.Pos{File: "a.go", Line: line, Col: i + 1}
	}
	return &taint.Flow{
		Source: taint.Source{Name: "run", Labels: taint.NewLabels("model")},
		Sink:   taint.Sink{Name: "os/exec.Command", Kind: "exec"},
		Hops:   hops,
	}
}

// TestFlowSteps: a reader sees where the data changes hands, in at most eight steps.
func TestFlowSteps(t *testing.T) {
	hop := func(op taint.Op, name string) taint.Hop { return taint.Hop{Op: op, Name: name} }
	got := flowSteps(flowOf(
		hop(taint.OpSource, ""), hop(taint.OpConvert, ""), hop(taint.OpLoad, "Line"), hop(taint.OpCall, "same parse"),
		hop(taint.OpStore, ""), hop(taint.OpConvert, "x"), hop(taint.OpLoad, "args"), hop(taint.OpSink, "")))
	var text []string
	for _, s := range got {
		text = append(text, fmt.Sprintf("%d: %s", s.Pos.Line, s.Text))
	}
	want := []string{`1: a model chooses what "run" is called with`, "3: is read from Line, goes into parse", "6: is read from args", "7: and reaches exec.Command"}
	if strings.Join(text, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(text, "\n"), strings.Join(want, "\n"))
	}

	for _, op := range []taint.Op{taint.OpLoad, taint.OpCall, taint.OpModel} {
		hops := []taint.Hop{hop(taint.OpSource, "")}
		for i := range 30 {
			hops = append(hops, hop(op, fmt.Sprintf("f%d", i)))
			if i == 15 {
				hops = append(hops, hop(taint.OpTool, "search"))
			}
		}
		steps := flowSteps(flowOf(append(hops, hop(taint.OpSink, ""))...))
		if len(steps) > maxFlowSteps || len(steps) < 3 {
			t.Errorf("%v: %d steps", op, len(steps))
		}
		first, last := steps[0].Text, steps[len(steps)-1].Text
		if "1: "+first != want[0] || last != "and reaches exec.Command" {
			t.Errorf("%v: from %q to %q", op, first, last)
		}
		if op == taint.OpModel && !strings.Contains(fmt.Sprint(steps), "and so on, 2") {
			t.Errorf("%v: what is left out is not said: %v", op, steps)
		}
	}
}
