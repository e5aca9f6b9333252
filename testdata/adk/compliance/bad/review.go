// Package compliance brings a policy into the world: written by a model, read
// by another, judged by a rule, signed by a person.
//
//	START → draft → legal ─────→ judge ─true→ sign ─signed→ publish → file
//	          ↑       └escalate→ counsel│       └─refused→ appeal ⇄ weigh
//	          └───────false─────────────┘
package compliance

import (
	"example.com/adkagents/compliance/texts"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/workflowagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/workflow"
)

// Routes of the signature.
const (
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
		weigh:    workflow.NewFunctionNode("weigh", texts.Weigh, workflow.NodeConfig{}),
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
		AddRoute(b.legal, b.counsel, workflow.StringRoute("escalate")). // DEFECT structure/router-target counsel: a model's answer is no route; what legal says, counsel never hears
		AddRoute(b.judge, b.sign, workflow.BoolRoute(true)).
		AddRoute(b.judge, b.draft, workflow.BoolRoute(false)).
		Add(b.judge, b.onRecord). // DEFECT structure/router-shape judge: fires beside the decision; every round of redrafting leaves a record, signed or not
		AddRoute(b.sign, b.publish, signed).
		AddRoute(b.sign, b.appeal, refused).
		Add(b.publish, b.file).
		Add(b.appeal, b.weigh).
		AddRoute(b.weigh, b.appeal, workflow.Default). // DEFECT structure/livelock weigh: the only way on from an appeal is another appeal
		Build()
}

// judge applies the rule that everybody agreed on.
func judge(ctx agent.Context, text string, emit func(*session.Event) error) (any, error) {
	if texts.Sound(text) {
		return nil, texts.Say(ctx, emit, "true", text)
	}
	return nil, texts.Say(ctx, emit, "false", text)
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
