// Package revisions has a workflow of six steps on langgraphgo: a letter is drafted and reviewed, sent, revised and reviewed again, or a
// human decides.
package revisions

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
)

// A Letter is handed on by value.
type Letter struct {
	Approved bool
	Score    int
	Retries  int32
	Kind     string
	Conf     float64
}

const maxRetries = 2

// Score and Decide stand for the model and the human.
var (
	Score  = func() int { return 0 }
	Decide = func() bool { return false }
)

func draft(_ context.Context, l Letter) (Letter, error) {
	l.Kind = "letter"
	return l, nil
}

func review(_ context.Context, l Letter) (Letter, error) {
	l.Score = Score()
	l.Approved = l.Score >= 80
	return l, nil
}

func revise(_ context.Context, l Letter) (Letter, error) {
	l.Retries++
	return l, nil
}

//agentvet:human
func escalate(_ context.Context, l Letter) (Letter, error) {
	l.Approved = Decide()
	return l, nil
}

func send(_ context.Context, l Letter) (Letter, error)    { return l, nil }
func archive(_ context.Context, l Letter) (Letter, error) { return l, nil }

func afterReview(_ context.Context, l Letter) string {
	switch {
	case l.Approved:
		return "send"
	case l.Retries < maxRetries:
		return "revise"
	}
	return "escalate"
}

func afterEscalate(_ context.Context, l Letter) string {
	if l.Approved {
		return "send"
	}
	return "archive"
}

func build() (*graph.StateRunnable[Letter], error) {
	g := graph.NewStateGraph[Letter]()
	g.AddNode("draft", "drafts", draft)
	g.AddNode("review", "reviews", review)
	g.AddNode("revise", "revises", revise)
	g.AddNode("escalate", "asks a human", escalate)
	g.AddNode("send", "sends", send)
	g.AddNode("archive", "archives", archive)
	g.SetEntryPoint("draft")
	g.AddEdge("draft", "review")
	g.AddConditionalEdge("review", afterReview)
	g.AddEdge("revise", "review")
	g.AddConditionalEdge("escalate", afterEscalate)
	g.AddEdge("send", graph.END)
	g.AddEdge("archive", graph.END)
	return g.Compile()
}

// Run begins with a new letter.
func Run(ctx context.Context) (Letter, error) {
	run, err := build()
	if err != nil {
		return Letter{}, err
	}
	return run.Invoke(ctx, Letter{})
}
