package truth

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"github.com/tmc/langchaingo/agents"
	"github.com/tmc/langchaingo/chains"
	"github.com/tmc/langchaingo/llms"

	bad "example.com/assistants/ledger/bad"
	clean "example.com/assistants/ledger/clean"
)

// TestLedger runs each executor with a model that always calls a tool, and writes
// down which tools it has and how often it asks.
func TestLedger(t *testing.T) {
	for _, p := range []struct {
		name           string
		clerk, auditor func(llms.Model) *agents.Executor
		report         func(llms.Model) (*chains.SimpleSequentialChain, error)
	}{{"ledger/bad", bad.Clerk, bad.Auditor, bad.Report}, {"ledger/clean", clean.Clerk, clean.Auditor, clean.Report}} {
		t.Run(p.name, func(t *testing.T) {
			var d dump
			m := &clerk{}
			d.Agents = append(d.Agents, m.runs(t, "Clerk", p.clerk(m)), m.runs(t, "Auditor", p.auditor(m)))
			seq, err := p.report(m)
			if err != nil {
				t.Fatal(err)
			}
			var nodes []node
			list := reflect.ValueOf(seq).Elem().FieldByName("chains")
			for i := range list.Len() {
				v := list.Index(i).Elem()
				nodes = append(nodes, node{v.Type().Elem().Name(), "LLM"})
				if v.Type() == reflect.TypeFor[*agents.Executor]() {
					d.Agents = append(d.Agents, agent{Name: "Report", Type: "llm", Tools: []tool{}, Rounds: int(v.Elem().FieldByName("MaxIterations").Int())})
				}
			}
			d.Workflows = append(d.Workflows, chain("Report", nodes))
			compare(t, p.name, d)
		})
	}
}

// clerk is a model that always calls a tool.
type clerk struct{ asked int }

func (m *clerk) Call(ctx context.Context, prompt string, options ...llms.CallOption) (string, error) {
	return llms.GenerateFromSinglePrompt(ctx, m, prompt, options...)
}

func (m *clerk) GenerateContent(context.Context, []llms.MessageContent, ...llms.CallOption) (*llms.ContentResponse, error) {
	m.asked++
	const text = "Thought: look it up\nAction: read_account\nAction Input: 1"
	return &llms.ContentResponse{Choices: []*llms.ContentChoice{{Content: text}}}, nil
}

// runs describes an executor by a run that never ends.
func (m *clerk) runs(t *testing.T, name string, e *agents.Executor) agent {
	t.Helper()
	m.asked = 0
	if _, err := chains.Run(context.Background(), e, "?"); !errors.Is(err, agents.ErrNotFinished) {
		t.Fatalf("%s ends with %v", name, err)
	}
	g := agent{Name: name, Type: "llm", Rounds: m.asked}
	for _, x := range e.Agent.GetTools() {
		g.Tools = append(g.Tools, tool{Name: x.Name()})
	}
	return g
}
