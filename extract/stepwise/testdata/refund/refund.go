// Package refund is a desk that pays refunds.
package refund

import (
	"context"

	"example.com/golden/src/stepwise"
)

func pay(_ context.Context, input string) (string, error) { return "paid " + input, nil }

func ask(ctx context.Context, s *stepwise.State) (err error) {
	s.Output, err = stepwise.Model{}.Ask(ctx, "You are a refund desk.", s.Input)
	return err
}

func reject(_ context.Context, s *stepwise.State) error {
	s.Output = "no"
	return nil
}

// audited is an option of the program's own, which might give the step tools.
func audited(s *stepwise.Step) { s.Tools = append(s.Tools, stepwise.Tool{}) }

// Desk returns the flow. Large amounts are only paid where the desk is trusted.
func Desk(trusted bool) *stepwise.Flow {
	payment := stepwise.NewTool("pay", "pays a refund", pay)
	f := stepwise.New("desk").
		AddStep("ask", ask, stepwise.WithTools(payment)).
		AddStep("reject", reject).
		AddStep("review", reject, audited).
		Start("ask").
		Route("ask", func(s *stepwise.State) string {
			if s.Done {
				return "review"
			}
			return "reject"
		})
	if trusted {
		f.Then("review", "ask")
	}
	return f
}
