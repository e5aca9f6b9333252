// Package support answers the customers of a shop.
//
//	classify → router ─faq→ faq_lookup ───┐
//	                  ├order→ order_status ┤
//	                  ├complaint→ escalate ┤
//	                  └anything else→ agent ┴→ respond
package support

import (
	"context"
	"errors"

	"github.com/smallnest/langgraphgo/graph"
	"github.com/tmc/langchaingo/llms"

	"example.com/langgraphgoagents/published/customersupport/desk"
)

// A Support answers one message at a time.
type Support struct {
	graph *graph.StateRunnable[desk.Case]
}

// New builds the graph.
func New(model llms.Model) (*Support, error) {
	d := desk.New(model)
	g := graph.NewStateGraph[desk.Case]()

	g.AddNode("classify", "classify_intent", d.Classify)
	g.AddNode("router", "intent_router", d.Normalize)
	g.AddNode("faq_lookup", "faq_lookup", d.LookupFAQ)
	g.AddNode("order_status", "order_status", d.OrderStatus)
	g.AddNode("agent", "support_agent", d.Converse)
	g.AddNode("escalate", "human_escalation", d.Escalate)
	g.AddNode("respond", "generate_response", d.Respond)

	g.SetEntryPoint("classify")
	g.AddEdge("classify", "router")
	g.AddConditionalEdge("router", byIntent)
	g.AddEdge("faq_lookup", "respond")
	g.AddEdge("order_status", "respond")
	g.AddEdge("escalate", "respond")
	g.AddEdge("agent", "respond")
	g.AddEdge("respond", graph.END)
	run, err := g.Compile()
	if err != nil {
		return nil, err
	}
	return &Support{run}, nil
}

// Answer handles a message. If it returns a graph.GraphInterrupt, a colleague has
// to say something to the case first: see Resume.
func (s *Support) Answer(ctx context.Context, c desk.Case) (desk.Case, error) {
	return s.graph.Invoke(ctx, c)
}

// Resume goes on with what the colleague said.
func (s *Support) Resume(ctx context.Context, c desk.Case, promise string) (desk.Case, error) {
	return s.graph.InvokeWithConfig(ctx, c, &graph.Config{ResumeFrom: []string{"escalate"}, ResumeValue: promise})
}

// Serve handles a message and asks a colleague on the way.
func Serve(ctx context.Context, model llms.Model, c desk.Case, ask func(desk.Case) string) (desk.Case, error) {
	s, err := New(model)
	if err != nil {
		return c, err
	}
	c, err = s.Answer(ctx, c)
	var stop *graph.GraphInterrupt
	if errors.As(err, &stop) {
		return s.Resume(ctx, c, ask(c))
	}
	return c, err
}

// byIntent chooses who works on a case.
func byIntent(_ context.Context, c desk.Case) string {
	switch c.Intent {
	case "faq":
		return "faq_lookup"
	case "order":
		return "order_status"
	case "complaint":
		return "escalate"
	}
	return "agent"
}
