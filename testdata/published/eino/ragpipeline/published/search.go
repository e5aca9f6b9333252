package rag

import (
	"context"
	"strings"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

type searchArgs struct {
	Query string `json:"query" jsonschema:"description=what to look for"`
	TopK  int    `json:"top_k"`
}

// handbook stands for the documents that were indexed.
var handbook = []string{
	"Travel is booked through the travel desk.",
	"Expenses above 500 euros need a second signature.",
	"Laptops are replaced after four years.",
}

func vectorSearch() (tool.InvokableTool, error) {
	return utils.InferTool("vector_search", "Search the company's documents.",
		func(_ context.Context, a searchArgs) (string, error) {
			var hits []string
			for _, text := range handbook {
				if len(hits) < a.TopK && shareWord(a.Query, text) {
					hits = append(hits, text)
				}
			}
			return strings.Join(hits, "\n"), nil
		})
}

func tavilySearch() (tool.InvokableTool, error) {
	return utils.InferTool("tavily_search", "Search the web.",
		func(_ context.Context, a searchArgs) (string, error) {
			return "An encyclopedia on " + a.Query + ".", nil
		})
}

func shareWord(query, text string) bool {
	text = strings.ToLower(text)
	for _, word := range strings.Fields(strings.ToLower(query)) {
		if len(word) > 3 && strings.Contains(text, word) {
			return true
		}
	}
	return false
}
