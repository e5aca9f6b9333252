package main

import (
	"context"
	"strings"
	"testing"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/schema"
)

// counting counts how often a model is asked.
type counting struct {
	said
	asked int
}

func (c *counting) Generate(ctx context.Context, in []*schema.Message, opts ...model.Option) (*schema.Message, error) {
	c.asked++
	return c.said.Generate(ctx, in, opts...)
}

// TestRuns pins down what the framework really does: an essay is drafted three times at most, and
// one that is shelved is not announced.
func TestRuns(t *testing.T) {
	for _, c := range []struct {
		reviewer said
		drafts   int
		result   string
	}{
		{"GOOD", 1, "announced, published: an essay"},
		{"BAD", maxRounds, "shelved: an essay"},
	} {
		writer := &counting{said: "an essay"}
		run, err := newGraph(context.Background(), &desk{writer: writer, reviewer: c.reviewer})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // each run has a state of its own
			writer.asked = 0
			text, err := run.Invoke(context.Background(), "gates")
			if err != nil {
				t.Fatal(err)
			}
			if writer.asked != c.drafts || !strings.HasPrefix(text, c.result) {
				t.Errorf("%s: %d drafts, %q", c.reviewer, writer.asked, text)
			}
		}
	}
}
