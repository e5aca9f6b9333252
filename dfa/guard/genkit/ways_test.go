package genkit_test

// This file tests the ways to a tool: those that the guard is on, and those that it is not.

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/agentvet/agentvet/dfa/guard/genkit"
	"github.com/firebase/genkit/go/ai"
	aix "github.com/firebase/genkit/go/ai/exp"
	"github.com/firebase/genkit/go/ai/exp/localstore"
	"github.com/firebase/genkit/go/ai/exp/tool"
	kit "github.com/firebase/genkit/go/genkit"
	kitx "github.com/firebase/genkit/go/genkit/exp"
	middlewarex "github.com/firebase/genkit/go/plugins/middleware/exp"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

var (
	sealed = []guard.Rule{{Name: "sealed", Text: "never tool:mail after tool:lookup"}}
	lookup = guard.Call{Tool: "lookup", Arguments: `{"amount":1}`}
	mail   = guard.Call{Tool: "mail", Arguments: `{"amount":1}`}
)

// calls makes the model want calls, one after the other, and returns what it is told of the last one.
func (d *desk) calls(list ...guard.Call) (told string) {
	d.Helper()
	for _, c := range list {
		var err error
		if _, told, err = d.say(ai.WithPrompt("%s", want(c))); err != nil {
			told = err.Error()
		}
	}
	return told
}

// TestToolFails: the guard fails at the tool, though not at the model before it.
func TestToolFails(t *testing.T) {
	k, ran := newKit(), new(recorder)
	o := guard.Options{OpenTools: true, Logger: slog.New(slog.DiscardHandler), Observe: func(_ context.Context, d *guard.Decision) {
		if d.Tool != "" {
			panic("broken")
		}
	}}
	g, err := guard.New(o)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Start(t.Context(), "s"); err != nil {
		t.Fatal(err)
	}
	d := &desk{T: t, k: k, g: g, mw: genkit.New(g), tools: define(k, ran.run), ran: ran}
	_, _, err = d.say(ai.WithPrompt("%s", want(lookup)))
	if r := new(guard.Refusal); !errors.As(err, &r) || r.Reason != guard.Failed {
		t.Errorf("no refusal: %v", err)
	}
	ran.want(t)
}

// TestSpans: decisions on calls and on requests to models are told in the span of the call of the model.
func TestSpans(t *testing.T) {
	k, ran := newKit(), new(recorder)
	var spans []string
	g, err := guard.New(guard.Options{OpenTools: true, Logger: slog.New(slog.DiscardHandler), Observe: func(ctx context.Context, _ *guard.Decision) {
		if span, ok := trace.SpanFromContext(ctx).(sdktrace.ReadOnlySpan); ok {
			spans = append(spans, span.Name())
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Start(t.Context(), "s"); err != nil {
		t.Fatal(err)
	}
	d := &desk{T: t, k: k, g: g, mw: genkit.New(g), tools: define(k, ran.run), ran: ran}
	if told := d.calls(lookup); told != "done" || strings.Join(spans, " ") != "generate generate generate" {
		t.Errorf("told %q in %q", told, spans)
	}
}

// TestSteps: requests to models are events, and may be refused.
func TestSteps(t *testing.T) {
	d := newDesk(t, []guard.Rule{{Name: "twice", Text: "at most 2 kind:llm"}})
	if told := d.calls(lookup); told != "done" {
		t.Errorf("told %q", told)
	}
	if told := d.calls(lookup); !strings.Contains(told, "twice") {
		t.Errorf("told %q", told)
	}
	d.ran.want(t, "lookup")
}

// TestAgents: the name of the agent is that of the middleware.
func TestAgents(t *testing.T) {
	d := newDesk(t, []guard.Rule{{Name: "only the desk", Text: "never (tool:mail && !agent:desk)"}})
	if told := d.calls(mail); !strings.Contains(told, "only the desk") {
		t.Errorf("told %q", told)
	}
	d.mw = d.mw.As("desk")
	if told := d.calls(mail); told != "done" {
		t.Errorf("told %q", told)
	}
	d.ran.want(t, "mail")
}

// TestNotOffered: a model may call any tool that is registered, whether it was offered or not.
func TestNotOffered(t *testing.T) {
	d := newDesk(t, sealed)
	secret := kit.DefineTool(d.k, "rm", "rm", func(*ai.ToolContext, map[string]any) (string, error) { return d.ran.run("rm"), nil })
	d.tools = d.tools[:1] // lookup
	if told := d.calls(lookup, mail); !strings.Contains(told, "sealed") {
		t.Errorf("told %q", told)
	}
	if told := d.calls(guard.Call{Tool: secret.Name(), Arguments: `{}`}); !strings.Contains(told, "no such tool") {
		t.Errorf("told %q", told)
	}
	d.ran.want(t, "lookup")
}

// TestParts: a tool that streams parts of its output is guarded, and its output is that which it returns. Of outputs of
// several parts nothing is known.
func TestParts(t *testing.T) {
	for _, attach := range []bool{false, true} {
		d := newDesk(t, []guard.Rule{{Name: "other", Text: "never tool:mail(amount != result.amount of tool:quote)"}}, "quote")
		d.tools = append(d.tools, kitx.DefineTool(d.k, "quote", "quote", func(ctx context.Context, _ map[string]any) (map[string]any, error) {
			tool.SendPartial(ctx, map[string]any{"amount": 5})
			if attach {
				tool.AttachParts(ctx, ai.NewTextPart("see"))
			}
			return map[string]any{"amount": 1}, nil
		}))
		told := d.calls(guard.Call{Tool: "quote", Arguments: `{}`}, mail)
		if refused := strings.Contains(told, "other"); refused != attach {
			t.Errorf("parts %v: told %q", attach, told)
		}
		if told := d.calls(guard.Call{Tool: "mail", Arguments: `{"amount":5}`}); !strings.Contains(told, "other") {
			t.Errorf("parts %v: told %q", attach, told)
		}
	}
}

// TestInterrupts: a tool that interrupts was called, and returned nothing; restarted, it is called again.
func TestInterrupts(t *testing.T) {
	d := newDesk(t, []guard.Rule{{Name: "once", Text: "at most 1 tool:pay"}, {Name: "none", Text: "never tool:mail(amount == result.amount of tool:pay)"}}, "pay")
	pay := kit.DefineTool(d.k, "pay", "pay", func(ctx *ai.ToolContext, _ map[string]any) (string, error) {
		if !ctx.IsResumed() {
			return "", ctx.Interrupt(nil)
		}
		return d.ran.run("pay"), nil
	})
	d.tools = append(d.tools, pay)
	p, history := d.asked(guard.Call{Tool: "pay", Arguments: `{"amount":7}`})
	restart, err := pay.RestartWith(p)
	if err != nil {
		t.Fatal(err)
	}
	if genkit.Asked(p) != nil {
		t.Error("the question of a tool is the guard's")
	}
	if told := d.calls(mail); told != "done" {
		t.Errorf("told %q", told)
	}
	if _, told, err := d.say(ai.WithMessages(history...), ai.WithToolRestarts(restart)); err != nil || !strings.Contains(told, "once") {
		t.Errorf("told %q, %v", told, err)
	}
	d.ran.want(t, "mail")
}

// TestFailed: a tool that fails was called.
func TestFailed(t *testing.T) {
	d := newDesk(t, []guard.Rule{{Name: "once", Text: "at most 1 tool:pay"}}, "pay")
	d.tools = append(d.tools, kit.DefineTool(d.k, "pay", "pay", func(*ai.ToolContext, map[string]any) (string, error) {
		return "", errors.New("no money")
	}))
	pay := guard.Call{Tool: "pay", Arguments: `{}`}
	if told := d.calls(pay); !strings.Contains(told, "no money") {
		t.Errorf("told %q", told)
	}
	if told := d.calls(pay); !strings.Contains(told, "once") {
		t.Errorf("told %q", told)
	}
}

// changing is middleware that makes mails of all calls.
func changing(d *desk) ai.Middleware {
	return ai.MiddlewareFunc(func(context.Context) (*ai.Hooks, error) {
		return &ai.Hooks{WrapTool: func(ctx context.Context, p *ai.ToolParams, next ai.ToolNext) (*ai.MultipartToolResponse, error) {
			p.Tool = kit.LookupTool(d.k, "mail")
			return next(ctx, p)
		}}, nil
	})
}

// TestOrder: what middleware before the guard does to a call, the guard sees; what middleware behind it does, not.
func TestOrder(t *testing.T) {
	for _, last := range []bool{true, false} {
		d := newDesk(t, []guard.Rule{{Name: "sealed", Text: "never tool:mail"}})
		use := []ai.Middleware{d.mw, changing(d)}
		if last {
			use = []ai.Middleware{changing(d), d.mw}
		}
		_, err := kit.Generate(genkit.With(t.Context(), "s"), d.k, ai.WithPrompt("%s", want(lookup)), ai.WithTools(d.tools...), ai.WithUse(use...))
		if err != nil {
			t.Error(err)
		}
		if last {
			d.ran.want(t)
		} else {
			d.ran.want(t, "mail")
		}
	}
}

// TestExecute: middleware that Execute gets replaces that of the prompt, and the guard with it.
func TestExecute(t *testing.T) {
	d := newDesk(t, []guard.Rule{{Name: "sealed", Text: "never tool:mail"}})
	p := kit.DefinePrompt(d.k, "desk", ai.WithModelName("scripted/model"), ai.WithPrompt("%s", want(mail)), ai.WithTools(d.tools...), ai.WithUse(d.mw))
	other := ai.MiddlewareFunc(func(context.Context) (*ai.Hooks, error) { return new(ai.Hooks), nil })
	ctx := genkit.With(t.Context(), "s")
	for i, o := range [][]ai.PromptExecuteOption{nil, {ai.WithUse(other, d.mw)}, {ai.WithUse(other)}} {
		if _, err := p.Execute(ctx, o...); err != nil {
			t.Error(err)
		}
		if i < 2 {
			d.ran.want(t)
		}
	}
	d.ran.want(t, "mail")
}

// TestReturned: tools that the program runs by itself are not seen, nor do they count.
func TestReturned(t *testing.T) {
	d := newDesk(t, []guard.Rule{{Name: "sealed", Text: "never tool:mail"}})
	out, _, err := d.say(ai.WithPrompt("%s", want(mail)), ai.WithReturnToolRequests(true))
	if err != nil || len(out.ToolRequests()) != 1 {
		t.Fatal(out, err)
	}
	d.ran.want(t)
	call := out.ToolRequests()[0].ToolRequest
	if _, err := kit.LookupTool(d.k, call.Name).RunRaw(genkit.With(t.Context(), "s"), call.Input); err != nil {
		t.Fatal(err)
	}
	d.ran.want(t, "mail")
}

// TestDelegation: what an agent behind a tool does belongs to the session of the tool, whether the program has named it
// or it is that of an agent. Without the guard it is not seen.
func TestDelegation(t *testing.T) {
	for _, tt := range []struct{ guarded, named bool }{{true, true}, {true, false}, {false, true}} {
		d := newDesk(t, sealed, "delegate_to_inner")
		inner := aix.InlinePrompt{ai.WithModelName("scripted/model"), ai.WithTools(d.tools...)}
		if tt.guarded {
			inner = append(inner, ai.WithUse(d.mw))
		}
		kitx.DefineAgent[any](d.k, "inner", inner)
		outer := kitx.DefineAgent[any](d.k, "outer", aix.InlinePrompt{
			ai.WithModelName("scripted/model"), ai.WithUse(&middlewarex.Agents{Agents: []aix.AgentRef{{Name: "inner"}}}, d.mw),
		})
		ctx := t.Context()
		if tt.named {
			ctx = genkit.With(ctx, "s")
		}
		var o []aix.InvocationOption[any]
		for _, c := range []guard.Call{lookup, mail} {
			task, err := json.Marshal(map[string]string{"task": want(c)})
			if err != nil {
				t.Fatal(err)
			}
			out, err := outer.RunText(ctx, want(guard.Call{Tool: "delegate_to_inner", Arguments: string(task)}), o...)
			if err != nil || out.Error != nil {
				t.Fatal(out, err)
			}
			o = []aix.InvocationOption[any]{aix.WithState(out.State)}
		}
		if tt.guarded {
			d.ran.want(t, "lookup")
		} else {
			d.ran.want(t, "lookup", "mail")
		}
	}
}

// TestForgetful: a conversation of an agent that keeps nothing of it has a history all the same.
func TestForgetful(t *testing.T) {
	store := localstore.NewInMemorySessionStore[any]()
	for _, stored := range []bool{true, false} {
		var state *aix.SessionState[any]
		for i, c := range []guard.Call{lookup, mail} { // each time with a guard that knows nothing
			d := newDesk(t, sealed)
			a := kitx.DefineCustomAgent(d.k, "desk", func(ctx context.Context, _ aix.Responder, sess *aix.SessionRunner[any]) (*aix.AgentResult, error) {
				return nil, sess.Run(ctx, func(ctx context.Context, in *aix.AgentInput) (*aix.TurnResult, error) {
					if stored {
						defer sess.SetMessages(nil)
					}
					_, err := kit.Generate(ctx, d.k, ai.WithMessages(in.Message), ai.WithTools(d.tools...), ai.WithUse(d.mw))
					return nil, err
				})
			}, map[bool][]aix.AgentOption[any]{true: {aix.WithSessionStore(store)}}[stored]...)
			o := aix.WithSessionID[any]("s")
			if !stored {
				o = aix.WithState(state)
			}
			out, err := a.RunText(t.Context(), want(c), o)
			if err != nil {
				t.Fatal(err)
			}
			if failed := out.Error != nil; failed != (i > 0) || failed && !strings.Contains(out.Error.Message, "not known") {
				t.Errorf("stored %v, turn %d: %+v", stored, i, out.Error)
			}
			if state = out.State; i > 0 {
				d.ran.want(t)
			}
		}
	}
}

// TestConversation: a conversation that has a history, which the guard does not know, is refused, and one that the
// client keeps goes on where it was.
func TestConversation(t *testing.T) {
	d := newDesk(t, sealed)
	a := kitx.DefineAgent[any](d.k, "desk", aix.InlinePrompt{ai.WithModelName("scripted/model"), ai.WithTools(d.tools...), ai.WithUse(d.mw)})
	run := func(a *aix.Agent[any], c guard.Call, o ...aix.InvocationOption[any]) (*aix.AgentOutput[any], string) {
		ctx, heard := listen(t.Context())
		out, err := a.RunText(ctx, want(c), o...)
		if err != nil {
			t.Fatal(err)
		}
		if out.Error != nil {
			return out, out.Error.Message
		}
		return out, heard.text["0"]
	}
	out, told := run(a, lookup)
	if told != "done" {
		t.Errorf("told %q", told)
	}
	if _, told = run(a, mail, aix.WithState(out.State)); !strings.Contains(told, "sealed") {
		t.Errorf("told %q", told)
	}
	if _, told = run(a, mail); told != "done" {
		t.Errorf("another conversation: told %q", told)
	}
	other := newDesk(t, sealed)
	a = kitx.DefineAgent[any](other.k, "desk", aix.InlinePrompt{ai.WithModelName("scripted/model"), ai.WithTools(other.tools...), ai.WithUse(other.mw)})
	if _, told = run(a, mail, aix.WithState(out.State)); !strings.Contains(told, "not known") {
		t.Errorf("after the guard has forgotten: told %q", told)
	}
	d.ran.want(t, "lookup", "mail")
	other.ran.want(t)
}
