// Package kept has loops whose rounds are counted outside of the state: in the receiver, in a variable, in a list.
package kept

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"

	"github.com/smallnest/langgraphgo/graph"
)

type State struct{ Text string }

func work(_ context.Context, s State) (State, error) { return s, nil }

func ask(s State) (string, error) {
	if s.Text == "" {
		return "", errors.New("nothing")
	}
	return s.Text, nil
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

// A desk counts its rounds, and knows how many it has.
type desk struct{ rounds, most int }

func (d *desk) count(_ context.Context, s State) (State, error) {
	text, err := ask(s)
	if err != nil {
		return s, err
	}
	s.Text = text
	d.rounds++
	return s, nil
}

func (d *desk) route(_ context.Context, s State) string {
	if s.Text == "done" || d.rounds >= d.most {
		return graph.END
	}
	return "work"
}

func Desk() {
	d := &desk{most: 3}
	loop("desk", d.count, d.route)
}

// A stall counts for others, under a lock, in a function of its own, by two.
type stall struct {
	mu   sync.Mutex
	sold int
}

func (s *stall) sell() { s.sold += 2 }

func (s *stall) count(_ context.Context, st State) (State, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sell()
	return st, nil
}

func (s *stall) route(_ context.Context, _ State) string {
	if 9 > s.sold {
		return "work"
	}
	return graph.END
}

func (s *stall) Open() { loop("stall", s.count, s.route) }

// Variable is counted down in the router itself.
func Variable() {
	left := 4
	loop("variable", work, func(_ context.Context, s State) string {
		if left--; left <= 0 {
			return graph.END
		}
		return "work"
	})
}

// Limited by what others say.
func Limited(most int) {
	rounds := 0
	step := func(_ context.Context, s State) (State, error) {
		rounds++
		return s, nil
	}
	loop("limited", step, func(_ context.Context, s State) string {
		next := "work"
		if rounds >= most {
			next = graph.END
		}
		return next
	})
}

func Atomic() {
	var rounds atomic.Int32
	loop("atomic", work, func(_ context.Context, s State) string {
		if rounds.Add(1) > 5 {
			return graph.END
		}
		return "work"
	})
}

// A memo has a list to which each round appends.
type memo struct{ said []string }

func (m *memo) note(_ context.Context, s State) (State, error) {
	m.said = append(m.said, "draft", s.Text)
	return s, nil
}

func (m *memo) route(_ context.Context, s State) string {
	if len(m.said) >= 6 {
		return graph.END
	}
	return "work"
}

func Memo() {
	m := &memo{}
	loop("memo", m.note, m.route)
}

var served int

func serve(_ context.Context, s State) (State, error) {
	served++
	return s, nil
}

func byServed(_ context.Context, _ State) string {
	if served < 10 {
		return "work"
	}
	return graph.END
}

func Global() { loop("global", serve, byServed) }

// Those that may go on.

// A reset sets it back.
type reset struct{ rounds int }

func (r *reset) count(_ context.Context, s State) (State, error) {
	if r.rounds++; s.Text == "again" {
		r.rounds = 0
	}
	return s, nil
}

func (r *reset) route(_ context.Context, _ State) string {
	if r.rounds >= 3 {
		return graph.END
	}
	return "work"
}

func Reset() {
	r := &reset{}
	loop("reset", r.count, r.route)
}

// Of two counters, one is counted and the other one is compared.
type pair struct{ rounds int }

func (p *pair) count(_ context.Context, s State) (State, error) {
	p.rounds++
	return s, nil
}

func (p *pair) route(_ context.Context, _ State) string {
	if p.rounds >= 3 {
		return graph.END
	}
	return "work"
}

func Pair() {
	one, other := &pair{}, &pair{}
	loop("pair", one.count, other.route)
}

// Sometimes counts some rounds.
func Sometimes() {
	rounds := 0
	step := func(_ context.Context, s State) (State, error) {
		if s.Text != "free" {
			rounds++
		}
		return s, nil
	}
	loop("sometimes", step, func(_ context.Context, s State) string {
		if rounds >= 3 {
			return graph.END
		}
		return "work"
	})
}

// Each round has a variable of its own.
func Own() {
	loop("own", work, func(_ context.Context, s State) string {
		rounds := 0
		if rounds++; rounds >= 3 {
			return graph.END
		}
		return "work"
	})
}

// The address goes elsewhere.
func set(n *int) { *n = 0 }

func Address() {
	rounds := 0
	step := func(_ context.Context, s State) (State, error) {
		rounds++
		set(&rounds)
		return s, nil
	}
	loop("address", step, func(_ context.Context, s State) string {
		if rounds >= 3 {
			return graph.END
		}
		return "work"
	})
}

// Between is reset by the function that made it, while a run goes on.
func Between(ctx context.Context, again <-chan bool) {
	rounds := 0
	step := func(_ context.Context, s State) (State, error) {
		rounds++
		return s, nil
	}
	run := loop("between", step, func(_ context.Context, s State) string {
		if rounds >= 3 {
			return graph.END
		}
		return "work"
	})
	go func() { _, _ = run.Invoke(ctx, State{}) }()
	for range again {
		rounds = 0
	}
}

// A file is read into what counts.
type file struct{ Rounds int }

func (f *file) count(_ context.Context, s State) (State, error) {
	f.Rounds++
	return s, json.Unmarshal([]byte(s.Text), f)
}

func (f *file) route(_ context.Context, _ State) string {
	if f.Rounds >= 3 {
		return graph.END
	}
	return "work"
}

func File() {
	f := &file{}
	loop("file", f.count, f.route)
}

// A whole is written whole.
type whole struct{ rounds int }

func (w *whole) count(_ context.Context, s State) (State, error) {
	w.rounds++
	if s.Text == "again" {
		*w = whole{}
	}
	return s, nil
}

func (w *whole) route(_ context.Context, _ State) string {
	if w.rounds >= 3 {
		return graph.END
	}
	return "work"
}

func Whole() {
	w := &whole{}
	loop("whole", w.count, w.route)
}

// Cut makes the list shorter.
func Cut() {
	var said []string
	step := func(_ context.Context, s State) (State, error) {
		if said = append(said, s.Text); len(said) > 2 {
			said = said[1:]
		}
		return s, nil
	}
	loop("cut", step, func(_ context.Context, s State) string {
		if len(said) >= 3 {
			return graph.END
		}
		return "work"
	})
}

// Parts may be none.
func Parts(parts []string) {
	var said []string
	step := func(_ context.Context, s State) (State, error) {
		said = append(said, parts...)
		return s, nil
	}
	loop("parts", step, func(_ context.Context, s State) string {
		if len(said) >= 3 {
			return graph.END
		}
		return "work"
	})
}

// Rescued goes on where it has not counted.
func Rescued() {
	rounds := 0
	step := func(_ context.Context, s State) (out State, err error) {
		defer func() { _ = recover() }()
		if s.Text == "" {
			panic("nothing")
		}
		rounds++
		return s, nil
	}
	loop("rescued", step, func(_ context.Context, s State) string {
		if rounds >= 3 {
			return graph.END
		}
		return "work"
	})
}

// makers makes a step and a router that count with one variable for each call.
func makers() (func(context.Context, State) (State, error), func(context.Context, State) string) {
	rounds := 0
	return func(_ context.Context, s State) (State, error) {
			rounds++
			return s, nil
		}, func(_ context.Context, s State) string {
			if rounds >= 3 {
				return graph.END
			}
			return "work"
		}
}

func Makers() {
	step, _ := makers()
	_, route := makers()
	loop("makers", step, route)
}

// Past goes on beyond the limit.
func Past() {
	rounds := 0
	step := func(_ context.Context, s State) (State, error) {
		rounds++
		return s, nil
	}
	loop("past", step, func(_ context.Context, s State) string {
		if rounds == 3 && s.Text == "done" {
			return graph.END
		}
		return "work"
	})
}
