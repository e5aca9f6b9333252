// Package reply drafts and sends the answer to a mail. It is a chain that
// larger chains append as one step.
package reply

import (
	"context"
	"fmt"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/prompt"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"

	"example.com/einoagents/triage"
)

// A Letter is a mail that we send.
type Letter struct {
	To   string `json:"to"`
	Body string `json:"body"`
}

// SendMail sends a letter.
func SendMail() tool.InvokableTool {
	return mailTool("send_mail", "Send a mail.", func(_ context.Context, l Letter) (string, error) {
		return fmt.Sprintf("sent to %s: %s", l.To, l.Body), nil
	})
}

// SendLater queues a letter for tomorrow morning. The model knows it under
// the name given.
func SendLater(name string) tool.InvokableTool {
	return mailTool(name, "Send a mail tomorrow at eight.", func(_ context.Context, l Letter) (string, error) {
		return fmt.Sprintf("queued for %s: %s", l.To, l.Body), nil
	})
}

// mailTool keeps the declarations of the two ways to send alike.
func mailTool[R any](name, desc string, send func(context.Context, Letter) (R, error)) tool.InvokableTool {
	t, err := utils.InferTool(name, desc, send)
	if err != nil {
		panic(fmt.Sprintf("reply: tool %s: %v", name, err)) // a wrong struct tag, found by the first test
	}
	return t
}

// Chain returns the chain that answers a mail with m, using tools to send.
func Chain(ctx context.Context, m model.ToolCallingChatModel, tools ...tool.BaseTool) (*compose.Chain[map[string]any, triage.Outcome], error) {
	infos := make([]*schema.ToolInfo, len(tools))
	for i, t := range tools {
		info, err := t.Info(ctx)
		if err != nil {
			return nil, err
		}
		infos[i] = info
	}
	writer, err := m.WithTools(infos)
	if err != nil {
		return nil, err
	}
	post, err := compose.NewToolNode(ctx, &compose.ToolsNodeConfig{Tools: tools})
	if err != nil {
		return nil, err
	}
	c := compose.NewChain[map[string]any, triage.Outcome]()
	c.AppendChatTemplate(prompt.FromMessages(schema.FString,
		schema.SystemMessage("Answer in two sentences, then send the mail."),
		schema.UserMessage("{"+triage.FactSummary+"}"),
	)).
		AppendChatModel(writer).
		AppendToolsNode(post, compose.WithNodeName("post office")).
		AppendLambda(compose.InvokableLambda(outcome))
	return c, nil
}

func outcome(_ context.Context, results []*schema.Message) (triage.Outcome, error) {
	o := triage.Outcome{Folder: "answered"}
	for _, r := range results {
		o.Answer += r.Content
	}
	return o, nil
}
