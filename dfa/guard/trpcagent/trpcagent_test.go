package trpcagent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/agentvet/agentvet/dfa/guard/internal/guardtest"
	"github.com/agentvet/agentvet/dfa/guard/trpcagent"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/agent/graphagent"
	"trpc.group/trpc-go/trpc-agent-go/agent/llmagent"
	"trpc.group/trpc-go/trpc-agent-go/event"
	"trpc.group/trpc-go/trpc-agent-go/graph"
	checkpoints "trpc.group/trpc-go/trpc-agent-go/graph/checkpoint/inmemory"
	"trpc.group/trpc-go/trpc-agent-go/log"
	"trpc.group/trpc-go/trpc-agent-go/model"
	"trpc.group/trpc-go/trpc-agent-go/plugin"
	"trpc.group/trpc-go/trpc-agent-go/runner"
	"trpc.group/trpc-go/trpc-agent-go/session"
	"trpc.group/trpc-go/trpc-agent-go/session/inmemory"
	"trpc.group/trpc-go/trpc-agent-go/telemetry/trace"
	"trpc.group/trpc-go/trpc-agent-go/tool"
	"trpc.group/trpc-go/trpc-agent-go/tool/function"
)

func TestMain(m *testing.M) {
	log.SetLevel(log.LevelFatal) // the framework logs what the tests provoke
	trace.Tracer = sdktrace.NewTracerProvider().Tracer("")
	os.Exit(m.Run())
}

// A scripted model wants the calls that the user's message lists, and then says goodbye. The user of an agent behind a
// tool is the call of the tool, which has the message in its argument request.
type scripted struct{}

func (scripted) Info() model.Info { return model.Info{Name: "scripted"} }

func (scripted) GenerateContent(_ context.Context, req *model.Request) (<-chan *model.Response, error) {
	said := model.NewAssistantMessage("bye")
	last := req.Messages[len(req.Messages)-1]
	var inner struct{ Request string }
	if json.Unmarshal([]byte(last.Content), &inner) == nil && inner.Request != "" {
		last.Content = inner.Request
	}
	var calls []guard.Call
	if last.Role == model.RoleUser && json.Unmarshal([]byte(last.Content), &calls) == nil {
		said.Content = ""
		for i, c := range calls {
			said.ToolCalls = append(said.ToolCalls, model.ToolCall{
				ID: fmt.Sprint("call", i), Type: "function", Function: model.FunctionDefinitionParam{Name: c.Tool, Arguments: []byte(c.Arguments)},
			})
		}
	}
	out := make(chan *model.Response, 1)
	out <- &model.Response{Done: true, Choices: []model.Choice{{Message: said}}}
	close(out)
	return out, nil
}

// want is the message that makes the model want calls.
func want(calls ...guard.Call) model.Message {
	text, err := json.Marshal(calls)
	if err != nil {
		panic(err)
	}
	return model.NewUserMessage(string(text))
}

// toolsOf returns the tools of a world.
func toolsOf(run func(string) string) (list []tool.Tool) {
	for _, name := range guardtest.Tools {
		list = append(list, newTool(name, func() (string, error) { return run(name), nil }))
	}
	return list
}

func newTool(name string, run func() (string, error), o ...function.Option) tool.Tool {
	return function.NewFunctionTool(func(context.Context, map[string]any) (string, error) { return run() },
		append(o, function.WithName(name), function.WithDescription(name))...)
}

// newAgent returns an agent with the scripted model.
func newAgent(name string, tools []tool.Tool, o ...llmagent.Option) agent.Agent {
	return llmagent.New(name, append(o, llmagent.WithModel(scripted{}), llmagent.WithDescription(name), llmagent.WithTools(tools))...)
}

// newGraph returns an agent that is a graph of a model and its tools.
func newGraph(t *testing.T, tools []tool.Tool, o ...graph.Option) agent.Agent {
	t.Helper()
	byName := make(map[string]tool.Tool)
	for _, one := range tools {
		byName[one.Declaration().Name] = one
	}
	g, err := graph.NewStateGraph(graph.MessagesStateSchema()).
		AddLLMNode("ask", scripted{}, "", byName).AddToolsNode("call", byName, o...).
		AddToolsConditionalEdges("ask", "call", graph.End).AddEdge("call", "ask").SetEntryPoint("ask").Compile()
	if err != nil {
		t.Fatal(err)
	}
	a, err := graphagent.New("desk", g, graphagent.WithCheckpointSaver(checkpoints.NewSaver()))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// say lets a user say something, and returns what the model is told of each call, and how the run failed.
func say(ctx context.Context, r runner.Runner, session string, message model.Message, o ...agent.RunOption) (told map[string]string, err error) {
	told = make(map[string]string)
	events, err := r.Run(ctx, "ann", session, message, o...)
	if err != nil {
		return told, err
	}
	for ev := range events {
		note(told, ev)
		if ev.Response != nil && ev.Error != nil {
			err = errors.New(ev.Error.Message)
		}
	}
	return told, err
}

// note notes what an event says of calls.
func note(told map[string]string, ev *event.Event) {
	if ev.Response == nil {
		return
	}
	for _, c := range ev.Choices {
		if c.Message.Role == model.RoleTool && c.Message.ToolID != "" {
			told[c.Message.ToolID] = c.Message.Content
		}
	}
}

func answers(calls []guard.Call, told map[string]string, err error) []string {
	list := make([]string, len(calls))
	for i := range calls {
		if list[i] = told[fmt.Sprint("call", i)]; list[i] == "" && err != nil {
			list[i] = err.Error()
		}
	}
	return list
}

// run tests programs with one agent.
func run(t *testing.T, build func(*testing.T, []tool.Tool) agent.Agent) {
	var sessions session.Service // which outlives a process
	guardtest.Run(t, func(t *testing.T, w *guardtest.World, resumed bool) guardtest.Turn {
		if !resumed {
			sessions = inmemory.NewSessionService()
		}
		w.Session = func(id string) string { return trpcagent.Session("app", "ann", id) }
		r := newRunner(build(t, toolsOf(w.Run)), sessions, w.Guard)
		return func(ctx context.Context, session string, calls ...guard.Call) []string {
			told, err := say(ctx, r, session, want(calls...))
			return answers(calls, told, err)
		}
	})
}

func newRunner(a agent.Agent, sessions session.Service, g *guard.Guard, others ...plugin.Plugin) runner.Runner {
	return runner.NewRunner("app", a, runner.WithSessionService(sessions), runner.WithPlugins(append([]plugin.Plugin{trpcagent.Plugin(g)}, others...)...))
}

func TestAgent(t *testing.T) {
	run(t, func(_ *testing.T, tools []tool.Tool) agent.Agent { return newAgent("desk", tools) })
}

// TestParallel: an agent that calls tools at once.
func TestParallel(t *testing.T) {
	run(t, func(_ *testing.T, tools []tool.Tool) agent.Agent {
		return newAgent("desk", tools, llmagent.WithEnableParallelTools(true))
	})
}

// TestGraph: an agent that is a graph.
func TestGraph(t *testing.T) {
	run(t, func(t *testing.T, tools []tool.Tool) agent.Agent { return newGraph(t, tools) })
}

// newGuard returns a guard of some rules.
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

// A desk is a program with one agent.
type desk struct {
	*testing.T
	g   *guard.Guard
	r   runner.Runner
	ran *recorder
}

func newDesk(t *testing.T, g *guard.Guard, build func(tools []tool.Tool) agent.Agent, others ...plugin.Plugin) *desk {
	t.Helper()
	d := &desk{T: t, g: g, ran: new(recorder)}
	d.r = newRunner(build(toolsOf(d.ran.run)), inmemory.NewSessionService(), g, others...)
	return d
}

// calls makes the model want calls, one after the other, and returns what it is told of the last one.
func (d *desk) calls(list ...guard.Call) (said string) {
	d.Helper()
	for _, c := range list {
		told, err := say(d.Context(), d.r, "s", want(c))
		said = strings.Join(answers([]guard.Call{c}, told, err), "")
	}
	return said
}
