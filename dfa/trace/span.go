package trace

// This file reads one span, in each of the two forms.

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/agentvet/agentvet/graph"
)

// A span is what is read of a span of either form.
type span struct {
	trace, id, parent string // parent is "" for the first span of a trace
	name              string
	start             int64 // in nanoseconds since 1970
	ended, failed     bool
	pos               graph.Pos
	attrs             attributes // until genai.go has read them

	genAI   genAI
	above   *span // the parent, if it is in the log
	depth   int
	modeled bool // of an agent: a call of its model is recorded
}

// attributes are those of a span that this package asks for. Values are as
// encoding/json decodes them, or unclear.
type attributes map[string]any

// unclear is the value of an attribute that is a list of pairs in which a key
// occurs twice.
type unclear struct{}

func (a attributes) text(key string) string {
	s, _ := a[key].(string)
	return s
}

// asked reports whether this package asks for an attribute.
func asked(key string) bool {
	return strings.HasPrefix(key, "gen_ai.") || strings.HasPrefix(key, ownPrefix) || key == keyADKArguments
}

type otlpSpan struct {
	TraceID      string          `json:"traceId"`
	SpanID       string          `json:"spanId"`
	ParentSpanID string          `json:"parentSpanId"`
	Name         string          `json:"name"`
	Start        json.RawMessage `json:"startTimeUnixNano"`
	End          json.RawMessage `json:"endTimeUnixNano"`
	Attributes   []otlpAttribute `json:"attributes"`
	Status       struct {
		Code any `json:"code"`
	} `json:"status"`
}

type otlpAttribute struct {
	Key   string    `json:"key"`
	Value otlpValue `json:"value"`
}

type otlpValue struct {
	String *string         `json:"stringValue"`
	Bool   *bool           `json:"boolValue"`
	Int    json.RawMessage `json:"intValue"`
	Double json.RawMessage `json:"doubleValue"`
	Array  *struct {
		Values []otlpValue `json:"values"`
	} `json:"arrayValue"`
	List *struct {
		Values []otlpAttribute `json:"values"`
	} `json:"kvlistValue"`
}

func (s *otlpSpan) span() (*span, error) {
	start, err := integer(s.Start)
	if err != nil {
		return nil, fmt.Errorf("startTimeUnixNano: %w", err)
	}
	end, err := integer(s.End)
	if err != nil {
		return nil, fmt.Errorf("endTimeUnixNano: %w", err)
	}
	attrs := make(attributes)
	for _, a := range s.Attributes {
		if asked(a.Key) {
			attrs[a.Key] = a.Value.value()
			if a.Value.twice() {
				attrs[a.Key] = unclear{}
			}
		}
	}
	failed := s.Status.Code == 2.0 || s.Status.Code == "STATUS_CODE_ERROR"
	return newSpan(span{
		trace: s.TraceID, id: s.SpanID, parent: s.ParentSpanID, name: s.Name,
		start: start, ended: end != 0, failed: failed, attrs: attrs,
	})
}

// integer reads a 64-bit integer, which JSON has as a string; some writers use a
// number. It is 0 if there is none.
func integer(raw json.RawMessage) (int64, error) {
	text := strings.Trim(string(raw), `"`)
	if text == "" || text == "null" {
		return 0, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("want a whole number, not %s", raw)
	}
	return n, nil
}

func (v *otlpValue) value() any {
	switch {
	case v.String != nil:
		return *v.String
	case v.Bool != nil:
		return *v.Bool
	case v.Array != nil:
		list := make([]any, 0, len(v.Array.Values))
		for i := range v.Array.Values {
			list = append(list, v.Array.Values[i].value())
		}
		return list
	case v.List != nil:
		fields := make(map[string]any)
		for i := range v.List.Values {
			fields[v.List.Values[i].Key] = v.List.Values[i].Value.value()
		}
		return fields
	case v.Int != nil:
		return number(v.Int)
	case v.Double != nil:
		return number(v.Double)
	}
	return nil
}

// twice reports whether a key occurs twice in v.
func (v *otlpValue) twice() bool {
	switch {
	case v.Array != nil:
		return slices.ContainsFunc(v.Array.Values, func(x otlpValue) bool { return x.twice() })
	case v.List != nil:
		seen := make(map[string]bool)
		return slices.ContainsFunc(v.List.Values, func(f otlpAttribute) bool {
			again := seen[f.Key]
			seen[f.Key] = true
			return again || f.Value.twice()
		})
	}
	return false
}

func number(raw json.RawMessage) any {
	x, err := strconv.ParseFloat(strings.Trim(string(raw), `"`), 64)
	if err != nil {
		return nil
	}
	return x
}

type stdoutSpan struct {
	Name                string
	SpanContext, Parent struct{ TraceID, SpanID string }
	StartTime, EndTime  time.Time
	Attributes          []struct {
		Key   string
		Value struct{ Value any }
	}
	Status struct{ Code string }
}

func (s *stdoutSpan) span() (*span, error) {
	attrs := make(attributes)
	for _, a := range s.Attributes {
		if asked(a.Key) {
			attrs[a.Key] = a.Value.Value
		}
	}
	return newSpan(span{
		trace: s.SpanContext.TraceID, id: s.SpanContext.SpanID, parent: s.Parent.SpanID, name: s.Name,
		start: s.StartTime.UnixNano(), ended: !s.EndTime.IsZero(), failed: s.Status.Code == "Error", attrs: attrs,
	})
}

var (
	errNoID = errors.New("a span without an identity")
	noID    = strings.Repeat("0", 16) // of a span that does not exist
)

func newSpan(s span) (*span, error) {
	if s.trace == "" || s.id == "" || s.id == noID {
		return nil, errNoID
	}
	if s.parent == noID {
		s.parent = ""
	}
	if err := s.readAttributes(); err != nil {
		return nil, err
	}
	return &s, nil
}
