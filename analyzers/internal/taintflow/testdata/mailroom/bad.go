// Package mailroom reads letters and answers them.
package mailroom

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
	Emails []string `json:"emails" source:"untrusted|private"`
}

func fetch(_ context.Context, in fetchArgs) (fetchResult, error) {
	return fetchResult{make([]string, in.Limit)}, nil
}

type sendArgs struct {
	To   string `json:"to"`
	Body string `json:"body" sink:"forbid=fetch_emails,name=no-inbox-leak"` // want `taint/flow: data of fetch_emails gets through a model into send_email.body, which forbids "fetch_emails" .no-inbox-leak.; a human's confirmation of the call would stop it`
}

func send(_ context.Context, in sendArgs) (string, error) { return "sent to " + in.To, nil }

// New gives both tools to one model.
func New(ctx context.Context, m model.ToolCallingChatModel) (*react.Agent, error) {
	reader, err := utils.InferTool("fetch_emails", "Reads letters.", fetch)
	if err != nil {
		return nil, err
	}
	writer, err := utils.InferTool("send_email", "Answers a letter.", send)
	if err != nil {
		return nil, err
	}
	return react.NewAgent(ctx, &react.AgentConfig{
		ToolCallingModel: m, MaxStep: 9,
		ToolsConfig: compose.ToolsNodeConfig{Tools: []tool.BaseTool{reader, writer}},
	})
}
