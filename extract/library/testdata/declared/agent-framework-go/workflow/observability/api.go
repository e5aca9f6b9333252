package observability

import (
	"context"
)

func StringAttribute(key, value string) Attribute
func BoolAttribute(key string, value bool) Attribute

type Attribute struct {
	Key   string
	Value any
}

type Span interface {
	End()
	AddEvent(name string, attrs ...Attribute)
	SetAttributes(attrs ...Attribute)
	RecordError(err error)
	SetError(message string)
}

type SpanKind int

type SpanOptions struct {
	Kind               SpanKind
	SourceTraceContext map[string]string
}

type Tracer interface {
	Start(ctx context.Context, name string, options SpanOptions) (context.Context, Span)
	ExtractTraceContext(ctx context.Context) map[string]string
}
