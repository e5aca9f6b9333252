// Package bad is an assistant for a mailbox: it reads letters and answers them.
package bad

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/flow/agent/react"
)

// A Letter is what strangers write.
type Letter struct {
	From string `json:"from"`
	Text string `json:"text"`
}

// FetchArgs are the arguments of fetch_emails.
type FetchArgs struct {
	Limit int `json:"limit"`
}

// FetchResult is what fetch_emails returns.
type FetchResult struct {
	Emails []Letter `json:"emails" source:"untrusted|private"`
}

// SendArgs are the arguments of send_email.
type SendArgs struct {
	To   string `json:"to"`
	Body string `json:"body" sink:"forbid=fetch_emails,unless=redact"`
}

// A Mailbox is where letters come from and go to.
type Mailbox interface {
	Latest(n int) ([]Letter, error)
	Send(to, text string) error
}

// New returns the assistant.
func New(ctx context.Context, m model.ToolCallingChatModel, box Mailbox) (*react.Agent, error) {
	fetch, err := utils.InferTool("fetch_emails", "read the latest letters", func(ctx context.Context, in FetchArgs) (FetchResult, error) {
		letters, err := box.Latest(in.Limit)
		return FetchResult{Emails: letters}, err
	})
	if err != nil {
		return nil, err
	}
	send, err := utils.InferTool("send_email", "answer a letter", func(ctx context.Context, in SendArgs) (string, error) {
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
