package rag

import (
	"context"
	"fmt"
	"sort"
	"strings"

	"github.com/cloudwego/eino/schema"
)

// Graded is a pile of documents and the question it is to answer.
type Graded struct {
	Question string
	Docs     []*schema.Document
}

func cleanQuery(_ context.Context, q string) (string, error) {
	return strings.TrimRight(strings.TrimSpace(q), "?!. "), nil
}

// sources picks every place that could know. The handbook is always asked.
func (a *Assistant) sources(_ context.Context, q string) (map[string]bool, error) {
	chosen := map[string]bool{nodeHandbook: true}
	if strings.Contains(q, "error") {
		chosen[nodeTickets] = true
	}
	if strings.Contains(q, "price") || strings.Contains(q, "competitor") {
		chosen[nodeWeb] = true
	}
	return chosen, nil
}

// trim keeps the first paragraph of each document.
func trim(_ context.Context, docs []*schema.Document) ([]*schema.Document, error) {
	short := make([]*schema.Document, 0, len(docs))
	for _, d := range docs {
		first, _, _ := strings.Cut(d.Content, "\n\n")
		short = append(short, &schema.Document{ID: d.ID, Content: first})
	}
	return short, nil
}

func webSearch(_ context.Context, q string) ([]string, error) {
	return []string{"https://example.com/?q=" + q}, nil
}

func readPages(_ context.Context, urls []string) ([]*schema.Document, error) {
	docs := make([]*schema.Document, 0, len(urls))
	for _, u := range urls {
		docs = append(docs, &schema.Document{ID: u, Content: "the page at " + u})
	}
	return docs, nil
}

// rerank puts the shortest documents first: they are rarely boilerplate.
func rerank(_ context.Context, bySource map[string]any) (*Graded, error) {
	g := &Graded{}
	for _, found := range bySource {
		docs, ok := found.([]*schema.Document)
		if !ok {
			return nil, fmt.Errorf("rerank: %T is no list of documents", found)
		}
		g.Docs = append(g.Docs, docs...)
	}
	sort.Slice(g.Docs, func(i, j int) bool {
		a, b := g.Docs[i], g.Docs[j]
		if len(a.Content) != len(b.Content) {
			return len(a.Content) < len(b.Content)
		}
		return a.ID < b.ID
	})
	return g, nil
}

func (a *Assistant) grade(_ context.Context, g *Graded) (map[string]any, error) {
	var b strings.Builder
	for _, d := range g.Docs {
		fmt.Fprintln(&b, d.Content)
	}
	return map[string]any{"question": g.Question, "documents": b.String(), "found": len(g.Docs)}, nil
}

// verdict decides what happens with the graded pile.
func (a *Assistant) verdict(_ context.Context, graded map[string]any) (string, error) {
	next := nodePrompt
	switch found, _ := graded["found"].(int); {
	case found == 0:
		next = nodeRephrase
	case found < a.MinDocs:
		next = nodeMore
	}
	return next, nil
}

func (a *Assistant) rephrase(ctx context.Context, graded map[string]any) (string, error) {
	said, err := a.Model.Generate(ctx, []*schema.Message{
		schema.SystemMessage("Say it in other words."),
		schema.UserMessage(fmt.Sprint(graded["question"])),
	})
	if err != nil {
		return "", err
	}
	return said.Content, nil
}

// searchMore follows the links of what was found.
func searchMore(_ context.Context, graded map[string]any) ([]string, error) {
	return []string{fmt.Sprint("https://example.com/more?like=", graded["found"])}, nil
}

func readMore(_ context.Context, urls []string) (map[string]any, error) {
	return map[string]any{
		"question":  "",
		"documents": strings.Join(urls, "\n"),
		"found":     len(urls),
		"stale":     true, // the second round repeats the first until the crawler is back
	}, nil
}

// enough ends the search when a round brought nothing new.
func (a *Assistant) enough(_ context.Context, graded map[string]any) (string, error) {
	if found, _ := graded["found"].(int); found >= a.MinDocs || graded["stale"] == true {
		return nodePrompt, nil
	}
	return nodeMore, nil
}

// keepForTraining stores the answer for the weekly review.
func keepForTraining(_ context.Context, answer *schema.Message) (*schema.Message, error) {
	answer.Extra = map[string]any{"kept": true}
	return answer, nil
}
