// Package toolsopen has a list of tools that its caller extends.
package toolsopen

import (
	"context"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
)

type order struct{ ID string }

func refund(ctx context.Context, in order) (string, error) { return in.ID, nil }

func approve(ctx context.Context, in order) (string, error) {
	if in.ID == "" {
		return "", tool.Interrupt(ctx, "approve?")
	}
	return "ok", nil
}

func Build(ctx context.Context, more []tool.BaseTool, audit bool) {
	r, _ := utils.InferTool("refund", "pays back", refund)
	tools := []tool.BaseTool{r}
	if audit {
		a, _ := utils.InferTool("audit", "looks", refund)
		tools = append(tools, a)
	}
	tools = append(tools, more...)
	node, _ := compose.NewToolNode(ctx, &compose.ToolsNodeConfig{Tools: tools})
	g := compose.NewGraph[string, string]()
	_ = g.AddToolsNode("tools", node)
	_ = g.AddEdge(compose.START, "tools")
	_ = g.AddEdge("tools", compose.END)
	_, _ = g.Compile(ctx)
}
