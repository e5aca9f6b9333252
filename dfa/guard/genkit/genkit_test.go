package genkit_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/agentvet/agentvet/dfa/guard/genkit"
	"github.com/agentvet/agentvet/dfa/guard/internal/guardtest"
	"github.com/firebase/genkit/go/ai"
	aix "github.com/firebase/genkit/go/ai/exp"
	"github.com/firebase/genkit/go/ai/exp/localstore"
	kit "github.com/firebase/genkit/go/genkit"
	kitx "github.com/firebase/genkit/go/genkit/exp"
)

// told notes what the model is told of each call.
type told struct {
	mu   sync.Mutex
	text map[string]string // by the reference of the call
}

type toldKey struct{}

// listen returns a context in which the model notes what it is told.
func listen(ctx context.Context) (context.Context, *told) {
	t := &told{text: make(map[string]string)}
	return context.WithValue(ctx, toldKey{}, t), t
}

func (t *told) note(p *ai.Part) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text[p.ToolResponse.Ref] = fmt.Sprint(p.ToolResponse.Output)
}

func (t *told) of(calls []guard.Call, err error) []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := make([]string, len(calls))
	for i := range calls {
		if list[i] = t.text[fmt.Sprint(i)]; list[i] == "" && err != nil {
			list[i] = err.Error()
		}
	}
	return list
}

// answer is a scripted model: it wants the calls that the user's message lists, and then says goodbye.
func answer(ctx context.Context, req *ai.ModelRequest, _ ai.ModelStreamCallback) (*ai.ModelResponse, error) {
	said := &ai.Message{Role: ai.RoleModel, Content: []*ai.Part{ai.NewTextPart("bye")}}
	last := req.Messages[len(req.Messages)-1]
	var calls []guard.Call
	switch {
	case last.Role == ai.RoleTool:
		if t, ok := ctx.Value(toldKey{}).(*told); ok {
			for _, p := range last.Content {
				t.note(p)
			}
		}
	case json.Unmarshal([]byte(last.Text()), &calls) == nil:
		said.Content = nil
		for i, c := range calls {
			said.Content = append(said.Content, ai.NewToolRequestPart(&ai.ToolRequest{
				Name: c.Tool, Ref: fmt.Sprint(i), Input: json.RawMessage(c.Arguments),
			}))
		}
	}
	return &ai.ModelResponse{Request: req, Message: said, FinishReason: ai.FinishReasonStop}, nil
}

// want is the message that makes the model want calls.
func want(calls ...guard.Call) string {
	text, err := json.Marshal(calls)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// newKit returns Genkit with the scripted model.
func newKit() *kit.Genkit {
	k := kit.Init(context.Background(), kit.WithDefaultModel("scripted/model"), kit.WithExperimental())
	kit.DefineModel(k, "scripted/model", &ai.ModelOptions{Supports: &ai.ModelSupports{Tools: true, Multiturn: true}}, answer)
	return k
}

// define defines the tools of a world.
func define(k *kit.Genkit, run func(string) string) (list []ai.ToolRef) {
	for _, name := range guardtest.Tools {
		list = append(list, kit.DefineTool(k, name, name, func(*ai.ToolContext, map[string]any) (string, error) { return run(name), nil }))
	}
	return list
}

// starter begins each session once.
type starter struct {
	sync.Mutex
	known map[string]bool
}

func (s *starter) start(t *testing.T, w *guardtest.World, session string, resumed bool) {
	s.Lock()
	defer s.Unlock()
	if s.known == nil {
		s.known = make(map[string]bool)
	}
	if !resumed && !s.known[session] {
		s.known[session] = true
		if err := w.Guard.Start(context.Background(), session); err != nil {
			t.Error(err)
		}
	}
}

// run tests programs whose sessions are the program's.
func run(t *testing.T, build func(k *kit.Genkit, mw genkit.Middleware, tools []ai.ToolRef) func(context.Context, string) error) {
	guardtest.Run(t, func(t *testing.T, w *guardtest.World, resumed bool) guardtest.Turn {
		k := newKit()
		say := build(k, genkit.New(w.Guard), define(k, w.Run))
		var s starter
		return func(ctx context.Context, session string, calls ...guard.Call) []string {
			s.start(t, w, session, resumed)
			ctx, heard := listen(genkit.With(ctx, session))
			return heard.of(calls, say(ctx, want(calls...)))
		}
	})
}

func TestGenerate(t *testing.T) {
	run(t, func(k *kit.Genkit, mw genkit.Middleware, tools []ai.ToolRef) func(context.Context, string) error {
		return func(ctx context.Context, text string) error {
			_, err := kit.Generate(ctx, k, ai.WithPrompt("%s", text), ai.WithTools(tools...), ai.WithUse(mw))
			return err
		}
	})
}

func TestStream(t *testing.T) {
	run(t, func(k *kit.Genkit, mw genkit.Middleware, tools []ai.ToolRef) func(context.Context, string) error {
		return func(ctx context.Context, text string) (err error) {
			for _, err = range kit.GenerateStream(ctx, k, ai.WithPrompt("%s", text), ai.WithTools(tools...), ai.WithUse(mw)) {
			}
			return err
		}
	})
}

// TestPrompt: a prompt of a file, which names the middleware.
func TestPrompt(t *testing.T) {
	run(t, func(k *kit.Genkit, mw genkit.Middleware, tools []ai.ToolRef) func(context.Context, string) error {
		kit.DefineMiddleware(k, "a guard", mw)
		p, err := kit.LoadPromptFromSource(k, "---\nmodel: scripted/model\ntools: [lookup, refund, mail, close]\n"+
			"use: [{name: agentvet/guard, config: {agent: desk}}]\n---\n{{{text}}}", "desk", "")
		if err != nil {
			t.Fatal(err)
		}
		return func(ctx context.Context, text string) error {
			_, err := p.Execute(ctx, ai.WithInput(map[string]any{"text": text}))
			return err
		}
	})
}

// TestAgent: the sessions of an agent, which the guard begins by itself.
func TestAgent(t *testing.T) {
	var store aix.SessionStore[any] // which outlives a process
	guardtest.Run(t, func(t *testing.T, w *guardtest.World, resumed bool) guardtest.Turn {
		if !resumed {
			store = localstore.NewInMemorySessionStore[any]()
		}
		w.Session = func(id string) string { return genkit.Session("desk", id) }
		k := newKit()
		a := kitx.DefineAgent(k, "desk", aix.InlinePrompt{
			ai.WithModelName("scripted/model"), ai.WithTools(define(k, w.Run)...), ai.WithUse(genkit.New(w.Guard).As("desk")),
		}, aix.WithSessionStore(store))
		return func(ctx context.Context, session string, calls ...guard.Call) []string {
			ctx, heard := listen(ctx)
			out, err := a.RunText(ctx, want(calls...), aix.WithSessionID[any](session))
			if err == nil && out.Error != nil {
				err = errors.New(out.Error.Message)
			}
			return heard.of(calls, err)
		}
	})
}

// newGuard returns a guard of some rules, with the session s.
func newGuard(t testing.TB, rules []guard.Rule, more ...string) *guard.Guard {
	t.Helper()
	o := guard.Options{Rules: rules, Logger: slog.New(slog.DiscardHandler)}
	for _, name := range slices.Concat(guardtest.Tools, more) {
		o.Tools = append(o.Tools, guard.Tool{Name: name})
	}
	g, err := guard.New(o)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Start(context.Background(), "s"); err != nil {
		t.Fatal(err)
	}
	return g
}

// recorder notes which tools ran.
type recorder struct {
	mu   sync.Mutex
	list []string
}

func (r *recorder) run(name string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.list = append(r.list, name)
	return "done"
}

func (r *recorder) want(t *testing.T, names ...string) {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if !slices.Equal(r.list, names) {
		t.Errorf("%q ran, want %q", r.list, names)
	}
}

// TestNoSession: without a session there is nothing to judge a call by, so it is refused.
func TestNoSession(t *testing.T) {
	k, ran := newKit(), new(recorder)
	tools := define(k, ran.run)
	_, err := kit.Generate(t.Context(), k, ai.WithPrompt("%s", want(guard.Call{Tool: "lookup", Arguments: "{}"})),
		ai.WithTools(tools...), ai.WithUse(genkit.New(newGuard(t, nil))))
	if r := new(guard.Refusal); !errors.As(err, &r) || r.Reason != guard.Lost {
		t.Errorf("no refusal: %v", err)
	}
	ran.want(t)
}

// TestZero: middleware without a guard lets nothing happen.
func TestZero(t *testing.T) {
	k, ran := newKit(), new(recorder)
	tools := define(k, ran.run)
	_, err := kit.Generate(genkit.With(t.Context(), "s"), k, ai.WithPrompt("%s", want(guard.Call{Tool: "lookup", Arguments: "{}"})),
		ai.WithTools(tools...), ai.WithUse(genkit.Middleware{}))
	if err == nil || !strings.Contains(err.Error(), "no guard") {
		t.Errorf("no error: %v", err)
	}
	ran.want(t)
}
