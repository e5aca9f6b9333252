// Package bad is a refund desk that pays without asking: its gate is on a step
// that does not exist.
package bad

import (
	"context"
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
	g.AddNode(steps.Issue, "pays", func(ctx context.Context, c Case) (Case, error) { // DEFECT(policy) structure/human-gate issue_refund: nobody is asked
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
	g.AddNode(steps.Escalate, "asks the boss", logs("escalated")) // DEFECT structure/dead-end escalate: no edge leaves it, and the run fails here
	g.AddNode(steps.Audit, "keeps a record", logs("done"))        // DEFECT structure/unreachable audit_log: nothing leads here

	g.SetEntryPoint(steps.Intake)
	for _, e := range []struct{ from, to string }{
		{steps.Intake, steps.Classify},
		{steps.Issue, steps.Reply},
		{steps.Reply, graph.END},
		{steps.Audit, graph.END},
	} {
		g.AddEdge(e.from, e.to)
	}
	g.AddConditionalEdge(steps.Classify, afterClassify)
	return g
}

// Run answers one case.
func Run(ctx context.Context, model llms.Model, c Case) (Case, error) {
	app, err := Graph(model).Compile()
	if err != nil {
		return c, err
	}
	return app.InvokeWithConfig(ctx, c, &graph.Config{InterruptBefore: []string{"issue-refund"}}) // DEFECT structure/unknown-interrupt issue-refund: the step is called issue_refund
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
