// Package runtools gives runs other tools and another limit than their graphs have.
package runtools

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/flow/agent/react"
	"github.com/cloudwego/eino/schema"
)

type in struct{ ID string }

func run(ctx context.Context, x in) (string, error) { return x.ID, nil }

func Ask(ctx context.Context, m model.ToolCallingChatModel, extra tool.BaseTool) error {
	look, _ := utils.InferTool("look", "looks", run)
	a, err := react.NewAgent(ctx, &react.AgentConfig{
		ToolCallingModel: m, ToolsConfig: compose.ToolsNodeConfig{Tools: []tool.BaseTool{look}},
	})
	if err != nil {
		return err
	}
	opts, err := react.WithTools(ctx, extra)
	if err != nil {
		return err
	}
	_, err = a.Generate(ctx, []*schema.Message{{Content: "go"}}, opts...)
	return err
}

// Steps gives a run more steps.
func Steps(ctx context.Context, n int) error {
	g := compose.NewGraph[string, string]()
	_ = g.AddPassthroughNode("step")
	_ = g.AddEdge(compose.START, "step")
	_ = g.AddEdge("step", compose.END)
	r, err := g.Compile(ctx, compose.WithMaxRunSteps(5))
	if err != nil {
		return err
	}
	if _, err := r.Invoke(ctx, "a", compose.WithRuntimeMaxSteps(50)); err != nil {
		return err
	}
	_, err = r.Invoke(ctx, "b", compose.WithRuntimeMaxSteps(n))
	return err
}
