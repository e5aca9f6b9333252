// Package hostagent has a host with specialists.
package hostagent

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/flow/agent/multiagent/host"
	"github.com/cloudwego/eino/schema"
)

func answer(ctx context.Context, in []*schema.Message, opts ...int) (*schema.Message, error) {
	return in[0], nil
}

func Build(ctx context.Context, m model.ToolCallingChatModel) {
	h, _ := host.NewMultiAgent(ctx, &host.MultiAgentConfig{
		Name: "desk", Host: host.Host{ToolCallingModel: m},
		Specialists: []*host.Specialist{
			{AgentMeta: host.AgentMeta{Name: "billing", IntendedUse: "bills"}, ChatModel: m},
			{AgentMeta: host.AgentMeta{Name: "code", IntendedUse: "code"}, Invokable: answer},
		},
		Summarizer: &host.Summarizer{ChatModel: m},
	})
	_, _ = h.Generate(ctx, nil)
}
