// Package tools makes tools in all ways that there are.
package tools

import (
	"context"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

type order struct{ ID string }

func refund(ctx context.Context, in order) (string, error) { return in.ID, nil }

func approve(ctx context.Context, in order) (string, error) {
	if in.ID == "" {
		return "", tool.Interrupt(ctx, "approve?")
	}
	return "ok", nil
}

// custom names itself.
type custom struct{ name string }

func (c *custom) Info(ctx context.Context) (*schema.ToolInfo, error) {
	return &schema.ToolInfo{Name: c.name + "_tool", Desc: "does it"}, nil
}

func (c *custom) InvokableRun(ctx context.Context, args string, opts ...tool.Option) (string, error) {
	return args, nil
}

// gated asks before it calls the tool that it embeds.
type gated struct{ tool.InvokableTool }

func (g gated) InvokableRun(ctx context.Context, args string, opts ...tool.Option) (string, error) {
	if args != "approved" {
		return "", tool.Interrupt(ctx, "approve?")
	}
	return g.InvokableTool.InvokableRun(ctx, args, opts...)
}

// careless asks and calls all the same.
type careless struct{ tool.InvokableTool }

func (c careless) InvokableRun(ctx context.Context, args string, opts ...tool.Option) (string, error) {
	_ = tool.Interrupt(ctx, "approve?")
	return c.InvokableTool.InvokableRun(ctx, args, opts...)
}

func Build(ctx context.Context, given tool.BaseTool, name string) {
	inferred, err := utils.InferTool("refund", "pays back", refund)
	if err != nil {
		panic(err)
	}
	asks, _ := utils.InferTool("approve", "asks", approve)
	made := utils.NewTool(&schema.ToolInfo{Name: "made", Desc: "by NewTool"}, refund)
	unnamed := utils.NewTool(&schema.ToolInfo{Name: name}, refund)
	other, _ := utils.InferTool("other", "is wrapped", refund)
	struct2, _ := newDeclared[order]("declared")
	node, _ := compose.NewToolNode(ctx, &compose.ToolsNodeConfig{Tools: []tool.BaseTool{
		struct2, inferred, asks, made, unnamed, given,
		&custom{name: "my"}, gated{other}, careless{other},
		utils.WrapToolWithErrorHandler(made, nil),
	}})
	g := compose.NewGraph[string, string]()
	_ = g.AddToolsNode("tools", node)
	_ = g.AddEdge(compose.START, "tools")
	_ = g.AddEdge("tools", compose.END)
	_, _ = g.Compile(ctx)
}

// declared is a tool whose declaration the framework makes of a struct.
type declared[I any] struct {
	tool.InvokableTool
	info *schema.ToolInfo
}

func (d declared[I]) Info(ctx context.Context) (*schema.ToolInfo, error) { return d.info, nil }

func newDeclared[I any](name string) (*declared[I], error) {
	info, err := utils.GoStruct2ToolInfo[I](name, "does "+name)
	if err != nil {
		return nil, err
	}
	return &declared[I]{info: info}, nil
}
