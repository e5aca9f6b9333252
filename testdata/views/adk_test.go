package views

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/adkagents/catalog"
	"github.com/agentvet/agentvet/dfa/guard/adk"
	"github.com/agentvet/agentvet/graph"
	"google.golang.org/adk/v2/model"
)

// A silent model says nothing.
type silent struct{}

func (silent) Name() string { return "silent" }
func (silent) GenerateContent(context.Context, *model.LLMRequest, bool) iter.Seq2[*model.LLMResponse, error] {
	return nil
}

// A golden is what ADK says of a program.
type golden struct {
	Workflows []flow `json:"workflows"`
	Agents    []struct {
		Name  string `json:"name"`
		Type  string `json:"type"`
		Tools []struct {
			Name     string `json:"name"`
			Confirm  bool   `json:"confirm"`
			Provider bool   `json:"provider"`
		} `json:"tools"`
		MaxIterations *int     `json:"max_iterations"`
		TransferTo    []string `json:"transfer_to"`
		BeforeTool    int      `json:"before_tool_callbacks"`
	} `json:"agents"`
}

type flow struct {
	Name  string `json:"name"`
	Nodes []struct {
		ID    string   `json:"id"`
		Type  string   `json:"type"`
		Tools []string `json:"tools"`
		Sub   *flow    `json:"sub"`
	} `json:"nodes"`
	Edges []struct {
		From    string   `json:"from"`
		To      string   `json:"to"`
		Routes  []string `json:"routes"`
		Default bool     `json:"default"`
	} `json:"edges"`
}

// TestADK compares each program agent by agent, node by node and edge by edge.
func TestADK(t *testing.T) {
	for _, p := range catalog.Programs {
		t.Run(p.Name, func(t *testing.T) {
			root, err := p.Build(silent{})
			if err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(filepath.Join("..", "adk", "truth", "golden", strings.ReplaceAll(p.Name, "/", "_")+".json"))
			if err != nil {
				t.Fatal(err)
			}
			var truth golden
			if err := json.Unmarshal(data, &truth); err != nil {
				t.Fatal(err)
			}
			view := adk.View(t.Context(), root)(func(string) bool { return true })
			compare(t, "agents", truth.people(p.Name), people(view))
			compare(t, "ways", truth.ways(), ways(view))
		})
	}
}

// compare says which lines only one of two lists has.
func compare(t *testing.T, what string, want, got []string) {
	t.Helper()
	slices.Sort(want)
	slices.Sort(got)
	want, got = slices.Compact(want), slices.Compact(got)
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("%s: the view lacks %s", what, line)
		}
	}
	for _, line := range got {
		if !slices.Contains(want, line) {
			t.Errorf("%s: only the view has %s", what, line)
		}
	}
	if len(want) == 0 {
		t.Errorf("%s: there is nothing to compare", what)
	}
}

// gate returns the word for what asks before a tool.
func gate(confirm, provider, callbacks bool) string {
	switch {
	case provider:
		return "conditional"
	case confirm:
		return "confirm"
	case callbacks:
		return "conditional"
	}
	return "none"
}

// unused is the agent that a program registers and nothing runs.
const unused = "research/bad researcher_housing"

func (g *golden) people(program string) (lines []string) {
	for _, a := range g.Agents {
		if program+" "+a.Name == unused {
			continue
		}
		for _, t := range a.Tools {
			lines = append(lines, fmt.Sprintf("%s has %s %s", a.Name, t.Name, gate(t.Confirm, t.Provider, a.BeforeTool > 0)))
		}
		bound := "none"
		if a.MaxIterations != nil {
			bound = fmt.Sprint(*a.MaxIterations)
		}
		lines = append(lines, fmt.Sprintf("%s %s bound %s", a.Name, strings.ToLower(strings.TrimSuffix(a.Type, "Agent")), bound))
	}
	return lines
}

func people(p *graph.Program) (lines []string) {
	for _, a := range p.AllAgents() {
		for _, t := range a.Tools {
			if !t.Added() || t.Name == "finish_task" {
				lines = append(lines, fmt.Sprintf("%s has %s %s", a.Name, t.Name, t.Gate.Kind))
			}
			if t.Agent != "" && !slices.ContainsFunc(p.AllAgents(), func(o *graph.Agent) bool { return o.Name == t.Agent }) {
				lines = append(lines, "no agent behind "+t.Name)
			}
		}
		bound := "none"
		if a.Kind == graph.AgentLoop {
			bound = fmt.Sprint(a.Bound.N)
		}
		lines = append(lines, fmt.Sprintf("%s %s bound %s", a.Name, a.Kind, bound))
	}
	return lines
}

func (g *golden) ways() (lines []string) {
	for _, a := range g.Agents {
		for _, to := range a.TransferTo {
			lines = append(lines, fmt.Sprintf("%s hands over to %s", a.Name, to))
		}
	}
	var add func(f *flow)
	add = func(f *flow) {
		for _, n := range f.Nodes {
			if n.Type == "tool" {
				lines = append(lines, fmt.Sprintf("%s: %s calls %s", f.Name, n.ID, n.Tools))
			}
			if n.Type == "join" {
				lines = append(lines, fmt.Sprintf("%s: %s waits", f.Name, n.ID))
			}
			if n.Sub != nil {
				add(n.Sub)
			}
		}
		for _, e := range f.Edges {
			labels := e.Routes
			if e.Default {
				labels = []string{"default"}
			}
			if len(labels) == 0 {
				labels = []string{""}
			}
			for _, label := range labels {
				lines = append(lines, fmt.Sprintf("%s: %s -> %s %q", f.Name, e.From, e.To, label))
			}
		}
	}
	for i := range g.Workflows {
		add(&g.Workflows[i])
	}
	return append(lines, "one at least")
}

func ways(p *graph.Program) (lines []string) {
	for _, w := range p.AllWorkflows() {
		for i := range w.Nodes {
			n := &w.Nodes[i]
			if n.Kind == graph.KindTool && n.Agent == "" {
				lines = append(lines, fmt.Sprintf("%s: %s calls [%s]", w.Name, n.Name, n.Tools[0].Name))
			}
			if n.Join {
				lines = append(lines, fmt.Sprintf("%s: %s waits", w.Name, n.Name))
			}
		}
		for _, e := range w.Edges {
			from, to := &w.Nodes[e.From], &w.Nodes[e.To]
			switch {
			case to.Kind == graph.KindExit || from.Generated || to.Generated:
			case isGraph(w):
				lines = append(lines, fmt.Sprintf("%s: %s -> %s %q", w.Name, from.Name, to.Name, e.Label))
			case from.Kind == graph.KindLLM && e.Label == to.Agent && !slices.ContainsFunc(from.Tools, func(t *graph.Tool) bool { return t.Agent == to.Agent }):
				lines = append(lines, fmt.Sprintf("%s hands over to %s", from.Agent, to.Agent))
			}
		}
	}
	return append(lines, "one at least")
}

// isGraph reports whether a workflow is a graph that the program has drawn, and none of agents.
func isGraph(w *graph.Workflow) bool { return w.Engine.EachToken }
