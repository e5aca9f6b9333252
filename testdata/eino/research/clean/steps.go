package research

import (
	"context"
	"fmt"
	"strings"

	"github.com/cloudwego/eino/schema"

	"example.com/einoagents/research/sources"
)

// A Plan is what to look for, and why.
type Plan struct {
	Query sources.Query
	Why   string
}

// Evidence is what both sources found.
type Evidence struct {
	Web    []sources.Hit
	Papers []sources.Hit
}

// A Brief is all that the writer may use.
type Brief struct {
	Topic    string
	Evidence []sources.Hit
}

// enough is how many sources a claim needs before we stand behind it.
const enough = 3

func (p *Pipeline) plan(_ context.Context, q Question) (Plan, error) {
	return Plan{
		Query: sources.Query{Words: q.Topic, Limit: p.Limit},
		Why:   "asked in " + q.Lang,
	}, nil
}

func merge(_ context.Context, e Evidence) ([]sources.Hit, error) {
	return append(append([]sources.Hit(nil), e.Web...), e.Papers...), nil
}

func (p *Pipeline) draft(ctx context.Context, b Brief) (string, error) {
	var urls []string
	for _, h := range b.Evidence {
		urls = append(urls, h.URL)
	}
	said, err := p.Writer.Generate(ctx, []*schema.Message{
		schema.SystemMessage("Write one page. Use these sources only: " + strings.Join(urls, " ")),
		schema.UserMessage(b.Topic),
	})
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s [%d sources]", said.Content, len(b.Evidence)), nil
}

// grade counts the sources that the draft leans on.
func grade(_ context.Context, draft string) (int, error) {
	var n int
	_, err := fmt.Sscanf(draft[strings.LastIndexByte(draft, '[')+1:], "%d sources", &n)
	return n, err
}

func byGrade(_ context.Context, sources int) (string, error) {
	switch {
	case sources >= enough:
		return stepPolish, nil
	case sources > 0:
		return stepWarn, nil
	}
	return stepAbstain, nil
}

func (p *Pipeline) polish(ctx context.Context, draft string) (string, error) {
	said, err := p.Writer.Generate(ctx, []*schema.Message{
		schema.SystemMessage("Improve the style. Add nothing."),
		schema.UserMessage(draft),
	})
	if err != nil {
		return "", err
	}
	return said.Content, nil
}

func warn(_ context.Context, draft string) (string, error) {
	return "Thinly sourced: " + draft, nil
}

func abstain(_ context.Context, _ string) (string, error) {
	return "We found nothing that we would put our name to.", nil
}

func cite(_ context.Context, hits []sources.Hit) (string, error) {
	var b strings.Builder
	for i, h := range hits {
		fmt.Fprintf(&b, "[%d] %s %s\n", i+1, h.Title, h.URL)
	}
	return b.String(), nil
}
