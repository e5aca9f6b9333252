package verify

import (
	"testing"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/taint"
)

// TestOutcome holds what is said of a sink.
func TestOutcome(t *testing.T) {
	for _, c := range []struct {
		want     string
		protects bool
		use      SinkUse
	}{
		{"violated", true, SinkUse{Offered: true, Labels: []string{"inbox"}, Forbidden: []string{"inbox"}}},
		{"holds", true, SinkUse{Offered: true, Labels: []string{"inbox"}, Sanitizers: []string{"redact"}}},
		{"holds", true, SinkUse{Offered: true, Gated: true}},
		{"holds", true, SinkUse{Offered: true, MayClean: true, Labels: []string{"model"}}},
		{"unknown", true, SinkUse{Labels: []string{"model"}}},
		{"unknown", true, SinkUse{Offered: true, Labels: []string{"model"}, Doubtful: true, Sanitizers: []string{"redact"}}},
		{"nothing that it forbids reaches it", false, SinkUse{Offered: true, Labels: []string{"model"}}},
		{"nothing reaches it", false, SinkUse{Offered: true}},
	} {
		if got := c.use.Outcome(); got != c.want || c.use.Protects() != c.protects {
			t.Errorf("%+v: %s, protects: %t", c.use, got, c.use.Protects())
		}
	}
}

// TestMerge puts together what two packages know: one declares a tool and a label, the
// other offers the tool to a model.
func TestMerge(t *testing.T) {
	pos := graph.Pos{File: "tool.go", Line: 3, Col: 2}
	tool := &graph.Tool{Name: "send", Params: []graph.Param{{Path: "body", Pos: pos, Sink: &graph.Sink{Forbid: []string{"mail"}}}}}
	declares := UsesOf(&graph.Program{Tools: []*graph.Tool{tool}}, nil, nil, &Names{Declared: []Label{{"mail", pos}}})
	flow := taint.Flow{
		Labels: taint.NewLabels("mail", "@redact", taint.MarkApart),
		Sink:   taint.Sink{Name: "send.body", Kind: taint.KindField, Forbid: "mail", Pos: pos},
	}
	offers := UsesOf(&graph.Program{Agents: []*graph.Agent{{Tools: []*graph.Tool{tool}}}}, []taint.Flow{flow}, nil, new(Names))

	u := Merge([]*Uses{declares, offers})
	if len(u.Sinks) != 1 || u.Sinks[0].Outcome() != "violated" || declares.Sinks[0].Outcome() != "unknown" {
		t.Errorf("sinks: %+v, declared: %+v", u.Sinks, declares.Sinks)
	}
	if len(u.Sources) != 1 || u.Sources[0].Pos != pos || len(u.Sources[0].Sinks) != 1 || u.Sources[0].Sinks[0] != "send.body" {
		t.Errorf("sources: %+v", u.Sources)
	}
}
