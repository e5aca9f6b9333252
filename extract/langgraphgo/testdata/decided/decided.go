// Package decided has steps that note what they have found, and routers that ask for the note.
package decided

import (
	"context"
	"errors"
	"strings"

	"github.com/smallnest/langgraphgo/graph"
)

// An Offer is a part of the state.
type Offer struct {
	Name  string
	Value float64
}

// A State is handed on by value.
type State struct {
	Fine   bool
	Answer string
	Value  float64
	Count  int
	Offer  Offer
	Items  []string
}

const most = 10

type step = func(context.Context, State) (State, error)

func fill(_ context.Context, s State) (State, error) {
	s.Answer, s.Value, s.Count, s.Offer, s.Items = read(), number(), len(read()), Offer{Value: number()}, strings.Fields(read())
	return s, nil
}

func read() string                           { return <-texts }
func number() float64                        { return <-numbers }
func change(x *float64)                      { *x = 99 }
func offer() Offer                           { return <-offers }
func next(_ context.Context, s State) string { return choose(s.Fine) }

var (
	texts   chan string
	numbers chan float64
	offers  chan Offer
)

func choose(fine bool) string {
	if fine {
		return "pay"
	}
	return graph.END
}

func byNote(_ context.Context, s State) string {
	if s.Fine {
		return "pay"
	}
	return graph.END
}

func keep(_ context.Context, s State) (State, error) { return s, nil }

// flow builds fill -> decide -> pay, and again.
func flow(name string, decide step, route func(context.Context, State) string) {
	twice(name, decide, route, again)
}

func twice(name string, decide step, route, again func(context.Context, State) string) {
	g := graph.NewStateGraph[State]()
	g.AddNode("fill", "fills", fill)
	g.AddNode(name, "decides", decide)
	for _, name := range []string{"pay", "value", "offer", "count", "items", "answer"} {
		g.AddNode(name, "does nothing", keep)
		if name != "pay" {
			g.AddEdge(name, graph.END)
		}
	}
	g.SetEntryPoint("fill")
	g.AddEdge("fill", name)
	g.AddConditionalEdge(name, route)
	g.AddConditionalEdge("pay", again)
	run, _ := g.Compile()
	run.Invoke(context.Background(), State{})
}

// again asks for all that the steps may have decided by, and for its opposite.
func again(_ context.Context, s State) string {
	switch {
	case s.Value > most:
		return "value"
	case s.Offer.Value > most:
		return "offer"
	case s.Count > most:
		return "count"
	case len(s.Items) > 0:
		return "items"
	case !strings.HasPrefix(s.Answer, "yes"):
		return "answer"
	case s.Value <= most && s.Offer.Value <= most && s.Count <= most && strings.HasPrefix(s.Answer, "yes"):
		return "fill"
	}
	return graph.END
}

func both(_ context.Context, s State) (State, error) {
	s.Fine = s.Answer == "yes" && s.Value <= most
	return s, nil
}

func inner(_ context.Context, s State) (State, error) {
	s.Fine = s.Offer.Value <= most
	return s, nil
}

func counts(_ context.Context, s State) (State, error) {
	s.Fine = !(s.Count > most)
	return s, nil
}

func listed(_ context.Context, s State) (State, error) {
	s.Fine = len(s.Items) == 0
	return s, nil
}

func begins(_ context.Context, s State) (State, error) {
	s.Fine = strings.HasPrefix(s.Answer, "yes")
	return s, nil
}

// fails has no other way on.
func fails(_ context.Context, s State) (State, error) {
	if s.Value > most {
		return s, errors.New("too much")
	}
	s.Fine = true
	return s, nil
}

func good() {
	flow("both", both, byNote)
	flow("inner", inner, byNote)
	flow("counts", counts, byNote)
	flow("listed", listed, byNote)
	flow("begins", begins, byNote)
	flow("fails", fails, byNote)
	twice("apart", noNumber, byValue, thenNote)
}

// noNumber may be: what is not greater than ten need not be less.
func noNumber(_ context.Context, s State) (State, error) {
	s.Fine = !(s.Value > most)
	return s, nil
}

// later changes what it has asked for.
func later(_ context.Context, s State) (State, error) {
	s.Fine = s.Value <= most
	s.Value = number()
	return s, nil
}

// handed hands out the address of what it has asked for.
func handed(_ context.Context, s State) (State, error) {
	s.Fine = s.Value <= most
	change(&s.Value)
	return s, nil
}

// replaced has another offer in the end, and asks for the one before.
func replaced(_ context.Context, s State) (State, error) {
	s.Fine = s.Offer.Value <= most
	s.Offer = offer()
	return s, nil
}

// asksLater asks for the new one.
func asksLater(_ context.Context, s State) (State, error) {
	old := s.Offer.Value
	s.Offer = offer()
	if s.Offer.Value <= most && old > most {
		s.Fine = old > most
	}
	return s, nil
}

// inPart changes the part of the offer that it has asked for.
func inPart(_ context.Context, s State) (State, error) {
	o := s.Offer
	s.Offer.Value = 99
	s.Fine = s.Offer.Value <= most && o.Value <= most
	return s, nil
}

// rewritten writes a part of the offer, and then all of it.
func rewritten(_ context.Context, s State) (State, error) {
	s.Offer.Value = 1
	s.Offer = offer()
	s.Fine = s.Offer.Value <= most
	return s, nil
}

// thenAll is rewritten, and writes the offer once more.
func thenAll(_ context.Context, s State) (State, error) {
	s.Offer = offer()
	s.Fine = s.Offer.Value <= most
	s.Offer = offer()
	return s, nil
}

// adds one to what it has asked for.
func adds(_ context.Context, s State) (State, error) {
	s.Fine = s.Count <= most
	s.Count++
	return s, nil
}

// loops decides once more on the way round.
func loops(_ context.Context, s State) (State, error) {
	s.Fine = s.Value <= most
	for _, item := range s.Items {
		s.Fine = item != ""
	}
	return s, nil
}

// names says what follows, or leaves it to the router.
func names(_ context.Context, s State) (State, error) {
	s.Answer = "value"
	if read() == "" {
		s.Answer = "pay"
	}
	return s, nil
}

// byName returns what names says.
func byName(_ context.Context, s State) string {
	if s.Value <= most {
		return "pay"
	}
	return s.Answer
}

// byValue asks for what noNumber has noted, and not for the note.
func byValue(_ context.Context, s State) string {
	if s.Value > most {
		return graph.END
	}
	return "pay"
}

// thenNote asks for the note.
func thenNote(_ context.Context, s State) string {
	if s.Fine {
		return "fill"
	}
	return graph.END
}

// either has a way on which it does not ask.
func either(_ context.Context, s State) (State, error) {
	s.Fine = s.Answer == "boss" || s.Value <= most
	return s, nil
}

// grows adds to the list that it has asked for.
func grows(_ context.Context, s State) (State, error) {
	s.Fine = len(s.Items) == 0
	s.Items = append(s.Items, s.Answer)
	return s, nil
}

// writes decides by a copy that it has changed.
func writes(_ context.Context, s State) string {
	s.Value = 1
	if s.Fine && s.Value <= most {
		return "pay"
	}
	return graph.END
}

func bad() {
	flow("noNumber", noNumber, byNote)
	flow("later", later, byNote)
	flow("handed", handed, byNote)
	flow("replaced", replaced, byNote)
	flow("asksLater", asksLater, byNote)
	flow("inPart", inPart, byNote)
	flow("rewritten", rewritten, byNote)
	flow("thenAll", thenAll, byNote)
	flow("adds", adds, byNote)
	flow("loops", loops, byNote)
	flow("names", names, byName)
	flow("either", either, byNote)
	flow("grows", grows, byNote)
	flow("writes", both, writes)
	flow("helper", both, next)
}
