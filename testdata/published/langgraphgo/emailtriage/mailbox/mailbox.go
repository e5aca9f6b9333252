// Package mailbox holds the steps of an assistant that sorts and answers mail.
package mailbox

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/tools"

	"example.com/langgraphgoagents/published/internal/toolkit"
)

// A Mail is one message on its way through the assistant.
type Mail struct {
	From, Subject, Body string
	Priority            string
	Notes               string
	Draft               string
	Receipt             string
}

// An Assistant reads and writes mail.
type Assistant struct {
	Model llms.Model
	SMTP  tools.Tool
}

// New returns an assistant that sends over the company's relay.
func New(model llms.Model) *Assistant {
	return &Assistant{model, toolkit.New("smtp_send", "Send a mail. It cannot be called back.", send)}
}

type sendArgs struct {
	To      string `json:"to"`
	Subject string `json:"subject"`
	Body    string `json:"body"`
}

func send(_ context.Context, a sendArgs) (string, error) {
	if !strings.Contains(a.To, "@") {
		return "", fmt.Errorf("smtp_send: %q is no address", a.To)
	}
	if a.Body == "" {
		return "", errors.New("smtp_send: empty mail")
	}
	return "250 queued for " + a.To, nil
}

// Classify asks how urgent a mail is.
func (a *Assistant) Classify(ctx context.Context, m Mail) (Mail, error) {
	text, err := llms.GenerateFromSinglePrompt(ctx, a.Model,
		"Is this mail urgent or normal? Answer with one word.\nSubject: "+m.Subject+"\n"+m.Body)
	m.Priority = text
	return m, err
}

// Route makes one of two words of what the model said.
func (a *Assistant) Route(_ context.Context, m Mail) (Mail, error) {
	if strings.Contains(strings.ToLower(m.Priority), "urgent") {
		m.Priority = "urgent"
	} else {
		m.Priority = "normal"
	}
	return m, nil
}

// ByPriority is the router behind Route.
func ByPriority(_ context.Context, m Mail) string {
	if m.Priority == "urgent" {
		return "urgent_handler"
	}
	return "normal_handler"
}

// Urgent answers at once, in one step.
func (a *Assistant) Urgent(ctx context.Context, m Mail) (Mail, error) {
	text, err := llms.GenerateFromSinglePrompt(ctx, a.Model,
		"Acknowledge this mail in two sentences and promise a call within the hour.\n"+m.Body)
	m.Draft = text
	return m, err
}

// Normal notes what an answer has to say.
func (a *Assistant) Normal(ctx context.Context, m Mail) (Mail, error) {
	text, err := llms.GenerateFromSinglePrompt(ctx, a.Model, "List the questions in this mail.\n"+m.Body)
	m.Notes = text
	return m, err
}

// Draft writes the answer.
func (a *Assistant) Draft(ctx context.Context, m Mail) (Mail, error) {
	text, err := llms.GenerateFromSinglePrompt(ctx, a.Model, "Answer these questions, politely and briefly.\n"+m.Notes)
	m.Draft = text
	return m, err
}

// Send mails the draft.
func (a *Assistant) Send(ctx context.Context, m Mail) (Mail, error) {
	receipt, err := toolkit.Call(ctx, a.SMTP, sendArgs{To: m.From, Subject: "Re: " + m.Subject, Body: m.Draft})
	m.Receipt = receipt
	return m, err
}
