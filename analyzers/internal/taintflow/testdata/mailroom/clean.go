package mailroom

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/flow/agent/react"
)

type replyArgs struct {
	To   string `json:"to"`
	Body string `json:"body" sink:"forbid=fetch_emails"`
}

func reply(_ context.Context, in replyArgs) (string, error) { return "sent to " + in.To, nil }

// NewApart gives the tools to two models that do not talk to each other.
func NewApart(ctx context.Context, m model.ToolCallingChatModel) (*react.Agent, *react.Agent, error) {
	fetcher, err := utils.InferTool("fetch_emails", "Reads letters.", fetch)
	if err != nil {
		return nil, nil, err
	}
	writer, err := utils.InferTool("reply", "Answers a letter.", reply)
	if err != nil {
		return nil, nil, err
	}
	reading, err := react.NewAgent(ctx, &react.AgentConfig{
		ToolCallingModel: m, MaxStep: 9,
		ToolsConfig: compose.ToolsNodeConfig{Tools: []tool.BaseTool{fetcher}},
	})
	if err != nil {
		return nil, nil, err
	}
	writing, err := react.NewAgent(ctx, &react.AgentConfig{
		ToolCallingModel: m, MaxStep: 9,
		ToolsConfig: compose.ToolsNodeConfig{Tools: []tool.BaseTool{writer}},
	})
	return reading, writing, err
}

type askedArgs struct {
	Body string `json:"body" sink:"forbid=*"`
}

// replyAsked answers what a person has seen.
func replyAsked(ctx context.Context, in askedArgs) (string, error) {
	asked, _, body := tool.GetInterruptState[string](ctx)
	if !asked {
		return "", tool.StatefulInterrupt(ctx, in.Body, in.Body)
	}
	if resumed, _, yes := tool.GetResumeContext[bool](ctx); !resumed || !yes {
		return "refused", nil
	}
	return "sent " + body, nil
}

// NewAsked asks a person before each letter.
func NewAsked(ctx context.Context, m model.ToolCallingChatModel) (*react.Agent, error) {
	reader, err := utils.InferTool("fetch_emails", "Reads letters.", fetch)
	if err != nil {
		return nil, err
	}
	writer, err := utils.InferTool("reply_asked", "Answers a letter.", replyAsked)
	if err != nil {
		return nil, err
	}
	return react.NewAgent(ctx, &react.AgentConfig{
		ToolCallingModel: m, MaxStep: 9,
		ToolsConfig: compose.ToolsNodeConfig{Tools: []tool.BaseTool{reader, writer}},
	})
}
