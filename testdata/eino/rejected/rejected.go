// Package rejected holds graphs that Eino refuses to compile: a program with
// one of these bugs starts, and fails on its first request. The compiler of
// Go is content with all of them, so a static analyzer is the first to know.
//
// None of them has a graph at run time, and so none has a golden file.
package rejected

import (
	"context"
	"strings"

	"github.com/cloudwego/eino/compose"
)

type graph = compose.Runnable[string, string]

func upper(_ context.Context, s string) (string, error) { return strings.ToUpper(s), nil }

func trim(_ context.Context, s string) (string, error) { return strings.TrimSpace(s), nil }

// Forgotten connects a step that it never adds.
func Forgotten(ctx context.Context) (graph, error) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("trim", compose.InvokableLambda(trim))
	_ = g.AddEdge(compose.START, "trim")
	_ = g.AddEdge("trim", "upper") // DEFECT structure/undeclared-node upper: no step has that name
	_ = g.AddEdge("trim", compose.END)
	return g.Compile(ctx)
}

// TooEarly connects a step that it adds a line later.
func TooEarly(ctx context.Context) (graph, error) {
	g := compose.NewGraph[string, string]()
	_ = g.AddEdge(compose.START, "trim") // DEFECT(may) structure/undeclared-node trim: declared, but only below; Eino wants nodes before edges
	_ = g.AddLambdaNode("trim", compose.InvokableLambda(trim))
	_ = g.AddEdge("trim", compose.END)
	return g.Compile(ctx)
}

// NoWayOut never mentions END.
func NoWayOut(ctx context.Context) (graph, error) {
	g := compose.NewGraph[string, string]() // DEFECT structure/exit-unreachable end: nothing leads there
	_ = g.AddLambdaNode("trim", compose.InvokableLambda(trim))
	_ = g.AddLambdaNode("upper", compose.InvokableLambda(upper))
	_ = g.AddEdge(compose.START, "trim")
	_ = g.AddEdge("trim", "upper")
	return g.Compile(ctx)
}

// WrongArm lists an arm that no step stands behind.
func WrongArm(ctx context.Context) (graph, error) {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("trim", compose.InvokableLambda(trim))
	_ = g.AddLambdaNode("upper", compose.InvokableLambda(upper))
	_ = g.AddEdge(compose.START, "trim")
	_ = g.AddBranch("trim", compose.NewGraphBranch(func(_ context.Context, s string) (string, error) {
		if s == "" {
			return compose.END, nil
		}
		return "uper", nil
	}, map[string]bool{"uper": true, compose.END: true})) // DEFECT structure/undeclared-node uper: the step is called "upper"
	_ = g.AddEdge("upper", compose.END) // DEFECT(may) structure/unreachable upper: only the misspelt arm was to lead there
	return g.Compile(ctx)
}

// Circle lets two steps of a workflow wait for each other.
func Circle(ctx context.Context) (graph, error) {
	wf := compose.NewWorkflow[string, string]()
	wf.AddLambdaNode("trim", compose.InvokableLambda(trim)).AddInput(compose.START).AddDependency("upper") // DEFECT(may) structure/livelock trim: trim waits for upper, upper for trim
	wf.AddLambdaNode("upper", compose.InvokableLambda(upper)).AddInput("trim")
	wf.End().AddInput("upper")
	return wf.Compile(ctx)
}

// Ghost branches to a step that the workflow does not have. Compile does not
// return an error here, it panics.
func Ghost(ctx context.Context) (graph, error) {
	wf := compose.NewWorkflow[string, string]()
	wf.AddLambdaNode("trim", compose.InvokableLambda(trim)).AddInput(compose.START)
	wf.AddBranch("trim", compose.NewGraphBranch(func(context.Context, string) (string, error) {
		return "ghost", nil // DEFECT(may) structure/router-target end: never this arm
	}, map[string]bool{"ghost": true, compose.END: true})) // DEFECT structure/undeclared-node ghost: no step has that name
	wf.End().AddInput("trim")
	return wf.Compile(ctx)
}
