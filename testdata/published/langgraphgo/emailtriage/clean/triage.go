// Package triage sorts mail and answers it, when somebody has read the answer.
//
//	classify → router ─urgent→ urgent_handler ──────────────────┐
//	                  └normal→ normal_handler → draft_response ─┴→ (a person) → send
package triage

import (
	"context"
	"errors"
	"fmt"

	"github.com/smallnest/langgraphgo/graph"
	"github.com/tmc/langchaingo/llms"

	"example.com/langgraphgoagents/published/emailtriage/mailbox"
)

// A Triage answers one mail at a time.
type Triage struct {
	graph *graph.StateRunnable[mailbox.Mail]
}

// New builds the graph.
func New(model llms.Model) (*Triage, error) {
	a := mailbox.New(model)

	g := graph.NewStateGraph[mailbox.Mail]()
	g.AddNode("classify", "email_classifier", a.Classify)
	g.AddNode("router", "priority_router", a.Route)
	g.AddNode("urgent_handler", "urgent_handler", a.Urgent)
	g.AddNode("normal_handler", "normal_handler", a.Normal)
	g.AddNode("draft_response", "draft_response", a.Draft)
	g.AddNode("send", "send_email", a.Send)

	g.SetEntryPoint("classify")
	g.AddEdge("classify", "router")
	g.AddConditionalEdge("router", mailbox.ByPriority)
	g.AddEdge("urgent_handler", "send")
	g.AddEdge("normal_handler", "draft_response")
	g.AddEdge("draft_response", "send")
	g.AddEdge("send", graph.END)

	run, err := g.Compile()
	if err != nil {
		return nil, err
	}
	return &Triage{run}, nil
}

// A Reader looks at a mail before it leaves and says whether it may.
type Reader func(mailbox.Mail) bool

// Answer handles one mail. It stops before the mail is sent and goes on if the
// reader agrees.
func (t *Triage) Answer(ctx context.Context, m mailbox.Mail, agrees Reader) (mailbox.Mail, error) {
	m, err := t.graph.InvokeWithConfig(ctx, m, graph.WithInterruptBefore("send"))
	var stop *graph.GraphInterrupt
	if !errors.As(err, &stop) {
		return m, err
	}
	if !agrees(m) {
		return m, fmt.Errorf("the answer to %s was not sent: %w", m.From, err)
	}
	return t.graph.InvokeWithConfig(ctx, m, &graph.Config{ResumeFrom: []string{stop.Node}})
}

// Serve answers one mail that the reader agrees to.
func Serve(ctx context.Context, model llms.Model, m mailbox.Mail, agrees Reader) (mailbox.Mail, error) {
	t, err := New(model)
	if err != nil {
		return m, err
	}
	return t.Answer(ctx, m, agrees)
}
