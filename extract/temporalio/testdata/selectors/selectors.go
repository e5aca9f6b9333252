// Package selectors has workflows whose cases do the work.
package selectors

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"example.com/golden/loop/acts"
)

// state is what handlers and the workflow share.
type state struct {
	approved bool
	prompts  []string
	a        *acts.Activities
}

func (s *state) approve(ctx workflow.Context, yes bool) error {
	s.approved = yes
	return nil
}

func (s *state) prompt(ctx workflow.Context, text string) error {
	s.prompts = append(s.prompts, text)
	return nil
}

func (s *state) ready() bool { return s.approved }

// Works removes in the case of the signal.
func Works(ctx workflow.Context) error {
	var a *acts.Activities
	var plan string
	if err := workflow.ExecuteActivity(ctx, a.Decide, nil).Get(ctx, &plan); err != nil {
		return err
	}
	var failed error
	workflow.NewSelector(ctx).
		AddReceive(workflow.GetSignalChannel(ctx, "remove"), func(c workflow.ReceiveChannel, more bool) {
			c.Receive(ctx, nil)
			failed = workflow.ExecuteActivity(ctx, a.Remove, plan).Get(ctx, nil)
		}).
		AddFuture(workflow.NewTimer(ctx, time.Hour), func(f workflow.Future) {}).
		Select(ctx)
	return failed
}

// Shared waits for what a method sets.
func Shared(ctx workflow.Context) error {
	s := &state{}
	if err := workflow.SetUpdateHandler(ctx, "approve", s.approve); err != nil {
		return err
	}
	var plan string
	if err := workflow.ExecuteActivity(ctx, s.a.Decide, nil).Get(ctx, &plan); err != nil {
		return err
	}
	if err := workflow.Await(ctx, s.ready); err != nil {
		return err
	}
	return workflow.ExecuteActivity(ctx, s.a.Remove, plan).Get(ctx, nil)
}

// Prompts waits for what its model works on.
func Prompts(ctx workflow.Context) error {
	s := &state{}
	if err := workflow.SetUpdateHandler(ctx, "prompt", s.prompt); err != nil {
		return err
	}
	if err := workflow.Await(ctx, func() bool { return len(s.prompts) > 0 }); err != nil {
		return err
	}
	var plan string
	if err := workflow.ExecuteActivity(ctx, s.a.Decide, s.prompts).Get(ctx, &plan); err != nil {
		return err
	}
	return workflow.ExecuteActivity(ctx, s.a.Remove, plan).Get(ctx, nil)
}

// Racing goes on when an activity ends, or at once.
func Racing(ctx workflow.Context) error {
	var a *acts.Activities
	var plan string
	stop := workflow.GetSignalChannel(ctx, "stop")
	stopped := false
	decided := workflow.ExecuteActivity(ctx, a.Decide, nil)
	first := workflow.NewSelector(ctx)
	first.AddReceive(stop, func(c workflow.ReceiveChannel, more bool) { c.Receive(ctx, &stopped) })
	first.AddFuture(decided, func(f workflow.Future) { f.Get(ctx, &plan) })
	first.Select(ctx)
	second := workflow.NewSelector(ctx)
	second.AddReceive(stop, func(c workflow.ReceiveChannel, more bool) { c.Receive(ctx, &stopped) })
	second.AddDefault(func() {})
	second.Select(ctx)
	if stopped {
		return nil
	}
	return workflow.ExecuteActivity(ctx, a.Remove, plan).Get(ctx, nil)
}

// Parallel asks two models at a time, and waits for itself.
func Parallel(ctx workflow.Context, questions []string) error {
	var a *acts.Activities
	var futures []workflow.Future
	for _, q := range questions {
		futures = append(futures, workflow.ExecuteActivity(ctx, a.Decide, q))
	}
	for _, f := range futures {
		var plan string
		if err := f.Get(ctx, &plan); err != nil {
			return err
		}
	}
	done := 0
	workflow.Go(ctx, func(ctx workflow.Context) {
		if err := workflow.ExecuteActivity(ctx, a.Search, "x").Get(ctx, nil); err == nil {
			done++
		}
	})
	if err := workflow.Await(ctx, func() bool { return done == 1 }); err != nil {
		return err
	}
	return workflow.ExecuteActivity(ctx, acts.Notify, "done").Get(ctx, nil)
}
