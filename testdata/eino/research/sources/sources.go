// Package sources finds material for a research question.
package sources

import (
	"context"
	"fmt"
	"strings"
)

// A Query is what a source is asked.
type Query struct {
	Words string
	Limit int
}

// A Hit is one page or paper.
type Hit struct {
	Title, URL string
}

// Web searches the web.
func Web(_ context.Context, q Query) ([]Hit, error) {
	return search("https://example.com/", q)
}

// Papers searches the archive of preprints.
func Papers(_ context.Context, q Query) ([]Hit, error) {
	return search("https://arxiv.example/", q)
}

func search(base string, q Query) ([]Hit, error) {
	var hits []Hit
	for i, w := range strings.Fields(q.Words) {
		if i == q.Limit {
			break
		}
		hits = append(hits, Hit{Title: fmt.Sprintf("On %s", w), URL: base + w})
	}
	return hits, nil
}
