// Package relayed answers letters in two turns. A first model reads the mailbox; a
// step takes out of what it read what may not leave; a second model, which cannot
// read, writes the answer.
package relayed

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"

	"example.com/einoagents/mailroom/mail"
)

// SendArgs are the arguments of send_email.
type SendArgs struct {
	To   string `json:"to"`
	Body string `json:"body" sink:"forbid=untrusted|private"`
}

// Names of the steps.
const (
	stepRead   = "read"
	stepRedact = "redact"
	stepWrite  = "write"
	stepSend   = "send"
)

// New returns the workflow: a call of fetch_emails goes in, what send_email said
// comes out.
func New(ctx context.Context, m model.ToolCallingChatModel, box mail.Box) (compose.Runnable[*schema.Message, []*schema.Message], error) {
	fetch, err := mail.Fetch(box)
	if err != nil {
		return nil, err
	}
	reader, err := toolsNode(ctx, fetch)
	if err != nil {
		return nil, err
	}
	send, err := utils.InferTool("send_email", "Answer a letter.", func(_ context.Context, in SendArgs) (string, error) {
		return "sent", box.Send(in.To, in.Body)
	})
	if err != nil {
		return nil, err
	}
	sender, err := toolsNode(ctx, send)
	if err != nil {
		return nil, err
	}
	info, err := send.Info(ctx)
	if err != nil {
		return nil, err
	}
	writer, err := m.WithTools([]*schema.ToolInfo{info})
	if err != nil {
		return nil, err
	}
	g := compose.NewGraph[*schema.Message, []*schema.Message]()
	_ = g.AddToolsNode(stepRead, reader)
	_ = g.AddLambdaNode(stepRedact, compose.InvokableLambda(redact))
	_ = g.AddChatModelNode(stepWrite, writer)
	_ = g.AddToolsNode(stepSend, sender)
	_ = g.AddEdge(compose.START, stepRead)
	_ = g.AddEdge(stepRead, stepRedact)
	_ = g.AddEdge(stepRedact, stepWrite)
	_ = g.AddEdge(stepWrite, stepSend)
	_ = g.AddEdge(stepSend, compose.END)
	return g.Compile(ctx, compose.WithGraphName("mailroom"))
}

func toolsNode(ctx context.Context, t tool.BaseTool) (*compose.ToolsNode, error) {
	return compose.NewToolNode(ctx, &compose.ToolsNodeConfig{Tools: []tool.BaseTool{t}})
}

// redact asks for an answer to what is left of the letters.
func redact(_ context.Context, read []*schema.Message) ([]*schema.Message, error) {
	ask := []*schema.Message{schema.SystemMessage("Answer these letters, one call of send_email each.")}
	for _, letters := range read {
		ask = append(ask, schema.UserMessage(mail.Redact(letters.Content)))
	}
	return ask, nil
}
