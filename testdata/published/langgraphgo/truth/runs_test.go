package truth

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/smallnest/langgraphgo/graph"

	codeassistant "example.com/langgraphgoagents/published/codeassistant/published"
	supportbad "example.com/langgraphgoagents/published/customersupport/bad"
	supportclean "example.com/langgraphgoagents/published/customersupport/clean"
	"example.com/langgraphgoagents/published/customersupport/desk"
	triagebad "example.com/langgraphgoagents/published/emailtriage/bad"
	triageclean "example.com/langgraphgoagents/published/emailtriage/clean"
	"example.com/langgraphgoagents/published/emailtriage/mailbox"
	advisor "example.com/langgraphgoagents/published/financialadvisor/published"
	research "example.com/langgraphgoagents/published/multiagentresearch/published"
)

var ctx = context.Background()

// TestSupport: a question without a topic goes to the agent, if anything leads
// there.
func TestSupport(t *testing.T) {
	c := desk.Case{Customer: "Ann", Message: "I want to return it"}

	bad, err := supportbad.New(says("poetry", "Answer."))
	if err != nil {
		t.Fatal(err)
	}
	got, err := bad.Answer(ctx, c)
	if err != nil || !strings.Contains(got.Facts[0], "30 days") {
		t.Errorf("bad: facts %q, %v, want those of faq_lookup", got.Facts, err)
	}

	clean, err := supportclean.New(says("poetry", "needs a poem", "Answer."))
	if err != nil {
		t.Fatal(err)
	}
	got, err = clean.Answer(ctx, c)
	if err != nil || got.Facts[0] != "needs a poem" {
		t.Errorf("clean: facts %q, %v, want those of agent", got.Facts, err)
	}

	got, err = supportclean.Serve(ctx, says("complaint", "We are sorry."), c, func(desk.Case) string { return "a refund" })
	if err != nil || got.Reply != "We are sorry." || !strings.Contains(got.Facts[0], "a refund") {
		t.Errorf("complaint: %+v, %v", got, err)
	}
}

// TestResearch asks an editor when the reviewer will not have it.
func TestResearch(t *testing.T) {
	model := says("plan", "heat pumps", "a draft", "no sources")
	r, err := research.Serve(ctx, model, "Do heat pumps work in old houses?", func(research.Report) string { return "my own draft" })
	if err != nil || !r.Edited || r.Draft != "my own draft" || len(r.Sources) == 0 {
		t.Errorf("got %+v, %v", r, err)
	}
}

// TestCode repairs a program until it loads and its tests pass.
func TestCode(t *testing.T) {
	model := says("a spec", "def f(:", "close the bracket", "def f(): pass\ndef test_f(): f()")
	task, err := codeassistant.Serve(ctx, model, "a function that does nothing")
	if err != nil || task.Rounds != 2 || len(task.Failures) != 0 {
		t.Errorf("got %+v, %v, want success in the second round", task, err)
	}
}

// TestTriage: the bad form loses drafts and sends what nobody has read.
func TestTriage(t *testing.T) {
	mail := mailbox.Mail{From: "ann@example.com", Subject: "Delivery", Body: "Where is it?"}

	if m, err := triagebad.Serve(ctx, says("urgent", "We will call you."), mail); err != nil || m.Receipt == "" {
		t.Errorf("bad, urgent: %+v, %v", m, err)
	}
	if _, err := triagebad.Serve(ctx, says("normal", "where", "It is on its way."), mail); !errors.Is(err, graph.ErrNoOutgoingEdge) {
		t.Errorf("bad, normal: ended with %v, want %v", err, graph.ErrNoOutgoingEdge)
	}

	for _, tt := range []struct {
		agrees  bool
		receipt string
	}{{true, "250 queued for ann@example.com"}, {false, ""}} {
		m, err := triageclean.Serve(ctx, says("normal", "where", "It is on its way."), mail, func(m mailbox.Mail) bool { return tt.agrees && m.Draft != "" })
		if m.Receipt != tt.receipt || (err == nil) != tt.agrees {
			t.Errorf("clean, %v: receipt %q, %v", tt.agrees, m.Receipt, err)
		}
	}
}

// TestAdvice: a small order is placed unseen, a large one waits for an advisor.
func TestAdvice(t *testing.T) {
	for _, tt := range []struct{ order, answer, receipt string }{
		{"BND 10", "nobody was asked", "bought 10 BND"},
		{"VTI 100", "yes", "bought 100 VTI"},
		{"VTI 100", "no", ""},
	} {
		model := says("growth", "low", tt.order, "OK")
		a, err := advisor.Serve(ctx, model, "Ann", func(advisor.Order) string { return tt.answer })
		if a.Receipt != tt.receipt || (err == nil) != (tt.receipt != "") {
			t.Errorf("%s, %s: receipt %q, %v, want %q", tt.order, tt.answer, a.Receipt, err, tt.receipt)
		}
	}
}
