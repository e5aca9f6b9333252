// Package bad is an assistant for a mailbox: it reads letters and answers them.
// Whatever a letter says, the model may put into the next one.
package bad

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/flow/agent/react"

	"example.com/einoagents/mailroom/mail"
)

// SendArgs are the arguments of send_email.
type SendArgs struct {
	To   string `json:"to"`
	Body string `json:"body" sink:"forbid=fetch_emails,unless=mail.Redact"` // DEFECT taint/flow send_email.body: letters go out again
}

// New returns the assistant.
func New(ctx context.Context, m model.ToolCallingChatModel, box mail.Box) (*react.Agent, error) {
	fetch, err := mail.Fetch(box)
	if err != nil {
		return nil, err
	}
	send, err := utils.InferTool("send_email", "Answer a letter.", func(_ context.Context, in SendArgs) (string, error) {
		return "sent", box.Send(in.To, in.Body)
	})
	if err != nil {
		return nil, err
	}
	return react.NewAgent(ctx, &react.AgentConfig{
		ToolCallingModel: m,
		ToolsConfig:      compose.ToolsNodeConfig{Tools: []tool.BaseTool{fetch, send}},
		MaxStep:          12,
	})
}
