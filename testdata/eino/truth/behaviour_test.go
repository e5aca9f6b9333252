package main

// This file runs the programs. Each test pins down what the framework really
// does about one kind of defect: that it builds the program all the same, and
// what happens then.

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"

	conciergebad "example.com/einoagents/concierge/bad"
	conciergeclean "example.com/einoagents/concierge/clean"
	deploybad "example.com/einoagents/deploy/bad"
	deployclean "example.com/einoagents/deploy/clean"
	incidentbad "example.com/einoagents/incident/bad"
	incidentclean "example.com/einoagents/incident/clean"
	"example.com/einoagents/internal/fakemodel"
	"example.com/einoagents/internal/memstore"
	ledgerbad "example.com/einoagents/ledger/bad"
	ledgerclean "example.com/einoagents/ledger/clean"
	newsroombad "example.com/einoagents/newsroom/bad"
	newsroomclean "example.com/einoagents/newsroom/clean"
	"example.com/einoagents/newsroom/press"
	onboardingbad "example.com/einoagents/onboarding/bad"
	onboardingclean "example.com/einoagents/onboarding/clean"
	"example.com/einoagents/onboarding/hr"
	ragbad "example.com/einoagents/rag/bad"
	ragclean "example.com/einoagents/rag/clean"
	"example.com/einoagents/rag/index"
	refundbad "example.com/einoagents/refund/bad"
	refundclean "example.com/einoagents/refund/clean"
	"example.com/einoagents/rejected"
	researchbad "example.com/einoagents/research/bad"
	researchclean "example.com/einoagents/research/clean"
	"example.com/einoagents/triage"
	triagebad "example.com/einoagents/triage/bad"
	triageclean "example.com/einoagents/triage/clean"
)

// A claim is one run of one program and how it ends: with an error that
// contains failure, or with a result that contains result.
type claim struct {
	name    string
	run     func(context.Context) (string, error)
	failure string
	result  string
}

const (
	payBack    = `call refund_payment {"order_id":"7","cents":100,"reason":"broken"}`
	checkFraud = `call check_fraud {"id":"7"}`
	purge      = `call purge_mailbox {"address":"x@y.invalid"}`
	sendMail   = `call send_mail {"to":"you","body":"hi"}`
)

var claims = []claim{
	{name: "a gate on an unknown node is no gate", run: refundBad(payBack), result: "re_7"},
	{name: "a gate on a known node is one", run: refundClean(payBack), failure: "interrupt"},
	{name: "a token that dies fails the run", run: refundBad("ESCALATE it"), failure: "no tasks to execute"},
	{name: "the same node with an edge to END", run: refundClean("ESCALATE it"), result: "call you today"},
	{name: "a model may ask for a tool that nobody can run", run: refundBad(checkFraud), failure: "check_fraud not found"},

	{name: "a hand-off to a name that is no target", run: deployBad("GO", "built", "BAD"), failure: "unintended end node: roll_back"},
	{name: "two stages that hand over to each other", run: deployBad("GO", "built", "GOOD"), failure: "exceeds max steps"},
	{name: "a rollback that arrives", run: deployClean("GO", "built", "BAD"), result: "end"},
	{name: "a rollout that ends", run: deployClean("GO", "built", "GOOD", "half", "LAST"), result: "end"},

	{name: "a workflow waits for no step without input", run: researchBad("go agents"), result: "Polished:text"},
	{name: "a data-only input starts a step", run: researchBad("go agents"), result: "[1] On go"},
	{name: "a target that the router never names", run: researchBad(""), result: "Thinly sourced"},
	{name: "the same target, named", run: researchClean(""), result: "Abstained:We found nothing"},

	{name: "a chain branch to a key that no arm has", run: triageBad("noreply@shop", "ok"), failure: "unintended end node: newsletter"},
	{name: "the same key with its arm", run: triageClean("noreply@shop", "ok"), result: "later"},
	{name: "of two tools with one name the last one wins", run: triageBad("me@home", "ok", sendMail), result: "queued for you: hi"},
	{name: "two tools with two names", run: triageClean("me@home", "ok", sendMail), result: "sent to you: hi"},
	{name: "a destructive tool without a gate", run: triageBad("x@y.invalid", "ok", purge), result: "spam"},
	{name: "a destructive tool behind a wrapper", run: triageClean("x@y.invalid", "ok", purge), failure: "interrupt"},

	{name: "END cuts off the step beside it", run: ragBad("error pump"), result: "kept=<nil>"},
	{name: "the same step before END", run: ragClean("error pump"), result: "kept=true"},
	{name: "the longer way into a join is late, so one document of two is graded", run: ragBad("pump price"), failure: "exceeds max steps"},
	{name: "two ways of one length are both in time", run: ragClean("pump price"), result: "kept=true"},

	{name: "an edge beside a branch takes the run to END first", run: incidentBad("SEV1 restart"), result: "status of eu"},
	{name: "an early END hides that a token died", run: incidentBad("no idea"), result: "status of eu"},
	{name: "a tools node without tools", run: incidentBad("DRILL restart"), failure: "restart_service not found"},
	{name: "a gate on every way to the runbook", run: incidentClean("SEV1 restart"), failure: "interrupt"},
	{name: "a page with an end", run: incidentClean("no idea"), result: "paged"},
	{name: "a drill with a tool", run: incidentClean("DRILL restart"), result: "rehearsed"},

	{name: "in DAG mode an unreachable predecessor blocks a join for ever", run: reconcileBad, failure: "no tasks to execute, last completed nodes"},
	{name: "the same join with its predecessor wired", run: reconcileClean, result: "archived"},
	{name: "an END that only an unreachable node leads to", run: dunBad, failure: "no tasks to execute, last completed nodes: [post]"},
	{name: "the same END with a way to it", run: dunClean, result: "pay please"},

	{name: "an interrupt after a node of another name", run: conciergeBad("MANAGER!!"), failure: "no tasks to execute"},
	{name: "an interrupt after the node itself", run: conciergeClean("MANAGER!!"), failure: "interrupt"},
	{name: "an interrupt after the last node before END comes too late", run: lastGate, result: "done"},
	{name: "a direct return of a tool that is called otherwise", run: conciergeBad("a car", `call transport {"reason":"car"}`, `call order_car {"to":"opera"}`, "your car comes"), result: "your car comes"},
	{name: "a direct return", run: conciergeClean("a car", `call transport {"reason":"car"}`, `call order_car {"to":"opera"}`, "your car comes"), result: "car to opera"},

	{name: "an agent without tools only talks", run: conciergeBad("towels", `call housekeeping {"reason":"towels"}`, "soon"), result: "soon"},

	{name: "a gate on an unknown node of a subgraph", run: onboardBad, result: "welcome"},
	{name: "the gate of a subgraph", run: onboardClean, failure: "interrupt"},

	{name: "edge to an unknown node", run: refused(rejected.Forgotten), failure: "edge end node 'upper' needs to be added"},
	{name: "edge before its node", run: refused(rejected.TooEarly), failure: "edge end node 'trim' needs to be added"},
	{name: "no END", run: refused(rejected.NoWayOut), failure: "end node not set"},
	{name: "branch to an unknown node", run: refused(rejected.WrongArm), failure: "branch end node 'uper' needs to be added"},
	{name: "a circle in a workflow", run: refused(rejected.Circle), failure: "DAG is invalid, has loop"},
	{name: "workflow branch to an unknown node", run: refused(rejected.Ghost), failure: "panic"},
}

func TestClaims(t *testing.T) {
	for _, c := range claims {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
			defer cancel()
			got, err := c.run(ctx)
			switch {
			case c.failure == "" && err != nil:
				t.Errorf("error %v, want a result with %q", err, c.result)
			case c.failure == "" && !strings.Contains(got, c.result):
				t.Errorf("result %q, want %q in it", got, c.result)
			case c.failure != "" && err == nil:
				t.Errorf("result %q, want an error with %q", got, c.failure)
			case c.failure != "" && !strings.Contains(err.Error(), c.failure):
				t.Errorf("error %v, want %q in it", err, c.failure)
			}
		})
	}
}

// invoke runs a graph once.
func invoke[I, O any](ctx context.Context, r compose.Runnable[I, O], err error, in I) (string, error) {
	if err != nil {
		return "", fmt.Errorf("does not even compile: %w", err)
	}
	out, err := r.Invoke(ctx, in)
	if m, ok := any(out).(*schema.Message); ok && m != nil {
		return fmt.Sprintf("%s kept=%v", m.Content, m.Extra["kept"]), err
	}
	return fmt.Sprintf("%+v", out), err
}

func refundBad(script ...string) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		r, err := refundbad.NewDesk(ctx, refundbad.Config{Model: fakemodel.New(script...), Store: memstore.New()})
		return invoke(ctx, r, err, map[string]any{"mail": "my order"})
	}
}

func refundClean(script ...string) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		r, err := refundclean.NewDesk(ctx, refundclean.Config{Model: fakemodel.New(script...), Store: memstore.New()})
		return invoke(ctx, r, err, map[string]any{"mail": "my order"})
	}
}

func deployBad(script ...string) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		r, err := deploybad.NewPipeline(ctx, fakemodel.New(script...), "v2")
		return invoke(ctx, r, err, "checkout")
	}
}

func deployClean(script ...string) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		r, err := deployclean.NewPipeline(ctx, fakemodel.New(script...), "v2")
		return invoke(ctx, r, err, "checkout")
	}
}

func researchBad(topic string) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		r, err := (&researchbad.Pipeline{Writer: fakemodel.New("text"), Limit: 3}).Compile(ctx)
		return invoke(ctx, r, err, researchbad.Question{Topic: topic, Lang: "en"})
	}
}

func researchClean(topic string) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		r, err := (&researchclean.Pipeline{Writer: fakemodel.New("text"), Limit: 3}).Compile(ctx)
		return invoke(ctx, r, err, researchclean.Question{Topic: topic, Lang: "en"})
	}
}

func triageBad(from string, script ...string) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		r, err := triagebad.NewTriage(ctx, fakemodel.New(script...))
		return invoke(ctx, r, err, triage.Email{From: from, Subject: "hello"})
	}
}

func triageClean(from string, script ...string) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		r, err := triageclean.NewTriage(ctx, fakemodel.New(script...), memstore.New())
		return invoke(ctx, r, err, triage.Email{From: from, Subject: "hello"})
	}
}

func ragBad(question string) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		a := &ragbad.Assistant{Handbook: index.New("pump manual"), Tickets: index.New("error on pump"), Model: fakemodel.New("fine"), MinDocs: 2}
		r, err := a.Compile(ctx)
		return invoke(ctx, r, err, question)
	}
}

func ragClean(question string) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		a := &ragclean.Assistant{Handbook: index.New("pump manual"), Tickets: index.New("error on pump"), Model: fakemodel.New("fine"), MinDocs: 2}
		r, err := a.Compile(ctx)
		return invoke(ctx, r, err, question)
	}
}

func incidentBad(diagnosis string) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		r := &incidentbad.Responder{Cluster: "eu", Model: fakemodel.New(`call read_logs {"service":"x"}`, diagnosis), Store: memstore.New()}
		g, err := r.Build(ctx)
		return invoke(ctx, g, err, incidentbad.Alert{Service: "checkout"})
	}
}

func incidentClean(diagnosis string) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		r := &incidentclean.Responder{Cluster: "eu", Model: fakemodel.New(`call read_logs {"service":"x"}`, diagnosis), Store: memstore.New()}
		g, err := r.Build(ctx)
		return invoke(ctx, g, err, incidentclean.Alert{Service: "checkout"})
	}
}

func reconcileBad(ctx context.Context) (string, error) {
	r, err := ledgerbad.NewReconciliation(ctx)
	return invoke(ctx, r, err, ledgerbad.Invoice{Number: "1", Cents: 4})
}

func reconcileClean(ctx context.Context) (string, error) {
	r, err := ledgerclean.NewReconciliation(ctx)
	return invoke(ctx, r, err, ledgerclean.Invoice{Number: "1", Cents: 4})
}

func dunBad(ctx context.Context) (string, error) {
	r, err := ledgerbad.NewDunning(ctx, fakemodel.New("pay!!", "pay please"))
	return invoke(ctx, r, err, []*schema.Message{schema.UserMessage("invoice 1")})
}

func dunClean(ctx context.Context) (string, error) {
	r, err := ledgerclean.NewDunning(ctx, fakemodel.New("pay!!", "pay please"))
	return invoke(ctx, r, err, []*schema.Message{schema.UserMessage("invoice 1")})
}

func conciergeBad(wish string, script ...string) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		r, err := conciergebad.NewFrontDoor(ctx, fakemodel.New(script...))
		return invoke(ctx, r, err, wish)
	}
}

func conciergeClean(wish string, script ...string) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		r, err := conciergeclean.NewFrontDoor(ctx, fakemodel.New(script...), memstore.New())
		return invoke(ctx, r, err, wish)
	}
}

func onboardBad(ctx context.Context) (string, error) {
	r, err := onboardingbad.New(ctx, onboardingbad.Config{Model: fakemodel.New("welcome"), Store: memstore.New(), Badge: true})
	return invoke(ctx, r, err, hr.Hire{Name: "Ada", Country: "de", Remote: true})
}

func onboardClean(ctx context.Context) (string, error) {
	r, err := onboardingclean.New(ctx, onboardingclean.Config{Model: fakemodel.New("welcome"), Store: memstore.New(), Badge: true})
	return invoke(ctx, r, err, hr.Hire{Name: "Ada", Country: "de", Remote: true})
}

// lastGate runs a graph with a gate after its only node.
func lastGate(ctx context.Context) (string, error) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("only", compose.InvokableLambda(func(context.Context, string) (string, error) { return "done", nil }))
	_ = g.AddEdge(compose.START, "only")
	_ = g.AddEdge("only", compose.END)
	r, err := g.Compile(ctx, compose.WithInterruptAfterNodes([]string{"only"}), compose.WithCheckPointStore(memstore.New()))
	return invoke(ctx, r, err, "in")
}

// refused runs a builder that must not succeed, and turns a panic into an
// error.
func refused(build func(context.Context) (compose.Runnable[string, string], error)) func(context.Context) (string, error) {
	return func(ctx context.Context) (_ string, err error) {
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("panic: %v", r)
			}
		}()
		_, err = build(ctx)
		return "", err
	}
}

// play runs an agent until it is done or has spoken limit times, and returns
// who spoke and the first error.
func play(ctx context.Context, a adk.Agent, limit int) (speakers []string, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	events := adk.NewRunner(ctx, adk.RunnerConfig{Agent: a}).Query(ctx, "go")
	for len(speakers) < limit {
		e, ok := events.Next()
		if !ok {
			return speakers, nil
		}
		if e.Err != nil {
			return speakers, e.Err
		}
		speakers = append(speakers, e.AgentName)
	}
	return speakers, nil
}

// TestLoopWithoutLimit lets the newsroom rewrite an article until the test
// has seen enough.
func TestLoopWithoutLimit(t *testing.T) {
	ctx := context.Background()
	const enough = 120
	bad, err := newsroombad.New(ctx, newsroombad.Options{Model: fakemodel.New("ok"), Rounds: 2})
	if err != nil {
		t.Fatal(err)
	}
	spoke, err := play(ctx, bad, enough)
	if err != nil || len(spoke) != enough {
		t.Errorf("bad: %d speeches, error %v; want %d and more", len(spoke), err, enough)
	}
	clean, err := newsroomclean.New(ctx, newsroomclean.Options{Model: fakemodel.New("ok"), Rounds: 2})
	if err != nil {
		t.Fatal(err)
	}
	spoke, _ = play(ctx, clean, enough) // the planner wants more than "ok", so this ends in its error
	if n := strings.Count(strings.Join(spoke, " "), "critic"); n != 2 {
		t.Errorf("clean: the critic spoke %d times, want 2: %v", n, spoke)
	}
}

const toStringer = `call transfer_to_agent {"agent_name":"stringer"}`

// TestTransferToNobody follows a deterministic transfer to a misspelt name.
func TestTransferToNobody(t *testing.T) {
	ctx := context.Background()
	night, err := newsroombad.NewNightDesk(ctx, newsroombad.Options{Model: fakemodel.New(toStringer, "a story")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err = play(ctx, night, 50); err == nil || !strings.Contains(err.Error(), "'copydesk' not found") {
		t.Errorf("error %v, want that copydesk is not found", err)
	}
}

// TestTransferToSibling shows that the right name would not help: an agent
// knows its parent and its children, not its siblings.
func TestTransferToSibling(t *testing.T) {
	ctx := context.Background()
	m := fakemodel.New(toStringer, "a story")
	staff, err := press.HireAll(ctx, m, press.Reporter{Name: "chief", Beat: "x"}, press.Reporter{Name: "stringer", Beat: "x"}, press.Reporter{Name: "copy_desk", Beat: "x"})
	if err != nil {
		t.Fatal(err)
	}
	relay := adk.AgentWithDeterministicTransferTo(ctx, &adk.DeterministicTransferConfig{Agent: staff[1], ToAgentNames: []string{"copy_desk"}})
	desk, err := adk.SetSubAgents(ctx, staff[0], []adk.Agent{relay, staff[2]})
	if err != nil {
		t.Fatal(err)
	}
	if _, err = play(ctx, desk, 50); err == nil || !strings.Contains(err.Error(), "'copy_desk' not found") {
		t.Errorf("error %v, want that copy_desk is not found", err)
	}
}
