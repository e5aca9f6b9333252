package incident

import (
	"context"
	"fmt"
	"strings"

	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

func (r *Responder) receive(_ context.Context, a Alert) ([]*schema.Message, error) {
	return []*schema.Message{
		schema.SystemMessage("You are on call for " + r.Cluster + ". Find the cause. Start your answer with SEV and a number."),
		schema.UserMessage(fmt.Sprintf("[%d] %s: %s", a.Severity, a.Service, a.Text)),
	}, nil
}

// triage turns a diagnosis into a call of the runbook.
func (r *Responder) triage(_ context.Context, diagnosis *schema.Message) (*schema.Message, error) {
	if !strings.Contains(diagnosis.Content, "restart") {
		return diagnosis, nil
	}
	return schema.AssistantMessage(diagnosis.Content, []schema.ToolCall{{
		ID:       "runbook",
		Function: schema.FunctionCall{Name: "restart_service", Arguments: `{"service":"checkout"}`},
	}}), nil
}

// bySeverity returns the router behind the triage: urgent takes the worst
// incidents, normal those that can wait for a person.
func bySeverity(urgent, normal string) compose.GraphBranchCondition[*schema.Message] {
	return func(_ context.Context, m *schema.Message) (string, error) {
		switch {
		case strings.HasPrefix(m.Content, "DRILL"):
			return nodeDrill, nil
		case len(m.ToolCalls) == 0:
			return nodePage, nil
		case strings.HasPrefix(m.Content, "SEV1"):
			return urgent, nil
		}
		return normal, nil
	}
}

// askPerson stops the run until a person has answered.
func askPerson(ctx context.Context, m *schema.Message) (*schema.Message, error) {
	resumed, answered, yes := compose.GetResumeContext[bool](ctx)
	if !resumed || !answered {
		return nil, compose.StatefulInterrupt(ctx, "May I run the runbook? "+m.Content, m)
	}
	_, _, asked := compose.GetInterruptState[*schema.Message](ctx)
	if yes {
		return asked, nil
	}
	return schema.AssistantMessage("NO", nil), nil
}

func readDecision(_ context.Context, m *schema.Message) (*schema.Message, error) { return m, nil }

func (r *Responder) afterDecision(_ context.Context, m *schema.Message) (string, error) {
	if m.Content == "NO" {
		return nodePage, nil
	}
	return nodeRunbook, nil
}

func closeIncident(_ context.Context, results []*schema.Message) (*schema.Message, error) {
	var lines []string
	for _, r := range results {
		lines = append(lines, r.Content)
	}
	return schema.AssistantMessage("closed: "+strings.Join(lines, "; "), nil), nil
}

// page wakes somebody up.
func page(_ context.Context, m *schema.Message) (*schema.Message, error) {
	return schema.AssistantMessage("paged: "+m.Content, nil), nil
}

func (r *Responder) updateStatusPage(_ context.Context, m *schema.Message) (*schema.Message, error) {
	return schema.AssistantMessage("status of "+r.Cluster+" updated", nil), nil
}
