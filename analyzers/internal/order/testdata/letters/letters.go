// Package letters states no policy: the built-in pack speaks of it.
package letters

import (
	"context"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

type letter struct {
	Text string `json:"text"`
}

//agentvet:source untrusted
func inbox(ctx context.Context, l letter) (string, error) { return l.Text, nil }

//agentvet:capability net.smtp
func mail(ctx context.Context, l letter) (string, error) { return l.Text, nil }

//agentvet:human
func review(ctx context.Context, in []*schema.Message) (*schema.Message, error) { return in[0], nil }

func desk(ctx context.Context, handler utils.InvokeFunc[letter, string], name string) *compose.ToolsNode {
	t, _ := utils.InferTool(name, "handle letters", handler)
	node, _ := compose.NewToolNode(ctx, &compose.ToolsNodeConfig{Tools: []tool.BaseTool{t}})
	return node
}

// bad lets what came in decide what goes out.
func bad(ctx context.Context) {
	g := compose.NewGraph[*schema.Message, []*schema.Message]()
	_ = g.AddToolsNode("read", desk(ctx, inbox, "read_inbox"))
	_ = g.AddLambdaNode("think", compose.InvokableLambda(think))
	_ = g.AddToolsNode("send", desk(ctx, mail, "send_mail")) // want `policy/outward-after-untrusted: .* \[start -> read -> think -> send\]`
	_ = g.AddEdge(compose.START, "read")
	_ = g.AddEdge("read", "think")
	_ = g.AddEdge("think", "send")
	_ = g.AddEdge("send", compose.END)
	_, _ = g.Compile(ctx)
}

func think(ctx context.Context, in []*schema.Message) (*schema.Message, error) { return in[0], nil }

// clean has somebody look in between.
func clean(ctx context.Context) {
	g := compose.NewGraph[*schema.Message, []*schema.Message]()
	_ = g.AddToolsNode("read", desk(ctx, inbox, "read_inbox"))
	_ = g.AddLambdaNode("review", compose.InvokableLambda(review))
	_ = g.AddToolsNode("send", desk(ctx, mail, "send_mail"))
	_ = g.AddEdge(compose.START, "read")
	_ = g.AddEdge("read", "review")
	_ = g.AddEdge("review", "send")
	_ = g.AddEdge("send", compose.END)
	_, _ = g.Compile(ctx)
}
