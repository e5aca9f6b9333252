// Package otel makes an event of a span of each decision of a guard, for OpenTelemetry.
//
//	guard.New(guard.Options{…, Observe: otel.Observe})
//
// The event is added to the span of the context that the guard is asked with, before the call happens. Which one that is,
// the framework says: the span of the tool, of the agent's step or of the request. Without a span, or if it is not
// recorded, there is no event, and an SDK keeps the last 128 of a span unless it is told otherwise: to account for each
// decision, use the log lines that the guard writes.
//
// An event has the attributes of guard.Decision.Attrs: agentvet.decision is "allowed" or the reason of the refusal. As the
// decision, it has no arguments in it and nothing that a model or a tool said, but for the names of tools that a model
// may make up.
package otel

import (
	"context"
	"log/slog"

	"github.com/agentvet/agentvet/dfa/guard"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"
)

// Event is the name of the event of a decision.
const Event = "agentvet.decision"

// Observe adds the event of a decision to the span of ctx. It is for guard.Options.Observe, or to be called there.
func Observe(ctx context.Context, d *guard.Decision) {
	span := trace.SpanFromContext(ctx)
	if !span.IsRecording() {
		return
	}
	span.AddEvent(Event, trace.WithAttributes(Attributes(d)...))
}

// Attributes returns a decision as the attributes of a span or an event.
func Attributes(d *guard.Decision) []attribute.KeyValue {
	attrs := d.Attrs()
	list := make([]attribute.KeyValue, len(attrs))
	for i, a := range attrs {
		list[i] = keyValue(a)
	}
	return list
}

// keyValue returns an attribute of a log line as one of a span.
func keyValue(a slog.Attr) attribute.KeyValue {
	v := a.Value.Resolve()
	switch v.Kind() {
	case slog.KindBool:
		return attribute.Bool(a.Key, v.Bool())
	case slog.KindInt64:
		return attribute.Int64(a.Key, v.Int64())
	case slog.KindAny:
		if list, ok := v.Any().([]string); ok {
			return attribute.StringSlice(a.Key, list)
		}
	}
	return attribute.String(a.Key, v.String())
}
