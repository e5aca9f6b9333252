// Package approved decides by truth values and phases in the state.
package approved

import (
	"context"
	"errors"
	"fmt"

	"github.com/smallnest/langgraphgo/graph"
)

// A State is handed on by value.
type State struct {
	Text     string
	Approved bool
	Phase    int
	Checked  struct{ Approved bool }
}

func draft(_ context.Context, s State) (State, error) {
	s.Text = "draft"
	return s, nil
}

// ask sets the field on the way on which somebody agrees; all others fail.
func ask(ctx context.Context, s State) (State, error) {
	answer, err := graph.Interrupt(ctx, s.Text)
	if err != nil {
		return s, err
	}
	if answer != "yes" {
		return s, errors.New("declined")
	}
	s.Approved = true
	return s, nil
}

func pay(_ context.Context, s State) (State, error) { return s, nil }

func next(_ context.Context, s State) string {
	if s.Approved {
		return "pay"
	}
	return "ask"
}

// flow builds draft -> (ask -> draft)* -> pay, with a step that asks and a router.
func flow(name string, step func(context.Context, State) (State, error), route func(context.Context, State) string) *graph.StateRunnable[State] {
	g := graph.NewStateGraph[State]()
	g.AddNode("draft", "drafts", draft)
	g.AddNode("ask", name, step)
	g.AddNode("pay", "pays", pay)
	g.SetEntryPoint("draft")
	g.AddConditionalEdge("draft", route)
	g.AddEdge("ask", "draft")
	g.AddEdge("pay", graph.END)
	run, _ := g.Compile()
	return run
}

func asks(ctx context.Context) { flow("asks", ask, next).Invoke(ctx, State{Text: "x"}) }

// maybe sets the field on some of the ways on which it succeeds.
func maybe(_ context.Context, s State) (State, error) {
	if s.Text != "" {
		s.Approved = true
	}
	return s, nil
}

// computed sets it to what something says.
func computed(_ context.Context, s State) (State, error) {
	s.Approved = s.Text == "fine"
	return s, nil
}

// scanned hands out its address.
func scanned(_ context.Context, s State) (State, error) {
	s.Approved = true
	_, err := fmt.Sscan(s.Text, &s.Approved)
	return s, err
}

// inner sets the field of that name of another struct.
func inner(_ context.Context, s State) (State, error) {
	s.Checked.Approved = true
	return s, nil
}

// undone sets it, and sets it back.
func undone(_ context.Context, s State) (State, error) {
	s.Approved = true
	if s.Text != "" {
		s.Phase++
	}
	s.Approved = false
	return s, nil
}

func others(ctx context.Context) {
	flow("maybe", maybe, next)
	flow("computed", computed, next)
	flow("scanned", scanned, next)
	flow("inner", inner, next)
	flow("undone", undone, next)
}

// negated asks the other way round, and for the inner struct.
func negated(_ context.Context, s State) string {
	if !s.Approved {
		return "ask"
	}
	return "pay"
}

func innerOnly(_ context.Context, s State) string {
	if s.Checked.Approved {
		return "pay"
	}
	return "ask"
}

func routes() {
	flow("negated", ask, negated)
	flow("inner only", inner, innerOnly)
}

// phased sets a number, and counts on from it.
func phased(_ context.Context, s State) (State, error) {
	s.Phase = 2
	if s.Text == "" {
		return s, nil
	}
	s.Phase++
	return s, nil
}

// straight sets a number on all ways, and counts on from it.
func straight(_ context.Context, s State) (State, error) {
	s.Phase = 2
	s.Phase++
	return s, nil
}

func byPhase(_ context.Context, s State) string {
	if s.Phase == 3 {
		return "pay"
	}
	return "ask"
}

func phases() {
	flow("phased", phased, byPhase)
	flow("straight", straight, byPhase)
}
