// Package unfollowed has routers that ask for what steps have worked out, and others that ask for what a model has said.
package unfollowed

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
)

type State struct {
	Text     string
	Tries    []string
	A, B     int
	Old      int
	Spent    int
	Price    int
	Left     int
	Replies  []string
	Max      int
	Approved bool
}

type desk struct {
	rounds int
	plan   *int
	ask    func(string) string
}

func keep(_ context.Context, s State) (State, error) { return s, nil }

func loop(step func(context.Context, State) (State, error), next func(context.Context, State) string) (*graph.StateRunnable[State], error) {
	g := graph.NewStateGraph[State]()
	g.AddNode("step", "", step)
	g.AddNode("again", "", keep)
	g.SetEntryPoint("step")
	g.AddConditionalEdge("step", next)
	g.AddEdge("again", "step")
	return g.Compile()
}

// said: a model decides.
func said(ask func(string) string) (*graph.StateRunnable[State], error) {
	return loop(func(_ context.Context, s State) (State, error) {
		s.Text = ask(s.Text)
		s.Replies = append(s.Replies, ask("more"))
		return s, nil
	}, func(_ context.Context, s State) string {
		if s.Text == "good" || s.Replies[len(s.Replies)-1] == "good" {
			return graph.END
		}
		return "again"
	})
}

// asked: whoever starts a run decides.
func asked() (*graph.StateRunnable[State], error) {
	return loop(keep, func(_ context.Context, s State) string {
		if s.Approved && s.Max > 3 {
			return graph.END
		}
		return "again"
	})
}

// captured counts in a variable of the function that builds the graph.
func captured(ask func(string) string) (*graph.StateRunnable[State], error) {
	rounds := 0
	return loop(func(_ context.Context, s State) (State, error) {
		rounds++
		s.Text = ask(s.Text)
		return s, nil
	}, func(_ context.Context, s State) string {
		if s.Text == "good" || rounds >= 3 {
			return graph.END
		}
		return "again"
	})
}

func (d *desk) count(_ context.Context, s State) (State, error) {
	d.rounds++
	n := d.rounds
	d.plan = &n
	return s, nil
}

// next has nothing to ask for but what the step before it counts.
func (d *desk) next(_ context.Context, s State) string {
	if d.rounds >= 3 {
		return graph.END
	}
	return "again"
}

// planned asks for what the step before it makes.
func (d *desk) planned(_ context.Context, s State) string {
	if d.plan != nil {
		return graph.END
	}
	return "again"
}

func receiver() (*graph.StateRunnable[State], error) {
	d := &desk{}
	return loop(d.count, d.next)
}

func made() (*graph.StateRunnable[State], error) {
	d := &desk{}
	return loop(d.count, d.planned)
}

func length(ask func(string) string) (*graph.StateRunnable[State], error) {
	return loop(func(_ context.Context, s State) (State, error) {
		s.Tries = append(s.Tries, ask(s.Text))
		return s, nil
	}, func(_ context.Context, s State) string {
		if len(s.Tries) >= 3 {
			return graph.END
		}
		return "again"
	})
}

// twice asks for the same numbers at two places.
func twice(ask func() int) (*graph.StateRunnable[State], error) {
	g := graph.NewStateGraph[State]()
	g.AddNode("first", "", func(_ context.Context, s State) (State, error) {
		s.A, s.B = ask(), ask()
		return s, nil
	})
	g.AddNode("small", "", keep)
	g.AddNode("never", "", keep)
	g.SetEntryPoint("first")
	g.AddConditionalEdge("first", func(_ context.Context, s State) string {
		if s.A < s.B {
			return "small"
		}
		return graph.END
	})
	g.AddConditionalEdge("small", func(_ context.Context, s State) string {
		if s.A >= s.B {
			return "never"
		}
		return graph.END
	})
	g.AddEdge("never", graph.END)
	return g.Compile()
}

// handed asks for a sum after it has asked for what is added.
func handed(ask func() int) (*graph.StateRunnable[State], error) {
	g := graph.NewStateGraph[State]()
	g.AddNode("offer", "", func(_ context.Context, s State) (State, error) {
		s.Price = ask()
		return s, nil
	})
	g.AddNode("buy", "", func(_ context.Context, s State) (State, error) {
		s.Spent += s.Price
		return s, nil
	})
	g.AddNode("over", "", keep)
	g.SetEntryPoint("offer")
	g.AddConditionalEdge("offer", func(_ context.Context, s State) string {
		if s.Spent+s.Price <= 500 {
			return "buy"
		}
		return graph.END
	})
	g.AddConditionalEdge("buy", func(_ context.Context, s State) string {
		if s.Spent > 500 {
			return "over"
		}
		return "offer"
	})
	g.AddEdge("over", graph.END)
	return g.Compile()
}

func down(ask func(string) string) (*graph.StateRunnable[State], error) {
	return loop(func(_ context.Context, s State) (State, error) {
		s.Left--
		s.Text = ask(s.Text)
		return s, nil
	}, func(_ context.Context, s State) string {
		if s.Text == "good" || s.Left <= 0 {
			return graph.END
		}
		return "again"
	})
}

// chosen: a model decides which of two constants it is.
func chosen(ask func(string) string) (*graph.StateRunnable[State], error) {
	return loop(func(_ context.Context, s State) (State, error) {
		s.Max = 0
		if ask(s.Text) == "good" {
			s.Max = 3
		}
		return s, nil
	}, func(_ context.Context, s State) string {
		if s.Max == 3 {
			return graph.END
		}
		return "again"
	})
}

// clamped is never more than 10, whatever a model says.
func clamped(ask func() int) (*graph.StateRunnable[State], error) {
	return loop(func(_ context.Context, s State) (State, error) {
		s.Old = ask()
		if s.Old > 10 {
			s.Old = 10
		}
		return s, nil
	}, func(_ context.Context, s State) string {
		if s.Old > 10 {
			return graph.END
		}
		return "again"
	})
}
