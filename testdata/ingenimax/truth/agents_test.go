package truth

import (
	"context"
	"slices"
	"testing"

	sdk "github.com/Ingenimax/agent-sdk-go/pkg/agent"
)

// describe runs an agent until its model is asked no more.
func describe(t *testing.T, m *model, a *sdk.Agent) agent {
	t.Helper()
	m.asked, m.rounds, m.offered = 0, 0, nil
	if _, err := a.Run(context.Background(), "go on"); err != nil {
		t.Fatal(err)
	}
	g := agent{Name: a.GetName(), Type: "llm", Tools: []tool{}}
	names := m.offered
	switch {
	case m.rounds > 0:
		if g.Rounds = m.rounds; m.asked != m.rounds+1 {
			t.Errorf("%s: %d questions for %d rounds", g.Name, m.asked, m.rounds)
		}
	default: // the answer is a plan, for which no tool has run, if there are tools
		g.Rounds = m.asked
		for _, x := range a.GetTools() {
			names = append(names, x.Name())
		}
	}
	slices.Sort(names)
	for _, name := range names {
		g.Tools = append(g.Tools, tool{name})
	}
	for _, sub := range a.GetSubAgents() {
		g.SubAgents = append(g.SubAgents, sub.GetName())
	}
	return g
}
