// Package nodes has a node of each kind.
package nodes

import (
	"context"
	"errors"
	"fmt"
	"log"

	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/agent/graphagent"
	"trpc.group/trpc-go/trpc-agent-go/agent/llmagent"
	"trpc.group/trpc-go/trpc-agent-go/graph"
	"trpc.group/trpc-go/trpc-agent-go/model"
	"trpc.group/trpc-go/trpc-agent-go/model/openai"
	"trpc.group/trpc-go/trpc-agent-go/runner"
	"trpc.group/trpc-go/trpc-agent-go/tool"
	"trpc.group/trpc-go/trpc-agent-go/tool/function"
)

type refundArgs struct{ Order string }

func refund(ctx context.Context, args refundArgs) (string, error) { return args.Order, nil }

// lookup is a tool of the program's own.
type lookup struct{ table string }

func (l *lookup) Declaration() *tool.Declaration {
	return &tool.Declaration{
		Name: "lookup_" + l.table, Description: "look something up",
		InputSchema: &tool.Schema{Type: "object", Properties: map[string]*tool.Schema{"key": {Type: "string"}}},
	}
}

func (l *lookup) Call(ctx context.Context, args []byte) (any, error) { return nil, nil }

// guarded asks before it runs.
type guarded struct{ lookup }

func (g *guarded) CheckPermission(ctx context.Context, req *tool.PermissionRequest) (tool.PermissionDecision, error) {
	return tool.AskPermission("sure?"), nil
}

func tools() map[string]tool.Tool {
	return map[string]tool.Tool{
		"refund":       function.NewFunctionTool(refund, function.WithName("refund"), function.WithDescription("give money back")),
		"lookup_users": &lookup{"users"},
		"by_key":       &guarded{lookup{"keys"}},
	}
}

// Assistant is a model with its tools node, and agents as nodes.
func Assistant(m model.Model) (agent.Agent, error) {
	writer := llmagent.New("writer", llmagent.WithModel(m), llmagent.WithOutputKey("text"))
	g := graph.NewStateGraph(graph.MessagesStateSchema()).
		AddLLMNode("think", m, "think", tools()).
		AddToolsNode("act", tools(), graph.WithEnableParallelTools(true)).
		AddToolsConditionalEdges("think", "act", writer.Info().Name).
		AddEdge("act", "think").
		AddAgentNode(writer.Info().Name).
		AddSubgraphNode("nobody").
		AddEdge("writer", "nobody").
		SetEntryPoint("think").SetFinishPoint("nobody")
	compiled, err := g.Compile()
	if err != nil {
		return nil, err
	}
	return graphagent.New("assistant", compiled, graphagent.WithSubAgents([]agent.Agent{writer}))
}

func approve(ctx context.Context, state graph.State) (any, error) {
	answer, err := graph.Interrupt(ctx, state, "approve", "go on?")
	if err != nil {
		return nil, err
	}
	if ok, _ := answer.(bool); !ok {
		return &graph.Command{GoTo: graph.End}, nil
	}
	return &graph.Command{GoTo: "pay"}, nil
}

func maybeApprove(ctx context.Context, state graph.State) (any, error) {
	if state["amount"] == nil {
		return nil, nil
	}
	if _, err := graph.Interrupt(ctx, state, "maybe", "go on?"); err != nil {
		return nil, err
	}
	return nil, nil
}

// logs takes the interrupt for a failure of the question, and goes on.
func logs(ctx context.Context, state graph.State) (any, error) {
	if _, err := graph.Interrupt(ctx, state, "logs", "go on?"); err != nil {
		log.Print(err)
	}
	return nil, nil
}

// drops does not look at the interrupt.
func drops(ctx context.Context, state graph.State) (any, error) {
	answer, _ := graph.Interrupt(ctx, state, "drops", "go on?")
	return graph.State{"answer": answer}, nil
}

// wraps stops, with an error that says why.
func wraps(ctx context.Context, state graph.State) (any, error) {
	answer, err := graph.Interrupt(ctx, state, "wraps", "go on?")
	if err != nil {
		return nil, fmt.Errorf("wraps: %w", err)
	}
	return graph.State{"answer": answer}, nil
}

// Gates has each way in which a graph waits for a human.
func Gates() (*graph.Graph, error) {
	pay := function.NewFunctionTool(refund, function.WithName("pay"))
	wait := graph.NewNodeCallbacks().RegisterBeforeNode(func(ctx context.Context, cb *graph.NodeCallbackContext, state graph.State) (any, error) {
		return nil, graph.NewInterruptError("wait")
	})
	return graph.NewStateGraph(nil).
		AddNode("approve", approve).
		AddNode("pay", func(ctx context.Context, state graph.State) (any, error) {
			_, err := pay.Call(ctx, nil)
			return nil, err
		}, graph.WithInterruptBefore()).
		AddNode("perhaps", func(ctx context.Context, state graph.State) (any, error) {
			if state["amount"] == nil {
				return nil, nil
			}
			_, err := pay.Call(ctx, nil)
			return nil, err
		}).
		AddNode("surely", func(ctx context.Context, state graph.State) (any, error) {
			if state["amount"] == nil {
				return nil, errors.New("no amount")
			}
			_, err := pay.Call(ctx, nil)
			return nil, err
		}).
		AddNode("maybe", maybeApprove, graph.WithInterruptAfter()).
		AddNode("wait", func(ctx context.Context, state graph.State) (any, error) { return nil, nil }, graph.WithNodeCallbacks(wait)).
		AddNode("last", func(ctx context.Context, state graph.State) (any, error) { return nil, nil }).
		AddNode("logs", logs).AddNode("drops", drops).AddNode("wraps", wraps).
		AddEdge("last", "logs").AddEdge("logs", "drops").AddEdge("drops", "wraps").
		AddEdge("pay", "perhaps").AddEdge("perhaps", "surely").AddEdge("surely", "maybe").AddEdge("maybe", "wait").AddEdge("wait", "last").
		WithInterruptBeforeNodes("last", "unknown").
		SetEntryPoint("approve").SetFinishPoint("wraps").
		Compile()
}

// Runs has nodes that run models and agents themselves.
func Runs() (*graph.Graph, error) {
	m := openai.New("m")
	helper := llmagent.New("helper", llmagent.WithModel(m))
	r := runner.NewRunner("app", helper)
	return graph.NewStateGraph(nil).
		AddNode("model", func(ctx context.Context, state graph.State) (any, error) {
			_, err := m.GenerateContent(ctx, &model.Request{})
			return graph.State{}, err
		}).
		AddNode("run", func(ctx context.Context, state graph.State) (any, error) {
			_, err := r.Run(ctx, "u", "s", model.Message{})
			return nil, err
		}).
		AddNode("made", graph.NewToolsNodeFunc(tools())).
		AddNode("wrapped", func(ctx context.Context, state graph.State) (any, error) {
			return graph.NewLLMNodeFunc(m, "", nil)(ctx, state)
		}).
		AddNode("route", func(ctx context.Context, state graph.State) (any, error) { return nil, nil }, graph.WithNodeType(graph.NodeTypeRouter)).
		AddEdge("model", "run").AddEdge("run", "made").AddEdge("made", "wrapped").AddEdge("wrapped", "route").
		SetEntryPoint("model").SetFinishPoint("route").
		Compile()
}

// Skipped has a node that a callback may skip, with a command of its own.
func Skipped() (*graph.Graph, error) {
	return graph.NewStateGraph(nil).
		AddNode("cached", func(ctx context.Context, state graph.State) (any, error) { return nil, nil },
			graph.WithPreNodeCallback(func(ctx context.Context, cb *graph.NodeCallbackContext, state graph.State) (any, error) {
				if state["hit"] == true {
					return &graph.Command{GoTo: graph.End}, nil
				}
				return nil, nil
			})).
		AddNode("logged", func(ctx context.Context, state graph.State) (any, error) { return nil, nil },
			graph.WithPostNodeCallback(func(ctx context.Context, cb *graph.NodeCallbackContext, state graph.State, result any, err error) (any, error) {
				fmt.Println(result)
				return result, nil
			})).
		AddEdge("cached", "logged").
		SetEntryPoint("cached").SetFinishPoint("logged").
		Compile()
}

// Numbered adds nodes whose names exist only at run time.
func Numbered(n int) (*graph.Graph, error) {
	g := graph.NewStateGraph(nil).AddNode("first", func(ctx context.Context, state graph.State) (any, error) { return nil, nil })
	last := "first"
	for i := 0; i < n; i++ {
		name := fmt.Sprintf("step-%d", i)
		g.AddNode(name, func(ctx context.Context, state graph.State) (any, error) { return nil, nil })
		g.AddEdge(last, name)
		last = name
	}
	return g.SetEntryPoint("first").SetFinishPoint(last).Compile()
}
