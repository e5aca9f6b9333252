// Package unless has a sink that accepts what went through a sanitizer.
package unless

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

// redact is what the sinks accept.
//
//agentvet:sanitizer for=private
func redact(text string) string { return text[:0] }

// shorten is a sanitizer of something else.
//
//agentvet:sanitizer for=length
func shorten(text string) string { return text[:min(len(text), 9)] }

type goodArgs struct {
	Text string `json:"text" sink:"forbid=read_notes,unless=redact"`
}

func good(_ context.Context, in goodArgs) (string, error) { return "posted: " + redact(in.Text), nil }

type mixedArgs struct {
	Text string `json:"text" sink:"forbid=read_notes,unless=redact"` // want `data of read_notes gets through a model into mixed.text, which forbids "read_notes"; redact or a human's confirmation of the call would stop it`
}

func mixed(_ context.Context, in mixedArgs) (string, error) {
	if len(in.Text) < 5 {
		return in.Text, nil
	}
	return redact(in.Text), nil
}

type wrongArgs struct {
	Text string `json:"text" sink:"forbid=read_notes,unless=redact"` // want `data of read_notes gets through a model into wrong.text`
}

func wrong(_ context.Context, in wrongArgs) (string, error) { return shorten(in.Text), nil }

// New gives all of them to one model.
func New(ctx context.Context, m model.ToolCallingChatModel) (*react.Agent, error) {
	reader, err := utils.InferTool("read_notes", "Reads notes.", read)
	if err != nil {
		return nil, err
	}
	a, err := utils.InferTool("good", "Tells everybody.", good)
	if err != nil {
		return nil, err
	}
	b, err := utils.InferTool("mixed", "Tells everybody.", mixed)
	if err != nil {
		return nil, err
	}
	c, err := utils.InferTool("wrong", "Tells everybody.", wrong)
	if err != nil {
		return nil, err
	}
	return react.NewAgent(ctx, &react.AgentConfig{
		ToolCallingModel: m, MaxStep: 9,
		ToolsConfig: compose.ToolsNodeConfig{Tools: []tool.BaseTool{reader, a, b, c}},
	})
}
