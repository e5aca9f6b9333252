// Package arguments passes numbers of the state to a tool, and some that only seem to be.
package arguments

import (
	"context"
	"encoding/json"

	"github.com/smallnest/langgraphgo/graph"
	"github.com/tmc/langchaingo/tools"
)

// An Order is passed to the tool as JSON.
type Order struct {
	Symbol string  `json:"symbol"`
	Value  float64 `json:"value"`
	Count  int     `json:"count,omitempty"`
	Hidden float64 `json:"-"`
	Quoted int     `json:"quoted,string"`
	Own    Euro    `json:"own"`
	Plain  int
}

// Euro writes itself.
type Euro float64

func (e Euro) MarshalJSON() ([]byte, error) { return []byte("0"), nil }

// Twice has two members with one name.
type Twice struct {
	Value float64 `json:"value"`
	Other float64 `json:"VALUE"`
}

// Own writes itself.
type Own struct{ Value float64 }

func (o *Own) MarshalText() ([]byte, error) { return nil, nil }

// A State is handed on by value.
type State struct {
	Fine  bool
	Order Order
	Own   Own
	Twice Twice
	Total float64
	Plain int
}

type bank struct{}

func (bank) Name() string                                 { return "pay" }
func (bank) Description() string                          { return "Pays." }
func (bank) Call(context.Context, string) (string, error) { return "paid", nil }

var numbers chan State

func ask(_ context.Context, s State) (State, error) { return s, nil }

func decide(_ context.Context, s State) (State, error) {
	n := <-numbers
	s.Order, s.Own, s.Twice, s.Total, s.Plain = n.Order, n.Own, n.Twice, n.Total, n.Plain
	s.Fine = s.Order.Value <= 10 && s.Order.Count <= 10 && s.Order.Hidden <= 10 && s.Order.Quoted <= 10 && s.Order.Own <= 10 && s.Order.Plain <= 10 &&
		s.Own.Value <= 10 && s.Twice.Value <= 10 && s.Total <= 10 && s.Plain <= 10
	return s, nil
}

func next(_ context.Context, s State) string {
	if s.Fine {
		return "pay"
	}
	return "ask"
}

func flow(name string, pay func(context.Context, State) (State, error)) {
	g := graph.NewStateGraph[State]()
	g.AddNode("decide", name, decide)
	g.AddNode("ask", "asks", ask)
	g.AddNode("pay", "pays", pay)
	g.SetEntryPoint("decide")
	g.AddConditionalEdge("decide", next)
	g.AddEdge("ask", "pay")
	g.AddEdge("pay", graph.END)
	run, _ := g.Compile()
	run.Invoke(context.Background(), State{})
}

func call(ctx context.Context, t tools.Tool, args any) (string, error) {
	text, err := json.Marshal(args)
	if err != nil {
		return "", err
	}
	return t.Call(ctx, string(text))
}

var tool tools.Tool = bank{}

// part passes a part of the state.
func part(ctx context.Context, s State) (State, error) {
	_, err := call(ctx, bank{}, s.Order)
	return s, err
}

// whole passes the state itself.
func whole(ctx context.Context, s State) (State, error) {
	text, _ := json.Marshal(s)
	_, err := tool.Call(ctx, string(text))
	return s, err
}

// literal makes the arguments.
func literal(ctx context.Context, s State) (State, error) {
	_, err := call(ctx, bank{}, Order{Symbol: "x", Value: s.Total, Plain: s.Plain})
	return s, err
}

// noted writes something else in the state.
func noted(ctx context.Context, s State) (State, error) {
	_, err := call(ctx, bank{}, s.Order)
	s.Fine = false
	return s, err
}

func good() {
	flow("part", part)
	flow("whole", whole)
	flow("literal", literal)
	flow("noted", noted)
}

// changed changes the number first.
func changed(ctx context.Context, s State) (State, error) {
	s.Order.Value = 99
	_, err := call(ctx, bank{}, s.Order)
	return s, err
}

// refilled changes the arguments before it passes them.
func refilled(ctx context.Context, s State) (State, error) {
	o := Order{Value: s.Total}
	if s.Plain > 3 {
		o.Value = 99
	}
	_, err := call(ctx, bank{}, o)
	return s, err
}

// sometimes fills in the arguments in some cases.
func sometimes(ctx context.Context, s State) (State, error) {
	var o Order
	if s.Plain > 3 {
		o.Value = s.Total
	}
	_, err := call(ctx, bank{}, o)
	return s, err
}

// computed passes another number.
func computed(ctx context.Context, s State) (State, error) {
	_, err := call(ctx, bank{}, Order{Value: s.Total * 2})
	return s, err
}

// edited changes the text.
func edited(ctx context.Context, s State) (State, error) {
	text, _ := json.Marshal(s.Order)
	text[0] = '{'
	_, err := tool.Call(ctx, string(text))
	return s, err
}

// own and twice have no members that are known.
func own(ctx context.Context, s State) (State, error) {
	_, err := call(ctx, bank{}, s.Own)
	return s, err
}

func twice(ctx context.Context, s State) (State, error) {
	_, err := call(ctx, bank{}, s.Twice)
	return s, err
}

// pointed passes what somebody else may change.
func pointed(ctx context.Context, s State) (State, error) {
	o := &Order{Value: s.Total}
	fill(o)
	_, err := call(ctx, bank{}, *o)
	return s, err
}

func fill(o *Order) { o.Value = 99 }

// late fills in the arguments when they have been copied.
func late(ctx context.Context, s State) (State, error) {
	var o Order
	passed := o
	o.Value = s.Total
	_, err := call(ctx, bank{}, passed)
	return s, err
}

func bad() {
	flow("late", late)
	flow("changed", changed)
	flow("refilled", refilled)
	flow("sometimes", sometimes)
	flow("computed", computed)
	flow("edited", edited)
	flow("own", own)
	flow("twice", twice)
	flow("pointed", pointed)
}
