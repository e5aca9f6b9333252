// Package reactagent has ReAct agents, alone and as a node.
package reactagent

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/flow/agent/react"
)

type order struct{ ID string }

func refund(ctx context.Context, in order) (string, error) { return in.ID, nil }

func approve(ctx context.Context, in order) (string, error) {
	if in.ID == "" {
		return "", tool.Interrupt(ctx, "approve?")
	}
	return "ok", nil
}

func Build(ctx context.Context, m model.ToolCallingChatModel) {
	r, _ := utils.InferTool("refund", "pays back", refund)
	a, err := react.NewAgent(ctx, &react.AgentConfig{
		ToolCallingModel: m, MaxStep: 5, GraphName: "helper",
		ToolsConfig: compose.ToolsNodeConfig{Tools: []tool.BaseTool{r}},
	})
	if err != nil {
		panic(err)
	}
	_, _ = a.Generate(ctx, nil)
	b, _ := react.NewAgent(ctx, &react.AgentConfig{ToolCallingModel: m})
	sub, opts := b.ExportGraph()
	g := compose.NewGraph[string, string]()
	_ = g.AddGraphNode("react", sub, opts...)
	_ = g.AddLambdaNode("ask", compose.InvokableLambda(func(ctx context.Context, in string) (string, error) {
		_, err := a.Generate(ctx, nil)
		return in, err
	}))
	_ = g.AddEdge(compose.START, "react")
	_ = g.AddEdge("react", "ask")
	_ = g.AddEdge("ask", compose.END)
	_, _ = g.Compile(ctx)
}
