package inbox

import (
	"context"
	"strings"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/schema"

	"example.com/einoagents/triage"
)

func normalize(_ context.Context, m triage.Email) (triage.Email, error) {
	m.From = strings.ToLower(strings.TrimSpace(m.From))
	return m, nil
}

func readSender(_ context.Context, m triage.Email) (string, error) { return m.From, nil }

func readUrgency(_ context.Context, m triage.Email) (bool, error) {
	return strings.Contains(strings.ToLower(m.Subject), "urgent"), nil
}

// summarize returns a reader that asks the model.
func summarize(m model.BaseChatModel) func(context.Context, triage.Email) (string, error) {
	return func(ctx context.Context, mail triage.Email) (string, error) {
		said, err := m.Generate(ctx, []*schema.Message{
			schema.SystemMessage("One sentence."),
			schema.UserMessage(mail.Subject + "\n" + mail.Body),
		})
		if err != nil {
			return "", err
		}
		return said.Content, nil
	}
}

// weigh drops the urgency of senders who always cry wolf.
func weigh(_ context.Context, facts map[string]any) (map[string]any, error) {
	if sender, _ := facts[triage.FactSender].(string); strings.HasPrefix(sender, "sales@") {
		facts[triage.FactUrgency] = false
	}
	return facts, nil
}

// fileUnder returns the step that moves a mail to folder.
func fileUnder(folder string) func(context.Context, map[string]any) (triage.Outcome, error) {
	return func(context.Context, map[string]any) (triage.Outcome, error) {
		return triage.Outcome{Folder: folder}, nil
	}
}

// stamp is the last step of every mail.
func stamp(_ context.Context, o triage.Outcome) (triage.Outcome, error) {
	if o.Folder == "" {
		o.Folder = "unsorted"
	}
	return o, nil
}

// Sender is whose mail is to be deleted.
type Sender struct {
	Address string `json:"address"`
}

func purgeMailbox(_ context.Context, s Sender) (string, error) {
	return "purged " + s.Address, nil
}

func askAboutSpam(_ context.Context, facts map[string]any) ([]*schema.Message, error) {
	sender, _ := facts[triage.FactSender].(string)
	return []*schema.Message{
		schema.SystemMessage("This sender is a spammer. Clean up."),
		schema.UserMessage(sender),
	}, nil
}

func spamOutcome(_ context.Context, _ []*schema.Message) (triage.Outcome, error) {
	return triage.Outcome{Folder: "spam"}, nil
}
