package truth

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/nlpodyssey/openai-agents-go/agents"
	"github.com/nlpodyssey/openai-agents-go/agentstesting"
	"github.com/openai/openai-go/v2/responses"

	bad "example.com/assistants/helpdesk/bad"
	clean "example.com/assistants/helpdesk/clean"
	"example.com/assistants/helpdesk/tools"
)

// TestHelpdesk writes down what the agents have, and how often a run that never ends
// asks its model.
func TestHelpdesk(t *testing.T) {
	for _, p := range []struct {
		name   string
		first  func() *agents.Agent
		answer func(context.Context, agents.ModelProvider, string) (string, error)
	}{{"helpdesk/bad", bad.Agents, bad.Answer}, {"helpdesk/clean", clean.Agents, clean.Answer}} {
		t.Run(p.name, func(t *testing.T) {
			m := &endless{}
			_, err := p.answer(context.Background(), m, "?")
			var limit agents.MaxTurnsExceededError
			if !errors.As(err, &limit) {
				t.Fatalf("the run ends with %v", err)
			}
			team := []*agents.Agent{p.first()}
			var d dump
			for i := 0; i < len(team); i++ {
				g := describe(t, team[i], m.asked)
				g.Root = i == 0
				d.Agents = append(d.Agents, g)
				for _, next := range handoffs(t, team[i]) {
					if !slices.Contains(team, next) {
						team = append(team, next)
					}
				}
			}
			// It is run by the default runner, whose limit is the default.
			d.Agents = append(d.Agents, describe(t, tools.Translator(), agents.DefaultMaxTurns))
			compare(t, p.name, d)
		})
	}
}

// handoffs returns the agents that an agent can hand over to.
func handoffs(t *testing.T, a *agents.Agent) []*agents.Agent {
	t.Helper()
	out := slices.Clone(a.AgentHandoffs)
	for _, h := range a.Handoffs {
		next, err := h.OnInvokeHandoff(context.Background(), "")
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, next)
	}
	return out
}

func describe(t *testing.T, a *agents.Agent, rounds int) agent {
	t.Helper()
	g := agent{Name: a.Name, Type: "llm", Tools: []tool{}, Rounds: rounds}
	list, err := a.GetAllTools(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range list {
		g.Tools = append(g.Tools, tool{Name: x.ToolName()})
	}
	for _, next := range handoffs(t, a) {
		g.SubAgents = append(g.SubAgents, next.Name)
		g.TransferTo = append(g.TransferTo, next.Name)
	}
	return g
}

// endless is a model that hands over for ever.
type endless struct{ asked int }

func (m *endless) GetModel(string) (agents.Model, error) { return m, nil }

func (m *endless) GetResponse(_ context.Context, p agents.ModelResponseParams) (*agents.ModelResponse, error) {
	m.asked++
	call := agentstesting.GetFunctionToolCall(p.Handoffs[0].ToolName, "{}")
	return &agents.ModelResponse{Output: []responses.ResponseOutputItemUnion{call}}, nil
}

func (m *endless) StreamResponse(context.Context, agents.ModelResponseParams, agents.ModelStreamResponseCallback) error {
	return errors.New("no stream")
}
