// Package forbid names what a field forbids in three ways.
package forbid

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/flow/agent/react"
)

type none struct{}

type notes struct {
	Text string `json:"text" source:"private"`
}

func read(context.Context, none) (notes, error) { return notes{}, nil }

func readOther(context.Context, none) (notes, error) { return notes{}, nil }

type postArgs struct {
	ByLabel string `json:"by_label" sink:"forbid=private"`   // want `data of \w+ gets through a model into post.by_label, which forbids "private"`
	ByTool  string `json:"by_tool" sink:"forbid=read_notes"` // want `data of \w+ gets through a model into post.by_tool, which forbids "read_notes"`
	Any     string `json:"any" sink:"forbid=*"`              // want `data of read_notes gets through a model into post.any, which forbids "private", "read_notes"` `data of clock gets through a model into post.any, which forbids "clock"`
	Other   string `json:"other" sink:"forbid=clock"`        // want `data of \w+ gets through a model into post.other, which forbids "clock"`
	Safe    string `json:"safe" sink:"forbid=unread"`        // the model that posts does not have it
	Free    string `json:"free"`
}

func post(_ context.Context, in postArgs) (string, error) { return "posted", nil }

func now(context.Context, none) (string, error) { return "noon", nil }

// New gives three tools to one model, and a fourth to nobody.
func New(ctx context.Context, m model.ToolCallingChatModel) (*react.Agent, error) {
	reader, err := utils.InferTool("read_notes", "Reads notes.", read)
	if err != nil {
		return nil, err
	}
	clock, err := utils.InferTool("clock", "Says what time it is.", now)
	if err != nil {
		return nil, err
	}
	poster, err := utils.InferTool("post", "Tells everybody.", post)
	if err != nil {
		return nil, err
	}
	if _, err := utils.InferTool("unread", "Reads other notes.", readOther); err != nil {
		return nil, err
	}
	return react.NewAgent(ctx, &react.AgentConfig{
		ToolCallingModel: m, MaxStep: 9,
		ToolsConfig: compose.ToolsNodeConfig{Tools: []tool.BaseTool{reader, clock, poster}},
	})
}
