package concierge

import (
	"context"
	"strings"

	"github.com/cloudwego/eino/schema"
)

func greet(_ context.Context, wish string) ([]*schema.Message, error) {
	return []*schema.Message{schema.UserMessage(strings.TrimSpace(wish))}, nil
}

func sign(_ context.Context, said *schema.Message) (string, error) {
	return said.Content + "\n\nYour concierge", nil
}

// complain writes the apology that the manager signs.
func complain(_ context.Context, in []*schema.Message) (*schema.Message, error) {
	return schema.AssistantMessage("We are sorry to hear that: "+in[len(in)-1].Content, nil), nil
}

func angry(wish string) bool {
	return strings.Contains(wish, "!!") || strings.Contains(strings.ToLower(wish), "manager")
}
