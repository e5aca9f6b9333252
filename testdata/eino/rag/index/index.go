// Package index is a tiny keyword index that stands in for the vector store.
package index

import (
	"context"
	"strings"

	"github.com/cloudwego/eino/components/retriever"
	"github.com/cloudwego/eino/schema"
)

// An Index finds documents by the words they contain.
type Index struct {
	docs []*schema.Document
}

var _ retriever.Retriever = (*Index)(nil)

// New returns an index over texts.
func New(texts ...string) *Index {
	x := &Index{}
	for _, t := range texts {
		id, _, _ := strings.Cut(t, " ")
		x.docs = append(x.docs, &schema.Document{ID: id, Content: t})
	}
	return x
}

// Retrieve returns the documents that share a word with query.
func (x *Index) Retrieve(_ context.Context, query string, _ ...retriever.Option) ([]*schema.Document, error) {
	var found []*schema.Document
	for _, d := range x.docs {
		for _, word := range strings.Fields(query) {
			if strings.Contains(strings.ToLower(d.Content), strings.ToLower(word)) {
				found = append(found, d)
				break
			}
		}
	}
	return found, nil
}
