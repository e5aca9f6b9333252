// Package counted goes round loops that count, and some that only seem to.
package counted

import (
	"context"
	"errors"

	"github.com/smallnest/langgraphgo/graph"
)

const most = 3

// A State is handed on by value.
type State struct {
	Rounds int
	Small  int8
	Text   string
	Last   *State
}

func work(_ context.Context, s State) (State, error) {
	s.Text = "worked"
	return s, nil
}

func count(_ context.Context, s State) (State, error) {
	if s.Text == "" {
		return s, errors.New("nothing to count")
	}
	s.Rounds++
	return s, nil
}

func again(_ context.Context, s State) string {
	if s.Text != "done" && s.Rounds < most {
		return "work"
	}
	return graph.END
}

// loop builds work -> name -> work, with a step that may count and a router.
func loop(name string, step func(context.Context, State) (State, error), route func(context.Context, State) string) *graph.StateRunnable[State] {
	g := graph.NewStateGraph[State]()
	g.AddNode("work", "works", work)
	g.AddNode(name, "counts", step)
	g.SetEntryPoint("work")
	g.AddEdge("work", name)
	g.AddConditionalEdge(name, route)
	run, _ := g.Compile()
	return run
}

func counts() { loop("counts", count, again) }

// bound is a method.
type bound struct{ limit int }

func (b bound) count(_ context.Context, s State) (State, error) { s.Rounds += 2; return s, nil }

func (b *bound) again(_ context.Context, s State) string {
	switch {
	case s.Rounds > 10:
		return graph.END
	case s.Rounds == 4:
		return "work"
	}
	return "work"
}

func methods() { b := &bound{}; loop("methods", b.count, b.again) }

// sometimes does not count on all ways.
func sometimes(_ context.Context, s State) (State, error) {
	if s.Text != "" {
		s.Rounds++
	}
	return s, nil
}

func maybe() { loop("maybe", sometimes, again) }

// Those that follow count in vain.

func reset(_ context.Context, s State) (State, error) {
	s.Rounds++
	if s.Text == "" {
		s.Rounds = 0
	}
	return s, nil
}

func resets() { loop("resets", reset, again) }

func copied(_ context.Context, s State) (State, error) {
	t := s
	t.Rounds++
	return s, nil
}

func copies() { loop("copies", copied, again) }

func other(_ context.Context, s State) (State, error) {
	s.Last.Rounds++
	return s, nil
}

func others() { loop("others", other, again) }

func older(_ context.Context, s State) (State, error) {
	old := s
	s.Rounds++
	return old, nil
}

func returnsOld() { loop("returns_old", older, again) }

func through(_ context.Context, s State) (State, error) {
	p := &s
	p.Rounds++
	change(p)
	return s, nil
}

func change(s *State) { s.Rounds = 0 }

func pointers() { loop("pointers", through, again) }

func field(_ context.Context, s State) (State, error) {
	s.Rounds++
	set(&s.Rounds)
	return s, nil
}

func set(n *int) { *n = 0 }

func fields() { loop("fields", field, again) }

func repeated(_ context.Context, s State) (State, error) {
	for range len(s.Text) {
		s.Rounds++
	}
	return s, nil
}

func inLoops() { loop("in_loops", repeated, again) }

func recovers(_ context.Context, s State) (out State, err error) {
	defer func() { recover() }()
	s.Rounds++
	return s, nil
}

func recovered() { loop("recovered", recovers, again) }

func small(_ context.Context, s State) (State, error) { s.Small++; return s, nil }

func smallAgain(_ context.Context, s State) string {
	if s.Small < most {
		return "work"
	}
	return graph.END
}

func wraps() { loop("wraps", small, smallAgain) }

func down(_ context.Context, s State) (State, error) { s.Rounds--; return s, nil }

func downwards() { loop("downwards", down, again) }

func fresh(_ context.Context, s State) (State, error) { return State{Text: s.Text}, nil }

func starts() { loop("starts_anew", fresh, again) }

// A router that looks at another state, or may return anything.

func lastAgain(_ context.Context, s State) string {
	if s.Last.Rounds < most {
		return "work"
	}
	return graph.END
}

func lasts() { loop("lasts", count, lastAgain) }

func writes(_ context.Context, s State) string {
	s.Rounds = 0
	if s.Rounds < most {
		return "work"
	}
	return graph.END
}

func routerWrites() { loop("router_writes", count, writes) }

// limited asks for a limit that is no constant.
func limited(_ context.Context, s State) string {
	if s.Rounds < len(s.Text) {
		return "work"
	}
	return graph.END
}

func variable() { loop("variable", count, limited) }

// parallel runs two steps at once: one of the two states is lost.
func parallel() {
	g := graph.NewStateGraph[State]()
	g.AddNode("work", "works", work)
	g.AddNode("count", "counts", count)
	g.AddNode("beside", "works, too", work)
	g.SetEntryPoint("work")
	g.AddEdge("work", "count")
	g.AddEdge("work", "beside")
	g.AddEdge("beside", graph.END)
	g.AddConditionalEdge("count", again)
	g.Compile()
}

// Those that follow count down.

func less(_ context.Context, s State) (State, error) {
	s.Rounds--
	return s, nil
}

func untilNone(_ context.Context, s State) string {
	if s.Rounds <= 0 {
		return graph.END
	}
	return "work"
}

func untilZero() { loop("until_zero", less, untilNone) }

// wrongWay counts away from the end.
func wrongWay() { loop("wrong_way", less, again) }

// mixed counts down on some ways and up on others.
func moreOrLess(_ context.Context, s State) (State, error) {
	if s.Text == "" {
		s.Rounds++
	} else {
		s.Rounds--
	}
	return s, nil
}

func mixed() { loop("mixed", moreOrLess, untilNone) }

// An Account has a number that wraps around at zero.
type Account struct{ Left uint }

func spend(_ context.Context, a Account) (Account, error) {
	a.Left -= 2
	return a, nil
}

func isSpent(_ context.Context, a Account) string {
	if a.Left == 0 {
		return graph.END
	}
	return "spend"
}

func spends() {
	g := graph.NewStateGraph[Account]()
	g.AddNode("spend", "counts", spend)
	g.SetEntryPoint("spend")
	g.AddConditionalEdge("spend", isSpent)
	g.Compile()
}
