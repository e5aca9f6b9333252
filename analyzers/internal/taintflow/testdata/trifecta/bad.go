// Package trifecta gives models private data, untrusted content and a way out.
package trifecta

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/flow/agent/react"
)

type query struct {
	Text string `json:"text"`
}

type customers struct {
	List []string `json:"list" source:"private"`
}

func find(_ context.Context, in query) (customers, error) { return customers{}, nil }

type article struct {
	Text string `json:"text" source:"untrusted"`
}

func read(_ context.Context, in query) (article, error) { return article{}, nil }

type post struct {
	_    struct{} `capability:"net.http"`
	Text string   `json:"text"`
}

func publish(_ context.Context, in post) (string, error) { return "published", nil }

// New gives all three to one model.
func New(ctx context.Context, m model.ToolCallingChatModel) (*react.Agent, error) {
	crm, err := utils.InferTool("find_customers", "Finds customers.", find)
	if err != nil {
		return nil, err
	}
	web, err := utils.InferTool("read_web", "Reads an article.", read)
	if err != nil {
		return nil, err
	}
	blog, err := utils.InferTool("publish", "Publishes an article.", publish)
	if err != nil {
		return nil, err
	}
	return agent(ctx, m, crm, web, blog)
}

func agent(ctx context.Context, m model.ToolCallingChatModel, tools ...tool.BaseTool) (*react.Agent, error) {
	return react.NewAgent(ctx, &react.AgentConfig{ // want `taint/trifecta: one model reads private data .find_customers. and untrusted content .read_web., and can send out what it likes ."publish"., with no human in between`
		ToolCallingModel: m, MaxStep: 9,
		ToolsConfig: compose.ToolsNodeConfig{Tools: tools},
	})
}
