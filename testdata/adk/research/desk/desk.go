// Package desk has the people of a research team and the things on their
// desks.
package desk

import (
	"fmt"
	"slices"
	"strings"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
)

// A Topic is what one researcher is asked to find out.
type Topic struct{ Name, Question string }

// Researcher returns an agent that looks into one topic.
func Researcher(m model.LLM, topic Topic, tools ...tool.Tool) (agent.Agent, error) {
	return llmagent.New(llmagent.Config{
		Name:        "researcher_" + topic.Name,
		Model:       m,
		Description: "Looks into " + topic.Name + ".",
		Instruction: topic.Question + " Answer in two sentences and name your sources.",
		Tools:       tools,
		OutputKey:   topic.Name,
	})
}

// Checker returns an agent that believes nothing.
func Checker(m model.LLM, name string, tools ...tool.Tool) (agent.Agent, error) {
	return llmagent.New(llmagent.Config{
		Name:        name,
		Model:       m,
		Description: "Checks a claim against its source.",
		Instruction: "Find the source. Quote it. Say whether it supports the claim.",
		Tools:       tools,
	})
}

type queryArgs struct {
	Query string `json:"query"`
}

type pages struct {
	Pages []string `json:"pages"`
}

// Search returns the tool that reads the web.
func Search() (tool.Tool, error) {
	return functiontool.New(functiontool.Config{
		Name:        "web_search",
		Description: "Searches the web.",
	}, func(_ agent.Context, in queryArgs) (pages, error) {
		return pages{[]string{"A page about " + in.Query + "."}}, nil
	})
}

// Buy returns the tool that gets behind a paywall, with money.
func Buy(ask bool) (tool.Tool, error) {
	return functiontool.New(functiontool.Config{
		Name:                "buy_article",
		Description:         "Buys an article that is not free.",
		RequireConfirmation: ask,
	}, func(_ agent.Context, in queryArgs) (pages, error) {
		return pages{[]string{"The whole text of " + in.Query + "."}}, nil
	})
}

// Brief puts the question on everybody's desk.
func Brief(_ agent.Context, question string) (string, error) {
	return "The question is: " + question, nil
}

// Merge makes one text of what the researchers handed in, in the order of
// their names, because a map has none.
func Merge(_ agent.Context, findings map[string]any) (string, error) {
	var lines []string
	for who, what := range findings {
		lines = append(lines, fmt.Sprintf("%s: %v", who, what))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n"), nil
}

// Translate puts a finding into English.
func Translate(_ agent.Context, text any) (string, error) { return fmt.Sprint(text), nil }

// Publish prints the report.
func Publish(_ agent.Context, report any) (string, error) {
	return fmt.Sprintf("Report\n\n%v", report), nil
}

// Judge sends a report that is too short back to the researchers.
func Judge(ctx agent.Context, report string, emit func(*session.Event) error) (any, error) {
	ev := session.NewEvent(ctx, ctx.InvocationID())
	ev.Output = report
	ev.Routes = []string{"publish"}
	if len(report) < 20 {
		ev.Routes = []string{"more"}
	}
	return nil, emit(ev)
}

// TranslateAll puts everybody's findings into English.
func TranslateAll(_ agent.Context, findings map[string]any) (map[string]any, error) {
	return findings, nil
}

// Read returns the tool that reads what the library has paid for.
func Read() (tool.Tool, error) {
	return functiontool.New(functiontool.Config{
		Name:        "read_article",
		Description: "Reads an article from the library.",
	}, func(_ agent.Context, in queryArgs) (pages, error) {
		return pages{[]string{"The abstract of " + in.Query + "."}}, nil
	})
}
