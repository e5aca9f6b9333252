// Package desk states its policies itself: they are for every workflow that it
// builds, and for no other.
//
//agentvet:policy asked-first: node:ask before node:answer
package desk

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

//agentvet:policy stored: node:answer -> F node:store
//agentvet:policy answered: ltlf: F node:answer

func step(ctx context.Context, in string) (string, error) { return in, nil }

func again(ctx context.Context, in string) (string, error) {
	if in == "" {
		return "think", nil
	}
	return "look", nil
}

// bad answers without having asked: one step is before it, the wrong one.
func bad(ctx context.Context) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("greet", compose.InvokableLambda(step))
	_ = g.AddLambdaNode("answer", compose.InvokableLambda(step)) // want `policy/asked-first: step "answer" can come without step "ask" before it; the policy is "node:ask before node:answer" \[start -> greet -> answer\]`
	_ = g.AddLambdaNode("store", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "greet")
	_ = g.AddEdge("greet", "answer")
	_ = g.AddEdge("answer", "store")
	_ = g.AddEdge("store", compose.END)
	_, _ = g.Compile(ctx)
}

// forgotten has a way round what each answer demands.
func forgotten(ctx context.Context) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("ask", compose.InvokableLambda(step))
	_ = g.AddLambdaNode("answer", compose.InvokableLambda(step)) // want `policy/stored: after step "answer", a run can end without step "store"; the policy is "node:answer -> F node:store"`
	_ = g.AddLambdaNode("store", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "ask")
	_ = g.AddEdge("ask", "answer")
	_ = g.AddBranch("answer", compose.NewGraphBranch(stored, map[string]bool{"store": true, compose.END: true}))
	_ = g.AddEdge("store", compose.END)
	_, _ = g.Compile(ctx)
}

func stored(ctx context.Context, in string) (string, error) {
	if in == "" {
		return compose.END, nil
	}
	return "store", nil
}

// endless goes round between two steps that never decide to answer.
func endless(ctx context.Context) {
	g := compose.NewGraph[string, string]() // want `policy/answered: a run can go on for ever without what the policy demands; the policy is "ltlf: F node:answer"`
	_ = g.AddLambdaNode("think", compose.InvokableLambda(step))
	_ = g.AddLambdaNode("look", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "think")
	_ = g.AddEdge("think", "look")
	_ = g.AddBranch("look", compose.NewGraphBranch(again, map[string]bool{"think": true, "look": true}))
	_, _ = g.Compile(ctx)
}

// clean asks, answers and stores in every run.
func clean(ctx context.Context) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("ask", compose.InvokableLambda(step))
	_ = g.AddLambdaNode("answer", compose.InvokableLambda(step))
	_ = g.AddLambdaNode("store", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "ask")
	_ = g.AddEdge("ask", "answer")
	_ = g.AddEdge("answer", "store")
	_ = g.AddEdge("store", compose.END)
	_, _ = g.Compile(ctx)
}

// ignored is bad, and says why that is wanted.
func ignored(ctx context.Context) {
	g := compose.NewGraph[string, string]()
	//agentvet:ignore policy/asked-first the caller has asked
	_ = g.AddLambdaNode("answer", compose.InvokableLambda(step))
	_ = g.AddLambdaNode("store", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "answer")
	_ = g.AddEdge("answer", "store")
	_ = g.AddEdge("store", compose.END)
	_, _ = g.Compile(ctx)
}

// needless ignores what nothing finds.
func needless(ctx context.Context) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("ask", compose.InvokableLambda(step))
	_ = g.AddLambdaNode("answer", compose.InvokableLambda(step)) //agentvet:ignore policy/asked-first it is asked // want `agentvet/unused-ignore: .*policy/asked-first`
	_ = g.AddLambdaNode("store", compose.InvokableLambda(step))
	_ = g.AddEdge(compose.START, "ask")
	_ = g.AddEdge("ask", "answer")
	_ = g.AddEdge("answer", "store")
	_ = g.AddEdge("store", compose.END)
	_, _ = g.Compile(ctx)
}
