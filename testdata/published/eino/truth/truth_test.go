// Package truth holds what Eino says of the programs of this module, and what they
// do when they run.
package truth

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/model"

	"example.com/einoagents/internal/fakemodel"
	"example.com/einoagents/internal/memstore"
	"example.com/einoagents/internal/truth"
	analysisbad "example.com/einoagents/published/dataanalysis/bad"
	analysisclean "example.com/einoagents/published/dataanalysis/clean"
	debatebad "example.com/einoagents/published/debate/bad"
	debateclean "example.com/einoagents/published/debate/clean"
	"example.com/einoagents/published/hiringpipeline/published"
	campaignbad "example.com/einoagents/published/marketingcampaign/bad"
	campaignclean "example.com/einoagents/published/marketingcampaign/clean"
	"example.com/einoagents/published/ragpipeline/published"
	"example.com/einoagents/published/softwareteam/published"
)

var update = flag.Bool("update", false, "write the golden files")

// programs are in the order of their names.
var programs = []struct {
	name  string
	build func(context.Context, model.BaseChatModel) error
}{
	{"dataanalysis/bad", func(ctx context.Context, m model.BaseChatModel) error {
		_, err := analysisbad.New(ctx, m)
		return err
	}},
	{"dataanalysis/clean", func(ctx context.Context, m model.BaseChatModel) error {
		_, err := analysisclean.New(ctx, m, memstore.New())
		return err
	}},
	{"debate/bad", func(ctx context.Context, m model.BaseChatModel) error {
		_, err := debatebad.New(ctx, m)
		return err
	}},
	{"debate/clean", func(ctx context.Context, m model.BaseChatModel) error {
		_, err := debateclean.New(ctx, m)
		return err
	}},
	{"hiringpipeline/published", func(ctx context.Context, m model.BaseChatModel) error {
		_, err := (&hiring.Crew{Model: m, Store: memstore.New()}).Compile(ctx)
		return err
	}},
	{"marketingcampaign/bad", func(ctx context.Context, m model.BaseChatModel) error {
		_, err := campaignbad.New(ctx, m)
		return err
	}},
	{"marketingcampaign/clean", func(ctx context.Context, m model.BaseChatModel) error {
		_, err := campaignclean.New(ctx, m, memstore.New())
		return err
	}},
	{"ragpipeline/published", func(ctx context.Context, m model.BaseChatModel) error {
		_, err := (&rag.Pipeline{Model: m}).Compile(ctx)
		return err
	}},
	{"softwareteam/published", func(ctx context.Context, m model.BaseChatModel) error {
		_, err := (&software.Team{Model: m, Store: memstore.New()}).Compile(ctx)
		return err
	}},
}

// TestGolden: the files say what the framework says.
func TestGolden(t *testing.T) {
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			build := func(ctx context.Context) ([]adk.Agent, error) { return nil, p.build(ctx, fakemodel.New()) }
			d, err := truth.Of(context.Background(), "example.com/einoagents/published", p.name, build)
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("golden", truth.GoldenName(p.name))
			if *update {
				if err := os.WriteFile(file, truth.Encode(d), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got := truth.Encode(d); string(got) != string(want) {
				t.Errorf("%s is stale, run with -update:\n%s", file, got)
			}
		})
	}
}
