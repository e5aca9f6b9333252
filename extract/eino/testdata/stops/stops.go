// Package stops stops before its tools run, or may.
package stops

import (
	"context"
	"os"
	"strings"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

type in struct {
	Path string `json:"path"`
}

func remove(ctx context.Context, in in) (string, error) { return in.Path, os.Remove(in.Path) }

func build(ctx context.Context, opts ...compose.GraphCompileOption) {
	t, _ := utils.InferTool("remove", "removes a file", remove)
	node, _ := compose.NewToolNode(ctx, &compose.ToolsNodeConfig{Tools: []tool.BaseTool{t}})
	g := compose.NewGraph[*schema.Message, []*schema.Message]()
	_ = g.AddToolsNode("tools", node)
	_ = g.AddEdge(compose.START, "tools")
	_ = g.AddEdge("tools", compose.END)
	_, _ = g.Compile(ctx, opts...)
}

// Open stops where the environment says: nobody knows whether that is before the tools.
func Open(ctx context.Context) {
	build(ctx, compose.WithInterruptBeforeNodes(strings.Split(os.Getenv("STOP_BEFORE"), ",")))
}

// One has one name that is not known beside one that is.
func One(ctx context.Context) {
	build(ctx, compose.WithInterruptAfterNodes([]string{"tools", os.Getenv("STOP_AFTER")}))
}

// Known stops before the tools.
func Known(ctx context.Context) {
	build(ctx, compose.WithInterruptBeforeNodes([]string{"tools"}))
}

// Never does not.
func Never(ctx context.Context) { build(ctx) }
