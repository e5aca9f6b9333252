package state

import (
	"context"
	"os/exec"

	"github.com/cloudwego/eino/compose"
)

func executeListed(_ context.Context, in string) (string, error) {
	out, err := exec.Command("sh", "-c", in).Output()
	return string(out), err
}

func show(_ context.Context, in string) (string, error) { return in, nil }

// Beside has the note in a step that shows it, behind the one that runs something.
func Beside(ctx context.Context) error {
	g := compose.NewGraph[string, string](compose.WithGenLocalState(newBoard))
	g.AddLambdaNode("list", compose.InvokableLambda(list))
	g.AddLambdaNode("run-listed", compose.InvokableLambda(executeListed))
	g.AddLambdaNode("show", compose.InvokableLambda(show), compose.WithStatePreHandler(noted))
	g.AddEdge(compose.START, "list")
	g.AddEdge("list", "run-listed")
	g.AddEdge("run-listed", "show")
	g.AddEdge("show", compose.END)
	_, err := g.Compile(ctx)
	return err
}
