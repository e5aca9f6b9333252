package htmlreport

// This file shows what rules say of a log of runs.

import (
	"fmt"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/dfa"
)

// A Log is a log of runs, and what rules say of it.
type Log struct {
	Name       string // in positions; its lines are shown
	Rules      []report.Watched
	Verdicts   report.Verdicts
	Violations []Violation
}

// A Violation is a finding in a log, with the event of each step of its witness.
type Violation struct {
	report.Finding
	Events []dfa.Event
}

// addLog adds the violations, and a row for each rule beside those on the program. A log knows names and no code: an event stands at the steps of
// its name, or at those that have its tool, of the drawing that shows most events of the violation.
func (b *builder) addLog() {
	if b.in.Log == nil {
		return
	}
	for _, v := range b.in.Log.Violations {
		drawing, best, where := -1, 0, make([][]spot, len(v.Witness))
		for d := range b.data.Drawings {
			spots, found := make([][]spot, len(v.Witness)), 0
			for i := range v.Events {
				if spots[i] = b.byEvent(d, &v.Events[i]); len(spots[i]) > 0 {
					found++
				}
			}
			if found > best {
				drawing, best, where = d, found, spots
			}
		}
		b.add(v.Finding, drawing, where)
	}
	b.addWatched()
}

// byEvent returns where an event may stand on a drawing: the steps that it names, else those with the tool
// that is called.
func (b *builder) byEvent(d int, e *dfa.Event) (nodes []spot) {
	var tools []spot
	for g := range b.data.Drawings[d].Graphs {
		for n, box := range b.data.Drawings[d].Graphs[g].Boxes {
			if e.Node != "" && string(box.Name) == e.Node {
				nodes = append(nodes, spot{Graph: g, Box: n, Edge: -1, Tool: -1})
			}
			for _, t := range box.Tools {
				if e.Tool != "" && string(t.Name) == e.Tool {
					tools = append(tools, spot{Graph: g, Box: n, Edge: -1, Tool: t.ID})
				}
			}
		}
	}
	if len(nodes) > 0 {
		return nodes
	}
	return tools
}

// addWatched adds a row for each rule that the log was checked against.
func (b *builder) addWatched() {
	log := b.in.Log
	count := make(map[string]int)
	for _, v := range log.Violations {
		count[v.Rule]++
	}
	for i := range log.Rules {
		r := &log.Rules[i]
		said := log.Verdicts.Of(i)
		if said == "" {
			said = "no run in it"
		}
		b.data.Rules = append(b.data.Rules, rule{
			ID: text(r.ID()), Title: text(r.Text), State: "checked", Why: text(fmt.Sprintf("in %s: %s", log.Name, said)), Listed: count[r.ID()],
		})
	}
}
