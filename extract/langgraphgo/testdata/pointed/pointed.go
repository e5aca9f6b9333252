// Command pointed hands its state on by a pointer.
package main

import (
	"context"
	"errors"

	"github.com/smallnest/langgraphgo/graph"
)

type essay struct {
	text     string
	rounds   int
	approved bool
	status   string
}

var texts chan string

func write(_ context.Context, e *essay) (*essay, error) {
	e.text = <-texts
	e.rounds++
	e.status = "drafted"
	return e, nil
}

func review(_ context.Context, e *essay) (*essay, error) {
	e.status = "rejected"
	if e.text == "" {
		return e, errors.New("nothing to review")
	}
	if <-texts == "good" {
		accept(e)
	}
	return e, nil
}

func accept(e *essay) { e.approved, e.status = true, "accepted" }

func next(_ context.Context, e *essay) string {
	switch {
	case e.approved:
		return "publish"
	case e.rounds < 3:
		return "write"
	}
	return graph.END
}

func publish(_ context.Context, e *essay) (*essay, error) { return e, nil }

func good(ctx context.Context) {
	g := graph.NewStateGraph[*essay]()
	g.AddNode("write", "writes", write)
	g.AddNode("review", "reviews", review)
	g.AddNode("publish", "publishes", publish)
	g.SetEntryPoint("write")
	g.AddEdge("write", "review")
	g.AddConditionalEdge("review", next)
	g.AddConditionalEdge("publish", func(_ context.Context, e *essay) string {
		if e.status == "accepted" {
			return graph.END
		}
		return "write"
	})
	run, _ := g.Compile()
	run.Invoke(ctx, &essay{rounds: 1})
}

// A copied state is replaced by a step.
type copied struct{ rounds int }

func replace(_ context.Context, c *copied) (*copied, error) { return &copied{}, nil }

func count(_ context.Context, c *copied) (*copied, error) {
	c.rounds++
	return c, nil
}

func again(_ context.Context, c *copied) string {
	if c.rounds < 3 {
		return "replace"
	}
	return graph.END
}

func replaced(ctx context.Context) {
	g := graph.NewStateGraph[*copied]()
	g.AddNode("replace", "replaces", replace)
	g.AddNode("count", "counts", count)
	g.SetEntryPoint("replace")
	g.AddEdge("replace", "count")
	g.AddConditionalEdge("count", again)
	run, _ := g.Compile()
	run.Invoke(ctx, &copied{})
}

// A shared state is one that a step starts another run with.
type shared struct{ rounds int }

func add(_ context.Context, s *shared) (*shared, error) {
	s.rounds++
	return s, nil
}

func under(_ context.Context, s *shared) string {
	if s.rounds < 3 {
		return "add"
	}
	return graph.END
}

func reset(_ context.Context, s *shared) (*shared, error) {
	s.rounds = 0
	return s, nil
}

func nested(ctx context.Context) {
	inner := graph.NewStateGraph[*shared]()
	inner.AddNode("reset", "resets", reset)
	inner.SetEntryPoint("reset")
	inner.AddEdge("reset", graph.END)
	inside, _ := inner.Compile()
	g := graph.NewStateGraph[*shared]()
	g.AddNode("add", "adds", add)
	g.AddNode("run", "runs", func(ctx context.Context, s *shared) (*shared, error) {
		_, err := inside.Invoke(ctx, s)
		return s, err
	})
	g.SetEntryPoint("add")
	g.AddEdge("add", "run")
	g.AddConditionalEdge("run", under)
	run, _ := g.Compile()
	run.Invoke(ctx, &shared{})
}

// A kept state is one that something else writes while a run goes on.
type kept struct{ rounds int }

func keep(_ context.Context, k *kept) (*kept, error) {
	k.rounds++
	go func() { k.rounds = 0 }()
	return k, nil
}

func less(_ context.Context, k *kept) string {
	if k.rounds < 3 {
		return "keep"
	}
	return graph.END
}

func running(ctx context.Context) {
	g := graph.NewStateGraph[*kept]()
	g.AddNode("keep", "keeps", keep)
	g.SetEntryPoint("keep")
	g.AddConditionalEdge("keep", less)
	run, _ := g.Compile()
	k := &kept{}
	run.Invoke(ctx, k)
}

// A set state is filled in from outside.
type set struct{ rounds, most int }

func step(_ context.Context, s *set) (*set, error) {
	s.rounds++
	return s, nil
}

func until(_ context.Context, s *set) string {
	if s.rounds < 3 {
		return "step"
	}
	return graph.END
}

func filled(ctx context.Context, n int) {
	g := graph.NewStateGraph[*set]()
	g.AddNode("step", "steps", step)
	g.SetEntryPoint("step")
	g.AddConditionalEdge("step", until)
	run, _ := g.Compile()
	s := &set{rounds: n}
	run.Invoke(ctx, s)
	s.rounds = 7
}

// A late state is written when its run is over.
type late struct{ rounds int }

func turn(_ context.Context, l *late) (*late, error) {
	l.rounds++
	return l, nil
}

func short(_ context.Context, l *late) string {
	if l.rounds < 3 {
		return "turn"
	}
	return graph.END
}

func over(ctx context.Context) int {
	g := graph.NewStateGraph[*late]()
	g.AddNode("turn", "turns", turn)
	g.SetEntryPoint("turn")
	g.AddConditionalEdge("turn", short)
	run, _ := g.Compile()
	l := &late{}
	run.Invoke(ctx, l)
	rounds := l.rounds
	l.rounds = 7
	return rounds
}

func main() {
	ctx := context.Background()
	good(ctx)
	replaced(ctx)
	nested(ctx)
	running(ctx)
	filled(ctx, 3)
	over(ctx)
}
