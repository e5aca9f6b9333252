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
	nodeTrimBook = "trim_handbook"
	nodeTickets  = "tickets"
	nodeTrimTick = "trim_tickets"
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
		g.AddRetrieverNode(nodeHandbook, a.Handbook),
		g.AddLambdaNode(nodeTrimBook, compose.InvokableLambda(trim), compose.WithOutputKey(nodeHandbook)),
		g.AddRetrieverNode(nodeTickets, a.Tickets),
		g.AddLambdaNode(nodeTrimTick, compose.InvokableLambda(trim), compose.WithOutputKey(nodeTickets)),
		g.AddLambdaNode(nodeWeb, compose.InvokableLambda(webSearch)),
		g.AddLambdaNode(nodeRead, compose.InvokableLambda(readPages), compose.WithOutputKey(nodeWeb)),
		g.AddLambdaNode(nodeRerank, compose.InvokableLambda(rerank)),
	)
}

func (a *Assistant) addGrading(g builder) error {
	return errors.Join(
		g.AddLambdaNode(nodeGrade, compose.InvokableLambda(a.grade)),
		g.AddLambdaNode(nodeRephrase, compose.InvokableLambda(a.rephrase)),
		g.AddLambdaNode(nodeMore, compose.InvokableLambda(searchMore)),
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
		g.AddLambdaNode(nodeFeedback, compose.InvokableLambda(keepForTraining)),
	)
}

func (a *Assistant) connect(g builder) error {
	sources := compose.NewGraphMultiBranch(a.sources, map[string]bool{
		nodeHandbook: true, nodeTickets: true, nodeWeb: true,
	})
	verdict := compose.NewGraphBranch(a.verdict, map[string]bool{
		nodePrompt: true, nodeRephrase: true, nodeMore: true,
	})
	enough := compose.NewGraphBranch(a.enough, map[string]bool{
		nodePrompt: true, nodeMore: true,
	})
	return errors.Join(
		g.AddEdge(compose.START, nodeSources),
		g.AddBranch(nodeSources, sources),
		// Each source takes two steps to rerank, so that all of them arrive
		// together: a step that several edges lead to runs at the first.
		g.AddEdge(nodeHandbook, nodeTrimBook),
		g.AddEdge(nodeTrimBook, nodeRerank),
		g.AddEdge(nodeTickets, nodeTrimTick),
		g.AddEdge(nodeTrimTick, nodeRerank),
		g.AddEdge(nodeWeb, nodeRead),
		g.AddEdge(nodeRead, nodeRerank),
		g.AddEdge(nodeRerank, nodeGrade),
		g.AddBranch(nodeGrade, verdict),
		g.AddEdge(nodeRephrase, nodeSources),
		g.AddEdge(nodeMore, nodeReadMore),
		g.AddBranch(nodeReadMore, enough),
		g.AddEdge(nodePrompt, nodeAnswer),
		g.AddEdge(nodeAnswer, nodeFeedback),
		g.AddEdge(nodeFeedback, compose.END),
	)
}
