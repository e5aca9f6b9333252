package research

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/tmc/langchaingo/tools"

	"example.com/langgraphgoagents/published/internal/toolkit"
)

type searchArgs struct {
	Query string `json:"query"`
	Limit int    `json:"limit"`
}

// A page is a document of the offline index.
type page struct{ title, text string }

var (
	webPages = []page{
		{"Heat pumps in old houses", "Field trials measured a seasonal performance of 3.1."},
		{"Grid load in winter", "Peak demand grew by four percent."},
	}
	preprints = []page{
		{"Seasonal performance of air-source heat pumps", "A survey of 40 trials."},
	}
)

func tavilySearch() tools.Tool {
	return toolkit.New("tavily_search", "Search the web.", func(_ context.Context, a searchArgs) (string, error) {
		return find(webPages, a)
	})
}

func arxivSearch() tools.Tool {
	return toolkit.New("arxiv_search", "Search preprints.", func(_ context.Context, a searchArgs) (string, error) {
		return find(preprints, a)
	})
}

// find returns the titles of the pages that share a word with the query, as JSON.
func find(index []page, a searchArgs) (string, error) {
	hits := []string{}
	for _, p := range index {
		text := strings.ToLower(p.title + " " + p.text)
		for _, word := range strings.Fields(strings.ToLower(a.Query)) {
			if strings.Contains(text, word) && len(hits) < a.Limit {
				hits = append(hits, p.title+": "+p.text)
				break
			}
		}
	}
	data, err := json.Marshal(hits)
	return string(data), err
}

func lookUp(ctx context.Context, t tools.Tool, query string) ([]string, error) {
	out, err := toolkit.Call(ctx, t, searchArgs{Query: query, Limit: 5})
	if err != nil {
		return nil, err
	}
	var hits []string
	err = json.Unmarshal([]byte(out), &hits)
	return hits, err
}
