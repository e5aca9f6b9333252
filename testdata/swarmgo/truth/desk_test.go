package truth

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/prathyushnallamothu/swarmgo"
	"github.com/prathyushnallamothu/swarmgo/llm"

	bad "example.com/swarmgo/helpdesk/bad"
	clean "example.com/swarmgo/helpdesk/clean"
)

// TestHelpdesk writes down the agents and the graph.
func TestHelpdesk(t *testing.T) {
	for _, p := range []struct {
		name   string
		desk   func() *swarmgo.Agent
		answer func() *swarmgo.Graph
	}{{"helpdesk/bad", bad.Desk, bad.Answer}, {"helpdesk/clean", clean.Desk, clean.Answer}} {
		t.Run(p.name, func(t *testing.T) {
			var d dump
			team := []*swarmgo.Agent{p.desk()}
			for i := 0; i < len(team); i++ {
				g, next := describe(t, team[i])
				g.Root = i == 0
				d.Agents = append(d.Agents, g)
				for _, a := range next {
					if !slices.Contains(team, a) {
						team = append(team, a)
					}
				}
			}
			g := p.answer()
			for _, n := range g.Nodes {
				if n.Agent != nil {
					a, _ := describe(t, n.Agent)
					a.Root = true
					d.Agents = append(d.Agents, a)
				}
			}
			d.Workflows = []workflow{view(g)}
			compare(t, p.name, d)
		})
	}
}

// describe runs an agent with a model that always calls its last function, and says
// what the model was offered, and whom the functions hand over to.
func describe(t *testing.T, a *swarmgo.Agent) (*agent, []*swarmgo.Agent) {
	t.Helper()
	g := &agent{Name: a.Name, Type: "llm"}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var request struct {
			Tools []struct{ Function struct{ Name string } }
		}
		if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
			t.Error(err)
		}
		if g.Rounds++; g.Rounds == 1 {
			for _, x := range request.Tools {
				g.Tools = append(g.Tools, x.Function.Name)
			}
		}
		call := map[string]any{"id": "1", "type": "function", "function": map[string]any{"name": g.Tools[len(g.Tools)-1], "arguments": "{}"}}
		message := map[string]any{"role": "assistant", "content": "", "tool_calls": []any{call}}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": "tool_calls"}}})
	}))
	defer server.Close()
	client := swarmgo.NewSwarmWithHost("key", server.URL, llm.OpenAI)
	if _, err := client.Run(context.Background(), a, []llm.Message{{Role: llm.RoleUser, Content: "?"}}, nil, "m", false, false, 50, true); err != nil {
		t.Fatal(err)
	}
	var next []*swarmgo.Agent
	for _, f := range a.Functions {
		if f.Name == "close_account" {
			continue // it asks, or does it
		}
		if to := f.Function(nil, nil).Agent; to != nil {
			next = append(next, to)
			g.SubAgents, g.TransferTo = append(g.SubAgents, to.Name), append(g.TransferTo, to.Name)
		}
	}
	return g, next
}

// view returns a graph as the engine walks it: what follows an exit point, or an edge
// without a condition, does not count.
func view(g *swarmgo.Graph) workflow {
	w := workflow{Name: g.Name, Nodes: []node{}}
	if g.EntryPoint != "" {
		w.Edges = append(w.Edges, edge{From: "START", To: string(g.EntryPoint)})
	}
	var ids []swarmgo.NodeID
	for id := range g.Nodes {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		n := node{ID: string(id)}
		if a := g.Nodes[id].Agent; a != nil {
			n.Kind, n.Agent = "llm", a.Name
		}
		w.Nodes = append(w.Nodes, n)
		if slices.Contains(g.ExitPoints, id) {
			w.Edges = append(w.Edges, edge{From: string(id), To: "END"})
			continue
		}
		for _, e := range g.Edges[id] {
			w.Edges = append(w.Edges, edge{string(e.From), string(e.To), e.Type == swarmgo.ConditionEdge})
			if e.Type == swarmgo.StandardEdge {
				break
			}
		}
	}
	return w
}
