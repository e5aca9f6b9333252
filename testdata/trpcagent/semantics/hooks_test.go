package semantics

// This file asks what the functions that run beside agents can change.

import (
	"context"
	"reflect"
	"testing"

	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/agent/chainagent"
	"trpc.group/trpc-go/trpc-agent-go/agent/llmagent"
	"trpc.group/trpc-go/trpc-agent-go/graph"
	"trpc.group/trpc-go/trpc-agent-go/model"
	"trpc.group/trpc-go/trpc-agent-go/runner"
	"trpc.group/trpc-go/trpc-agent-go/tool"
	"trpc.group/trpc-go/trpc-agent-go/tool/function"
)

// played answers the first question of a run with a call of a tool, the others with words.
type played struct {
	tool  string
	asked int
}

func (*played) Info() model.Info { return model.Info{Name: "played"} }

func (p *played) GenerateContent(context.Context, *model.Request) (<-chan *model.Response, error) {
	msg := model.NewAssistantMessage("done")
	if p.asked++; p.asked == 1 && p.tool != "" {
		msg.Content, msg.ToolCalls = "", []model.ToolCall{{
			ID: "1", Type: "function", Function: model.FunctionDefinitionParam{Name: p.tool, Arguments: []byte("{}")},
		}}
	}
	out := make(chan *model.Response, 1)
	out <- &model.Response{Done: true, Choices: []model.Choice{{Message: msg}}}
	close(out)
	return out, nil
}

func runAgent(t *testing.T, a agent.Agent) {
	t.Helper()
	events, err := runner.NewRunner("app", a).Run(context.Background(), "user", "session", model.NewUserMessage("hello"))
	if err != nil {
		t.Fatal(err)
	}
	for range events {
	}
}

// TestAnsweredBefore: an agent whose callback answers does not run; the next in its chain does.
func TestAnsweredBefore(t *testing.T) {
	first, second := &played{}, &played{}
	answers := func(context.Context, *agent.BeforeAgentArgs) (*agent.BeforeAgentResult, error) {
		return &agent.BeforeAgentResult{CustomResponse: &model.Response{
			Done: true, Choices: []model.Choice{{Message: model.NewAssistantMessage("no")}},
		}}, nil
	}
	runAgent(t, chainagent.New("chain", chainagent.WithSubAgents([]agent.Agent{
		llmagent.New("first", llmagent.WithModel(first), llmagent.WithAgentCallbacks(agent.NewCallbacks().RegisterBeforeAgent(answers))),
		llmagent.New("second", llmagent.WithModel(second)),
	})))
	if first.asked != 0 || second.asked != 1 {
		t.Errorf("the models were asked %d and %d times, want 0 and 1", first.asked, second.asked)
	}
}

// TestToolOfCallback: a tool that a callback adds to the request runs.
func TestToolOfCallback(t *testing.T) {
	ran := 0
	extra := function.NewFunctionTool(func(context.Context, struct{}) (string, error) { ran++; return "", nil },
		function.WithName("extra"), function.WithDescription("extra"))
	adds := func(_ context.Context, args *model.BeforeModelArgs) (*model.BeforeModelResult, error) {
		args.Request.Tools = map[string]tool.Tool{"extra": extra}
		return nil, nil
	}
	runAgent(t, llmagent.New("a", llmagent.WithModel(&played{tool: "extra"}),
		llmagent.WithModelCallbacks(model.NewCallbacks().RegisterBeforeModel(adds))))
	if ran != 1 {
		t.Errorf("ran %d times, want once", ran)
	}
}

// TestCache: a step whose result is kept does not run again.
func TestCache(t *testing.T) {
	ran := 0
	step := func(context.Context, graph.State) (any, error) { ran++; return graph.State{"x": 1}, nil }
	schema := graph.NewStateSchema().AddField("x", graph.StateField{Type: reflect.TypeFor[int](), Reducer: graph.DefaultReducer})
	g, err := graph.NewStateGraph(schema).WithCache(graph.NewInMemoryCache()).
		AddNode("step", step, graph.WithNodeCachePolicy(graph.DefaultCachePolicy())).
		SetEntryPoint("step").SetFinishPoint("step").Compile()
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		exec, err := graph.NewExecutor(g)
		if err != nil {
			t.Fatal(err)
		}
		events, err := exec.Execute(context.Background(), graph.State{}, agent.NewInvocation())
		if err != nil {
			t.Fatal(err)
		}
		for range events {
		}
	}
	if ran != 1 {
		t.Errorf("ran %d times in two runs, want once", ran)
	}
}
