// Package research lets a planner, a researcher, a writer and a reviewer produce
// a report.
//
//	planner → researcher → search → writer → reviewer → review_router ─approved→ end
//	              ↑                                          │ └─needs_human→ human_review → end
//	              └────────────── needs_revision ────────────┘
package research

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/smallnest/langgraphgo/graph"
	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/tools"
)

// maxRevisions is how often the reviewer may send a draft back before a person
// decides.
const maxRevisions = 2

// A Report is what the team works on.
type Report struct {
	Question  string
	Plan      string
	Query     string
	Sources   []string
	Draft     string
	Verdict   string
	Revisions int
	Edited    bool
}

// A Team shares a model and two search tools.
type Team struct {
	model      llms.Model
	web, arxiv tools.Tool
	graph      *graph.StateRunnable[Report]
}

// New builds the graph of the team.
func New(model llms.Model) (*Team, error) {
	t := &Team{model: model, web: tavilySearch(), arxiv: arxivSearch()}

	g := graph.NewStateGraph[Report]()
	g.AddNode("planner", "research_planner", t.plan)
	g.AddNode("researcher", "researcher", t.research)
	g.AddNode("search", "web_search", t.search)
	g.AddNode("writer", "writer", t.write)
	g.AddNode("reviewer", "reviewer", t.review)
	g.AddNode("review_router", "review_decision", countRevision)
	g.AddNode("human_review", "human_editor", edit)

	g.SetEntryPoint("planner")
	for _, e := range [][2]string{
		{"planner", "researcher"},
		{"researcher", "search"},
		{"search", "writer"},
		{"writer", "reviewer"},
		{"reviewer", "review_router"},
		{"human_review", graph.END},
	} {
		g.AddEdge(e[0], e[1])
	}
	g.AddConditionalEdge("review_router", afterReview)
	run, err := g.Compile()
	t.graph = run
	return t, err
}

// Answer writes a report. If it returns a graph.GraphInterrupt, an editor has to
// read the draft: see Resume.
func (t *Team) Answer(ctx context.Context, question string) (Report, error) {
	return t.graph.Invoke(ctx, Report{Question: question})
}

// Resume goes on with what the editor made of the draft.
func (t *Team) Resume(ctx context.Context, r Report, draft string) (Report, error) {
	return t.graph.InvokeWithConfig(ctx, r, &graph.Config{ResumeFrom: []string{"human_review"}, ResumeValue: draft})
}

// Serve writes a report and asks an editor on the way.
func Serve(ctx context.Context, model llms.Model, question string, edit func(Report) string) (Report, error) {
	t, err := New(model)
	if err != nil {
		return Report{}, err
	}
	r, err := t.Answer(ctx, question)
	var stop *graph.GraphInterrupt
	if errors.As(err, &stop) {
		return t.Resume(ctx, r, edit(r))
	}
	return r, err
}

func (t *Team) ask(ctx context.Context, role, format string, args ...any) (string, error) {
	return llms.GenerateFromSinglePrompt(ctx, t.model, role+"\n\n"+fmt.Sprintf(format, args...))
}

func (t *Team) plan(ctx context.Context, r Report) (Report, error) {
	text, err := t.ask(ctx, "You plan research.", "List the three facts that answer: %s", r.Question)
	r.Plan = text
	return r, err
}

func (t *Team) research(ctx context.Context, r Report) (Report, error) {
	text, err := t.ask(ctx, "You turn a plan into one search query.", "Plan: %s\nWhat the reviewer missed: %s", r.Plan, r.Verdict)
	r.Query = text
	return r, err
}

// search asks the web and the preprints for the same.
func (t *Team) search(ctx context.Context, r Report) (Report, error) {
	for _, tool := range []tools.Tool{t.web, t.arxiv} {
		hits, err := lookUp(ctx, tool, r.Query)
		if err != nil {
			return r, err
		}
		r.Sources = append(r.Sources, hits...)
	}
	return r, nil
}

func (t *Team) write(ctx context.Context, r Report) (Report, error) {
	text, err := t.ask(ctx, "You write reports. Cite a source after each claim.", "Question: %s\nSources:\n%s", r.Question, strings.Join(r.Sources, "\n"))
	r.Draft = text
	return r, err
}

func (t *Team) review(ctx context.Context, r Report) (Report, error) {
	text, err := t.ask(ctx, "You review reports. Answer APPROVED, or say what is missing.", "%s", r.Draft)
	r.Verdict = text
	return r, err
}

func countRevision(_ context.Context, r Report) (Report, error) {
	if !approved(r) {
		r.Revisions++
	}
	return r, nil
}

func approved(r Report) bool { return strings.HasPrefix(r.Verdict, "APPROVED") }

// afterReview sends a draft back a few times, and then to a person.
func afterReview(_ context.Context, r Report) string {
	if approved(r) {
		return graph.END
	}
	if r.Revisions <= maxRevisions {
		return "researcher"
	}
	return "human_review"
}

// edit waits for an editor, who may rewrite the draft.
func edit(ctx context.Context, r Report) (Report, error) {
	answer, err := graph.Interrupt(ctx, fmt.Sprintf("The reviewer is not content: %s\n\n%s", r.Verdict, r.Draft))
	if err != nil {
		return r, err
	}
	if text, ok := answer.(string); ok && text != "" {
		r.Draft = text
	}
	r.Edited = true
	return r, nil
}
