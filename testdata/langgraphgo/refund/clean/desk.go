// Package clean is a refund desk that asks before it pays.
package clean

import (
	"context"
	"errors"
	"strings"

	"github.com/smallnest/langgraphgo/graph"
	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/tools"

	"example.com/langgraphgoagents/refund/steps"
	desk "example.com/langgraphgoagents/refund/tools"
)

// A Case is one customer who wants money back.
type Case struct {
	Order, Text, Verdict string
	Amount               int
	Log                  []string
}

// Graph builds the desk.
func Graph(model llms.Model) *graph.StateGraph[Case] {
	g := graph.NewStateGraph[Case]()
	var lookup tools.Tool = desk.LookupOrder{}
	refund := []tools.Tool{desk.NewRefundPayment()}
	g.AddNode(steps.Intake, "reads the order", calls(lookup))
	g.AddNode(steps.Classify, "decides", func(ctx context.Context, c Case) (Case, error) {
		verdict, err := llms.GenerateFromSinglePrompt(ctx, model, "Refund? "+c.Text)
		c.Verdict = verdict
		return c, err
	})
	g.AddNode(steps.Issue, "pays", func(ctx context.Context, c Case) (Case, error) {
		for _, t := range refund {
			if _, err := t.Call(ctx, c.Order); err != nil {
				return c, err
			}
		}
		return c, nil
	})
	g.AddNode(steps.Reply, "answers", func(ctx context.Context, c Case) (Case, error) {
		_, err := llms.GenerateFromSinglePrompt(ctx, model, "Answer: "+c.Verdict)
		return c, err
	})
	g.AddNode(steps.Escalate, "asks the boss", logs("escalated"))
	g.AddNode(steps.Audit, "keeps a record", logs("done"))

	g.SetEntryPoint(steps.Intake)
	for _, e := range []struct{ from, to string }{
		{steps.Intake, steps.Classify},
		{steps.Issue, steps.Reply},
		{steps.Reply, steps.Audit},
		{steps.Escalate, steps.Audit},
		{steps.Audit, graph.END},
	} {
		g.AddEdge(e.from, e.to)
	}
	g.AddConditionalEdge(steps.Classify, afterClassify)
	return g
}

// A Desk answers cases, and waits for a human before it pays.
type Desk struct{ app *graph.StateRunnable[Case] }

// Open compiles the desk.
func Open(model llms.Model) (*Desk, error) {
	app, err := Graph(model).Compile()
	if err != nil {
		return nil, err
	}
	return &Desk{app}, nil
}

// Answer works on a case up to the payment. The error is a graph.GraphInterrupt
// if a human is to look at it.
func (d *Desk) Answer(ctx context.Context, c Case) (Case, error) {
	return d.app.InvokeWithConfig(ctx, c, &graph.Config{InterruptBefore: []string{steps.Issue}})
}

// Approve goes on with a case that a human looked at.
func (d *Desk) Approve(ctx context.Context, c Case) (Case, error) {
	return d.app.InvokeWithConfig(ctx, c, &graph.Config{ResumeFrom: []string{steps.Issue}})
}

// Serve answers a case and asks the approver on the way.
func Serve(ctx context.Context, model llms.Model, c Case, approved func(Case) bool) (Case, error) {
	desk, err := Open(model)
	if err != nil {
		return c, err
	}
	c, err = desk.Answer(ctx, c)
	var stop *graph.GraphInterrupt
	if errors.As(err, &stop) && approved(c) {
		return desk.Approve(ctx, c)
	}
	return c, err
}

func afterClassify(_ context.Context, c Case) string {
	switch {
	case strings.Contains(c.Text, "lawyer"):
		return steps.Escalate
	case c.Amount > 0:
		return steps.Issue
	}
	return steps.Reply
}

// calls returns a step that calls a tool with the order.
func calls(t tools.Tool) func(context.Context, Case) (Case, error) {
	return func(ctx context.Context, c Case) (Case, error) {
		out, err := t.Call(ctx, c.Order)
		c.Log = append(c.Log, out)
		return c, err
	}
}

func logs(text string) func(context.Context, Case) (Case, error) {
	return func(_ context.Context, c Case) (Case, error) {
		c.Log = append(c.Log, text)
		return c, nil
	}
}
