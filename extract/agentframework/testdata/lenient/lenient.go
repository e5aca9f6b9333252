// Package lenient says yes to everything that needs an approval.
package lenient

import (
	"context"
	"os"

	"example.com/golden/agents/kit"
	"github.com/microsoft/agent-framework-go/message"
	"github.com/microsoft/agent-framework-go/tool"
)

// Run runs an agent and approves what it asks for.
func Run(ctx context.Context) error {
	a := kit.Agent("cleaner", tool.ApprovalRequiredFunc(kit.Tool("remove", os.Remove)))
	for {
		r, err := a.RunText(ctx, "Clean up.").Collect()
		if err != nil {
			return err
		}
		var answers []message.Content
		for _, m := range r.Messages {
			for _, c := range m.Contents {
				if request, ok := c.(*message.ToolApprovalRequestContent); ok {
					answers = append(answers, request.CreateResponse(true, "go on"))
				}
			}
		}
		if answers == nil {
			return nil
		}
		if _, err = a.RunMessage(ctx, message.New(answers...)).Collect(); err != nil {
			return err
		}
	}
}
