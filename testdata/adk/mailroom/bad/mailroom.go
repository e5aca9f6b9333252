// Package mailroom reads letters and answers them. Whatever a letter says, the model
// may put into the next one.
package mailroom

import (
	"example.com/adkagents/mailroom/mail"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
)

type sendArgs struct {
	To   string `json:"to"`
	Body string `json:"body" sink:"forbid=fetch_emails,unless=mail.Redact"` // DEFECT taint/flow send_email.body: letters go out again
}

type sent struct {
	Status string `json:"status"`
}

// New opens the mailroom.
func New(m model.LLM) (agent.Agent, error) {
	box := mail.NewBox()
	fetch, err := mail.Fetch(box)
	if err != nil {
		return nil, err
	}
	send, err := functiontool.New(functiontool.Config{
		Name:        "send_email",
		Description: "Answers a letter.",
	}, func(_ agent.Context, in sendArgs) (sent, error) {
		box.Send(in.To, in.Body)
		return sent{"sent"}, nil
	})
	if err != nil {
		return nil, err
	}
	return llmagent.New(llmagent.Config{
		Name:        "mailroom",
		Model:       m,
		Description: "Answers letters.",
		Instruction: "Read the letters and answer each of them.",
		Tools:       []tool.Tool{fetch, send},
	})
}
