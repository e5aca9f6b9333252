// Package limits has loops whose routers compare a counter with what is no constant of theirs, and texts
// in the state.
package limits

import (
	"context"
	"encoding/json"

	"github.com/smallnest/langgraphgo/graph"
)

type State struct {
	Rounds, Most int
	Status       string
}

func work(_ context.Context, s State) (State, error) { return s, nil }

func count(_ context.Context, s State) (State, error) {
	s.Rounds++
	return s, nil
}

// loop builds work -> count -> work.
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

// A config is read by a router that has captured it.
type config struct{ most int }

func captured(c config) {
	loop("captured", count, func(_ context.Context, s State) string {
		if s.Rounds >= c.most {
			return graph.END
		}
		return "work"
	})
}

func Captured() { captured(config{most: 4}) }

// Given is called by others, with what they like.
func Given(most int) {
	loop("given", count, func(_ context.Context, s State) string {
		if s.Rounds < most {
			return "work"
		}
		return graph.END
	})
}

// two adds two, which may step over the greatest integer.
func two(_ context.Context, s State) (State, error) {
	s.Rounds += 2
	return s, nil
}

func Steps(most int) {
	loop("steps", two, func(_ context.Context, s State) string {
		if s.Rounds < most {
			return "work"
		}
		return graph.END
	})
}

// A desk has the limit itself, always the same.
type desk struct {
	name string
	most int
}

func (d *desk) route(_ context.Context, s State) string {
	if s.Rounds >= d.most {
		return graph.END
	}
	return "work"
}

func Method() {
	d := &desk{name: "a", most: 3}
	loop("method", count, d.route)
}

func AnotherMethod() {
	d := &desk{most: 3}
	loop("another_method", count, d.route)
}

// A Shop is made by others, too, who cannot write its limit.
type Shop struct {
	Name string
	most int
}

func (s *Shop) route(_ context.Context, st State) string {
	if st.Rounds >= s.most {
		return graph.END
	}
	return "work"
}

func (s *Shop) Run() { loop("shop", count, s.route) }

// The limit is in the state, and no step writes it.
func route(_ context.Context, s State) string {
	if s.Rounds >= s.Most {
		return graph.END
	}
	return "work"
}

func InState(ctx context.Context) { _, _ = loop("in_state", count, route).Invoke(ctx, State{}) }

// What is done is a text.
func done(_ context.Context, s State) (State, error) {
	s.Status = "done"
	return s, nil
}

func byStatus(_ context.Context, s State) string {
	if s.Status == "done" {
		return graph.END
	}
	return "work"
}

func Status() { loop("status", done, byStatus) }

// Those whose limit may change.

func raise(_ context.Context, s State) (State, error) {
	s.Rounds++
	s.Most++
	return s, nil
}

func Raised() { loop("raised", raise, route) }

func Written(most int) {
	step := func(_ context.Context, s State) (State, error) {
		s.Rounds++
		most++
		return s, nil
	}
	loop("written", step, func(_ context.Context, s State) string {
		if s.Rounds < most {
			return "work"
		}
		return graph.END
	})
}

// An Office is known to others, and so is its limit.
type Office struct{ Most int }

func (o *Office) route(_ context.Context, s State) string {
	if s.Rounds >= o.Most {
		return graph.END
	}
	return "work"
}

func (o *Office) Run() { loop("office", count, o.route) }

// A hall is read from a file.
type hall struct{ most, other int }

func (h *hall) route(_ context.Context, s State) string {
	if s.Rounds >= h.most {
		return graph.END
	}
	return "work"
}

func (h *hall) grow(_ context.Context, s State) (State, error) {
	s.Rounds++
	*h = hall{most: h.most + 1}
	return s, nil
}

func Hall() {
	h := &hall{most: 3}
	loop("hall", h.grow, h.route)
}

// An inn is a part of something that is written whole.
type inn struct{ most int }

type street struct{ inn inn }

func (i *inn) route(_ context.Context, s State) string {
	if s.Rounds >= i.most {
		return graph.END
	}
	return "work"
}

func Street(at *street) {
	step := func(_ context.Context, s State) (State, error) {
		s.Rounds++
		*at = street{inn{s.Rounds + 1}}
		return s, nil
	}
	loop("street", step, at.inn.route)
}

// A setting is decoded in between.
type setting struct{ Most int }

func Setting(data []byte) {
	set := &setting{Most: 3}
	step := func(_ context.Context, s State) (State, error) {
		s.Rounds++
		return s, json.Unmarshal(data, set)
	}
	loop("setting", step, func(_ context.Context, s State) string {
		if s.Rounds >= set.Most {
			return graph.END
		}
		return "work"
	})
}

// Raising raises the limit while a run goes on.
func Raising(ctx context.Context, more <-chan bool, most int) {
	run := loop("raising", count, func(_ context.Context, s State) string {
		if s.Rounds < most {
			return "work"
		}
		return graph.END
	})
	go func() { _, _ = run.Invoke(ctx, State{}) }()
	for range more {
		most++
	}
}

// A lot is raised by the function that makes it, while a run goes on.
type lot struct{ most int }

func (l *lot) route(_ context.Context, s State) string {
	if s.Rounds >= l.most {
		return graph.END
	}
	return "work"
}

func Lot(ctx context.Context, more <-chan bool) {
	l := &lot{most: 3}
	run := loop("lot", count, l.route)
	go func() { _, _ = run.Invoke(ctx, State{}) }()
	for range more {
		l.most++
	}
}
