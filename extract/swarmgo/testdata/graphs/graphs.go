// Package graphs builds graphs of steps.
package graphs

import (
	"context"
	"errors"

	"github.com/prathyushnallamothu/swarmgo"
	"github.com/prathyushnallamothu/swarmgo/llm"
)

func pass(ctx context.Context, s swarmgo.GraphState) (swarmgo.GraphState, error) { return s, nil }

// Review goes round until the text is good, three times at most.
func Review(client *swarmgo.Swarm) *swarmgo.Graph {
	writer := &swarmgo.Agent{Name: "writer", Functions: []swarmgo.AgentFunction{{Name: "look_up"}}}
	critic := &swarmgo.Agent{Name: "critic"}
	rounds := 0
	decide := func(s swarmgo.GraphState) (swarmgo.NodeID, error) {
		if rounds++; rounds >= 3 {
			return "done", nil
		}
		if text, ok := s.GetString("text"); !ok || text == "" {
			return "", errors.New("no text")
		}
		return "write", nil
	}
	b := swarmgo.NewGraphBuilder("review", "").WithAgent("write", "Writer", writer)
	b.WithNode("criticize", "Critic", func(ctx context.Context, s swarmgo.GraphState) (swarmgo.GraphState, error) {
		_, err := client.Run(ctx, critic, nil, nil, "", false, false, 1, true)
		return s, err
	})
	for _, id := range []swarmgo.NodeID{"done", "lost"} {
		b.WithNode(id, string(id), pass)
	}
	b.WithEdge("write", "criticize").WithConditionalEdge("criticize", "write", decide).WithConditionalEdge("criticize", "done", decide)
	b.WithEdge("criticize", "lost").WithEdge("criticize", "done") // the second never counts
	return b.WithEntryPoint("write").WithExitPoint("done").WithExitPoint("lost").Build()
}

// Early adds edges to steps that do not exist yet, or never, which nobody notices.
func Early() *swarmgo.Graph {
	return swarmgo.NewGraphBuilder("early", "").WithNode("a", "", pass).WithEdge("a", "b").WithNode("b", "", pass).
		WithEdge("b", "nowhere").WithEntryPoint("a").WithExitPoint("b").Build()
}

// Made has the steps that the library makes.
func Made(ctx context.Context) error {
	g := swarmgo.NewGraph("made", "")
	fs := []swarmgo.AgentFunction{{Name: "search"}}
	swarmgo.CreateAgentNode(g, "find", "finder", "Find.", "m", fs, llm.OpenAI)
	swarmgo.CreateHumanInputNode(g, "ask", "Go on?")
	swarmgo.CreateParallelNode(g, "both", []swarmgo.NodeFunc{pass, pass})
	g.AddNode("end", "", pass)
	swarmgo.CreateRouterNode(g, "route", map[string]swarmgo.NodeID{"more": "find", "stop": "end"})
	for _, e := range [][2]swarmgo.NodeID{{"find", "ask"}, {"ask", "both"}, {"both", "route"}} {
		if err := g.AddDirectedEdge(e[0], e[1]); err != nil {
			return err
		}
	}
	if err := errors.Join(g.SetEntryPoint("find"), g.AddExitPoint("end")); err != nil {
		return err
	}
	_, err := g.ExecuteGraph(ctx, nil)
	return err
}

// Open has a condition whose results exist at run time only.
func Open() *swarmgo.Graph {
	return swarmgo.NewGraphBuilder("open", "").WithNode("a", "", pass).WithNode("b", "", pass).
		WithConditionalEdge("a", "b", func(s swarmgo.GraphState) (swarmgo.NodeID, error) {
			next, _ := s.GetString("next")
			return swarmgo.NodeID(next), nil
		}).WithEntryPoint("a").WithExitPoint("b").Build()
}

// Twice adds an edge on either side of a condition: it is there in any case. One of another
// two conditions is not.
func Twice(quick, late, first bool) *swarmgo.Graph {
	b := swarmgo.NewGraphBuilder("twice", "").WithNode("a", "", pass).WithNode("b", "", pass).WithNode("c", "", pass)
	if quick {
		b.WithEdge("a", "b")
	} else {
		b.WithEdge("a", "b")
	}
	if late {
		b.WithEdge("b", "c")
	} else if first {
		b.WithEdge("b", "c")
	}
	return b.WithEntryPoint("a").WithExitPoint("c").Build()
}
