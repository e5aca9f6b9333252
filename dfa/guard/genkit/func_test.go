package genkit_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/agentvet/agentvet/dfa/guard/genkit"
	"github.com/agentvet/agentvet/dfa/guard/internal/guardtest"
	"github.com/firebase/genkit/go/ai"
	kit "github.com/firebase/genkit/go/genkit"
)

type payment struct {
	Amount float64 `json:"amount,omitempty"`
}

// defineGuarded defines the tools of a world, with the guard in them.
func defineGuarded(k *kit.Genkit, mw genkit.Middleware, run func(string) string) (list []ai.ToolRef) {
	for _, name := range guardtest.Tools {
		fn := func(*ai.ToolContext, payment) (string, error) { return run(name), nil }
		list = append(list, kit.DefineTool(k, name, name, genkit.Func(mw, name, fn)))
	}
	return list
}

// TestFunc: tools with the guard in them, under the middleware.
func TestFunc(t *testing.T) {
	guardtest.Run(t, func(t *testing.T, w *guardtest.World, resumed bool) guardtest.Turn {
		k, mw := newKit(), genkit.New(w.Guard)
		tools := defineGuarded(k, mw, w.Run)
		var s starter
		return func(ctx context.Context, session string, calls ...guard.Call) []string {
			s.start(t, w, session, resumed)
			ctx, heard := listen(genkit.With(ctx, session))
			_, err := kit.Generate(ctx, k, ai.WithPrompt("%s", want(calls...)), ai.WithTools(tools...), ai.WithUse(mw))
			return heard.of(calls, err)
		}
	})
}

// newGuarded returns a desk whose tools have the guard in them.
func newGuarded(t *testing.T, rules []guard.Rule) *desk {
	t.Helper()
	d := &desk{T: t, k: newKit(), g: newGuard(t, rules), ran: new(recorder)}
	d.mw = genkit.New(d.g)
	d.tools = defineGuarded(d.k, d.mw, d.ran.run)
	return d
}

// TestFuncWays: what gets past the middleware does not get past a guard in the tool.
func TestFuncWays(t *testing.T) {
	ctx := genkit.With(t.Context(), "s")
	isRefused := func(t *testing.T, err error) {
		t.Helper()
		if r := new(guard.Refusal); !errors.As(err, &r) || r.Reason != guard.Forbidden {
			t.Errorf("no refusal: %v", err)
		}
	}
	never := []guard.Rule{{Name: "sealed", Text: "never tool:mail"}}
	t.Run("no middleware", func(t *testing.T) {
		d := newGuarded(t, never)
		_, err := kit.Generate(ctx, d.k, ai.WithPrompt("%s", want(mail)), ai.WithTools(d.tools...))
		isRefused(t, err)
		_, err = kit.Generate(ctx, d.k, ai.WithPrompt("%s", want(lookup)), ai.WithTools(d.tools...))
		if err != nil {
			t.Error(err)
		}
		d.ran.want(t, "lookup")
	})
	t.Run("run by the program", func(t *testing.T) {
		d := newGuarded(t, never)
		_, err := kit.LookupTool(d.k, "mail").RunRaw(ctx, map[string]any{"amount": 1})
		isRefused(t, err)
		_, err = kit.LookupTool(d.k, "lookup").RunRaw(t.Context(), map[string]any{})
		if r := new(guard.Refusal); !errors.As(err, &r) || r.Reason != guard.Lost {
			t.Errorf("without a session: %v", err)
		}
		d.ran.want(t)
	})
	t.Run("changed behind the middleware", func(t *testing.T) {
		d := newGuarded(t, never)
		ctx, heard := listen(ctx)
		_, err := kit.Generate(ctx, d.k, ai.WithPrompt("%s", want(lookup)), ai.WithTools(d.tools...), ai.WithUse(d.mw, changing(d)))
		if err != nil || !strings.Contains(heard.text["0"], "sealed") {
			t.Errorf("told %q, %v", heard.text, err)
		}
		d.ran.want(t)
	})
	t.Run("other arguments behind the middleware", func(t *testing.T) {
		d := newGuarded(t, []guard.Rule{{Name: "small", Text: "never tool:refund(amount > 10)"}})
		more := ai.MiddlewareFunc(func(context.Context) (*ai.Hooks, error) {
			return &ai.Hooks{WrapTool: func(ctx context.Context, p *ai.ToolParams, next ai.ToolNext) (*ai.MultipartToolResponse, error) {
				p.Request = &ai.ToolRequest{Name: p.Request.Name, Ref: p.Request.Ref, Input: map[string]any{"amount": 1000}}
				return next(ctx, p)
			}}, nil
		})
		ctx, heard := listen(ctx)
		_, err := kit.Generate(ctx, d.k, ai.WithPrompt("%s", want(refund)), ai.WithTools(d.tools...), ai.WithUse(d.mw, more))
		if err != nil || !strings.Contains(heard.text["0"], "small") {
			t.Errorf("told %q, %v", heard.text, err)
		}
		d.ran.want(t)
	})
	t.Run("again behind the middleware", func(t *testing.T) {
		d := newGuarded(t, []guard.Rule{{Name: "once", Text: "at most 1 tool:mail"}})
		twice := ai.MiddlewareFunc(func(context.Context) (*ai.Hooks, error) {
			return &ai.Hooks{WrapTool: func(ctx context.Context, p *ai.ToolParams, next ai.ToolNext) (*ai.MultipartToolResponse, error) {
				if out, err := next(ctx, p); err != nil {
					return out, err
				}
				return next(ctx, p)
			}}, nil
		})
		ctx, heard := listen(ctx)
		_, err := kit.Generate(ctx, d.k, ai.WithPrompt("%s", want(mail)), ai.WithTools(d.tools...), ai.WithUse(d.mw, twice))
		if err != nil || !strings.Contains(heard.text["0"], "once") {
			t.Errorf("told %q, %v", heard.text, err)
		}
		d.ran.want(t, "mail")
	})
}

// TestFuncOnce: a call that the middleware has admitted counts once.
func TestFuncOnce(t *testing.T) {
	d := newGuarded(t, []guard.Rule{{Name: "twice", Text: "at most 2 tool:lookup"}})
	for i, c := range []guard.Call{lookup, {Tool: "lookup", Arguments: `{ }`}} {
		if told := d.calls(c); told != "done" {
			t.Errorf("call %d: told %q", i, told)
		}
	}
	if told := d.calls(lookup); !strings.Contains(told, "twice") {
		t.Errorf("told %q", told)
	}
}

// TestFuncAsks: without the middleware the tool is interrupted with a question, too, and does not see the answer.
func TestFuncAsks(t *testing.T) {
	k, ran := newKit(), new(recorder)
	mw := genkit.New(newGuard(t, approve))
	tool := kit.DefineTool(k, "refund", "refund", genkit.Func(mw, "refund", func(ctx *ai.ToolContext, in payment) (string, error) {
		if ctx.IsResumed() || ai.IsToolResumed(ctx) {
			return "", errors.New("the tool sees the answer")
		}
		return ran.run(fmt.Sprint("refund ", in.Amount)), nil
	}))
	ctx := genkit.With(t.Context(), "s")
	out, err := kit.Generate(ctx, k, ai.WithPrompt("%s", want(refund)), ai.WithTools(tool))
	if err != nil || len(out.Interrupts()) != 1 {
		t.Fatal(out, err)
	}
	for _, yes := range []bool{false, true} {
		restart, err := genkit.Answer(out.Interrupts()[0], yes)
		if err != nil {
			t.Fatal(err)
		}
		_, err = kit.Generate(ctx, k, ai.WithMessages(out.History()...), ai.WithTools(tool), ai.WithToolRestarts(restart))
		if (err == nil) != yes {
			t.Errorf("after %v: %v", yes, err)
		}
	}
	ran.want(t, "refund 7")
}

// TestFuncZero: a tool of middleware without a guard is not called.
func TestFuncZero(t *testing.T) {
	fn := genkit.Func(genkit.Middleware{}, "mail", func(*ai.ToolContext, payment) (string, error) { return "sent", nil })
	if out, err := fn(&ai.ToolContext{Context: t.Context()}, payment{}); err == nil || out != "" {
		t.Errorf("%q, %v", out, err)
	}
}

// TestFuncResult: what a tool returns is known without the middleware.
func TestFuncResult(t *testing.T) {
	k := newKit()
	mw := genkit.New(newGuard(t, []guard.Rule{{Name: "other", Text: "never tool:mail(amount != result.amount of tool:lookup)"}}))
	quote := kit.DefineTool(k, "lookup", "lookup", genkit.Func(mw, "lookup", func(*ai.ToolContext, payment) (payment, error) { return payment{5}, nil }))
	send := kit.DefineTool(k, "mail", "mail", genkit.Func(mw, "mail", func(*ai.ToolContext, payment) (string, error) { return "sent", nil }))
	ctx := genkit.With(t.Context(), "s")
	if _, err := quote.RunRaw(ctx, payment{}); err != nil {
		t.Fatal(err)
	}
	for amount, allowed := range map[float64]bool{5: true, 6: false} {
		if _, err := send.RunRaw(ctx, payment{amount}); (err == nil) != allowed {
			t.Errorf("%v: %v", amount, err)
		}
	}
}
