package report_test

import (
	"strings"
	"testing"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
)

// desk is a workflow with two edges from one step to another, a step of the same name in a body, and
// two dead ends.
const desk = `{"name":"desk","framework":"x","entry_id":"start","exit_ids":["end"],
 "nodes":[{"id":"start","kind":"entry","position":"d.go:1:1"},{"id":"choose","kind":"router","position":"d.go:2:1"},
  {"id":"lost","kind":"tool","tools":["a"],"position":"d.go:3:1"},{"id":"inside","kind":"subgraph","sub":0,"position":"d.go:4:1"},{"id":"end","kind":"exit"}],
 "edges":[{"source":"start","target":"choose","position":"d.go:9:1"},{"source":"choose","target":"inside","kind":"conditional","condition":"i","position":"d.go:9:1"},
  {"source":"choose","target":"lost","kind":"conditional","condition":"b","guard":"odd","position":"d.go:9:1"},
  {"source":"choose","target":"lost","kind":"conditional","condition":"a","position":"d.go:9:1"},
  {"source":"inside","target":"end","position":"d.go:9:1"}],
 "subs":[{"name":"inner","framework":"x","entry_id":"start","exit_ids":["end"],
  "nodes":[{"id":"start","kind":"entry","position":"d.go:20:1"},{"id":"lost","kind":"tool","tools":["a"],"position":"d.go:21:1"},{"id":"end","kind":"exit"}],
  "edges":[{"source":"start","target":"lost","position":"d.go:22:1"},{"source":"start","target":"end","position":"d.go:23:1"}]}]}`

// TestWay finds the ways of findings in their workflows again, edge for edge.
func TestWay(t *testing.T) {
	p, err := graph.DecodeProgram("desk.json", []byte(desk))
	if err != nil {
		t.Fatal(err)
	}
	w := p.Workflows[0]
	found := make(map[string]int)
	for _, problem := range check.RunAll(p.Workflows, check.Options{}) {
		f := report.FromProblem(problem)
		in := w
		if f.Workflow == "inner" {
			in = w.Nodes[3].Sub
		}
		last := report.Place{}
		for i, at := range f.Way(in) {
			s := f.Witness[i]
			if s.Node == "" {
				continue
			}
			if at.In != in || in.Nodes[at.Node].Name != s.Node {
				t.Errorf("%s: step %q stands at %+v", f.Message, s.Text, at)
				continue
			}
			if strings.HasPrefix(s.Text, "then") {
				e := &in.Edges[max(at.Edge, 0)]
				if at.Edge == graph.None || e.From != last.Node || e.To != at.Node || e.Label != "" && !strings.Contains(s.Text, `"`+e.Label+`"`) {
					t.Errorf("%s: step %q is on edge %d, %+v", f.Message, s.Text, at.Edge, e)
				}
			}
			last = at
		}
		if f.Rule == "structure/dead-end" {
			found[f.Workflow]++
			if other := w.Nodes[3].Sub; f.Workflow == "desk" && f.Passes(other) >= f.Passes(w) {
				t.Errorf("%s passes %d steps of its own workflow, %d of another", f.Message, f.Passes(w), f.Passes(other))
			}
		}
	}
	if found["desk"] == 0 || found["inner"] == 0 {
		t.Errorf("there is nothing to look for: %v", found)
	}
}
