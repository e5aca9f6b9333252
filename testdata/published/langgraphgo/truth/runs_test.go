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

// waits asserts that a run stopped for a person at a step, and returns its state.
func waits[S any](t *testing.T, err error, step string) S {
	t.Helper()
	var stop *graph.GraphInterrupt
	if !errors.As(err, &stop) || stop.Node != step {
		t.Fatalf("ended with %v, want a question at %s", err, step)
	}
	return stop.State.(S)
}

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

	clean, err = supportclean.New(says("complaint", "We are sorry."))
	if err != nil {
		t.Fatal(err)
	}
	_, err = clean.Answer(ctx, c)
	got, err = clean.Resume(ctx, waits[desk.Case](t, err, "escalate"), "a refund")
	if err != nil || got.Reply != "We are sorry." || !strings.Contains(got.Facts[0], "a refund") {
		t.Errorf("complaint: %+v, %v", got, err)
	}
}

// TestResearch asks an editor when the reviewer will not have it.
func TestResearch(t *testing.T) {
	team, err := research.New(says("plan", "heat pumps", "a draft", "no sources"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = team.Answer(ctx, "Do heat pumps work in old houses?")
	r, err := team.Resume(ctx, waits[research.Report](t, err, "human_review"), "my own draft")
	if err != nil || !r.Edited || r.Draft != "my own draft" || len(r.Sources) == 0 {
		t.Errorf("got %+v, %v", r, err)
	}
}

// TestCode repairs a program until it loads and its tests pass.
func TestCode(t *testing.T) {
	a, err := codeassistant.New(says("a spec", "def f(:", "close the bracket", "def f(): pass\ndef test_f(): f()"))
	if err != nil {
		t.Fatal(err)
	}
	task, err := a.Write(ctx, "a function that does nothing")
	if err != nil || task.Rounds != 2 || len(task.Failures) != 0 {
		t.Errorf("got %+v, %v, want success in the second round", task, err)
	}
}

// TestTriage: the bad form loses drafts and sends what nobody has read.
func TestTriage(t *testing.T) {
	mail := mailbox.Mail{From: "ann@example.com", Subject: "Delivery", Body: "Where is it?"}

	bad, err := triagebad.New(says("urgent", "We will call you."))
	if err != nil {
		t.Fatal(err)
	}
	if m, err := bad.Answer(ctx, mail); err != nil || m.Receipt == "" {
		t.Errorf("bad, urgent: %+v, %v", m, err)
	}
	bad, err = triagebad.New(says("normal", "where", "It is on its way."))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bad.Answer(ctx, mail); !errors.Is(err, graph.ErrNoOutgoingEdge) {
		t.Errorf("bad, normal: ended with %v, want %v", err, graph.ErrNoOutgoingEdge)
	}

	for _, tt := range []struct {
		agrees  bool
		receipt string
	}{{true, "250 queued for ann@example.com"}, {false, ""}} {
		clean, err := triageclean.New(says("normal", "where", "It is on its way."))
		if err != nil {
			t.Fatal(err)
		}
		m, err := clean.Answer(ctx, mail, func(m mailbox.Mail) bool { return tt.agrees && m.Draft != "" })
		if m.Receipt != tt.receipt || (err == nil) != tt.agrees {
			t.Errorf("clean, %v: receipt %q, %v", tt.agrees, m.Receipt, err)
		}
	}
}

// TestAdvice: a small order is placed unseen, a large one waits for an advisor.
func TestAdvice(t *testing.T) {
	d, err := advisor.New(says("growth", "low", "BND 10", "OK"))
	if err != nil {
		t.Fatal(err)
	}
	if a, err := d.Advise(ctx, "Ann"); err != nil || a.Receipt != "bought 10 BND" {
		t.Errorf("small: %+v, %v", a, err)
	}
	d, err = advisor.New(says("growth", "low", "VTI 100", "OK"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = d.Advise(ctx, "Ann")
	large := waits[advisor.Advice](t, err, "advisor_review")
	if a, err := d.Resume(ctx, large, "yes"); err != nil || a.Receipt != "bought 100 VTI" {
		t.Errorf("large: %+v, %v", a, err)
	}
	if a, err := d.Resume(ctx, large, "no"); err == nil || a.Receipt != "" {
		t.Errorf("declined: %+v, %v", a, err)
	}
}
