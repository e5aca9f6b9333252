package truth

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/core/tracing"
	"github.com/firebase/genkit/go/genkit"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	bad "example.com/genkitflows/support/bad"
	clean "example.com/genkitflows/support/clean"
)

// TestSupport runs each flow with a scripted model, and writes down what this is
// told and how often it is asked.
func TestSupport(t *testing.T) {
	for name, open := range map[string]func(*genkit.Genkit) []*bad.Flow{"support/bad": bad.Open, "support/clean": clean.Open} {
		t.Run(name, func(t *testing.T) {
			m := &model{}
			g := genkit.Init(context.Background(), genkit.WithDefaultModel("scripted/model"))
			genkit.DefineModel(g, "scripted/model", &ai.ModelOptions{Supports: &ai.ModelSupports{Tools: true, Multiturn: true}}, m.answer)
			var d dump
			for _, f := range open(g) {
				m.runs(t, &d, f)
			}
			compare(t, name, d)
		})
	}
}

// runs adds what the runs of a flow show.
func (m *model) runs(t *testing.T, d *dump, f *bad.Flow) {
	ctx := context.Background()
	spans := tracetest.NewSpanRecorder()
	tracing.TracerProvider().RegisterSpanProcessor(spans)
	defer tracing.TracerProvider().UnregisterSpanProcessor(spans)
	*m = model{}
	if _, err := f.Run(ctx, "?"); err != nil {
		if strings.Contains(err.Error(), "duplicate tool") {
			return // no model is asked
		}
		t.Fatalf("%s: %v", f.Name(), err)
	}
	nodes := steps(spans.Started())
	a := agent{Name: f.Name(), Type: "llm"}
	if last := nodes[len(nodes)-1].ID; last != "generate" {
		a.Name = last
	}
	for _, name := range m.tools {
		*m = model{call: name, once: true}
		if _, err := f.Run(ctx, "?"); err != nil {
			t.Fatalf("%s with %s: %v", f.Name(), name, err)
		}
		a.Tools = append(a.Tools, tool{name, m.asked == 1}) // it is not asked again after an interrupt
	}
	*m = model{call: "find_order"}
	if _, err := f.Run(ctx, "?"); err == nil || !strings.Contains(err.Error(), "exceeded maximum tool call iterations") {
		t.Fatalf("%s: the model is asked %d times: %v", f.Name(), m.asked, err)
	}
	a.Rounds = m.asked - 1
	d.Agents = append(d.Agents, a)
	d.Workflows = append(d.Workflows, chain(f.Name(), nodes))
}

// steps returns the steps of a flow by the spans that Genkit opens for them: the
// steps that have names, prompts, and calls of models without one.
func steps(spans []sdktrace.ReadWriteSpan) []node {
	var out []node
	prompt := false
	for _, s := range spans {
		attr := make(map[string]string)
		for _, kv := range s.Attributes() {
			attr[string(kv.Key)] = kv.Value.AsString()
		}
		switch typ, sub := attr["genkit:type"], attr["genkit:metadata:subtype"]; {
		case typ == "flowStep":
			out = append(out, node{s.Name(), "PASSTHROUGH"})
		case sub == "executable-prompt":
			out = append(out, node{s.Name(), "LLM"})
			prompt = true
		case s.Name() == "generate" && !prompt:
			out = append(out, node{s.Name(), "LLM"})
		case s.Name() == "generate":
			prompt = false
		}
	}
	return out
}

// model answers at once, or calls a tool, once or always.
type model struct {
	call  string
	once  bool
	asked int
	tools []string
}

func (m *model) answer(_ context.Context, req *ai.ModelRequest, _ ai.ModelStreamCallback) (*ai.ModelResponse, error) {
	m.asked++
	m.tools = nil
	for _, def := range req.Tools {
		m.tools = append(m.tools, def.Name)
	}
	slices.Sort(m.tools)
	part := ai.NewTextPart("done")
	if m.call != "" && (m.asked == 1 || !m.once) {
		var input any = map[string]any{"id": "1"}
		if strings.Contains(m.call, "note") {
			input = "text"
		}
		part = ai.NewToolRequestPart(&ai.ToolRequest{Name: m.call, Input: input})
	}
	return &ai.ModelResponse{Request: req, Message: ai.NewModelMessage(part)}, nil
}
