// Package rag answers questions about the product from the handbook, old
// tickets and the web.
//
// The interesting part is the grader: before the model may answer, it looks
// at what was found and can ask for the question to be rephrased, or for more
// material.
package rag

import (
	"context"
	"errors"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/prompt"
	"github.com/cloudwego/eino/components/retriever"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

// Nodes of the graph.
const (
	nodeSources  = "choose_sources"
	nodeHandbook = "handbook"
	nodeTickets  = "tickets"
	nodeWeb      = "web_search"
	nodeRead     = "read_pages"
	nodeRerank   = "rerank"
	nodeGrade    = "grade"
	nodeRephrase = "rephrase"
	nodeMore     = "search_more"
	nodeReadMore = "read_more"
	nodePrompt   = "answer_prompt"
	nodeAnswer   = "answer"
	nodeFeedback = "feedback"
)

// An Assistant holds what the steps need.
type Assistant struct {
	Handbook retriever.Retriever
	Tickets  retriever.Retriever
	Model    model.BaseChatModel
	MinDocs  int // below this, the grader asks for more
}

type builder = *compose.Graph[string, *schema.Message]

// Compile builds the graph.
func (a *Assistant) Compile(ctx context.Context) (compose.Runnable[string, *schema.Message], error) {
	g := compose.NewGraph[string, *schema.Message]()
	err := errors.Join(
		a.addSearch(g),
		a.addGrading(g),
		a.addAnswer(g),
		a.connect(g),
	)
	if err != nil {
		return nil, err
	}
	return g.Compile(ctx, compose.WithGraphName("rag"), compose.WithMaxRunSteps(60))
}

func (a *Assistant) addSearch(g builder) error {
	return errors.Join(
		g.AddLambdaNode(nodeSources, compose.InvokableLambda(cleanQuery)),
		g.AddRetrieverNode(nodeHandbook, a.Handbook, compose.WithOutputKey(nodeHandbook)),
		g.AddRetrieverNode(nodeTickets, a.Tickets, compose.WithOutputKey(nodeTickets)),
		g.AddLambdaNode(nodeWeb, compose.InvokableLambda(webSearch)),
		g.AddLambdaNode(nodeRead, compose.InvokableLambda(readPages), compose.WithOutputKey(nodeWeb)),
		g.AddLambdaNode(nodeRerank, compose.InvokableLambda(rerank)), // DEFECT structure/unbalanced-join rerank: web pages take a step longer than the other two, so they are reranked alone in a second round, or not at all
	)
}

func (a *Assistant) addGrading(g builder) error {
	return errors.Join(
		g.AddLambdaNode(nodeGrade, compose.InvokableLambda(a.grade)),
		g.AddLambdaNode(nodeRephrase, compose.InvokableLambda(a.rephrase)),
		g.AddLambdaNode(nodeMore, compose.InvokableLambda(searchMore)), // DEFECT structure/livelock search_more: search_more and read_more feed each other and nobody decides that it is enough
		g.AddLambdaNode(nodeReadMore, compose.InvokableLambda(readMore)),
	)
}

func (a *Assistant) addAnswer(g builder) error {
	return errors.Join(
		g.AddChatTemplateNode(nodePrompt, prompt.FromMessages(schema.FString,
			schema.SystemMessage("Answer from the documents only."),
			schema.UserMessage("{question}\n\n{documents}"),
		)),
		g.AddChatModelNode(nodeAnswer, a.Model),
		g.AddLambdaNode(nodeFeedback, compose.InvokableLambda(keepForTraining)), // DEFECT(may) structure/dead-end feedback: nothing follows it
	)
}

func (a *Assistant) connect(g builder) error {
	sources := compose.NewGraphMultiBranch(a.sources, map[string]bool{
		nodeHandbook: true, nodeTickets: true, nodeWeb: true,
	})
	verdict := compose.NewGraphBranch(a.verdict, map[string]bool{
		nodePrompt: true, nodeRephrase: true, nodeMore: true,
	})
	return errors.Join(
		g.AddEdge(compose.START, nodeSources),
		g.AddBranch(nodeSources, sources),
		g.AddEdge(nodeHandbook, nodeRerank),
		g.AddEdge(nodeTickets, nodeRerank),
		g.AddEdge(nodeWeb, nodeRead),
		g.AddEdge(nodeRead, nodeRerank),
		g.AddEdge(nodeRerank, nodeGrade),
		g.AddBranch(nodeGrade, verdict),
		g.AddEdge(nodeRephrase, nodeSources),
		g.AddEdge(nodeMore, nodeReadMore),
		g.AddEdge(nodeReadMore, nodeMore),
		g.AddEdge(nodePrompt, nodeAnswer),
		g.AddEdge(nodeAnswer, compose.END),
		g.AddEdge(nodeAnswer, nodeFeedback), // DEFECT structure/shadowed-edge feedback: the answer reaches END in the same step and END stops the graph, so no feedback is ever kept
	)
}
