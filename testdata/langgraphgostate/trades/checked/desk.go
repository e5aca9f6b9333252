// Package desk places orders: small ones by itself, and those above the limit when its advisor has agreed.
package desk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/smallnest/langgraphgo/graph"
	"github.com/tmc/langchaingo/tools"
)

// limit is the value up to which nobody looks at an order.
const limit = 10_000

// An Order is what the tool place_order gets.
type Order struct {
	Symbol string  `json:"symbol"`
	Value  float64 `json:"value"`
}

// A State is what the steps hand on.
type State struct {
	Client   string
	Order    Order
	Approved bool
	Receipt  string
}

// A Desk serves clients.
type Desk struct {
	propose func(client string) (Order, error)
	trades  tools.Tool
	graph   *graph.StateRunnable[State]
}

// New builds the graph.
func New(propose func(client string) (Order, error)) (*Desk, error) {
	d := &Desk{propose: propose, trades: placing{}}
	g := graph.NewStateGraph[State]()
	g.AddNode("propose", "proposes an order", d.proposal)
	g.AddNode("decide", "decides who has to look at it", decide)
	g.AddNode("review", "asks the advisor", review)
	g.AddNode("place", "places the order", d.place)
	g.SetEntryPoint("propose")
	g.AddEdge("propose", "decide")
	g.AddConditionalEdge("decide", byDecision)
	g.AddEdge("review", "place")
	g.AddEdge("place", graph.END)
	run, err := g.Compile()
	d.graph = run
	return d, err
}

// Serve serves a client and asks the advisor on the way.
func Serve(ctx context.Context, propose func(client string) (Order, error), client string, ask func(Order) string) (State, error) {
	d, err := New(propose)
	if err != nil {
		return State{}, err
	}
	s, err := d.graph.Invoke(ctx, State{Client: client})
	var stop *graph.GraphInterrupt
	if errors.As(err, &stop) {
		return d.graph.InvokeWithConfig(ctx, s, &graph.Config{ResumeFrom: []string{"review"}, ResumeValue: ask(s.Order)})
	}
	return s, err
}

func (d *Desk) proposal(_ context.Context, s State) (State, error) {
	order, err := d.propose(s.Client)
	s.Order = order
	return s, err
}

func decide(_ context.Context, s State) (State, error) {
	s.Approved = s.Order.Symbol != "" && s.Order.Value <= limit
	return s, nil
}

func byDecision(_ context.Context, s State) string {
	if s.Approved {
		return "place"
	}
	return "review"
}

func review(ctx context.Context, s State) (State, error) {
	answer, err := graph.Interrupt(ctx, s.Order)
	if err != nil {
		return s, err
	}
	if answer != "yes" {
		return s, errors.New("the advisor declined the order")
	}
	s.Approved = true
	return s, nil
}

func (d *Desk) place(ctx context.Context, s State) (State, error) {
	input, err := json.Marshal(s.Order)
	if err != nil {
		return s, err
	}
	s.Receipt, err = d.trades.Call(ctx, string(input))
	return s, err
}

// placing is the tool place_order.
type placing struct{}

func (placing) Name() string        { return "place_order" }
func (placing) Description() string { return "Place an order. It is executed at once." }

func (placing) Call(_ context.Context, input string) (string, error) {
	var o Order
	if err := json.Unmarshal([]byte(input), &o); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s for %.0f", o.Symbol, o.Value), nil
}
