// Package nested has sinks deep in the arguments of a tool.
package nested

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/flow/agent/react"
)

type fetchArgs struct {
	Limit int `json:"limit"`
}

type fetchResult struct {
	Pages []page `json:"pages"`
}

type page struct {
	Title string `json:"title"`
	Text  string `json:"text" source:"untrusted"`
}

func fetch(_ context.Context, in fetchArgs) (fetchResult, error) {
	return fetchResult{make([]page, in.Limit)}, nil
}

type orderArgs struct {
	Ship  shipping `json:"ship"`
	Items []item   `json:"items"`
}

type shipping struct {
	To address `json:"to"`
}

type address struct {
	Street string `json:"street" sink:"forbid=untrusted"` // want `taint/flow: data of fetch_pages gets through a model into order.ship.to.street, which forbids "untrusted"; a human's confirmation of the call would stop it`
}

type item struct {
	Code string `json:"code" sink:"forbid=secret|untrusted"` // want `taint/flow: data of fetch_pages gets through a model into order.items\[\].code, which forbids "untrusted"; a human's confirmation of the call would stop it`
	Note string `json:"note" sink:"forbid=secret"`           // nothing in the model's context is secret
}

func order(_ context.Context, in orderArgs) (string, error) { return in.Ship.To.Street, nil }

// New gives both tools to one model.
func New(ctx context.Context, m model.ToolCallingChatModel) (*react.Agent, error) {
	reader, err := utils.InferTool("fetch_pages", "Reads pages.", fetch)
	if err != nil {
		return nil, err
	}
	orderer, err := utils.InferTool("order", "Orders something.", order)
	if err != nil {
		return nil, err
	}
	return react.NewAgent(ctx, &react.AgentConfig{
		ToolCallingModel: m, MaxStep: 9,
		ToolsConfig: compose.ToolsNodeConfig{Tools: []tool.BaseTool{reader, orderer}},
	})
}

// vault makes secret a label that the package knows.
type vault struct {
	Key string `source:"secret"`
}
