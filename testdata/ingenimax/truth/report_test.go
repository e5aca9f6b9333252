package truth

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/Ingenimax/agent-sdk-go/pkg/interfaces"
	"github.com/Ingenimax/agent-sdk-go/pkg/orchestration"

	bad "example.com/ingenimax/report/bad"
	clean "example.com/ingenimax/report/clean"
	"example.com/ingenimax/report/staff"
)

// TestReport writes down the tasks as the SDK holds them, the agents, and which
// of these can follow which.
func TestReport(t *testing.T) {
	for _, p := range []struct {
		name  string
		tasks func(string) *orchestration.Workflow
		ask   func(context.Context, interfaces.LLM, string, string) (*orchestration.HandoffResult, error)
	}{{"report/bad", bad.Tasks, bad.Ask}, {"report/clean", clean.Tasks, clean.Ask}} {
		t.Run(p.name, func(t *testing.T) {
			m := newModel(t, func(string) string { return "done" })
			registry, err := staff.Hire(m, t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			var d dump
			var names []string
			for name := range registry.List() {
				names = append(names, name)
			}
			slices.Sort(names)
			for _, name := range names {
				a, _ := registry.Get(name)
				d.Agents = append(d.Agents, describe(t, m, a))
			}
			d.Workflows = []workflow{tasks(p.name, p.tasks("x")), desk(t, p.name, names, p.ask)}
			compare(t, p.name, d)
		})
	}
}

// tasks returns the workflow of tasks: each has an edge from those that it depends
// on, if there are such.
func tasks(program string, w *orchestration.Workflow) workflow {
	out := workflow{Name: "Tasks", File: program}
	needed := make(map[string]bool)
	for _, x := range w.Tasks {
		out.Nodes = append(out.Nodes, node{ID: x.ID, Kind: "llm", Agent: x.AgentID})
		for _, id := range x.Dependencies {
			needed[id] = true
		}
	}
	for _, x := range w.Tasks {
		if len(x.Dependencies) == 0 {
			out.Edges = append(out.Edges, edge{From: "START", To: x.ID})
		}
		for _, id := range x.Dependencies {
			if slices.ContainsFunc(w.Tasks, func(y *orchestration.Task) bool { return y.ID == id }) {
				out.Edges = append(out.Edges, edge{From: id, To: x.ID})
			}
		}
		if !needed[x.ID] {
			out.Edges = append(out.Edges, edge{From: x.ID, To: "END"})
		}
	}
	return out
}

// desk asks questions of all kinds and has each agent hand over to each.
func desk(t *testing.T, program string, names []string, ask func(context.Context, interfaces.LLM, string, string) (*orchestration.HandoffResult, error)) workflow {
	t.Helper()
	out := workflow{Name: "Ask", File: program, Nodes: []node{{ID: "route", Kind: "router"}, {ID: "again", Kind: "router"}}}
	out.Edges = append(out.Edges, edge{From: "START", To: "route"}, edge{From: "again", To: "END", Branch: true})
	firsts := make(map[string]bool)
	for _, question := range []string{"how many are there?", "who did it?"} {
		res, err := ask(context.Background(), newModel(t, func(string) string { return "done" }), t.TempDir(), question)
		if err == nil {
			firsts[res.AgentID] = true
		}
	}
	for _, name := range names {
		out.Nodes = append(out.Nodes, node{ID: name, Kind: "llm", Agent: name})
		if firsts[name] {
			out.Edges = append(out.Edges, edge{From: "route", To: name, Branch: true})
		}
		var next string
		m := newModel(t, func(question string) string {
			if strings.Contains(question, "handed over") {
				return "done"
			}
			return fmt.Sprintf("[HANDOFF:%s:why not] handed over", next)
		})
		for _, next = range names {
			res, err := ask(context.Background(), m, t.TempDir(), "how many are there?")
			if err != nil || res.AgentID != next {
				t.Errorf("no hand-over to %s: %v %v", next, res, err)
			}
		}
		out.Edges = append(out.Edges, edge{From: name, To: "again"}, edge{From: "again", To: name, Branch: true})
	}
	m := newModel(t, func(string) string { return "[HANDOFF:editor:for ever] go on" })
	if _, err := ask(context.Background(), m, t.TempDir(), "how many are there?"); err == nil || m.asked-m.rounds != 5 {
		t.Errorf("%d agents ran, and it ended with %v", m.asked-m.rounds, err)
	}
	return out
}
