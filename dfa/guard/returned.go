package guard

// This file records what calls return.

import (
	"context"
	"log/slog"

	"github.com/agentvet/agentvet/dfa"
)

// Returned says what a call has returned that Admit let happen, once for each: JSON, or any other text. It
// matters to rules that compare with results of earlier calls; until it is called, and if it never is, the
// result is not known, and such rules judge by the worst that it can be. If the tool failed, it is not certain
// that what it returned counts; an empty text is nothing then.
//
// An error says that it could not be recorded: the result stays unknown, here or in the store.
func (g *Guard) Returned(ctx context.Context, session string, c Call, result string, failed bool) error {
	e := g.event(&c)
	if !g.rules.KeepsResults(e) {
		return nil
	}
	if e.Returned, e.Failed = true, failed; result != "" || !failed {
		var err error
		if e.Result, err = dfa.ParseResult(result); err != nil {
			return err
		}
	}
	ctx = context.WithoutCancel(ctx) // it has returned, though nobody may wait for it any more
	s, err := g.session(ctx, session)
	if err != nil {
		return err
	}
	s.locked(func() {
		if err = s.broken; err == nil {
			s.m.Return(e)
			err = g.store(ctx, s)
		}
	})
	return err
}

// returned is Returned for who can do nothing about an error.
func (g *Guard) returned(ctx context.Context, session string, c Call, result string, failed bool) {
	if err := g.Returned(ctx, session, c, result, failed); err != nil {
		g.o.Logger.WarnContext(ctx, "agentvet: what a call returned is not known to the rules",
			slog.String("agentvet.session", session), slog.String("agentvet.tool", c.Tool), slog.String("error", err.Error()))
	}
}
