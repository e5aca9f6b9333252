package guard

// This file asks a human.

import (
	"context"
	"errors"
	"fmt"
)

// A Question is what a human is asked: may this call happen?
type Question struct {
	Session   string
	Tool      string
	Agent     string
	Arguments string   // as the tool gets them
	Rules     []Broken // that want a human
}

// ask asks, and waits for the answer. The reason is ReasonInvalid if that is yes. The approver runs
// in a goroutine of its own, which it may keep for as long as it likes: nobody waits longer than the
// time limit.
func (g *Guard) ask(ctx context.Context, q Question) (Reason, error) {
	type answer struct {
		yes bool
		err error
	}
	ctx, cancel := context.WithTimeout(ctx, g.o.ApproveTimeout)
	defer cancel()
	answered := make(chan answer, 1)
	go func() {
		a := answer{err: errors.New("the approver ended without an answer")}
		defer func() {
			if p := recover(); p != nil {
				a = answer{err: fmt.Errorf("the approver panicked: %v", p)}
			}
			answered <- a
		}()
		yes, err := g.o.Approve(ctx, q)
		a = answer{yes, err}
	}()
	select {
	case <-ctx.Done():
	case a := <-answered:
		switch {
		case ctx.Err() != nil: // both at once: too late
		case a.err != nil:
			return NoAnswer, a.err
		case !a.yes:
			return Declined, nil
		default:
			return ReasonInvalid, nil
		}
	}
	return NoAnswer, ctx.Err()
}
