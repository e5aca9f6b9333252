package eino_test

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

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/agentvet/agentvet/dfa/guard/eino"
	"github.com/agentvet/agentvet/dfa/guard/internal/guardtest"
	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/flow/agent/react"
	"github.com/cloudwego/eino/schema"
)

// A scripted model wants the calls that the user's message lists, and then says goodbye.
type scripted struct{}

func (scripted) WithTools([]*schema.ToolInfo) (model.ToolCallingChatModel, error) {
	return scripted{}, nil
}

func (scripted) Generate(_ context.Context, in []*schema.Message, _ ...model.Option) (*schema.Message, error) {
	said := in[len(in)-1]
	var calls []guard.Call
	if said.Role != schema.User || json.Unmarshal([]byte(said.Content), &calls) != nil {
		return schema.AssistantMessage("bye", nil), nil
	}
	var list []schema.ToolCall
	for i, c := range calls {
		list = append(list, schema.ToolCall{ID: fmt.Sprint(i), Type: "function", Function: schema.FunctionCall{Name: c.Tool, Arguments: c.Arguments}})
	}
	return schema.AssistantMessage("", list), nil
}

func (m scripted) Stream(ctx context.Context, in []*schema.Message, o ...model.Option) (*schema.StreamReader[*schema.Message], error) {
	said, err := m.Generate(ctx, in, o...)
	return schema.StreamReaderFromArray([]*schema.Message{said}), err
}

// want is the message that makes the model want calls.
func want(calls ...guard.Call) []*schema.Message {
	text, err := json.Marshal(calls)
	if err != nil {
		panic(err)
	}
	return []*schema.Message{schema.UserMessage(string(text))}
}

// told notes what the model is told of each call.
type told struct {
	mu   sync.Mutex
	text map[string]string // by the number of the call
}

// note is a node behind the tools.
func (t *told) note(results []*schema.Message) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, m := range results {
		t.text[m.ToolCallID] = m.Content
	}
}

func (t *told) of(calls []guard.Call, err error) []string {
	list := make([]string, len(calls))
	for i := range calls {
		list[i] = t.text[fmt.Sprint(i)]
		if list[i] == "" && err != nil {
			list[i] = err.Error()
		}
	}
	return list
}

// toolsOf returns a configuration with the tools of a world.
func toolsOf(t testing.TB, run func(string) string) *compose.ToolsNodeConfig {
	t.Helper()
	conf := &compose.ToolsNodeConfig{ToolAliases: map[string]compose.ToolAliasConfig{"mail": {NameAliases: []string{"post"}}}}
	type args struct {
		Amount float64 `json:"amount,omitempty"`
	}
	for _, name := range guardtest.Tools {
		one, err := utils.InferTool(name, name, func(context.Context, *args) (string, error) { return run(name), nil })
		if err != nil {
			t.Fatal(err)
		}
		conf.Tools = append(conf.Tools, one)
	}
	return conf
}

// A graph asks the model, and calls what it wants.
type graph = compose.Runnable[[]*schema.Message, []*schema.Message]

func newGraph(t testing.TB, conf *compose.ToolsNodeConfig, store compose.CheckPointStore) graph {
	t.Helper()
	calls, err := compose.NewToolNode(context.Background(), conf)
	if err != nil {
		t.Fatal(err)
	}
	g := compose.NewGraph[[]*schema.Message, []*schema.Message]()
	for _, err := range []error{
		g.AddChatModelNode("ask", scripted{}), g.AddToolsNode("call", calls),
		g.AddEdge(compose.START, "ask"), g.AddEdge("ask", "call"), g.AddEdge("call", compose.END),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	run, err := g.Compile(context.Background(), compose.WithCheckPointStore(store))
	if err != nil {
		t.Fatal(err)
	}
	return run
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

func TestInvoke(t *testing.T) {
	guardtest.Run(t, func(t *testing.T, w *guardtest.World, resumed bool) guardtest.Turn {
		conf := toolsOf(t, w.Run)
		eino.Tools(w.Guard, conf)
		g := newGraph(t, conf, nil)
		var s starter
		return func(ctx context.Context, session string, calls ...guard.Call) []string {
			s.start(t, w, session, resumed)
			results, err := g.Invoke(eino.With(ctx, session), want(calls...))
			heard := &told{text: make(map[string]string)}
			heard.note(results)
			return heard.of(calls, err)
		}
	})
}

func TestStream(t *testing.T) {
	guardtest.Run(t, func(t *testing.T, w *guardtest.World, resumed bool) guardtest.Turn {
		conf := toolsOf(t, w.Run)
		eino.Tools(w.Guard, conf)
		g := newGraph(t, conf, nil)
		var s starter
		return func(ctx context.Context, session string, calls ...guard.Call) []string {
			s.start(t, w, session, resumed)
			heard := &told{text: make(map[string]string)}
			out, err := g.Stream(eino.With(ctx, session), want(calls...))
			for err == nil {
				var part []*schema.Message
				if part, err = out.Recv(); err == nil {
					heard.note(slices.DeleteFunc(part, func(m *schema.Message) bool { return m == nil }))
				}
			}
			return heard.of(calls, err)
		}
	})
}

// TestReact: the tools of a ReAct agent.
func TestReact(t *testing.T) {
	guardtest.Run(t, func(t *testing.T, w *guardtest.World, resumed bool) guardtest.Turn {
		var s starter
		return func(ctx context.Context, session string, calls ...guard.Call) []string {
			s.start(t, w, session, resumed)
			heard := &told{text: make(map[string]string)}
			conf := toolsOf(t, w.Run)
			eino.Tools(w.Guard, conf)
			a, err := react.NewAgent(ctx, &react.AgentConfig{
				ToolCallingModel: scripted{}, ToolsConfig: *conf,
				MessageRewriter: func(_ context.Context, all []*schema.Message) []*schema.Message {
					heard.note(slices.DeleteFunc(slices.Clone(all), func(m *schema.Message) bool { return m.Role != schema.Tool }))
					return all
				},
			})
			if err != nil {
				t.Error(err)
				return heard.of(calls, err)
			}
			_, err = a.Generate(eino.With(ctx, session), want(calls...))
			return heard.of(calls, err)
		}
	})
}

// TestAgent: the tools of an ADK agent, one for each run: in this version runs of one agent at once
// write to the same configuration.
func TestAgent(t *testing.T) {
	guardtest.Run(t, func(t *testing.T, w *guardtest.World, resumed bool) guardtest.Turn {
		var s starter
		return func(ctx context.Context, session string, calls ...guard.Call) []string {
			s.start(t, w, session, resumed)
			heard := &told{text: make(map[string]string)}
			conf := adk.ToolsConfig{ToolsNodeConfig: *toolsOf(t, w.Run)}
			eino.Tools(w.Guard, &conf.ToolsNodeConfig)
			a, err := adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{Name: "desk", Description: "a desk", Model: scripted{}, ToolsConfig: conf})
			if err != nil {
				t.Error(err)
				return heard.of(calls, err)
			}
			runner := adk.NewRunner(ctx, adk.RunnerConfig{Agent: a})
			var failed error
			events := runner.Run(eino.With(ctx, session), want(calls...))
			for {
				ev, ok := events.Next()
				if !ok {
					return heard.of(calls, failed)
				}
				if ev.Err != nil {
					failed = ev.Err
				}
				if ev.Output != nil && ev.Output.MessageOutput != nil && ev.Output.MessageOutput.Role == schema.Tool {
					heard.note([]*schema.Message{ev.Output.MessageOutput.Message})
				}
			}
		}
	})
}

// memory is a store of checkpoints.
type memory map[string][]byte

func (m memory) Get(_ context.Context, id string) ([]byte, bool, error) {
	data, ok := m[id]
	return data, ok, nil
}

func (m memory) Set(_ context.Context, id string, data []byte) error {
	m[id] = data
	return nil
}

// newDesk returns a guard with the session s, a graph, and what has run.
func newDesk(t *testing.T, o guard.Options) (*guard.Guard, graph, *[]string) {
	t.Helper()
	o.Logger = slog.New(slog.DiscardHandler)
	for _, name := range guardtest.Tools {
		o.Tools = append(o.Tools, guard.Tool{Name: name})
	}
	g, err := guard.New(o)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Start(t.Context(), "s"); err != nil {
		t.Fatal(err)
	}
	ran := new([]string)
	conf := toolsOf(t, func(name string) string { *ran = append(*ran, name); return "done" })
	conf.ExecuteSequentially = true
	eino.Tools(g, conf)
	return g, newGraph(t, conf, memory{}), ran
}

// TestInterrupt: without an approver the graph stops with a question, and goes on with the answer: in
// this process or, from the checkpoint and the guard's state, in another.
func TestInterrupt(t *testing.T) {
	refund := guard.Call{Tool: "refund", Arguments: `{"amount": 7}`}
	for _, yes := range []bool{true, false} {
		g, run, ran := newDesk(t, guard.Options{Rules: []guard.Rule{{Name: "approve", Text: "human before each tool:refund", Handling: dfa.Escalate}}})
		ctx := eino.With(t.Context(), "s")
		_, err := run.Invoke(ctx, want(refund), compose.WithCheckPointID("c"))
		info, ok := compose.ExtractInterruptInfo(err)
		if !ok || len(info.InterruptContexts) != 1 {
			t.Fatalf("no interrupt: %v", err)
		}
		q, _ := info.InterruptContexts[0].Info.(*eino.Question)
		if q == nil || q.Tool != "refund" || q.Arguments != refund.Arguments || !slices.Equal(q.Rules, []string{"approve"}) {
			t.Errorf("the question is %+v", q)
		}
		if len(*ran) > 0 {
			t.Errorf("%q ran before the answer", *ran)
		}
		resumed := compose.ResumeWithData(ctx, info.InterruptContexts[0].ID, &eino.Answer{Yes: yes})
		results, err := run.Invoke(resumed, nil, compose.WithCheckPointID("c"))
		if err != nil {
			t.Fatal(err)
		}
		if happened := len(*ran) == 1; happened != yes || strings.Contains(results[0].Content, "said no") == yes {
			t.Errorf("after %v: %q ran, told %q", yes, *ran, results[0].Content)
		}
		if err := g.Admit(ctx, "s", refund); err == nil {
			t.Error("the yes was for the next call, too")
		}
	}
}

// TestAlias: a model cannot hide a call behind another name of the tool.
func TestAlias(t *testing.T) {
	_, run, ran := newDesk(t, guard.Options{Rules: []guard.Rule{{Name: "sealed", Text: "never tool:mail"}}})
	results, err := run.Invoke(eino.With(t.Context(), "s"), want(guard.Call{Tool: "post", Arguments: "{}"}))
	if err != nil || len(*ran) > 0 || !strings.Contains(results[0].Content, "sealed") {
		t.Errorf("%q ran, %v, %v", *ran, results, err)
	}
}

// TestSteps: nodes that run are events.
func TestSteps(t *testing.T) {
	g, run, ran := newDesk(t, guard.Options{Rules: []guard.Rule{
		{Name: "model first", Text: "kind:llm before tool:lookup"},
		{Name: "two models", Text: "at most 1 kind:llm", Handling: dfa.Halt},
	}})
	ctx := eino.With(t.Context(), "s")
	lookup := want(guard.Call{Tool: "lookup", Arguments: "{}"})
	if _, err := run.Invoke(ctx, lookup); err != nil || len(*ran) > 0 {
		t.Errorf("without steps: %q ran, %v", *ran, err)
	}
	if _, err := run.Invoke(ctx, lookup, compose.WithCallbacks(eino.Steps(g))); err != nil || len(*ran) != 1 {
		t.Errorf("with steps: %q ran, %v", *ran, err)
	}
	_, err := run.Invoke(ctx, lookup, compose.WithCallbacks(eino.Steps(g)))
	if r := new(guard.Refusal); !errors.As(err, &r) || r.Reason != guard.Stopped || len(*ran) != 1 {
		t.Errorf("after the second step of the model: %q ran, %v", *ran, err)
	}
}

// TestNoSession: without a session there is nothing to judge a call by, so it is refused.
func TestNoSession(t *testing.T) {
	_, run, ran := newDesk(t, guard.Options{})
	_, err := run.Invoke(t.Context(), want(guard.Call{Tool: "lookup", Arguments: "{}"}))
	if r := new(guard.Refusal); !errors.As(err, &r) || r.Reason != guard.Lost || len(*ran) > 0 {
		t.Errorf("%q ran, %v", *ran, err)
	}
}
