package refund

import (
	"context"
	"strings"

	"github.com/cloudwego/eino/schema"

	"example.com/einoagents/refund/steps"
)

// afterClassify reads what the model wants.
func afterClassify(_ context.Context, reply *schema.Message) (string, error) {
	if len(reply.ToolCalls) > 0 {
		return steps.Issue, nil
	}
	if strings.HasPrefix(reply.Content, "ESCALATE") {
		return steps.Escalate, nil
	}
	return steps.Explain, nil
}

// writeReceipt turns the results of the tools into one friendly sentence.
func writeReceipt(_ context.Context, results []*schema.Message) (*schema.Message, error) {
	var b strings.Builder
	b.WriteString("Done. For your records:")
	for _, r := range results {
		b.WriteString(" " + r.Content)
	}
	return schema.AssistantMessage(b.String(), nil), nil
}

func explain(_ context.Context, reply *schema.Message) (*schema.Message, error) {
	return schema.AssistantMessage(reply.Content+"\n\nOur policy: 30 days, unused, with invoice.", nil), nil
}

// escalate opens a ticket for a person.
func escalate(_ context.Context, reply *schema.Message) (*schema.Message, error) {
	return schema.AssistantMessage("A colleague will call you today. "+strings.TrimPrefix(reply.Content, "ESCALATE"), nil), nil
}

// audit writes the line that the auditors read in January.
func audit(_ context.Context, receipt *schema.Message) (*schema.Message, error) {
	receipt.Extra = map[string]any{"audited": true}
	return receipt, nil
}
