package main

import (
	"context"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/model"

	conciergebad "example.com/einoagents/concierge/bad"
	conciergeclean "example.com/einoagents/concierge/clean"
	deploybad "example.com/einoagents/deploy/bad"
	deployclean "example.com/einoagents/deploy/clean"
	incidentbad "example.com/einoagents/incident/bad"
	incidentclean "example.com/einoagents/incident/clean"
	"example.com/einoagents/internal/fakemodel"
	"example.com/einoagents/internal/memstore"
	"example.com/einoagents/internal/truth"
	ledgerbad "example.com/einoagents/ledger/bad"
	ledgerclean "example.com/einoagents/ledger/clean"
	mailroombad "example.com/einoagents/mailroom/bad"
	mailroomgated "example.com/einoagents/mailroom/gated"
	mailroomredacted "example.com/einoagents/mailroom/redacted"
	mailroomrelayed "example.com/einoagents/mailroom/relayed"
	newsroombad "example.com/einoagents/newsroom/bad"
	newsroomclean "example.com/einoagents/newsroom/clean"
	onboardingbad "example.com/einoagents/onboarding/bad"
	onboardingclean "example.com/einoagents/onboarding/clean"
	ragbad "example.com/einoagents/rag/bad"
	ragclean "example.com/einoagents/rag/clean"
	"example.com/einoagents/rag/index"
	refundbad "example.com/einoagents/refund/bad"
	refundclean "example.com/einoagents/refund/clean"
	researchbad "example.com/einoagents/research/bad"
	researchclean "example.com/einoagents/research/clean"
	supportdeskbad "example.com/einoagents/supportdesk/bad"
	supportdeskclean "example.com/einoagents/supportdesk/clean"
	triagebad "example.com/einoagents/triage/bad"
	triageclean "example.com/einoagents/triage/clean"
	workbenchbad "example.com/einoagents/workbench/bad"
	workbenchclean "example.com/einoagents/workbench/clean"
)

func newModel() model.ToolCallingChatModel { return fakemodel.New() }

// A program is built as its main function builds it.
type program struct {
	name  string // directory below the module's root
	build func(context.Context) ([]adk.Agent, error)
}

func dump(ctx context.Context, p program) (truth.Dump, error) {
	return truth.Of(ctx, "example.com/einoagents", p.name, p.build)
}

// programs are in the order of their names.
var programs = []program{
	{"concierge/bad", func(ctx context.Context) ([]adk.Agent, error) {
		_, err := conciergebad.NewFrontDoor(ctx, newModel())
		return nil, err
	}},
	{"concierge/clean", func(ctx context.Context) ([]adk.Agent, error) {
		_, err := conciergeclean.NewFrontDoor(ctx, newModel(), memstore.New())
		return nil, err
	}},
	{"deploy/bad", func(ctx context.Context) ([]adk.Agent, error) {
		_, err := deploybad.NewPipeline(ctx, newModel(), "v1")
		return nil, err
	}},
	{"deploy/clean", func(ctx context.Context) ([]adk.Agent, error) {
		_, err := deployclean.NewPipeline(ctx, newModel(), "v1")
		return nil, err
	}},
	{"incident/bad", func(ctx context.Context) ([]adk.Agent, error) {
		_, err := (&incidentbad.Responder{Cluster: "eu", Model: newModel(), Store: memstore.New()}).Build(ctx)
		return nil, err
	}},
	{"incident/clean", func(ctx context.Context) ([]adk.Agent, error) {
		_, err := (&incidentclean.Responder{Cluster: "eu", Model: newModel(), Store: memstore.New()}).Build(ctx)
		return nil, err
	}},
	{"ledger/bad", func(ctx context.Context) ([]adk.Agent, error) {
		if _, err := ledgerbad.NewReconciliation(ctx); err != nil {
			return nil, err
		}
		_, err := ledgerbad.NewDunning(ctx, newModel())
		return nil, err
	}},
	{"ledger/clean", func(ctx context.Context) ([]adk.Agent, error) {
		if _, err := ledgerclean.NewReconciliation(ctx); err != nil {
			return nil, err
		}
		_, err := ledgerclean.NewDunning(ctx, newModel())
		return nil, err
	}},
	{"mailroom/bad", func(ctx context.Context) ([]adk.Agent, error) {
		_, err := mailroombad.New(ctx, newModel(), nil)
		return nil, err
	}},
	{"mailroom/gated", func(ctx context.Context) ([]adk.Agent, error) {
		_, err := mailroomgated.New(ctx, newModel(), nil)
		return nil, err
	}},
	{"mailroom/redacted", func(ctx context.Context) ([]adk.Agent, error) {
		_, err := mailroomredacted.New(ctx, newModel(), nil)
		return nil, err
	}},
	{"mailroom/relayed", func(ctx context.Context) ([]adk.Agent, error) {
		_, err := mailroomrelayed.New(ctx, newModel(), nil)
		return nil, err
	}},
	{"newsroom/bad", func(ctx context.Context) ([]adk.Agent, error) {
		o := newsroombad.Options{Model: newModel(), Rounds: 3}
		day, err := newsroombad.New(ctx, o)
		if err != nil {
			return nil, err
		}
		night, err := newsroombad.NewNightDesk(ctx, o)
		return []adk.Agent{day, night}, err
	}},
	{"newsroom/clean", func(ctx context.Context) ([]adk.Agent, error) {
		o := newsroomclean.Options{Model: newModel(), Rounds: 3}
		day, err := newsroomclean.New(ctx, o)
		if err != nil {
			return nil, err
		}
		night, err := newsroomclean.NewNightDesk(ctx, o)
		return []adk.Agent{day, night}, err
	}},
	{"onboarding/bad", func(ctx context.Context) ([]adk.Agent, error) {
		_, err := onboardingbad.New(ctx, onboardingbad.Config{Model: newModel(), Store: memstore.New(), Badge: true})
		return nil, err
	}},
	{"onboarding/clean", func(ctx context.Context) ([]adk.Agent, error) {
		_, err := onboardingclean.New(ctx, onboardingclean.Config{Model: newModel(), Store: memstore.New(), Badge: true})
		return nil, err
	}},
	{"rag/bad", func(ctx context.Context) ([]adk.Agent, error) {
		a := &ragbad.Assistant{Handbook: index.New("pump"), Tickets: index.New("pump"), Model: newModel(), MinDocs: 2}
		_, err := a.Compile(ctx)
		return nil, err
	}},
	{"rag/clean", func(ctx context.Context) ([]adk.Agent, error) {
		a := &ragclean.Assistant{Handbook: index.New("pump"), Tickets: index.New("pump"), Model: newModel(), MinDocs: 2}
		_, err := a.Compile(ctx)
		return nil, err
	}},
	{"refund/bad", func(ctx context.Context) ([]adk.Agent, error) {
		_, err := refundbad.NewDesk(ctx, refundbad.Config{Model: newModel(), Store: memstore.New()})
		return nil, err
	}},
	{"refund/clean", func(ctx context.Context) ([]adk.Agent, error) {
		_, err := refundclean.NewDesk(ctx, refundclean.Config{Model: newModel(), Store: memstore.New()})
		return nil, err
	}},
	{"research/bad", func(ctx context.Context) ([]adk.Agent, error) {
		_, err := (&researchbad.Pipeline{Writer: newModel(), Limit: 3}).Compile(ctx)
		return nil, err
	}},
	{"research/clean", func(ctx context.Context) ([]adk.Agent, error) {
		_, err := (&researchclean.Pipeline{Writer: newModel(), Limit: 3}).Compile(ctx)
		return nil, err
	}},
	{"supportdesk/bad", func(ctx context.Context) ([]adk.Agent, error) {
		a, err := (&supportdeskbad.Desk{Model: newModel(), Region: "eu", Store: memstore.New()}).Agent(ctx)
		return []adk.Agent{a}, err
	}},
	{"supportdesk/clean", func(ctx context.Context) ([]adk.Agent, error) {
		a, err := (&supportdeskclean.Desk{Model: newModel(), Region: "eu", Store: memstore.New()}).Agent(ctx)
		return []adk.Agent{a}, err
	}},
	{"triage/bad", func(ctx context.Context) ([]adk.Agent, error) {
		_, err := triagebad.NewTriage(ctx, newModel())
		return nil, err
	}},
	{"triage/clean", func(ctx context.Context) ([]adk.Agent, error) {
		_, err := triageclean.NewTriage(ctx, newModel(), memstore.New())
		return nil, err
	}},
	{"workbench/bad", func(ctx context.Context) ([]adk.Agent, error) {
		a, err := workbenchbad.New(ctx, newModel())
		return []adk.Agent{a}, err
	}},
	{"workbench/clean", func(ctx context.Context) ([]adk.Agent, error) {
		a, err := workbenchclean.New(ctx, newModel())
		return []adk.Agent{a}, err
	}},
}
