// Package rag answers questions from a company's documents, and from the web if
// those say nothing.
//
//	rewrite → retrieve → grade → grade_router ─relevant→ generate → hallucination_check
//	                                          └not_relevant→ web_search → generate
package rag

import (
	"context"
	"strings"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/compose"

	"example.com/einoagents/published/internal/crew"
)

// A Question is what a user asked, and all that was found out about it.
type Question struct {
	Text     string
	Query    string
	Passages []string
	Relevant bool
	Answer   string
	Grounded bool
}

// A Pipeline answers with a model and two indexes.
type Pipeline struct {
	Model model.BaseChatModel

	documents, web tool.InvokableTool
}

// Compile builds the graph.
func (p *Pipeline) Compile(ctx context.Context) (compose.Runnable[*Question, *Question], error) {
	var err error
	if p.documents, err = vectorSearch(); err != nil {
		return nil, err
	}
	if p.web, err = tavilySearch(); err != nil {
		return nil, err
	}

	g := compose.NewGraph[*Question, *Question]() // DEFECT(human) structure/human-gate rag_pipeline: nobody reads an answer before the user does
	_ = g.AddLambdaNode("rewrite", compose.InvokableLambda(p.rewrite))
	_ = g.AddLambdaNode("retrieve", compose.InvokableLambda(p.retrieve))
	_ = g.AddLambdaNode("grade", compose.InvokableLambda(p.grade))
	_ = g.AddLambdaNode("grade_router", compose.InvokableLambda(dropWeak))
	_ = g.AddLambdaNode("generate", compose.InvokableLambda(p.generate))
	_ = g.AddLambdaNode("web_search", compose.InvokableLambda(p.searchWeb))
	_ = g.AddLambdaNode("hallucination_check", compose.InvokableLambda(p.checkGrounds))

	_ = g.AddEdge(compose.START, "rewrite")
	_ = g.AddEdge("rewrite", "retrieve")
	_ = g.AddEdge("retrieve", "grade")
	_ = g.AddEdge("grade", "grade_router")
	_ = g.AddBranch("grade_router", compose.NewGraphBranch(byGrade, map[string]bool{
		"generate":   true,
		"web_search": true,
	}))
	_ = g.AddEdge("web_search", "generate")
	_ = g.AddEdge("generate", "hallucination_check")
	if err := g.AddEdge("hallucination_check", compose.END); err != nil {
		return nil, err
	}
	return g.Compile(ctx, compose.WithGraphName("rag_pipeline"))
}

func (p *Pipeline) rewrite(ctx context.Context, q *Question) (*Question, error) {
	text, err := crew.Ask(ctx, p.Model, "You turn questions into search queries. Answer with the query only.", "%s", q.Text)
	q.Query = text
	return q, err
}

func (p *Pipeline) retrieve(ctx context.Context, q *Question) (*Question, error) {
	text, err := crew.Use(ctx, p.documents, searchArgs{Query: q.Query, TopK: 4})
	q.Passages = strings.Split(text, "\n")
	return q, err
}

// grade asks for each question whether its passages answer it.
func (p *Pipeline) grade(ctx context.Context, q *Question) (*Question, error) {
	text, err := crew.Ask(ctx, p.Model, "You grade search results. Answer yes if they answer the question, else no.",
		"Question: %s\nResults:\n%s", q.Text, strings.Join(q.Passages, "\n"))
	q.Relevant = strings.HasPrefix(strings.ToLower(text), "yes")
	return q, err
}

// dropWeak forgets what the grader found useless.
func dropWeak(_ context.Context, q *Question) (*Question, error) {
	if !q.Relevant {
		q.Passages = nil
	}
	return q, nil
}

func byGrade(_ context.Context, q *Question) (string, error) {
	if q.Relevant {
		return "generate", nil
	}
	return "web_search", nil
}

func (p *Pipeline) searchWeb(ctx context.Context, q *Question) (*Question, error) {
	text, err := crew.Use(ctx, p.web, searchArgs{Query: q.Query, TopK: 4})
	q.Passages = append(q.Passages, text)
	return q, err
}

func (p *Pipeline) generate(ctx context.Context, q *Question) (*Question, error) {
	text, err := crew.Ask(ctx, p.Model, "You answer from the given passages and from nothing else.",
		"%s\n\n%s", q.Text, strings.Join(q.Passages, "\n"))
	q.Answer = text
	return q, err
}

func (p *Pipeline) checkGrounds(ctx context.Context, q *Question) (*Question, error) {
	text, err := crew.Ask(ctx, p.Model, "Does every claim stand in the passages? Answer yes or no.",
		"Answer: %s\nPassages:\n%s", q.Answer, strings.Join(q.Passages, "\n"))
	q.Grounded = strings.HasPrefix(strings.ToLower(text), "yes")
	return q, err
}
