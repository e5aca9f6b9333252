package truth

import (
	"context"
	"strings"
	"testing"

	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"

	"example.com/einoagents/internal/fakemodel"
	"example.com/einoagents/internal/memstore"
	analysisbad "example.com/einoagents/published/dataanalysis/bad"
	analysisclean "example.com/einoagents/published/dataanalysis/clean"
	"example.com/einoagents/published/dataanalysis/desk"
	debatebad "example.com/einoagents/published/debate/bad"
	debateclean "example.com/einoagents/published/debate/clean"
	"example.com/einoagents/published/debate/floor"
	"example.com/einoagents/published/hiringpipeline/published"
	"example.com/einoagents/published/marketingcampaign/agency"
	campaignbad "example.com/einoagents/published/marketingcampaign/bad"
	campaignclean "example.com/einoagents/published/marketingcampaign/clean"
	"example.com/einoagents/published/ragpipeline/published"
	"example.com/einoagents/published/softwareteam/published"
)

var ctx = context.Background()

// stops asserts that a run waits for a person, and returns the id of the question.
func stops(t *testing.T, err error) string {
	t.Helper()
	info, ok := compose.ExtractInterruptInfo(err)
	if !ok {
		t.Fatalf("ended with %v, want a question to a person", err)
	}
	return info.InterruptContexts[0].ID
}

// agreed answers a question with yes.
func agreed(id string) context.Context { return compose.ResumeWithData(ctx, id, true) }

// TestPipeline answers from the documents, or from the web.
func TestPipeline(t *testing.T) {
	for _, tt := range []struct{ grade, want string }{{"yes", "500 euros"}, {"no", "encyclopedia"}} {
		p := &rag.Pipeline{Model: fakemodel.New("expenses signature", tt.grade, "An answer.", "yes")}
		run, err := p.Compile(ctx)
		if err != nil {
			t.Fatal(err)
		}
		q, err := run.Invoke(ctx, &rag.Question{Text: "Who signs expenses?"})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(q.Passages, "\n"); !strings.Contains(got, tt.want) || !q.Grounded {
			t.Errorf("graded %s: passages %q, want %s", tt.grade, got, tt.want)
		}
	}
}

// TestHiring waits for the manager before it invites.
func TestHiring(t *testing.T) {
	run, err := (&hiring.Crew{Model: fakemodel.New("7, solid"), Store: memstore.New()}).Compile(ctx)
	if err != nil {
		t.Fatal(err)
	}
	_, err = run.Invoke(ctx, &hiring.Application{Resume: "Ann. Skills: Go, SQL"}, compose.WithCheckPointID("ann"))
	a, err := run.Invoke(agreed(stops(t, err)), nil, compose.WithCheckPointID("ann"))
	if err != nil {
		t.Fatal(err)
	}
	if !a.Invited || a.Slot == "" || len(a.Skills) != 2 {
		t.Errorf("got %+v, want an invitation", a)
	}
}

// TestAnalysis: each order of the manager reaches the member that has the tool.
func TestAnalysis(t *testing.T) {
	ask := []*schema.Message{schema.SystemMessage(desk.ManagerPrompt), schema.UserMessage("How was the north?")}
	orders := []struct{ order, bad string }{
		{`call sql_query {"sql":"SELECT * FROM sales"}`, ""},
		{`call matplotlib_render {"title":"north","values":[3,4]}`, ""},
		{"ANALYZE is 12 more than 9?", ""},
		{`call drop_duplicates {"rows":["b","a","b"]}`, "drop_duplicates"},
	}
	for _, tt := range orders {
		bad, err := analysisbad.New(ctx, fakemodel.New(tt.order, "12", "The north is well."))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := bad.Invoke(ctx, ask); (err == nil) != (tt.bad == "") || err != nil && !strings.Contains(err.Error(), tt.bad) {
			t.Errorf("bad, %s: ended with %v, want %q", tt.order, err, tt.bad)
		}
		clean, err := analysisclean.New(ctx, fakemodel.New(tt.order, "12", "The north is well."), memstore.New())
		if err != nil {
			t.Fatal(err)
		}
		_, err = clean.Invoke(ctx, ask, compose.WithCheckPointID("north"))
		if strings.Contains(tt.order, "sql_query") {
			stops(t, err)
			_, err = clean.Invoke(ctx, nil, compose.WithCheckPointID("north"))
		}
		if err != nil {
			t.Errorf("clean, %s: %v", tt.order, err)
		}
	}
}

// TestCampaign: the bad crew publishes unseen and measures nothing.
func TestCampaign(t *testing.T) {
	bad, err := campaignbad.New(ctx, fakemodel.New("Buy it."))
	if err != nil {
		t.Fatal(err)
	}
	k, err := bad.Invoke(ctx, &agency.Campaign{Product: "cargo bike"})
	if err != nil {
		t.Fatal(err)
	}
	if k.Post == "" || k.Reach != "" {
		t.Errorf("bad: post %q, reach %q, want a post and no reach", k.Post, k.Reach)
	}

	clean, err := campaignclean.New(ctx, fakemodel.New("Buy it."), memstore.New())
	if err != nil {
		t.Fatal(err)
	}
	_, err = clean.Invoke(ctx, &agency.Campaign{Product: "cargo bike"}, compose.WithCheckPointID("bike"))
	stops(t, err)
	k, err = clean.Invoke(ctx, nil, compose.WithCheckPointID("bike"))
	if err != nil {
		t.Fatal(err)
	}
	if k.Post == "" || k.Reach == "" {
		t.Errorf("clean: post %q, reach %q, want both", k.Post, k.Reach)
	}
}

// TestTeam: the reviewer sends the work back once, and the user accepts it.
func TestTeam(t *testing.T) {
	m := fakemodel.New("a story", "v1", "no tests", "add tests", "v2", "fine", "APPROVED")
	run, err := (&software.Team{Model: m, Store: memstore.New()}).Compile(ctx)
	if err != nil {
		t.Fatal(err)
	}
	_, err = run.Invoke(ctx, &software.Feature{Wish: "search"}, compose.WithCheckPointID("search"))
	f, err := run.Invoke(agreed(stops(t, err)), nil, compose.WithCheckPointID("search"))
	if err != nil {
		t.Fatal(err)
	}
	if !f.Accepted || f.Code != "v2" || f.Rounds != 2 {
		t.Errorf("got %+v, want v2 accepted after two rounds", f)
	}
}

// TestDebate: both forms come to a verdict; the bad one pays for a round that
// nobody hears, because its edges to the speakers do not ask the moderator.
func TestDebate(t *testing.T) {
	for _, tt := range []struct {
		name  string
		build func(context.Context, *fakemodel.Model) (compose.Runnable[map[string]any, string], error)
		calls int
	}{
		{"bad", func(ctx context.Context, m *fakemodel.Model) (compose.Runnable[map[string]any, string], error) {
			return debatebad.New(ctx, m)
		}, 2*floor.Rounds + 3},
		{"clean", func(ctx context.Context, m *fakemodel.Model) (compose.Runnable[map[string]any, string], error) {
			return debateclean.New(ctx, m)
		}, 2*floor.Rounds + 1},
	} {
		m := fakemodel.New("Well argued.")
		run, err := tt.build(ctx, m)
		if err != nil {
			t.Fatal(err)
		}
		verdict, err := run.Invoke(ctx, map[string]any{"motion": "Bikes before cars."})
		if err != nil || verdict == "" {
			t.Errorf("%s: verdict %q, %v", tt.name, verdict, err)
		}
		if m.Calls() != tt.calls {
			t.Errorf("%s: %d requests of the model, want %d", tt.name, m.Calls(), tt.calls)
		}
	}
}

// TestLimits: tools refuse what they cannot do.
func TestLimits(t *testing.T) {
	run, err := (&hiring.Crew{Model: fakemodel.New(), Store: memstore.New()}).Compile(ctx)
	if err != nil {
		t.Fatal(err)
	}
	_, err = run.Invoke(ctx, &hiring.Application{Resume: "Ann."}, compose.WithCheckPointID("none"))
	if err == nil || !strings.Contains(err.Error(), "no section on skills") {
		t.Errorf("a résumé without skills: %v", err)
	}
}
