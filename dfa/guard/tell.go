package guard

// This file says what was decided.

import (
	"context"
	"fmt"
	"log/slog"
)

// A Decision is what a guard decided on one event. It has no arguments in it, which may be private.
type Decision struct {
	Session string
	Tool    string // "" if it is no call
	Agent   string
	Node    string
	Step    int // the number of the event in its session, or the number it would have had; 0 if it came to no rule
	Asked   bool
	Warned  []Broken // rules that it violates, though they only warn
	Refusal *Refusal // nil if it happens
}

// Attrs returns the decision as the attributes of a log line or of a span's event: agentvet.decision
// is "allowed" or the reason of the refusal, agentvet.rules are the rules.
func (d *Decision) Attrs() []slog.Attr {
	word, rules := "allowed", d.Warned
	if d.Refusal != nil {
		word, rules = d.Refusal.Reason.String(), d.Refusal.Rules
	}
	attrs := []slog.Attr{slog.String("agentvet.decision", word), slog.String("agentvet.session", d.Session), slog.Int("agentvet.step", d.Step)}
	for _, a := range []struct{ key, value string }{{"agentvet.tool", d.Tool}, {"agentvet.agent", d.Agent}, {"agentvet.node", d.Node}} {
		if a.value != "" {
			attrs = append(attrs, slog.String(a.key, a.value))
		}
	}
	if d.Asked {
		attrs = append(attrs, slog.Bool("agentvet.human", d.Refusal == nil))
	}
	if len(rules) > 0 {
		names := make([]string, len(rules))
		for i, b := range rules {
			names[i] = b.Name
		}
		attrs = append(attrs, slog.Any("agentvet.rules", names))
	}
	return attrs
}

// tell completes a decision, and tells the logger and the observer. If one of them panics, what was
// allowed is refused. It is recorded then, though it does not happen, so the session is broken.
func (g *Guard) tell(ctx context.Context, d *Decision) {
	if r := d.Refusal; r != nil {
		r.Session, r.Tool, r.Agent, r.Node, r.Step = d.Session, d.Tool, d.Agent, d.Node, d.Step
	}
	r := protected(func() *Refusal {
		g.log(ctx, d)
		if g.o.Observe != nil {
			g.o.Observe(ctx, d)
		}
		return nil
	})
	if r == nil || d.Refusal != nil {
		return
	}
	r.Session, r.Tool, r.Agent, r.Node, r.Step = d.Session, d.Tool, d.Agent, d.Node, d.Step
	d.Refusal = r
	if s, _ := g.session(ctx, d.Session); s != nil {
		s.locked(func() { s.broken = fmt.Errorf("a call was recorded that did not happen: %w", r.Err) })
	}
}

// log writes the line of a decision.
func (g *Guard) log(ctx context.Context, d *Decision) {
	level, text := slog.LevelInfo, "agentvet: allowed"
	switch {
	case d.Refusal == nil && len(d.Warned) > 0:
		level, text = slog.LevelWarn, "agentvet: allowed, though a rule warns"
	case d.Refusal == nil:
	case d.Refusal.Reason == Lost || d.Refusal.Reason == Failed:
		level, text = slog.LevelError, "agentvet: refused"
	default:
		level, text = slog.LevelWarn, "agentvet: refused"
	}
	if !g.o.Logger.Enabled(ctx, level) {
		return
	}
	attrs := d.Attrs()
	if d.Refusal != nil && d.Refusal.Err != nil {
		attrs = append(attrs, slog.String("error", d.Refusal.Err.Error()))
	}
	g.o.Logger.LogAttrs(ctx, level, text, attrs...)
}
