// Package letters writes letters, has them reviewed and revised, and asks somebody where that does not help.
package letters

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
)

// A State is what the steps hand on.
type State struct {
	Approved bool
	Score    int
	Retries  int32
	Kind     string
	Conf     float64
}

// A Desk writes letters.
type Desk struct {
	score func() (score int, confidence float64)
	graph *graph.StateRunnable[State]
}

// New builds the graph.
func New(score func() (int, float64)) (*Desk, error) {
	d := &Desk{score: score}
	g := graph.NewStateGraph[State]()
	g.AddNode("draft", "drafts", d.draft)
	g.AddNode("review", "reviews", review)
	g.AddNode("revise", "revises", d.revise)
	g.AddNode("escalate", "asks", escalate)
	g.AddNode("send", "sends", send)
	g.AddNode("archive", "archives", archive)
	g.SetEntryPoint("draft")
	g.AddEdge("draft", "review")
	g.AddConditionalEdge("review", afterReview)
	g.AddEdge("revise", "review")
	g.AddConditionalEdge("escalate", afterEscalate)
	g.AddEdge("send", graph.END)
	g.AddEdge("archive", graph.END)
	run, err := g.Compile()
	d.graph = run
	return d, err
}

// Write writes a letter.
func Write(ctx context.Context, score func() (int, float64)) (State, error) {
	d, err := New(score)
	if err != nil {
		return State{}, err
	}
	return d.graph.Invoke(ctx, State{})
}

func (d *Desk) draft(_ context.Context, s State) (State, error) {
	s.Approved = false
	s.Score, s.Conf = d.score()
	return s, nil
}

func review(_ context.Context, s State) (State, error) {
	if s.Score >= 80 {
		s.Approved = true
	} else {
		s.Approved = false
	}
	return s, nil
}

func (d *Desk) revise(_ context.Context, s State) (State, error) {
	s.Retries++
	s.Score, s.Conf = d.score()
	s.Approved = false
	return s, nil
}

func escalate(ctx context.Context, s State) (State, error) {
	answer, err := graph.Interrupt(ctx, s.Kind)
	if err != nil {
		return s, err
	}
	s.Approved = answer == "yes"
	return s, nil
}

func send(_ context.Context, s State) (State, error) { return s, nil }

func archive(_ context.Context, s State) (State, error) {
	s.Kind = "done"
	return s, nil
}

func afterReview(_ context.Context, s State) string {
	switch {
	case s.Approved && s.Score >= 80 && s.Conf >= 0.5:
		return "send"
	case s.Retries < 3:
		return "revise"
	}
	return "escalate"
}

func afterEscalate(_ context.Context, s State) string {
	if s.Approved {
		return "send"
	}
	return "archive"
}
