// Package compliance brings a policy into the world: written by a model, read
// by another, judged by a rule, signed by a person.
//
//	START → draft → legal → judge ─true→ sign ─signed→ publish → file
//	          ↑               │ └─escalate→ counsel └─refused→ appeal ⇄ weigh ─closed→ on_record
//	          └───────false───┘
package compliance

import (
	"strings"

	"example.com/adkagents/compliance/texts"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/workflowagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/workflow"
)

// Routes of the judge, besides yes and no, and of the signature.
const (
	escalate = "escalate"

	signed  = workflow.StringRoute("signed")
	refused = workflow.StringRoute("refused")
)

// A board is the review under construction: nodes by name.
type board struct {
	draft, legal, counsel   workflow.Node // written by models
	judge, sign             workflow.Node // decide
	publish, file           workflow.Node
	appeal, weigh, onRecord workflow.Node
}

// New builds the review.
func New(m model.LLM) (agent.Agent, error) {
	b, err := newBoard(m)
	if err != nil {
		return nil, err
	}
	return workflowagent.New(workflowagent.Config{
		Name:        "policy_review",
		Description: "Writes a policy and gets it signed.",
		Edges:       b.edges(),
	})
}

func newBoard(m model.LLM) (*board, error) {
	b := &board{
		judge:    workflow.NewEmittingFunctionNode("judge", judge, workflow.NodeConfig{}),
		sign:     workflow.NewEmittingFunctionNode("sign", askOfficer, workflow.NodeConfig{RerunOnResume: new(true)}),
		file:     workflow.NewFunctionNode("file", texts.File, workflow.NodeConfig{}),
		appeal:   workflow.NewFunctionNode("appeal", texts.Reword, workflow.NodeConfig{}),
		weigh:    workflow.NewEmittingFunctionNode("weigh", weigh, workflow.NodeConfig{}),
		onRecord: workflow.NewFunctionNode("on_record", texts.File, workflow.NodeConfig{}),
	}
	for _, w := range []struct {
		node              *workflow.Node
		name, instruction string
	}{
		{&b.draft, "draft", "Write the policy in plain words."},
		{&b.legal, "legal", "Read it as a lawyer. Answer escalate if you would not sign it."},
		{&b.counsel, "counsel", "Write to outside counsel."},
	} {
		n, err := texts.Writer(m, w.name, w.instruction)
		if err != nil {
			return nil, err
		}
		*w.node = n
	}

	publish, err := texts.Publish()
	if err != nil {
		return nil, err
	}
	b.publish, err = workflow.NewNamedToolNode("publish", publish, workflow.NodeConfig{})
	return b, err
}

func (b *board) edges() []workflow.Edge {
	return workflow.NewEdgeBuilder().
		Add(workflow.Start, b.draft).
		Add(b.draft, b.legal).
		Add(b.legal, b.judge).
		AddRoute(b.judge, b.counsel, workflow.StringRoute(escalate)).
		AddRoute(b.judge, b.sign, workflow.BoolRoute(true)).
		AddRoute(b.judge, b.draft, workflow.BoolRoute(false)).
		AddRoute(b.sign, b.publish, signed).
		AddRoute(b.sign, b.appeal, refused).
		Add(b.publish, b.file).
		Add(b.appeal, b.weigh).
		AddRoutes(b.weigh, map[string]workflow.Node{"again": b.appeal, "closed": b.onRecord}).
		Build()
}

// judge applies the rule that everybody agreed on.
func judge(ctx agent.Context, text string, emit func(*session.Event) error) (any, error) {
	switch {
	case strings.Contains(text, escalate):
		return nil, texts.Say(ctx, emit, escalate, text)
	case texts.Sound(text):
		return nil, texts.Say(ctx, emit, "true", text)
	}
	return nil, texts.Say(ctx, emit, "false", text)
}

// weigh grants the first appeals and closes the file on the long ones.
func weigh(ctx agent.Context, text string, emit func(*session.Event) error) (any, error) {
	if len(text) < 1000 {
		return nil, texts.Say(ctx, emit, "again", text)
	}
	return nil, texts.Say(ctx, emit, "closed", text)
}

// askOfficer waits for a signature.
func askOfficer(ctx agent.Context, text string, emit func(*session.Event) error) (any, error) {
	answer, err := workflow.ResumeOrRequestInput(ctx, emit, session.RequestInput{
		InterruptID: "sign-" + ctx.InvocationID(),
		Message:     "Will you sign this?",
		Payload:     text,
	})
	if err != nil {
		return nil, err
	}
	if answer == "yes" {
		return nil, texts.Say(ctx, emit, string(signed), map[string]any{"text": text})
	}
	return nil, texts.Say(ctx, emit, string(refused), text)
}
