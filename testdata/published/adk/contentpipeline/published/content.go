// Package content produces articles. A crew that works in sequence, each member
// with its own tools, is a sequential agent.
//
//	research → write → edit → seo → publish
package content

import (
	"errors"
	"fmt"
	"strings"

	"example.com/adkagents/published/internal/staff"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/workflowagents/sequentialagent"
	"google.golang.org/adk/v2/model"
)

type searchArgs struct {
	Query string `json:"query"`
}

type pageArgs struct {
	URL string `json:"url"`
}

type textArgs struct {
	Text string `json:"text"`
}

type articleArgs struct {
	Title string   `json:"title"`
	Body  string   `json:"body"`
	Tags  []string `json:"tags"`
}

type found struct {
	Items []string `json:"items"`
}

type published struct {
	URL string `json:"url"`
}

func searchWeb(_ agent.Context, a searchArgs) (found, error) {
	return found{[]string{"https://example.com/" + strings.ReplaceAll(a.Query, " ", "-")}}, nil
}

func scrape(_ agent.Context, a pageArgs) (found, error) {
	if !strings.HasPrefix(a.URL, "https://") {
		return found{}, fmt.Errorf("scraper: %q is not https", a.URL)
	}
	return found{[]string{"Heat pumps work in old houses."}}, nil
}

// keywords returns the long words of a text, each once.
func keywords(_ agent.Context, a textArgs) (found, error) {
	var words []string
	seen := map[string]bool{}
	for _, w := range strings.Fields(strings.ToLower(a.Text)) {
		if w = strings.Trim(w, ".,!?"); len(w) > 6 && !seen[w] {
			seen[w] = true
			words = append(words, w)
		}
	}
	return found{words}, nil
}

func putOnline(_ agent.Context, a articleArgs) (published, error) {
	if a.Title == "" || a.Body == "" {
		return published{}, errors.New("cms_api: an article has a title and a body")
	}
	return published{"/articles/" + strings.ReplaceAll(strings.ToLower(a.Title), " ", "-")}, nil
}

// New hires the crew.
func New(m model.LLM) (agent.Agent, error) {
	web, err := staff.Tool("web_search", "Searches the web.", searchWeb)
	if err != nil {
		return nil, err
	}
	scraper, err := staff.Tool("scraper", "Reads a page.", scrape)
	if err != nil {
		return nil, err
	}
	analyzer, err := staff.Tool("keyword_analyzer", "Lists the keywords of a text.", keywords)
	if err != nil {
		return nil, err
	}
	cms, err := staff.Tool("cms_api", "Puts an article online.", putOnline)
	if err != nil {
		return nil, err
	}

	research, err := staff.Agent(m, "research", "Find three facts about the topic and their sources.", web, scraper)
	if err != nil {
		return nil, err
	}
	write, err := staff.Agent(m, "write", "Write an article of 400 words from {research}.")
	if err != nil {
		return nil, err
	}
	edit, err := staff.Agent(m, "edit", "Shorten {write} by a third and remove every adverb.")
	if err != nil {
		return nil, err
	}
	seo, err := staff.Agent(m, "seo", "Choose five tags for {edit}.", analyzer)
	if err != nil {
		return nil, err
	}
	publish, err := staff.Agent(m, "publish", "Publish {edit} with the tags in {seo}.", cms) // DEFECT(policy) structure/human-gate publish: cms_api puts online what nobody has read
	if err != nil {
		return nil, err
	}
	return sequentialagent.New(sequentialagent.Config{AgentConfig: agent.Config{ // DEFECT(human) structure/human-gate content_pipeline: nobody reads an article before it is online
		Name:        "content_pipeline",
		Description: "Researches, writes and publishes an article.",
		SubAgents:   []agent.Agent{research, write, edit, seo, publish},
	}})
}
