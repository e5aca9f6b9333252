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
// Of a tool with the tag human, that it has not failed is a human's yes.
//
// An error says that it could not be recorded: the result stays unknown, here or in the store.
func (g *Guard) Returned(ctx context.Context, session string, c Call, result string, failed bool) error {
	if !failed {
		if err := g.answered(ctx, session, c); err != nil {
			return err
		}
	}
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

// answered notes the yes of a human if a call that has not failed was one of a tool that asks.
func (g *Guard) answered(ctx context.Context, session string, c Call) error {
	if !g.asks[c.Tool] {
		return nil
	}
	return g.Note(context.WithoutCancel(ctx), session, &dfa.Event{Human: true, Agent: c.Agent})
}

// returned is Returned for who can do nothing about an error.
func (g *Guard) returned(ctx context.Context, session string, c Call, result string, failed bool) {
	g.warn(ctx, session, c, g.Returned(ctx, session, c, result, failed))
}

// saidYes is answered for who can do nothing about an error.
func (g *Guard) saidYes(ctx context.Context, session string, c Call) {
	g.warn(ctx, session, c, g.answered(ctx, session, c))
}

// warn tells the logger of an error that leaves open what a call returned.
func (g *Guard) warn(ctx context.Context, session string, c Call, err error) {
	if err != nil {
		g.o.Logger.WarnContext(ctx, "agentvet: what a call returned is not known to the rules",
			slog.String("agentvet.session", session), slog.String("agentvet.tool", c.Tool), slog.String("error", err.Error()))
	}
}
