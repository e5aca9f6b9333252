// Package approval has workflows that wait for somebody, or do not.
package approval

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"example.com/golden/loop/acts"
)

// Decision is what a human sends.
type Decision struct {
	Approved bool
	Comment  string
}

var a *acts.Activities

func decide(ctx workflow.Context, input any) (string, error) {
	var plan string
	err := workflow.ExecuteActivity(ctx, a.Decide, input).Get(ctx, &plan)
	return plan, err
}

func remove(ctx workflow.Context, plan string) error {
	return workflow.ExecuteActivity(ctx, a.Remove, plan).Get(ctx, nil)
}

// Signal waits for a signal; a comment goes back to the model.
func Signal(ctx workflow.Context, question string) error {
	plan, err := decide(ctx, question)
	if err != nil {
		return err
	}
	decisions := workflow.GetSignalChannel(ctx, "decision")
	for range 3 {
		var d Decision
		decisions.Receive(ctx, &d)
		if d.Approved {
			return remove(ctx, plan)
		}
		if plan, err = decide(ctx, d.Comment); err != nil {
			return err
		}
	}
	return nil
}

// Timeout waits for a signal or a timer.
func Timeout(ctx workflow.Context, question string) error {
	plan, err := decide(ctx, question)
	if err != nil {
		return err
	}
	approved := false
	selector := workflow.NewSelector(ctx)
	selector.AddReceive(workflow.GetSignalChannel(ctx, "approve"), func(c workflow.ReceiveChannel, more bool) {
		c.Receive(ctx, &approved)
	})
	selector.AddFuture(workflow.NewTimer(ctx, time.Hour), func(f workflow.Future) { approved = false })
	selector.Select(ctx)
	if !approved {
		return nil
	}
	return remove(ctx, plan)
}

// Update waits until an update is there.
func Update(ctx workflow.Context, question string) error {
	var decision *Decision
	if err := workflow.SetUpdateHandler(ctx, "decide", func(ctx workflow.Context, d Decision) error {
		decision = &d
		return nil
	}); err != nil {
		return err
	}
	plan, err := decide(ctx, question)
	if err != nil {
		return err
	}
	ok, err := workflow.AwaitWithTimeout(ctx, time.Hour, func() bool { return decision != nil })
	if err != nil || !ok || !decision.Approved {
		return err
	}
	return remove(ctx, plan)
}

// Routine waits until a routine has the signal.
func Routine(ctx workflow.Context, question string) error {
	approved := false
	workflow.Go(ctx, func(ctx workflow.Context) {
		workflow.GetSignalChannel(ctx, "go on").Receive(ctx, &approved)
	})
	plan, err := decide(ctx, question)
	if err != nil {
		return err
	}
	if err := workflow.Await(ctx, func() bool { return approved }); err != nil {
		return err
	}
	return remove(ctx, plan)
}

// Chat gets its prompts by a signal, which is no approval.
func Chat(ctx workflow.Context) error {
	prompts := workflow.GetSignalChannel(ctx, "prompt")
	for {
		var prompt string
		prompts.Receive(ctx, &prompt)
		if prompt == "quit" {
			return nil
		}
		plan, err := decide(ctx, []string{prompt})
		if err != nil {
			return err
		}
		if err := remove(ctx, plan); err != nil {
			return err
		}
	}
}

// Internal waits for itself only.
func Internal(ctx workflow.Context) error {
	done := workflow.NewChannel(ctx)
	workflow.Go(ctx, func(ctx workflow.Context) { done.Send(ctx, true) })
	plan, err := decide(ctx, nil)
	if err != nil {
		return err
	}
	done.Receive(ctx, nil)
	return remove(ctx, plan)
}

// Impatient looks whether there is a signal, and goes on without.
func Impatient(ctx workflow.Context) error {
	plan, err := decide(ctx, nil)
	if err != nil {
		return err
	}
	stop := false
	workflow.GetSignalChannel(ctx, "stop").ReceiveAsync(&stop)
	if stop {
		return nil
	}
	return remove(ctx, plan)
}
